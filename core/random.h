// Numbers drawn from a generator's bits: the same on every machine, which the standard library's
// distributions do not promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace boardworth {

// Of 0 to 1.
inline double random_share(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

// Below a bound of at most 2^32.
inline std::uint32_t random_below(std::mt19937_64& random, std::size_t bound) {
    return static_cast<std::uint32_t>((random() >> 32) * bound >> 32);
}

}  // namespace boardworth
