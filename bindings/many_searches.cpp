// Searches of many positions at once.
#include <nanobind/stl/tuple.h>

#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "bound_types.h"
#include "probcut_table.h"
#include "search/many.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using Packed = ArrayIn<std::uint8_t, 2>;

template <class G>
ManySearches<G> many_searches(const SharedEvaluator<G>& evaluator, const Checks& checks, int width,
                              std::size_t memory, int threads) {
    return {evaluator, to_probcut(evaluator->game(), checks, width), memory, threads};
}

}  // namespace

void bind_many_searches(nb::module_& module) {
    module.def(
        "judge_all",
        [](const BoundEvaluator& evaluator, const Checks& checks, int width, std::size_t memory,
           const Packed& packed, const ArrayIn<std::int32_t, 1>& depths, int threads) {
            if (depths.size() != packed.shape(0))
                throw std::invalid_argument("searches: one depth is needed for every position");
            for (const auto depth : to_span(depths))
                if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            return std::visit(
                [&]<class G>(const SharedEvaluator<G>& e) {
                    const auto positions = from_array(e->game(), packed);
                    const auto searches = many_searches<G>(e, checks, width, memory, threads);
                    auto found = interruptible([&](const Interrupt& interrupt) {
                        return searches.judge(positions, to_span(depths), interrupt);
                    });
                    return std::tuple(
                        to_numpy(std::move(found.values)),
                        to_array(e->game(), std::span(std::as_const(found.successors))),
                        to_numpy(std::move(found.signs)));
                },
                evaluator.evaluator);
        },
        "evaluator"_a, "checks"_a, "width"_a, "memory"_a, "positions"_a, "depths"_a, "threads"_a,
        "For every position its mover's value by a search, the position after the best move, and "
        "the sign that turns the one's value into the other's: 0 where the game is over.");
    module.def(
        "sample_all",
        [](const BoundEvaluator& evaluator, const Checks& checks, int width, std::size_t memory,
           const Packed& packed, int depth, std::size_t size, std::uint64_t seed, int threads) {
            if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            return std::visit(
                [&]<class G>(const SharedEvaluator<G>& e) {
                    const auto positions = from_array(e->game(), packed);
                    const auto searches = many_searches<G>(e, checks, width, memory, threads);
                    const auto found = interruptible([&](const Interrupt& interrupt) {
                        return searches.sample(positions, depth, size, seed, interrupt);
                    });
                    std::vector<typename G::Position> all;
                    std::vector<std::uint32_t> roots;
                    for (std::size_t i = 0; i < found.size(); ++i) {
                        all.insert(all.end(), found[i].begin(), found[i].end());
                        roots.insert(roots.end(), found[i].size(), static_cast<std::uint32_t>(i));
                    }
                    return std::tuple(to_array(e->game(), std::span(std::as_const(all))),
                                      to_numpy(std::move(roots)));
                },
                evaluator.evaluator);
        },
        "evaluator"_a, "checks"_a, "width"_a, "memory"_a, "positions"_a, "depth"_a, "size"_a,
        "seed"_a, "threads"_a,
        "At most `size` of the positions that a search from each position evaluates, and the row "
        "that each of them comes from.");
}

}  // namespace boardworth
