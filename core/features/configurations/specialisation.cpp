#include "features/configurations/specialisation.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "features/reading.h"

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

SpecialisationDag::SpecialisationDag(const AnyGame& game, const ConfigurationsView& configurations)
    : game_(game),
      relation_count_(boardworth::relation_count(game.constants())),
      relations_(configurations.relations.begin(), configurations.relations.end()),
      starts_(starts_of(configurations, relation_count_)) {
    if (size() >= std::numeric_limits<std::uint32_t>::max() / 2)
        throw std::invalid_argument("specialisations: too many configurations");
    for (std::size_t node = 0; node < size(); ++node) {
        const auto own = relations(node);
        if (std::ranges::adjacent_find(own, std::greater_equal()) != own.end())
            throw std::invalid_argument("specialisations: relations must be in ascending order");
        if (own.size() > longest)
            throw std::invalid_argument("specialisations: a configuration of more than " +
                                        std::to_string(longest) + " relations");
    }
    connect();
}

void SpecialisationDag::connect() {
    std::unordered_map<Key, std::uint32_t> numbers;
    for (std::size_t node = 0; node < size(); ++node)
        if (!numbers.emplace(key_of(relations(node)), static_cast<std::uint32_t>(node)).second)
            throw std::invalid_argument("specialisations: a configuration occurs twice");
    const auto root = static_cast<std::uint32_t>(size());
    std::vector<std::vector<std::uint32_t>> above(size());
    arc_starts_.assign(size() + 2, 0);
    Generalisations generalisations(numbers);
    for (std::size_t node = 0; node < size(); ++node) {
        above[node] = generalisations.of(key_of(relations(node)));
        if (above[node].empty()) above[node].push_back(root);
        for (const std::uint32_t parent : above[node]) ++arc_starts_[parent + 1];
    }
    for (std::size_t node = 0; node <= size(); ++node) arc_starts_[node + 1] += arc_starts_[node];
    arcs_.resize(arc_starts_.back());
    auto next = arc_starts_;
    for (std::size_t node = 0; node < size(); ++node)
        for (const std::uint32_t parent : above[node])
            arcs_[next[parent]++] = static_cast<std::uint32_t>(node);
}

ActiveIn SpecialisationDag::active_in(const PackedPositions& positions, bool most_specific,
                                      const Interrupt& interrupt) const {
    ActiveIn active{{0}, {}};
    Visit visit(*this);
    const auto look = [&](std::size_t, FactsView seen) {
        if (interrupt()) throw Interrupted();
        visit.see(seen);
        const auto found = most_specific ? visit.most_specific() : visit.active();
        active.numbers.insert(active.numbers.end(), found.begin(), found.end());
        active.starts.push_back(active.numbers.size());
    };
    read_facts(game_, positions, 1, [&] { return look; });
    return active;
}

void SpecialisationDag::Visit::see(FactsView seen) {
    std::fill(holds_.begin(), holds_.end(), std::uint8_t{0});
    for_each_relation(dag_.game().constants().facts, seen, [&](Relation r) { holds_[r] = 1; });
    search();
}

void SpecialisationDag::Visit::search() {
    if (++number_ == std::numeric_limits<std::uint32_t>::max() / 2) {
        std::fill(marks_.begin(), marks_.end(), 0u);
        number_ = 1;
    }
    active_.clear();
    most_specific_.clear();
    for (const std::uint32_t node : dag_.below(dag_.size())) visit(node);
    std::ranges::sort(active_);
    std::ranges::sort(most_specific_);
}

// Whether a node is active. Stops in nodes that were visited before or are not active.
bool SpecialisationDag::Visit::visit(std::uint32_t node) {
    if (marks_[node] / 2 == number_) return marks_[node] % 2 == 1;
    const bool active =
        std::ranges::all_of(dag_.relations(node), [&](Relation r) { return holds_[r] != 0; });
    marks_[node] = 2 * number_ + (active ? 1 : 0);
    if (!active) return false;
    active_.push_back(node);
    bool most_specific = true;
    for (const std::uint32_t special : dag_.below(node))
        if (visit(special)) most_specific = false;
    if (most_specific) most_specific_.push_back(node);
    return true;
}

}  // namespace boardworth
