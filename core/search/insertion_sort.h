// Orders the few successors of a position.
#pragma once

#include <iterator>
#include <utility>

namespace boardworth {

// Insertion sort: stable, allocates nothing, and the fastest there is for a dozen elements.
template <class Iterator, class Earlier>
void order(Iterator first, Iterator last, Earlier&& earlier) {
    if (first == last) return;
    for (auto next = std::next(first); next != last; ++next) {
        auto element = std::move(*next);
        auto place = next;
        for (; place != first && earlier(element, *std::prev(place)); --place)
            *place = std::move(*std::prev(place));
        *place = std::move(element);
    }
}

}  // namespace boardworth
