#include "features/configurations/weighed.h"

#include <stdexcept>
#include <utility>

namespace boardworth {

namespace {

std::vector<Relation> all_relations(const SpecialisationDag& dag) {
    std::vector<Relation> all;
    for (std::size_t node = 0; node < dag.size(); ++node)
        all.insert(all.end(), dag.relations(node).begin(), dag.relations(node).end());
    return all;
}

std::vector<std::size_t> all_starts(const SpecialisationDag& dag) {
    std::vector<std::size_t> starts{0};
    for (std::size_t node = 0; node < dag.size(); ++node)
        starts.push_back(starts.back() + dag.relations(node).size());
    return starts;
}

}  // namespace

WeighedConfigurations::WeighedConfigurations(const SpecialisationDag& dag,
                                             std::vector<std::int32_t> weights, std::size_t stages,
                                             ActiveWeights added)
    : shape_(dag.game().constants().facts),
      relation_count_(dag.relation_count()),
      relations_(all_relations(dag)),
      starts_(all_starts(dag)),
      weights_(std::move(weights)),
      stages_(stages),
      added_(added),
      concerned_(added == ActiveWeights::most_specific
                     ? dag.generalisations()
                     : NodeLists(std::vector<std::vector<std::uint32_t>>(dag.size()))) {
    if (stages_ == 0 || weights_.size() != dag.size() * stages_)
        throw std::invalid_argument("cover: one weight is needed for every configuration");
}

WeighedConfigurations::WeighedConfigurations(const SpecialisationDag& dag, NodeLists proved,
                                             std::vector<std::int32_t> weights, std::size_t stages)
    : shape_(dag.game().constants().facts),
      relation_count_(dag.relation_count()),
      relations_(all_relations(dag)),
      starts_(all_starts(dag)),
      weights_(std::move(weights)),
      stages_(stages),
      added_(ActiveWeights::solutions),
      concerned_(std::move(proved)) {
    if (stages_ == 0 || weights_.size() % stages_ != 0 || concerned_.size() != dag.size())
        throw std::invalid_argument("cover: every configuration must prove known solutions");
    for (std::size_t node = 0; node < size(); ++node)
        for (const std::uint32_t solution : concerned_[node])
            if (solution >= weighed())
                throw std::invalid_argument(
                    "cover: every configuration must prove known solutions");
}

std::int64_t ActiveSum::operator()(std::span<const std::uint32_t> active, std::size_t stage) {
    const WeighedConfigurations& own = configurations_;
    std::int64_t sum = 0;
    if (own.added() == ActiveWeights::all) {
        for (const std::uint32_t one : active) sum += own.weights(one)[stage];
        return sum;
    }
    for (const std::uint32_t one : active)
        for (const std::uint32_t concerned : own.concerned(one))
            if (std::exchange(is_concerned_[concerned], 1) == 0 &&
                own.added() == ActiveWeights::solutions)
                sum += own.weights(concerned)[stage];
    if (own.added() == ActiveWeights::most_specific)
        for (const std::uint32_t one : active)
            if (is_concerned_[one] == 0) sum += own.weights(one)[stage];
    for (const std::uint32_t one : active)
        for (const std::uint32_t concerned : own.concerned(one)) is_concerned_[concerned] = 0;
    return sum;
}

}  // namespace boardworth
