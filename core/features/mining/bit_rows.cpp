#include "features/mining/bit_rows.h"

#include <bit>

namespace boardworth {

BitSelection::BitSelection(std::span<const BitLine> mask) {
    words_.reserve(mask.size() * 8);
    for (const BitLine& line : mask)
        for (const std::uint64_t bits : line.words) {
            Word word = prepare(bits);
            word.used = static_cast<unsigned>(bits_ % 64);
            bits_ += static_cast<std::size_t>(std::popcount(bits));
            word.full = word.used + static_cast<unsigned>(std::popcount(bits)) >= 64;
            words_.push_back(word);
        }
    // Without these, every word that is left has room to be written.
    while (!words_.empty() && words_.back().mask == 0) words_.pop_back();
}

#ifdef __BMI2__

BitSelection::Word BitSelection::prepare(std::uint64_t mask) {
    return {mask, 0, 0};
}

std::uint64_t BitSelection::squeeze(std::uint64_t bits, const Word& word) {
    return __builtin_ia32_pext_di(bits, word.mask);
}

#else

// A kept bit moves right by the number of gaps below it. That number is taken binary digit by
// binary digit: all bits whose digit is set move together (Hacker's Delight, section 7-4).
BitSelection::Word BitSelection::prepare(std::uint64_t mask) {
    Word word{mask, {}, 0, 0};
    std::uint64_t gaps = ~mask << 1;
    for (int digit = 0; digit < 6; ++digit) {
        std::uint64_t odd = gaps;  // where the number of gaps below is odd
        for (int shift = 1; shift < 64; shift *= 2) odd ^= odd << shift;
        const std::uint64_t moved = odd & mask;
        word.moves[static_cast<std::size_t>(digit)] = moved;
        mask = (mask ^ moved) | moved >> (1 << digit);
        gaps &= ~odd;
    }
    return word;
}

std::uint64_t BitSelection::squeeze(std::uint64_t bits, const Word& word) {
    bits &= word.mask;
    for (int digit = 0; digit < 6; ++digit) {
        const std::uint64_t moved = bits & word.moves[static_cast<std::size_t>(digit)];
        bits = (bits ^ moved) | moved >> (1 << digit);
    }
    return bits;
}

#endif

// Free of branches, which no processor could predict here: the word that is being filled is written
// every time, and left behind when it is full.
void BitSelection::apply(const BitLine* from, BitLine* to) const {
    const auto* in = reinterpret_cast<const std::uint64_t*>(from);
    auto* out = reinterpret_cast<std::uint64_t*>(to);
    std::uint64_t filling = 0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const Word& word = words_[i];
        const std::uint64_t kept = squeeze(in[i], word);
        filling |= kept << word.used;
        out[place] = filling;
        const std::uint64_t rest = kept >> 1 >> (63 - word.used);
        filling = ((word.full - 1) & filling) | (-word.full & rest);
        place += word.full;
    }
    const std::size_t room = (bits_ + BitLine::bits - 1) / BitLine::bits * 8;
    for (; place < room; ++place, filling = 0) out[place] = filling;
}

}  // namespace boardworth
