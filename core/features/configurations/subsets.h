// Which sets of numbers are parts of another one: a trie of their ascending numbers, of which a
// search sees only the branches that exist.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boardworth {

class SubsetIndex {
  public:
    // A search tells the places of a part's numbers by the bits of a word.
    static constexpr std::size_t longest = 64;

    // Set i is numbers[starts[i]] up to numbers[starts[i + 1]], ascending. No two are
    // equal.
    SubsetIndex(std::span<const std::uint16_t> numbers, std::span<const std::size_t> starts);

    // Calls on_part(set, places) for every set that is part of `whole`, itself included: bit i of
    // `places` says whether whole[i] belongs to it. There are at most `longest` numbers.
    template <class OnPart>
    void for_each_part(std::span<const std::uint16_t> whole, const OnPart& on_part) const {
        visit(nodes_.front(), whole, 0, 0, on_part);
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Node {
        std::uint16_t number = 0;
        std::uint32_t set = none;  // the one that ends here
        std::uint32_t first_child = 0, children = 0;
    };

    template <class OnPart>
    void visit(const Node& node, std::span<const std::uint16_t> whole, std::size_t from,
               std::uint64_t places, const OnPart& on_part) const {
        if (node.set != none) on_part(node.set, places);
        auto child = nodes_.begin() + node.first_child;
        const auto end = child + node.children;
        for (std::size_t place = from; place < whole.size() && child != end; ++place) {
            child = std::lower_bound(
                child, end, whole[place],
                [](const Node& one, std::uint16_t number) { return one.number < number; });
            if (child != end && child->number == whole[place])
                visit(*child, whole, place + 1, places | std::uint64_t{1} << place, on_part);
        }
    }

    std::vector<Node> nodes_;  // children side by side
};

}  // namespace boardworth
