#include <cstdint>

#include "rules/games/shogi/position.h"

namespace boardworth::shogi {

namespace {

// SplitMix64, by Sebastiano Vigna: a word that looks random for every state.
constexpr std::uint64_t next_word(std::uint64_t& state) {
    std::uint64_t word = (state += 0x9E3779B97F4A7C15);
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    return word ^ word >> 31;
}

constexpr Zobrist make_words() {
    Zobrist words{};
    std::uint64_t state = 0;
    for (std::size_t piece = 0; piece < square_values; ++piece)
        for (std::uint64_t& word : words.pieces[piece])
            if (piece != empty) word = next_word(state);
    for (auto& of_side : words.hands)
        for (auto& of_kind : of_side)
            for (std::size_t count = 1; count < of_kind.size(); ++count)
                of_kind[count] = next_word(state);
    words.gote_moves = next_word(state);
    words.declared = next_word(state);
    return words;
}

}  // namespace

constinit const Zobrist zobrist = make_words();

}  // namespace boardworth::shogi
