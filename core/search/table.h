// The transposition table: what a search knows about positions it has met before.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluators/linear.h"

namespace boardworth {

enum class Bound : std::uint8_t { none, upper, lower, exact };

template <class Move>
struct TableEntry {
    std::uint32_t check = 0;  // the upper half of the position's key
    Value value = 0;
    Move move{};
    std::uint16_t generation = 0;
    std::int16_t depth = 0;
    Bound bound = Bound::none;
    bool horizon = false;  // whether the value rests on any evaluation short of the game's end
};

// Entries of earlier searches are invisible: a search depends on its position and limit alone, and
// clearing costs nothing.
template <class Move>
class TranspositionTable {
  public:
    explicit TranspositionTable(std::size_t entries) : entries_(std::bit_ceil(entries)) {}

    void new_search() {
        if (++generation_ == 0) {
            entries_.assign(entries_.size(), {});
            generation_ = 1;
        }
    }

    [[nodiscard]] const TableEntry<Move>* find(std::uint64_t key) const {
        const auto& entry = entries_[key & (entries_.size() - 1)];
        const bool known = entry.generation == generation_ && entry.check == key >> 32;
        return known ? &entry : nullptr;
    }

    void store(std::uint64_t key, TableEntry<Move> entry) {
        entry.check = static_cast<std::uint32_t>(key >> 32);
        entry.generation = generation_;
        entries_[key & (entries_.size() - 1)] = entry;
    }

  private:
    std::vector<TableEntry<Move>> entries_;
    std::uint16_t generation_ = 0;
};

}  // namespace boardworth
