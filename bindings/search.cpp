// Search and exact endings. An object of either kind serves one thread at a time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.h"
#include "bound_types.h"
#include "parallel.h"

namespace boardworth {

namespace {

using namespace nb::literals;

struct BoundSearchResult {
    std::vector<int> line;
    Value value;
    int depth;
    bool exact;
    std::uint64_t nodes;
    double seconds;
};

template <Game G>
BoundSearchResult search(AlphaBeta<G>& search, const G& game, const nb::bytes& packed,
                         const Limit& limit) {
    const auto position = from_bytes(game, packed);
    if (game.over(position))
        throw IllegalMove(std::string(G::name) + ": the game is over in " + game.text(position));
    const auto found = interruptible(
        [&](const Interrupt& interrupt) { return search.search(position, limit, interrupt); });
    return {{found.line.begin(), found.line.end()},
            found.value,
            found.depth,
            found.exact,
            found.nodes,
            found.seconds};
}

// Exact scores of many positions, the mover's view.
template <Game G>
ArrayOut<std::int16_t> solve_all(const G& game, const ArrayIn<std::uint8_t, 2>& packed,
                                 int threads) {
    constexpr std::size_t positions_per_piece = 64;
    const auto positions = from_array(game, packed);
    std::vector<std::int16_t> scores(positions.size());
    const std::size_t pieces = (positions.size() + positions_per_piece - 1) / positions_per_piece;
    interruptible([&](const Interrupt& interrupt) {
        in_parallel(pieces, threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
            Solver<G> solver(game);
            const std::size_t last = std::min((piece + 1) * positions_per_piece, positions.size());
            for (std::size_t i = piece * positions_per_piece; i < last; ++i)
                scores[i] = static_cast<std::int16_t>(solver.solve(positions[i], stopped).score);
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
        .def_ro("exact", &BoundSearchResult::exact,
                "Whether the value is the outcome under perfect play.")
        .def_ro("nodes", &BoundSearchResult::nodes)
        .def_ro("seconds", &BoundSearchResult::seconds);

    nb::class_<BoundAlphaBeta>(module, "AlphaBeta",
                               "Iterative deepening principal variation search.")
        .def(
            "__init__",
            [](BoundAlphaBeta* self, const BoundEvaluator& evaluator, std::size_t table_entries) {
                std::visit(
                    [&]<class G>(const SharedEvaluator<G>& e) {
                        new (self) BoundAlphaBeta{AlphaBeta<G>(e, table_entries)};
                    },
                    evaluator.evaluator);
            },
            "evaluator"_a, "table_entries"_a)
        .def(
            "search",
            [](BoundAlphaBeta& self, const nb::bytes& packed, std::optional<int> depth,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds,
               const StopSign* stop) {
                Limit limit;
                limit.depth = depth.value_or(limit.depth);
                limit.nodes = nodes.value_or(limit.nodes);
                limit.seconds = seconds.value_or(limit.seconds);
                limit.stop = stop;
                return std::visit([&](auto& s) { return search(s, s.game(), packed, limit); },
                                  self.search);
            },
            "position"_a, "depth"_a.none() = nb::none(), "nodes"_a.none() = nb::none(),
            "seconds"_a.none() = nb::none(), "stop"_a.none() = nb::none());

    nb::class_<BoundSolver>(module, "Solver", "Exact scores by search to the end of the game.")
        .def(
            "__init__",
            [](BoundSolver* self, const AnyGame& game) {
                std::visit([&]<class G>(const G& g) { new (self) BoundSolver{Solver<G>(g)}; },
                           game);
            },
            "game"_a)
        .def(
            "solve",
            [](BoundSolver& self, const nb::bytes& packed) {
                return std::visit(
                    [&](auto& solver) {
                        const auto position = from_bytes(solver.game(), packed);
                        const auto found = interruptible([&](const Interrupt& interrupt) {
                            return solver.solve(position, interrupt);
                        });
                        return nb::make_tuple(found.score, static_cast<int>(found.move),
                                              found.nodes);
                    },
                    self.solver);
            },
            nb::sig("def solve(self, position: bytes) -> tuple[int, int, int]"), "position"_a,
            "The mover's exact score, a best move, and the nodes it took.");

    module.def(
        "solve_all",
        [](const AnyGame& game, const ArrayIn<std::uint8_t, 2>& positions, int threads) {
            return std::visit([&](const auto& g) { return solve_all(g, positions, threads); },
                              game);
        },
        "game"_a, "positions"_a, "threads"_a, "The mover's exact score of every position.");
}

}  // namespace boardworth
