// Search and exact endings. An object of either kind serves one thread at a time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bindings.h"
#include "bound_types.h"
#include "probcut_table.h"

namespace boardworth {

namespace {

using namespace nb::literals;

struct BoundAlphaBeta {
    std::unique_ptr<Search> search;
};

Driver to_driver(const std::string& name) {
    if (name == "pvs") return Driver::pvs;
    if (name == "mtdf") return Driver::mtdf;
    throw std::invalid_argument("search: the drivers are pvs and mtdf");
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Search::Result>(module, "SearchResult")
        .def_ro("pv", &Search::Result::pv, "The best move and what is expected to follow.")
        .def_ro("value", &Search::Result::value, "For the side to move, in the evaluator's units.")
        .def_ro("distance", &Search::Result::distance,
                "After how many plies the game is won or lost, where that is proven; not counted "
                "in games with a solver of endings, nor for scores short of the greatest.")
        .def_ro("depth", &Search::Result::depth, "Depth of the last finished iteration.")
        .def_ro("selectivity", &Search::Result::selectivity,
                "Forward pruning of that iteration, 0 for none.")
        .def_ro("exact", &Search::Result::exact,
                "Whether the value is the outcome under perfect play.")
        .def_ro("nodes", &Search::Result::nodes)
        .def_ro("seconds", &Search::Result::seconds);

    nb::class_<BoundAlphaBeta>(module, "AlphaBeta", "Iterative deepening alpha-beta search.")
        .def(
            "__init__",
            [](BoundAlphaBeta* self, const BoundEvaluator& evaluator, const Checks& checks,
               int selectivity, const std::string& driver, std::size_t memory, int threads) {
                const AnyEvaluator& e = *evaluator.evaluator;
                new (self) BoundAlphaBeta{
                    e.search({to_probcut(e.max_progress(), checks, selectivity), memory, threads},
                             to_driver(driver))};
            },
            "evaluator"_a, "checks"_a, "selectivity"_a, "driver"_a, "memory"_a, "threads"_a,
            "checks: for every progress and depth the shallow depth (or -1), slope, offset and "
            "sigma of Multi-ProbCut; selectivity: how much it prunes, 0 for nothing; driver: pvs "
            "or "
            "mtdf; "
            "memory: bytes of the table.")
        .def(
            "search",
            [](BoundAlphaBeta& self, PackedPosition position, std::optional<int> depth,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds,
               std::optional<double> soft_seconds, const StopSign* stop,
               std::optional<std::pair<int, int>> window, std::vector<std::uint64_t> history,
               int selectivity) {
                SearchRequest request{{}, window, selectivity, std::move(history)};
                Limit& limit = request.limit;
                limit.depth = depth.value_or(limit.depth);
                limit.nodes = nodes.value_or(limit.nodes);
                limit.seconds = seconds.value_or(limit.seconds);
                limit.soft_seconds = soft_seconds.value_or(limit.soft_seconds);
                limit.stop = stop;
                return interruptible([&](const Interrupt& interrupt) {
                    return self.search->search(position, request, interrupt);
                });
            },
            "position"_a, "depth"_a.none() = nb::none(), "nodes"_a.none() = nb::none(),
            "seconds"_a.none() = nb::none(), "soft_seconds"_a.none() = nb::none(),
            "stop"_a.none() = nb::none(), "window"_a.none() = nb::none(),
            "history"_a = std::vector<std::uint64_t>(), "selectivity"_a = 0,
            "selectivity: how much a search to the end of the game may prune, 0 for nothing; "
            "history: the keys of the positions before this one since the last irreversible move, "
            "for games that count repetitions.");

    module.def(
        "position_key",
        [](const AnyGame& game, PackedPosition position) { return game.searches().key(position); },
        "game"_a, "position"_a, "What a position is known by in the history of a search.");
    module.def(
        "extension",
        [](const AnyGame& game, PackedPosition position, int move) {
            return game.searches().extension(position, move);
        },
        "game"_a, "position"_a, "move"_a,
        "Plies by which a move does not count towards the depth of a search.");
    module.def(
        "noisy",
        [](const AnyGame& game, PackedPosition position, int move) {
            return game.searches().noisy(position, move);
        },
        "game"_a, "position"_a, "move"_a,
        "Whether quiescence search plays a move before a position is evaluated.");
    module.def(
        "in_check",
        [](const AnyGame& game, PackedPosition position) {
            return game.searches().in_check(position);
        },
        "game"_a, "position"_a,
        "Whether quiescence search plays all moves and does not evaluate the position.");

    module.def(
        "solve_all",
        [](const AnyGame& game, const PackedPositions& positions, int threads, bool plainly) {
            return to_numpy(interruptible([&](const Interrupt& interrupt) {
                return game.searches().solve(positions, threads, plainly, interrupt);
            }));
        },
        "game"_a, "positions"_a, "threads"_a, "plainly"_a = false,
        "The mover's exact score of every position; plainly, by a search that any game has.");
}

}  // namespace boardworth
