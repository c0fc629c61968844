// What a search remembers of a position, in 64 bits.
#pragma once

#include <cstdint>

namespace boardworth {

enum class Bound : std::uint8_t { none, upper, lower, exact };

class SearchRecord {
  public:
    SearchRecord() = default;
    // Values of up to 23 bits and a sign, depths up to 255, selectivity levels up to 31.
    SearchRecord(std::int32_t value, int depth, std::uint16_t move, Bound bound, bool horizon,
                 int selectivity)
        : value_and_depth_(value * 256 + depth),
          move_(move),
          traits_(static_cast<std::uint8_t>(static_cast<int>(bound) | (horizon ? 4 : 0) |
                                            selectivity << 3)) {}

    [[nodiscard]] std::int32_t value() const { return value_and_depth_ >> 8; }
    [[nodiscard]] int depth() const { return value_and_depth_ & 255; }
    [[nodiscard]] std::uint16_t move() const { return move_; }
    [[nodiscard]] Bound bound() const { return static_cast<Bound>(traits_ & 3); }
    // Whether the value rests on any evaluation short of the game's end.
    [[nodiscard]] bool horizon() const { return traits_ & 4; }
    // Of the search that found it.
    [[nodiscard]] int selectivity() const { return traits_ >> 3; }

    [[nodiscard]] int worth() const { return depth() * 8 - selectivity(); }

  private:
    std::int32_t value_and_depth_ = 0;
    std::uint16_t move_ = 0;
    std::uint8_t traits_ = 0;

  public:
    std::uint8_t age = 0;
};

// Whether a bound decides a window.
inline bool decides(Bound bound, std::int32_t value, std::int32_t alpha, std::int32_t beta) {
    return bound == Bound::exact || (bound == Bound::lower && value >= beta) ||
           (bound == Bound::upper && value <= alpha);
}
inline bool decides(const SearchRecord& record, std::int32_t alpha, std::int32_t beta) {
    return decides(record.bound(), record.value(), alpha, beta);
}

// What a finished search of a window has found.
inline Bound bound_of(std::int32_t best, std::int32_t alpha, std::int32_t beta) {
    return best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
}

}  // namespace boardworth
