#include "evaluators/model_function.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <utility>
#include <vector>

#include "rules/games.h"
#include "rules/turn_machine.h"

namespace boardworth {

namespace {

template <Game G>
typename G::Position position_of(const G& game, std::span<const std::uint64_t> state) {
    return unpack_facts(game, packed_bytes(state, game.packed_size));
}

// Fluents that cannot hold together are no error here.
NetworkPosition position_of(const NetworkGame& game, std::span<const std::uint64_t> state) {
    return NetworkWalker::unjudged(game.tables(), {state.begin(), state.end()});
}

template <Game G>
Value value_of(const LinearEvaluator<G>& evaluator, const typename G::Position& position) {
    return evaluator.value(position);
}

// Reads the fluents that hold alone, and one value for each atom, even of fluents that cannot hold
// together: indices stay in tables.
Value value_of(const LinearEvaluator<NetworkGame>& evaluator, const NetworkPosition& position) {
    // A search asks for every rollout: what a thread has allocated once is used again.
    thread_local std::vector<int> facts;
    thread_local std::vector<std::uint16_t> indices;
    const GameTables& tables = evaluator.game().tables();
    const std::size_t first = position.mover * tables.atoms();  // of the facts that the mover sees
    facts.assign(tables.atoms(), 0);
    for (std::size_t word = 0; word < position.fluents.size(); ++word)
        for (std::uint64_t bits = position.fluents[word]; bits != 0; bits &= bits - 1) {
            const std::size_t fluent = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
            const Share& share = tables.shares[fluent][position.mover];
            facts[static_cast<std::size_t>(share.fact) - first] = share.value;
        }
    const PatternIndex& index = evaluator.index();
    indices.assign(index.lanes(), 0);
    for (std::size_t atom = 0; atom < facts.size(); ++atom)
        if (facts[atom] != 0)
            index.change(indices.data(), static_cast<int>(first + atom), facts[atom]);
    return evaluator.value(position, indices.data());
}

// The mover's points by what its value adds up to. Where a win counts whatever its margin, a larger
// one is a surer win; the margins of games that add up n points differ by about the root of n.
template <Game G>
double points_of(const G& game, Target target, double value) {
    if (target == Target::win) return 100 / (1 + std::exp(-value));
    if constexpr (requires { game.points(0.0F); })
        return game.points(static_cast<float>(value));
    else
        return 50 + 50 * std::tanh(value / std::sqrt(static_cast<double>(game.max_score)));
}

}  // namespace

template <Game G>
ModelFunction::ModelFunction(std::shared_ptr<const LinearEvaluator<G>> evaluator)
    : roles_(evaluator->game().players.size()),
      state_bits_(boardworth::state_bits(evaluator->game())) {
    estimate_ = [evaluator = std::move(evaluator)](std::span<const std::uint64_t> state) {
        const G& game = evaluator->game();
        const auto position = position_of(game, state);
        const double value =
            static_cast<double>(value_of(*evaluator, position)) / evaluator->scale();
        return Estimate{static_cast<std::size_t>(game.mover(position)),
                        points_of(game, evaluator->target(), value)};
    };
}

void ModelFunction::values(std::span<const std::uint64_t> state, std::span<float> by_role) const {
    const Estimate estimate = estimate_(state);
    const double own = std::clamp(estimate.points, margin, 100 - margin);
    std::ranges::fill(by_role, static_cast<float>(100 - own));
    by_role[estimate.mover] = static_cast<float>(own);
}

template ModelFunction::ModelFunction(std::shared_ptr<const LinearEvaluator<Othello>>);
template ModelFunction::ModelFunction(std::shared_ptr<const LinearEvaluator<TicTacToe>>);
template ModelFunction::ModelFunction(std::shared_ptr<const LinearEvaluator<NetworkGame>>);

}  // namespace boardworth
