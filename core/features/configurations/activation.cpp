#include "features/configurations/activation.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace boardworth {

namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

// Chooses what a configuration needs: again and again the generalisation that adds most relations
// to those chosen, of equal ones the rarest (configurations come most frequent first); then single
// relations.
std::vector<std::uint32_t> chosen_needs(const SpecialisationDag& dag, std::size_t configuration) {
    const auto relations = dag.relations(configuration);
    std::vector<Relation> left(relations.begin(), relations.end());
    std::vector<std::uint32_t> needs;
    const auto gain = [&](std::uint32_t general) {
        return std::ranges::count_if(dag.relations(general), [&](Relation r) {
            return std::ranges::binary_search(left, r);
        });
    };
    while (!left.empty()) {
        std::uint32_t best = 0;
        std::ptrdiff_t most = 1;  // a single relation adds as much
        for (const std::uint32_t general : dag.generalisations()[configuration])
            if (const auto adds = gain(general); adds > 1 && adds >= most) {
                best = general;
                most = adds;
            }
        if (most == 1) break;
        needs.push_back(static_cast<std::uint32_t>(dag.relation_count()) + best);
        std::erase_if(
            left, [&](Relation r) { return std::ranges::binary_search(dag.relations(best), r); });
    }
    needs.insert(needs.end(), left.begin(), left.end());
    return needs;
}

// For every node the lists that name it.
Lists inverted(const Lists& lists, std::size_t nodes) {
    Lists named_in(nodes);
    for (std::size_t list = 0; list < lists.size(); ++list)
        for (const std::uint32_t node : lists[list])
            named_in[node].push_back(static_cast<std::uint32_t>(list));
    return named_in;
}

}  // namespace

CoverDiagram::CoverDiagram(const SpecialisationDag& dag, std::vector<std::int32_t> weights,
                           std::size_t stages, ActiveWeights added)
    : shape_(dag.game().constants().facts),
      relation_count_(dag.relation_count()),
      weights_(std::move(weights)),
      stages_(stages),
      added_(added),
      generalisations_(dag.generalisations()),
      needed_by_({}) {
    if (stages_ == 0 || weights_.size() != dag.size() * stages_)
        throw std::invalid_argument("cover: one weight is needed for every configuration");
    Lists needs;
    for (std::size_t node = 0; node < dag.size(); ++node) {
        needs.push_back(chosen_needs(dag, node));
        needs_.push_back(static_cast<std::uint16_t>(needs.back().size()));
    }
    needed_by_ = NodeLists(inverted(needs, dag.relation_count() + dag.size()));
}

CoverState::CoverState(const CoverDiagram& diagram)
    : diagram_(&diagram), sums_(diagram.stages(), 0) {
    for (std::size_t c = 0; c < diagram.size(); ++c) {
        const bool needed = !diagram.needed_by(diagram.relation_count() + c).empty();
        standings_.push_back({diagram.needs(c), needed, 0});
    }
}

// A work list: configurations that begin or cease to be active change those that need them.
template <bool begins>
void CoverState::propagate(Relation relation) {
    for (const std::uint32_t node : diagram_->needed_by(relation)) turn<begins>(node);
    while (!turned_.empty()) {
        const std::size_t node = diagram_->relation_count() + turned_.back();
        turned_.pop_back();
        for (const std::uint32_t other : diagram_->needed_by(node)) turn<begins>(other);
    }
}

// One of the nodes that a configuration needs begins, or ceases, to hold.
template <bool begins>
void CoverState::turn(std::uint32_t configuration) {
    Standing& own = standings_[configuration];
    if ((begins ? --own.missing : own.missing++) != 0) return;
    if (own.is_needed) turned_.push_back(configuration);
    if (diagram_->added() == ActiveWeights::all) {
        add<begins>(configuration);
        return;
    }
    if (own.specialisations == 0) add<begins>(configuration);
    for (const std::uint32_t general : diagram_->generalisations(configuration)) {
        Standing& above = standings_[general];
        const bool only = (begins ? above.specialisations++ : --above.specialisations) == 0;
        if (only && above.missing == 0) add<!begins>(general);
    }
}

template <bool plus>
void CoverState::add(std::uint32_t configuration) {
    for (std::size_t stage = 0; stage < sums_.size(); ++stage)
        sums_[stage] += (plus ? 1 : -1) * std::int64_t{diagram_->weight(configuration, stage)};
}

template void CoverState::propagate<true>(Relation relation);
template void CoverState::propagate<false>(Relation relation);

CoveredFacts::CoveredFacts(const CoverDiagram& diagram)
    : shape_(&diagram.shape()),
      states_{CoverState(diagram), CoverState(diagram)},
      facts_(static_cast<std::size_t>(shape_->facts())) {}

// All that ceases before anything begins: nothing becomes active in between.
void CoveredFacts::apply(std::span<const FactChange> changes, int sign) {
    for (const FactChange& change : changes) tell<false>(change.atom);
    for (const FactChange& change : changes) {
        facts_[static_cast<std::size_t>(change.atom)] += sign * change.difference;
        tell<true>(change.atom);
    }
}

template <bool begins>
void CoveredFacts::tell(int fact) {
    const int mover = fact < shape_->atoms() ? 0 : 1;
    const int atom = mover == 0 ? fact : fact - shape_->atoms();
    const int value = facts_[static_cast<std::size_t>(fact)], values = shape_->values(atom);
    if (values == 1) return;
    const auto turn = [&](CoverState& state, int seen) {
        const Relation relation = relation_of(*shape_, atom, seen);
        if constexpr (begins)
            state.begin(relation);
        else
            state.cease(relation);
    };
    turn(states_[static_cast<std::size_t>(mover)], value);
    if (shape_->mirrored) turn(states_[1], values - 1 - value);
}

template void CoveredFacts::tell<true>(int fact);

}  // namespace boardworth
