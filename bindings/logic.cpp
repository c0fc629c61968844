// Logic features: ground rules, what their queries unfold to, and how much of that holds where.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdlib>
#include <limits>
#include <tuple>

#include "bindings.h"
#include "features/logic/complement.h"
#include "features/logic/counting.h"
#include "features/logic/unfolder.h"
#include "parallel.h"

namespace boardworth {

namespace {

using namespace nb::literals;

// Starts, literals, the solution of every conjunction; why each solution is not unfolded, and why
// the constraints are not.
using UnfoldedArrays = std::tuple<ArrayOut<std::uint64_t>, ArrayOut<std::int32_t>,
                                  ArrayOut<std::int32_t>, ArrayOut<std::uint8_t>, std::uint8_t>;

struct UnfoldedFeature {
    std::vector<UnfoldedSolution> solutions;
    Cut constraints_cut = Cut::none;
};

template <class T>
std::vector<T> to_vector(const ArrayIn<T, 1>& array) {
    return {array.data(), array.data() + array.size()};
}

std::chrono::steady_clock::time_point end_of(double seconds) {
    using Clock = std::chrono::steady_clock;
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::int32_t to_signed(LiteralCode literal) {
    const std::int32_t number = relation_of(literal) + 1;
    return is_negated(literal) ? -number : number;
}

LiteralCode to_code(std::int32_t literal) {
    return literal_of(static_cast<Relation>(std::abs(literal) - 1), literal < 0);
}

UnfoldedArrays to_arrays(const UnfoldedFeature& feature) {
    const auto& [solutions, constraints_cut] = feature;
    std::vector<std::uint64_t> starts{0};
    std::vector<std::int32_t> literals, solution_of;
    std::vector<std::uint8_t> cuts;
    for (std::size_t solution = 0; solution < solutions.size(); ++solution) {
        const auto& [proofs, cut] = solutions[solution];
        cuts.push_back(static_cast<std::uint8_t>(cut));
        for (std::size_t i = 0; i < proofs.size(); ++i) {
            for (const LiteralCode literal : proofs[i]) literals.push_back(to_signed(literal));
            starts.push_back(literals.size());
            solution_of.push_back(static_cast<std::int32_t>(solution));
        }
    }
    return {to_numpy(std::move(starts)), to_numpy(std::move(literals)),
            to_numpy(std::move(solution_of)), to_numpy(std::move(cuts)),
            static_cast<std::uint8_t>(constraints_cut)};
}

std::vector<UnfoldedArrays> unfold(const RuleIndex& rules,
                                   const std::vector<std::vector<std::int32_t>>& features,
                                   const UnfoldingBounds& bounds, int threads) {
    for (const auto& solutions : features)
        for (const std::int32_t atom : solutions)
            if (atom < 0 || static_cast<std::size_t>(atom) >= rules.atoms())
                throw FormatError("a solution without an atom");
    std::vector<UnfoldedFeature> found(features.size());
    interruptible([&](const Interrupt& interrupt) {
        in_parallel(features.size(), threads, interrupt,
                    [&](std::size_t feature, const Interrupt& stopped) {
                        Unfolder unfolder(rules, bounds, stopped);
                        found[feature] = {unfolder.unfold(features[feature]),
                                          unfolder.constraints_cut()};
                    });
    });
    std::vector<UnfoldedArrays> arrays;
    for (const UnfoldedFeature& feature : found) arrays.push_back(to_arrays(feature));
    return arrays;
}

// The numbers of the conjunctions that imply no other one of their solution.
std::vector<std::int64_t> not_subsumed(const AnyGame& game, const UnfoldedView& unfolded,
                                       const Interrupt& interrupt) {
    constexpr auto unbounded = std::numeric_limits<std::uint64_t>::max();
    Assignment assignment(game.constants().facts);
    constexpr auto never = std::chrono::steady_clock::time_point::max();
    Budget budget({unbounded, unbounded, unbounded, unbounded, never}, interrupt);
    budget.allow(unbounded);
    std::vector<std::int64_t> kept;
    const auto& [starts, literals, solution_of] = unfolded;
    for (std::size_t first = 0, i = 0; i < solution_of.size(); first = i) {
        Conjunctions own;
        for (; i < solution_of.size() && solution_of[i] == solution_of[first]; ++i) {
            std::vector<LiteralCode> codes;
            for (std::size_t n = starts[i]; n < starts[i + 1]; ++n)
                codes.push_back(to_code(literals[n]));
            own.push_back(codes);
        }
        for (const std::size_t number : boardworth::not_subsumed(own, assignment, budget).first)
            kept.push_back(static_cast<std::int64_t>(first + number));
    }
    return kept;
}

}  // namespace

void bind_logic(nb::module_& module) {
    nb::class_<RuleIndex>(module, "LogicRules", "Ground rules over the facts of a game.")
        .def(
            "__init__",
            [](RuleIndex* self, const AnyGame& game, const ArrayIn<std::int32_t, 1>& heads,
               const ArrayIn<std::uint64_t, 1>& starts, const ArrayIn<std::int32_t, 1>& literals,
               const std::vector<std::tuple<std::int32_t, std::int32_t>>& facts,
               const std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>& moves,
               std::int32_t impossible) {
                relation_count(game.constants());
                LogicRules rules{{to_vector(heads), to_vector(starts), to_vector(literals)},
                                 {},
                                 {},
                                 impossible,
                                 game.constants().facts};
                for (const auto& [atom, relation] : facts) rules.facts.push_back({atom, relation});
                for (const auto& [atom, legal, role] : moves)
                    rules.moves.push_back({atom, legal, role});
                new (self) RuleIndex(std::move(rules));
            },
            "game"_a, "heads"_a, "starts"_a, "literals"_a, "facts"_a, "moves"_a, "impossible"_a,
            "facts: atom and relation, or -1 for always, -2 for never; moves: atom, the atom that "
            "allows it, or -1, and the role.")
        .def(
            "unfold",
            [](const RuleIndex& self, const std::vector<std::vector<std::int32_t>>& features,
               std::size_t conjunctions, std::size_t literals, std::uint64_t steps,
               std::size_t memory, double seconds, int threads) {
                return unfold(self, features,
                              {conjunctions, literals, steps, memory, end_of(seconds)}, threads);
            },
            "features"_a, "conjunctions"_a, "literals"_a, "steps"_a, "memory"_a, "seconds"_a,
            "threads"_a,
            "For each feature, given by the atoms of its solutions: starts, literals, the solution "
            "of each conjunction, why each solution is not unfolded, 0 if it is, and why the "
            "constraints are not.");
    module.def(
        "satisfied_counts",
        [](const BitRows& relations, const ArrayIn<std::uint64_t, 1>& starts,
           const ArrayIn<std::int32_t, 1>& literals, const ArrayIn<std::int32_t, 1>& solution_of,
           bool proofs, int threads) {
            return to_numpy(interruptible([&](const Interrupt& interrupt) {
                return satisfied_counts(relations,
                                        {to_span(starts), to_span(literals), to_span(solution_of)},
                                        proofs, threads, interrupt);
            }));
        },
        "relations"_a, "starts"_a, "literals"_a, "solution_of"_a, "proofs"_a, "threads"_a,
        "For every position, how many solutions hold, or how many proofs.");
    module.def(
        "not_subsumed",
        [](const AnyGame& game, const ArrayIn<std::uint64_t, 1>& starts,
           const ArrayIn<std::int32_t, 1>& literals, const ArrayIn<std::int32_t, 1>& solution_of) {
            const UnfoldedView view{to_span(starts), to_span(literals), to_span(solution_of)};
            check_unfolded(view, relation_count(game.constants()));
            return to_numpy(interruptible(
                [&](const Interrupt& interrupt) { return not_subsumed(game, view, interrupt); }));
        },
        "game"_a, "starts"_a, "literals"_a, "solution_of"_a,
        "The numbers of the conjunctions that imply no other one of their solution.");
}

}  // namespace boardworth
