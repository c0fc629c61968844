// Rows of bits in whole cache lines: one row per relation, one bit per position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boardworth {

struct alignas(64) BitLine {
    static constexpr std::size_t bits = 512;

    std::array<std::uint64_t, 8> words{};
};

class BitRows {
  public:
    BitRows() = default;
    BitRows(std::size_t rows, std::size_t bits) { resize(rows, bits); }

    // Never gives memory back, so that a search can use it again and again; what the rows then hold
    // is for their user to write.
    void resize(std::size_t rows, std::size_t bits) {
        rows_ = rows;
        bits_ = bits;
        lines_ = (bits + BitLine::bits - 1) / BitLine::bits;
        if (data_.size() < rows * lines_) data_.resize(rows * lines_);
    }

    [[nodiscard]] std::size_t row_count() const { return rows_; }
    [[nodiscard]] std::size_t bits() const { return bits_; }
    [[nodiscard]] std::size_t lines() const { return lines_; }
    [[nodiscard]] BitLine* row(std::size_t i) { return data_.data() + i * lines_; }
    [[nodiscard]] const BitLine* row(std::size_t i) const { return data_.data() + i * lines_; }

    void set(std::size_t row_number, std::size_t bit) {
        BitLine& line = row(row_number)[bit / BitLine::bits];
        line.words[bit / 64 % 8] |= std::uint64_t{1} << bit % 64;
    }

  private:
    std::size_t rows_ = 0, bits_ = 0, lines_ = 0;
    std::vector<BitLine> data_;
};

// Keeps of any row the bits that one row, the mask, has set, and closes the gaps. What is alike for
// all rows is computed once.
class BitSelection {
  public:
    explicit BitSelection(std::span<const BitLine> mask);

    // How many bits are kept.
    [[nodiscard]] std::size_t bits() const { return bits_; }
    // `to` has room for bits(), in whole lines, all of which are written.
    void apply(const BitLine* from, BitLine* to) const;

  private:
    struct Word {
        std::uint64_t mask;
#ifndef __BMI2__
        std::array<std::uint64_t, 6> moves;  // the bits that move right by 1, 2, 4, ... 32
#endif
        unsigned used;       // bits in the word that its own are put into
        std::uint64_t full;  // 1 if that word is then full, else 0
    };

    [[nodiscard]] static Word prepare(std::uint64_t mask);
    [[nodiscard]] static std::uint64_t squeeze(std::uint64_t bits, const Word& word);

    std::size_t bits_ = 0;
    std::vector<Word> words_;
};

}  // namespace boardworth
