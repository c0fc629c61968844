#include "features/configurations/specialisation.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace boardworth {

namespace {

// A configuration as a string of its relations, so that the library can hash it.
using Key = std::u16string;

Key key_of(std::span<const Relation> relations) {
    return {relations.begin(), relations.end()};
}

bool includes(const Key& whole, const Key& part) {
    return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

// The direct generalisations of a configuration: going down from it by one relation at a time, the
// first members of the set that are met, unless another one lies between.
class Generalisations {
  public:
    explicit Generalisations(const std::unordered_map<Key, std::uint32_t>& numbers)
        : numbers_(numbers) {}

    std::vector<std::uint32_t> of(const Key& configuration) {
        found_.clear();
        std::vector<Key> level{configuration};
        while (!level.empty()) level = one_shorter(level);
        std::vector<std::uint32_t> numbers;
        for (const Key& key : found_) numbers.push_back(numbers_.at(key));
        return numbers;
    }

  private:
    // Longer members are met first, so whatever they include is not direct.
    std::vector<Key> one_shorter(const std::vector<Key>& level) {
        std::unordered_set<Key> open;
        std::vector<Key> members;
        for (const Key& key : level)
            for (std::size_t left_out = 0; left_out < key.size() && key.size() > 1; ++left_out) {
                Key part = key;
                part.erase(left_out, 1);
                if (std::ranges::any_of(found_, [&](const Key& f) { return includes(f, part); }))
                    continue;
                if (!numbers_.contains(part))
                    open.insert(std::move(part));
                else if (std::ranges::find(members, part) == members.end())
                    members.push_back(std::move(part));
            }
        found_.insert(found_.end(), members.begin(), members.end());
        return {open.begin(), open.end()};
    }

    const std::unordered_map<Key, std::uint32_t>& numbers_;
    std::vector<Key> found_;
};

}  // namespace

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
      starts_(starts_of(configurations, relation_count_)),
      generalisations_(find_generalisations()) {}

void SpecialisationDag::check_order() const {
    for (std::size_t node = 0; node < size(); ++node) {
        const auto own = relations(node);
        if (std::ranges::adjacent_find(own, std::greater_equal()) != own.end())
            throw std::invalid_argument("specialisations: relations must be in ascending order");
        if (own.size() > longest)
            throw std::invalid_argument("specialisations: a configuration of more than " +
                                        std::to_string(longest) + " relations");
    }
}

std::vector<std::vector<std::uint32_t>> SpecialisationDag::find_generalisations() const {
    check_order();
    std::unordered_map<Key, std::uint32_t> numbers;
    for (std::size_t node = 0; node < size(); ++node)
        if (!numbers.emplace(key_of(relations(node)), static_cast<std::uint32_t>(node)).second)
            throw std::invalid_argument("specialisations: a configuration occurs twice");
    std::vector<std::vector<std::uint32_t>> found(size());
    Generalisations generalisations(numbers);
    for (std::size_t node = 0; node < size(); ++node) {
        found[node] = generalisations.of(key_of(relations(node)));
        std::ranges::sort(found[node]);
    }
    return found;
}

}  // namespace boardworth
