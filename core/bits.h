// Sets of numbers as bits of 64-bit words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace boardworth {

// Calls visit(number) for every number in a set, in ascending order.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> words, const Visit& visit) {
    for (std::size_t i = 0; i < words.size(); ++i)
        for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1)
            visit(static_cast<std::uint32_t>(64 * i) +
                  static_cast<std::uint32_t>(std::countr_zero(bits)));
}

inline bool has_bit(std::span<const std::uint64_t> words, std::size_t number) {
    return (words[number / 64] >> (number % 64) & 1) != 0;
}
inline void add_bit(std::span<std::uint64_t> words, std::size_t number) {
    words[number / 64] |= std::uint64_t{1} << (number % 64);
}
inline void flip_bit(std::span<std::uint64_t> words, std::size_t number) {
    words[number / 64] ^= std::uint64_t{1} << (number % 64);
}

}  // namespace boardworth
