#include "features/configurations/specialisation.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "features/configurations/subsets.h"

namespace boardworth {

NodeLists::NodeLists(const std::vector<std::vector<std::uint32_t>>& lists) : starts_{0} {
    for (const auto& list : lists) {
        nodes_.insert(nodes_.end(), list.begin(), list.end());
        if (nodes_.size() > std::numeric_limits<std::uint32_t>::max())
            throw std::invalid_argument("specialisations: too many configurations");
        starts_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    }
}

SpecialisationDag::SpecialisationDag(const AnyGame& game, const ConfigurationsView& configurations)
    : game_(game),
      relation_count_(boardworth::relation_count(game.constants())),
      relations_(configurations.relations.begin(), configurations.relations.end()),
      starts_(starts_of(configurations, relation_count_)) {
    check();
}

void SpecialisationDag::check() const {
    for (std::size_t node = 0; node < size(); ++node) {
        const auto own = relations(node);
        if (std::ranges::adjacent_find(own, std::greater_equal()) != own.end())
            throw std::invalid_argument("specialisations: relations must be in ascending order");
    }
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [this](std::uint32_t a, std::uint32_t b) {
        return std::ranges::lexicographical_compare(relations(a), relations(b));
    });
    if (std::ranges::adjacent_find(order, [this](std::uint32_t a, std::uint32_t b) {
            return std::ranges::equal(relations(a), relations(b));
        }) != order.end())
        throw std::invalid_argument("specialisations: a configuration occurs twice");
}

const NodeLists& SpecialisationDag::generalisations() const {
    std::call_once(found_->once, [this] {
        found_->generalisations = std::make_unique<const NodeLists>(find_generalisations());
    });
    return *found_->generalisations;
}

std::vector<std::vector<std::uint32_t>> SpecialisationDag::find_generalisations() const {
    using Part = std::pair<std::uint64_t, std::uint32_t>;  // its places in the whole, and the node
    const SubsetIndex index(relations_, starts_);
    std::vector<std::vector<std::uint32_t>> found(size());
    std::vector<Part> parts, direct;
    for (std::uint32_t node = 0; node < size(); ++node) {
        if (relations(node).size() > SubsetIndex::longest)
            throw std::invalid_argument("specialisations: a configuration of more than " +
                                        std::to_string(SubsetIndex::longest) + " relations");
        parts.clear();
        direct.clear();
        index.for_each_part(relations(node), [&](std::uint32_t part, std::uint64_t places) {
            if (part != node) parts.emplace_back(places, part);
        });
        // What a longer one includes is not direct.
        std::ranges::stable_sort(parts, std::greater(),
                                 [](const Part& part) { return std::popcount(part.first); });
        for (const Part& part : parts)
            if (std::ranges::none_of(
                    direct, [&](const Part& one) { return (part.first & ~one.first) == 0; }))
                direct.push_back(part);
        for (const Part& part : direct) found[node].push_back(part.second);
        std::ranges::sort(found[node]);
    }
    return found;
}

}  // namespace boardworth
