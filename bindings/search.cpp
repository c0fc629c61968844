// Search and exact endings. An object of either kind serves one thread at a time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "bindings.h"
#include "bound_types.h"
#include "parallel.h"
#include "probcut_table.h"
#include "search/solve.h"

namespace boardworth {

namespace {

using namespace nb::literals;

struct BoundSearchResult {
    std::vector<int> line;
    Value value;
    int depth;
    int width;
    bool exact;
    std::uint64_t nodes;
    double seconds;
};

Driver to_driver(const std::string& name) {
    if (name == "pvs") return Driver::pvs;
    if (name == "mtdf") return Driver::mtdf;
    throw std::invalid_argument("search: the drivers are pvs and mtdf");
}

template <Game G>
BoundSearchResult search(AlphaBeta<G>& search, const G& game, const nb::bytes& packed,
                         const Limit& limit, std::optional<std::pair<int, int>> window) {
    const auto position = from_bytes(game, packed);
    if (game.over(position))
        throw IllegalMove(std::string(game.name) + ": the game is over in " + game.text(position));
    const auto found = interruptible([&](const Interrupt& interrupt) {
        return search.search(position, limit, interrupt, window);
    });
    return {{found.line.begin(), found.line.end()},
            found.value,
            found.depth,
            found.width,
            found.exact,
            found.nodes,
            found.seconds};
}

template <Game G>
void solve_some(const G& game, std::span<const typename G::Position> positions,
                std::span<std::int16_t> scores, bool plainly, const Interrupt& interrupt) {
    const auto solve_each = [&](const auto& solve) {
        for (std::size_t i = 0; i < positions.size(); ++i)
            scores[i] = static_cast<std::int16_t>(solve(positions[i]));
    };
    if constexpr (has_ending<G>)
        if (!plainly) {
            typename Ending<G>::Table table(1 << 20);
            Clock clock({}, interrupt);
            Ending<G> ending(table, clock);
            solve_each(
                [&](const auto& p) { return ending.solve(p, -game.max_score, game.max_score); });
            return;
        }
    Solver<G> solver(game);
    solve_each([&](const auto& p) { return solver.solve(p, interrupt); });
}

// Exact scores of many positions, the mover's view.
template <Game G>
ArrayOut<std::int16_t> solve_all(const G& game, const ArrayIn<std::uint8_t, 2>& packed, int threads,
                                 bool plainly) {
    constexpr std::size_t positions_per_piece = 64;
    const auto positions = from_array(game, packed);
    std::vector<std::int16_t> scores(positions.size());
    const std::size_t pieces = (positions.size() + positions_per_piece - 1) / positions_per_piece;
    interruptible([&](const Interrupt& interrupt) {
        in_parallel(pieces, threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
            const std::size_t first = piece * positions_per_piece;
            const std::size_t count = std::min(positions_per_piece, positions.size() - first);
            solve_some<G>(game, std::span(positions).subspan(first, count),
                          std::span(scores).subspan(first, count), plainly, stopped);
        });
        return true;
    });
    return to_numpy(std::move(scores));
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<BoundSearchResult>(module, "SearchResult")
        .def_ro("line", &BoundSearchResult::line, "The best move and what is expected to follow.")
        .def_ro("value", &BoundSearchResult::value,
                "For the side to move, in the evaluator's units.")
        .def_ro("depth", &BoundSearchResult::depth, "Depth of the last finished iteration.")
        .def_ro("width", &BoundSearchResult::width,
                "Forward pruning of that iteration, 0 for none.")
        .def_ro("exact", &BoundSearchResult::exact,
                "Whether the value is the outcome under perfect play.")
        .def_ro("nodes", &BoundSearchResult::nodes)
        .def_ro("seconds", &BoundSearchResult::seconds);

    nb::class_<BoundAlphaBeta>(module, "AlphaBeta", "Iterative deepening alpha-beta search.")
        .def(
            "__init__",
            [](BoundAlphaBeta* self, const BoundEvaluator& evaluator, const Checks& checks,
               int width, const std::string& driver, std::size_t memory, int threads) {
                std::visit(
                    [&]<class G>(const SharedEvaluator<G>& e) {
                        new (self)
                            BoundAlphaBeta{AlphaBeta<G>(e, to_probcut(e->game(), checks, width),
                                                        to_driver(driver), memory, threads)};
                    },
                    evaluator.evaluator);
            },
            "evaluator"_a, "checks"_a, "width"_a, "driver"_a, "memory"_a, "threads"_a,
            "checks: for every progress and depth the shallow depth (or -1), slope, offset and "
            "sigma of Multi-ProbCut; width: how much it prunes, 0 for nothing; driver: pvs or "
            "mtdf; "
            "memory: bytes of the table.")
        .def(
            "search",
            [](BoundAlphaBeta& self, const nb::bytes& packed, std::optional<int> depth,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds,
               std::optional<double> soft_seconds, const StopSign* stop,
               std::optional<std::pair<int, int>> window) {
                Limit limit;
                limit.depth = depth.value_or(limit.depth);
                limit.nodes = nodes.value_or(limit.nodes);
                limit.seconds = seconds.value_or(limit.seconds);
                limit.soft_seconds = soft_seconds.value_or(limit.soft_seconds);
                limit.stop = stop;
                return std::visit(
                    [&](auto& s) { return search(s, s.game(), packed, limit, window); },
                    self.search);
            },
            "position"_a, "depth"_a.none() = nb::none(), "nodes"_a.none() = nb::none(),
            "seconds"_a.none() = nb::none(), "soft_seconds"_a.none() = nb::none(),
            "stop"_a.none() = nb::none(), "window"_a.none() = nb::none());

    module.def(
        "extension",
        [](const AnyGame& game, const nb::bytes& packed, int move) {
            return with_game(
                [&]<class G>(const G& g) {
                    return extension(g, from_bytes(g, packed), static_cast<typename G::Move>(move));
                },
                game);
        },
        "game"_a, "position"_a, "move"_a,
        "Plies by which a move does not count towards the depth of a search.");
    module.def(
        "noisy",
        [](const AnyGame& game, const nb::bytes& packed, int move) {
            return with_game(
                [&]<class G>(const G& g) {
                    return noisy(g, from_bytes(g, packed), static_cast<typename G::Move>(move));
                },
                game);
        },
        "game"_a, "position"_a, "move"_a,
        "Whether a search looks at a move before it judges a position.");

    module.def(
        "solve_all",
        [](const AnyGame& game, const ArrayIn<std::uint8_t, 2>& positions, int threads,
           bool plainly) {
            return with_game(
                [&](const auto& g) { return solve_all(g, positions, threads, plainly); }, game);
        },
        "game"_a, "positions"_a, "threads"_a, "plainly"_a = false,
        "The mover's exact score of every position; plainly, by a search that any game has.");
}

}  // namespace boardworth
