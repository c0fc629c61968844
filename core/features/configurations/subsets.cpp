#include "features/configurations/subsets.h"

#include <numeric>

namespace boardworth {

namespace {

// Sets whose first numbers are those of a node.
struct Range {
    std::size_t node, first, last, depth;
};

}  // namespace

SubsetIndex::SubsetIndex(std::span<const std::uint16_t> numbers,
                         std::span<const std::size_t> starts) {
    const auto set = [&](std::uint32_t i) {
        return numbers.subspan(starts[i], starts[i + 1] - starts[i]);
    };
    std::vector<std::uint32_t> order(starts.size() - 1);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return std::ranges::lexicographical_compare(set(a), set(b));
    });
    nodes_.emplace_back();
    std::vector<Range> open{{0, 0, order.size(), 0}};
    for (std::size_t next = 0; next < open.size(); ++next) {
        auto [node, first, last, depth] = open[next];
        if (first < last && set(order[first]).size() == depth) nodes_[node].set = order[first++];
        nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
        while (first < last) {
            const std::uint16_t number = set(order[first])[depth];
            std::size_t end = first + 1;
            while (end < last && set(order[end])[depth] == number) ++end;
            open.push_back({nodes_.size(), first, end, depth + 1});
            nodes_.push_back({.number = number});
            ++nodes_[node].children;
            first = end;
        }
    }
}

}  // namespace boardworth
