#include "features/sparse_table.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace boardworth {

namespace {

// The slots that are taken so far, one bit each; none is beyond the end.
class TakenSlots {
  public:
    // The least offset at which all of `places` (ascending) are free.
    [[nodiscard]] std::uint32_t first_fit(std::span<const std::uint32_t> places) const {
        const std::size_t least = first_free_ - std::min<std::size_t>(first_free_, places[0]);
        for (std::size_t offset = least;; offset += 64) {
            const std::uint64_t taken = collisions(offset, places);
            if (~taken != 0)
                return static_cast<std::uint32_t>(offset +
                                                  static_cast<std::size_t>(std::countr_one(taken)));
        }
    }

    void take(std::size_t slot) {
        if (slot / 64 >= words_.size()) words_.resize(2 * (slot / 64) + 1, 0);
        words_[slot / 64] |= std::uint64_t{1} << slot % 64;
        while (first_free_ / 64 < words_.size() &&
               (words_[first_free_ / 64] >> first_free_ % 64 & 1))
            ++first_free_;
    }

  private:
    // For each of the 64 offsets from this one on, whether it puts any place on a taken slot.
    [[nodiscard]] std::uint64_t collisions(std::size_t offset,
                                           std::span<const std::uint32_t> places) const {
        std::uint64_t taken = 0;
        for (const std::uint32_t place : places) {
            taken |= slots_from(offset + place);
            if (~taken == 0) break;
        }
        return taken;
    }

    [[nodiscard]] std::uint64_t slots_from(std::size_t slot) const {
        const std::size_t shift = slot % 64;
        const std::uint64_t low = word(slot / 64) >> shift;
        return shift == 0 ? low : low | word(slot / 64 + 1) << (64 - shift);
    }

    [[nodiscard]] std::uint64_t word(std::size_t number) const {
        return number < words_.size() ? words_[number] : 0;
    }

    std::vector<std::uint64_t> words_;
    std::size_t first_free_ = 0;
};

// The valid configurations with one i1 are neighbours: they start at starts[i1].
std::vector<std::size_t> starts_of(std::uint32_t first_size, std::uint32_t second_size,
                                   std::span<const std::uint32_t> valid) {
    std::vector<std::size_t> starts(first_size + std::size_t{1}, 0);
    for (std::size_t i = 0; i < valid.size(); ++i) {
        if (i > 0 && valid[i] <= valid[i - 1])
            throw std::invalid_argument("sparse table: configurations must ascend");
        if (valid[i] / second_size >= first_size)
            throw std::invalid_argument("sparse table: no such configuration");
        ++starts[valid[i] / second_size + 1];
    }
    for (std::size_t i = 0; i < first_size; ++i) starts[i + 1] += starts[i];
    return starts;
}

}  // namespace

SparseTable::SparseTable(std::uint32_t first_size, std::uint32_t second_size,
                         std::span<const std::uint32_t> valid)
    : second_size_(second_size), valid_(valid.size()), offsets_(first_size, 0) {
    if (first_size == 0 || second_size == 0 || first_size > max_per_half ||
        second_size > max_per_half)
        throw std::invalid_argument("sparse table: a half has from 1 to 65535 configurations");
    const auto starts = starts_of(first_size, second_size, valid);
    std::vector<std::uint32_t> order(first_size);
    for (std::uint32_t i1 = 0; i1 < first_size; ++i1) order[i1] = i1;
    std::ranges::stable_sort(order, [&](auto a, auto b) {
        return starts[a + 1] - starts[a] > starts[b + 1] - starts[b];
    });

    TakenSlots taken;
    std::vector<std::uint32_t> places;
    std::size_t largest = 0;
    for (const std::uint32_t i1 : order) {
        places.clear();
        for (std::size_t i = starts[i1]; i < starts[i1 + 1]; ++i)
            places.push_back(valid[i] % second_size);
        if (places.empty()) break;
        offsets_[i1] = taken.first_fit(places);
        for (const std::uint32_t place : places) taken.take(offsets_[i1] + place);
        largest = std::max<std::size_t>(largest, offsets_[i1]);
    }
    locks_.assign(largest + second_size, no_lock);
    numbers_.assign(locks_.size(), not_valid);
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const std::uint32_t i1 = valid[i] / second_size;
        const std::size_t slot = offsets_[i1] + valid[i] % second_size;
        locks_[slot] = static_cast<std::uint16_t>(i1);
        numbers_[slot] = static_cast<std::uint32_t>(i);
    }
}

}  // namespace boardworth
