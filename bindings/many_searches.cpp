// Searches of many positions at once.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "bound_types.h"
#include "probcut_table.h"

namespace boardworth {

namespace {

using namespace nb::literals;

SearchSettings settings(const AnyEvaluator& evaluator, const Checks& checks, int selectivity,
                        std::size_t memory, int threads) {
    return {to_probcut(evaluator.max_progress(), checks, selectivity), memory, threads};
}

ArrayOut<std::uint8_t> to_rows(std::vector<std::uint8_t>&& packed, std::size_t size) {
    const std::size_t rows = packed.size() / size;
    return to_numpy(std::move(packed), {rows, size});
}

// A self-play's plan as Python gives it: the games' number, openings and limits.
SelfPlayPlan to_plan(std::uint64_t games, double seconds, std::pair<int, int> opening,
                     int max_moves, std::uint64_t seed) {
    if (opening.first < 0 || opening.second < opening.first)
        throw std::invalid_argument("self-play: openings from a least to a greatest length");
    return {games, seconds, opening.first, opening.second, max_moves, seed};
}

auto to_arrays(PackedGames&& played, std::size_t size) {
    return std::tuple(to_rows(std::move(played.positions), size),
                      to_numpy(std::move(played.values)), to_numpy(std::move(played.scores)),
                      to_numpy(std::move(played.games)));
}

}  // namespace

void bind_many_searches(nb::module_& module) {
    module.def(
        "judge_all",
        [](const BoundEvaluator& evaluator, const Checks& checks, int selectivity,
           std::size_t memory, const PackedPositions& positions,
           const ArrayIn<std::int32_t, 1>& depths, int threads) {
            if (depths.size() != positions.count)
                throw std::invalid_argument("searches: one depth is needed for every position");
            for (const auto depth : to_span(depths))
                if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            const AnyEvaluator& e = *evaluator.evaluator;
            auto found = interruptible([&](const Interrupt& interrupt) {
                return e.judge(settings(e, checks, selectivity, memory, threads), positions,
                               to_span(depths), interrupt);
            });
            return std::tuple(to_numpy(std::move(found.values)),
                              to_rows(std::move(found.successors), e.packed_size()),
                              to_numpy(std::move(found.signs)));
        },
        "evaluator"_a, "checks"_a, "selectivity"_a, "memory"_a, "positions"_a, "depths"_a,
        "threads"_a,
        "For every position its mover's value by a search, the position after the best move, and "
        "the sign that turns the one's value into the other's: 0 where the game is over.");
    module.def(
        "sample_all",
        [](const BoundEvaluator& evaluator, const Checks& checks, int selectivity,
           std::size_t memory, const PackedPositions& positions, int depth, std::size_t size,
           std::uint64_t seed, int threads) {
            if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            const AnyEvaluator& e = *evaluator.evaluator;
            auto found = interruptible([&](const Interrupt& interrupt) {
                return e.sample(settings(e, checks, selectivity, memory, threads), positions, depth,
                                size, seed, interrupt);
            });
            return std::tuple(to_rows(std::move(found.positions), e.packed_size()),
                              to_numpy(std::move(found.rows)));
        },
        "evaluator"_a, "checks"_a, "selectivity"_a, "memory"_a, "positions"_a, "depth"_a, "size"_a,
        "seed"_a, "threads"_a,
        "At most `size` of the positions that a search from each position evaluates, and the row "
        "that each of them comes from.");
    module.def(
        "searched_self_play",
        [](const BoundEvaluator& evaluator, const Checks& checks, int selectivity,
           std::size_t memory, int depth, std::uint64_t games, double seconds,
           std::pair<int, int> opening, int max_moves, std::uint64_t seed, int threads) {
            if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            const SelfPlayPlan plan = to_plan(games, seconds, opening, max_moves, seed);
            const AnyEvaluator& e = *evaluator.evaluator;
            return to_arrays(interruptible([&](const Interrupt& interrupt) {
                                 return e.self_play(
                                     settings(e, checks, selectivity, memory, threads), depth, plan,
                                     interrupt);
                             }),
                             e.packed_size());
        },
        "evaluator"_a, "checks"_a, "selectivity"_a, "memory"_a, "depth"_a, nb::kw_only(), "games"_a,
        "seconds"_a, "opening"_a, "max_moves"_a, "seed"_a, "threads"_a,
        "Games of a search against itself after random openings: the positions in which it chose, "
        "what it thought they were worth to the mover, how the game ended for the mover, and the "
        "number of the game.");
    module.def(
        "random_self_play",
        [](const AnyGame& game, std::uint64_t games, double seconds, std::pair<int, int> opening,
           int max_moves, std::uint64_t seed, int threads) {
            const SelfPlayPlan plan = to_plan(games, seconds, opening, max_moves, seed);
            return to_arrays(interruptible([&](const Interrupt& interrupt) {
                                 return game.searches().random_self_play(plan, threads, interrupt);
                             }),
                             game.constants().packed_size);
        },
        "game"_a, nb::kw_only(), "games"_a, "seconds"_a, "opening"_a, "max_moves"_a, "seed"_a,
        "threads"_a, "The same of random moves; they think that nothing is worth anything.");
}

}  // namespace boardworth
