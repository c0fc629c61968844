#include "evaluators/model_function.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace boardworth {

ModelFunction::ModelFunction(std::shared_ptr<const TableEvaluator<NetworkGame>> evaluator)
    : evaluator_(std::move(evaluator)) {}

void ModelFunction::values(std::span<const std::uint64_t> state, std::span<float> by_role) const {
    // A search asks for every rollout: what a thread has allocated once is used again.
    thread_local NetworkPosition position;
    position.fluents.assign(state.begin(), state.end());
    position = NetworkWalker::unjudged(game().tables(), std::move(position.fluents));
    const double own = points(value(position));
    by_role[position.mover] = static_cast<float>(own);
    if (roles() == 2) by_role[1 - position.mover] = static_cast<float>(100 - own);
}

double ModelFunction::value(const NetworkPosition& position) const {
    thread_local std::vector<int> facts;
    thread_local std::vector<std::uint16_t> indices;
    const GameTables& tables = game().tables();
    const std::size_t first = position.mover * tables.atoms();  // of the facts that the mover sees
    // One value for each atom, even of fluents that cannot hold together: indices stay in tables.
    facts.assign(tables.atoms(), 0);
    for (std::size_t word = 0; word < position.fluents.size(); ++word)
        for (std::uint64_t bits = position.fluents[word]; bits != 0; bits &= bits - 1) {
            const std::size_t fluent = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
            const Share& share = tables.shares[fluent][position.mover];
            facts[static_cast<std::size_t>(share.fact) - first] = share.value;
        }
    const PatternIndex& index = evaluator_->index();
    indices.assign(index.lanes(), 0);
    for (std::size_t atom = 0; atom < facts.size(); ++atom)
        if (facts[atom] != 0)
            index.change(indices.data(), static_cast<int>(first + atom), facts[atom]);
    return static_cast<double>(evaluator_->value(position, indices.data())) /
           evaluator_->units().scale();
}

double ModelFunction::points(double value) const {
    const double own = evaluator_->units().target() == Target::win ? 100 / (1 + std::exp(-value))
                       : roles() == 1                              ? value
                                                                   : 50 + value / 2;
    return std::clamp(own, margin, 100 - margin);
}

}  // namespace boardworth
