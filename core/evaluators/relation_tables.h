// The weights of relations as tables that a sum looks up, whatever the game.
//
// A fact is numbered first_fact(atom) + value. Facts are those of the first player's view; the
// second player's sum looks up the same piece as it sees it. What is no condition has a column of
// zeros of its own, so that sums need not ask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/relations/shape.h"
#include "large_pages.h"

namespace boardworth {

class RelationTables {
  public:
    // The most memory that tables may take.
    static constexpr std::size_t max_bytes = std::size_t{2} << 30;

    // What one player's sum looks up while both kings stay where they are.
    struct Rows {
        const std::int32_t* alone =
            nullptr;  // by fact as seen: material, piece-square and king-piece
        const std::uint16_t* seen = nullptr;  // by fact: the fact as this player sees it
        const std::int16_t* kings = nullptr;  // by own condition: king-king-piece, if any
        const std::uint16_t* own = nullptr;   // by fact: the own condition
        const std::int16_t* pairs =
            nullptr;  // by two conditions: piece-piece and king-piece-piece, if any
        const std::uint16_t* condition = nullptr;  // by fact: the condition
    };

    // Weights of one stage after the other. Throws invalid_argument if they do not fit, and
    // FormatError if tables would take more than `max_bytes`.
    RelationTables(std::shared_ptr<const RelationShape> shape,
                   std::span<const std::int16_t> weights);

    [[nodiscard]] const RelationShape& shape() const { return *shape_; }
    [[nodiscard]] std::size_t stages() const { return stages_; }
    [[nodiscard]] std::size_t pair_stride() const { return pair_stride_; }

    [[nodiscard]] std::size_t first_fact(std::size_t atom) const { return first_fact_[atom]; }
    [[nodiscard]] const RelationFact& fact(std::size_t fact) const { return facts_[fact]; }
    // Whether any sum looks it up.
    [[nodiscard]] bool counts(std::size_t fact) const {
        return facts_[fact].condition >= 0 || facts_[fact].piece >= 0;
    }
    // Of a player; both kings by their squares as the first player sees them, -1 for none.
    [[nodiscard]] Rows rows(std::size_t stage, std::size_t player,
                            std::array<std::int16_t, 2> kings) const;

  private:
    void number_facts();
    void allocate();
    void fill_alone(std::size_t stage, std::span<const std::int16_t> weights);
    void fill_kings(std::size_t stage, std::span<const std::int16_t> weights);
    void fill_pairs(std::size_t stage, std::size_t table, std::span<const std::int16_t> weights);
    // By representative where pairs have weights by king, otherwise one for all kings.
    [[nodiscard]] std::size_t pair_tables() const {
        if (shape_->has(RelationKind::king_piece_piece)) return shape_->representatives();
        return shape_->has(RelationKind::piece_piece) ? 1 : 0;
    }

    std::shared_ptr<const RelationShape> shape_;
    std::size_t stages_;
    std::size_t pair_stride_;
    std::size_t king_stride_;
    std::vector<std::size_t> first_fact_;  // by atom
    std::vector<RelationFact> facts_;
    std::array<std::vector<std::uint16_t>, 2> seen_;  // by player, then fact
    std::array<std::vector<std::uint16_t>, 2> own_;
    std::array<std::array<std::vector<std::uint16_t>, 2>, 2> condition_;  // mirrored or not
    std::vector<std::int32_t> alone_;  // by stage, king (the last: none) and fact
    std::vector<std::int16_t, LargePages<std::int16_t>>
        kings_;  // by stage, own king, opponent's king and own condition
    std::vector<std::int16_t, LargePages<std::int16_t>>
        pairs_;  // by stage, table and two conditions
};

}  // namespace boardworth
