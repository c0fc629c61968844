// Relations of kings and pieces (Hoki and Kaneko 2014, section 5): which facts they are made of,
// and how their weights are numbered. Of positions and weights it knows nothing.
//
// A *condition* is what one player sees of one piece: its kind, owner and square, or how many of a
// kind are in hand. Several values of a square may be one condition (a promoted pawn stands for a
// gold). The own conditions come first; what is condition c to one player is `swapped(c)` to the
// other. Squares are those of the board, as the player sees it.
//
// Where the game has a mirror image, what it maps onto each other, an *orbit*, shares a weight.
// A king and its mirror image have one *representative*: the relations of the mirrored king are
// those of the representative with everything else mirrored. Kings on the axis are representatives,
// and their relations are numbered by orbits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace boardworth {

// Weights are numbered kind by kind, in this order.
enum class RelationKind {
    material,          // how many of a kind one has more than the opponent
    piece_square,      // an own condition
    king_piece,        // own king and any condition
    piece_piece,       // an own condition and any other one
    king_king_piece,   // own king, the opponent's king and an own condition
    king_piece_piece,  // own king and any two conditions
};
constexpr std::size_t relation_kinds = 6;

// What the value of an atom says, as one player sees it; -1 for nothing.
struct RelationFact {
    std::int16_t condition = -1;
    std::int16_t own_king = -1;  // its square
    std::int16_t opponent_king = -1;
    std::int16_t piece = -1;  // the kind of the pieces that it counts
    std::int16_t count = 0;   // how many, the opponent's negative
};

// What all relations of a game are made of.
struct RelationParts {
    std::vector<std::vector<RelationFact>> facts;  // by atom and value
    std::vector<std::uint16_t> mirror;             // by condition: its mirror image
    std::vector<std::int16_t> square;              // by condition, -1 for those in hand
    std::vector<std::uint16_t> king_mirror;        // by square
    std::vector<std::uint16_t> across;             // by square: as the other player sees it
};

// A kind of relations but material, the own king's part left out: how many there are, and their
// orbits.
struct RelationOrbits {
    std::vector<std::uint32_t> orbit_of;  // by relation
    std::vector<std::uint32_t> first;     // by orbit: its first relation
};

// A relation by what takes part in it; -1 for what does not.
struct RelationMembers {
    RelationKind kind = RelationKind::material;
    int piece = -1;
    int own_king = -1;
    int opponent_king = -1;
    int first = -1;  // conditions
    int second = -1;
};

class RelationShape {
  public:
    // Of `apart` relations of a king and a piece on one square have no weight; this concerns
    // king-piece alone. Throws invalid_argument if the parts do not fit together.
    RelationShape(RelationParts parts, std::span<const RelationKind> kinds, bool apart);

    [[nodiscard]] std::size_t atoms() const { return parts_.facts.size(); }
    [[nodiscard]] std::span<const RelationFact> facts(std::size_t atom) const {
        return parts_.facts[atom];
    }
    [[nodiscard]] std::size_t conditions() const { return parts_.mirror.size(); }
    [[nodiscard]] std::size_t own_conditions() const { return conditions() / 2; }
    [[nodiscard]] std::size_t pairs() const { return conditions() * (conditions() - 1) / 2; }
    [[nodiscard]] std::size_t kings() const { return parts_.across.size(); }
    [[nodiscard]] std::size_t pieces() const { return pieces_; }

    // As the other player sees it.
    [[nodiscard]] std::size_t swapped(std::size_t condition) const {
        return condition < own_conditions() ? condition + own_conditions()
                                            : condition - own_conditions();
    }
    [[nodiscard]] std::size_t across(std::size_t king) const { return parts_.across[king]; }
    [[nodiscard]] std::size_t mirror(std::size_t condition) const {
        return parts_.mirror[condition];
    }
    [[nodiscard]] std::size_t king_mirror(std::size_t king) const {
        return parts_.king_mirror[king];
    }

    // Representatives are numbered from 0, those on the axis last.
    [[nodiscard]] std::size_t representatives() const { return king_of_.size(); }
    [[nodiscard]] std::size_t representative(std::size_t king) const {
        return representative_[king];
    }
    [[nodiscard]] bool is_mirrored(std::size_t king) const {
        return king_of_[representative_[king]] != king;
    }
    [[nodiscard]] std::size_t king_of(std::size_t representative) const {
        return king_of_[representative];
    }

    // Weights of kinds that were not asked for do not exist.
    [[nodiscard]] bool has(RelationKind kind) const { return count(kind) > 0; }
    [[nodiscard]] std::size_t first(RelationKind kind) const { return first_[index(kind)]; }
    [[nodiscard]] std::size_t count(RelationKind kind) const {
        return first_[index(kind) + 1] - first_[index(kind)];
    }
    [[nodiscard]] std::size_t weights() const { return first_.back(); }

    // The weights' numbers.
    [[nodiscard]] std::size_t material_weight(std::size_t piece) const {
        return first(RelationKind::material) + piece;
    }
    [[nodiscard]] std::size_t piece_square_weight(std::size_t own_condition) const {
        return first(RelationKind::piece_square) +
               orbits(RelationKind::piece_square).orbit_of[own_condition];
    }
    // Conditions in any order, but not the same one; -1 if neither is an own one.
    [[nodiscard]] std::int64_t piece_piece_weight(std::size_t one, std::size_t other) const {
        const std::uint32_t orbit = orbits(RelationKind::piece_piece).orbit_of[pair(one, other)];
        if (orbit == no_orbit) return -1;
        return static_cast<std::int64_t>(first(RelationKind::piece_piece) + orbit);
    }
    // -1 if there is none.
    [[nodiscard]] std::int64_t king_piece_weight(std::size_t king, std::size_t condition) const {
        return king_piece_[king * conditions() + condition];
    }
    [[nodiscard]] std::size_t king_king_piece_weight(std::size_t king, std::size_t other,
                                                     std::size_t own_condition) const {
        if (is_mirrored(king)) {
            other = king_mirror(other);
            own_condition = mirror(own_condition);
        }
        return shared_weight(RelationKind::king_king_piece, representative(king),
                             other * own_conditions() + own_condition);
    }
    // Conditions in any order, but not the same one.
    [[nodiscard]] std::size_t king_piece_piece_weight(std::size_t king, std::size_t one,
                                                      std::size_t other) const {
        if (is_mirrored(king)) {
            one = mirror(one);
            other = mirror(other);
        }
        return shared_weight(RelationKind::king_piece_piece, representative(king),
                             pair(one, other));
    }

    // The place of two conditions among all pairs.
    [[nodiscard]] static std::size_t pair(std::size_t one, std::size_t other) {
        return one < other ? other * (other - 1) / 2 + one : one * (one - 1) / 2 + other;
    }
    // How many relations of a kind each representative has, orbits not yet joined: conditions;
    // opponent's king * own_conditions() + own condition; pairs.
    [[nodiscard]] std::size_t per_king(RelationKind kind) const {
        return orbits(kind).orbit_of.size();
    }
    // The weight of one of them; of king-piece only where kings and pieces are not apart.
    [[nodiscard]] std::size_t shared_weight(RelationKind kind, std::size_t representative,
                                            std::size_t relation) const {
        return first(kind) + number(kind, representative, relation);
    }

    // A relation that uses a weight.
    [[nodiscard]] RelationMembers members(std::size_t weight) const;

  private:
    static constexpr std::uint32_t no_orbit = 0xffffffff;

    static std::size_t index(RelationKind kind) { return static_cast<std::size_t>(kind); }
    [[nodiscard]] const RelationOrbits& orbits(RelationKind kind) const {
        return orbits_[index(kind)];
    }
    // Among all orbits of its kind.
    [[nodiscard]] std::size_t number(RelationKind kind, std::size_t representative,
                                     std::size_t relation) const {
        const RelationOrbits& own = orbits(kind);
        if (representative < off_axis_) return representative * own.orbit_of.size() + relation;
        return off_axis_ * own.orbit_of.size() + (representative - off_axis_) * own.first.size() +
               own.orbit_of[relation];
    }
    // The representative and the first relation of the orbit of a number.
    [[nodiscard]] std::pair<std::size_t, std::size_t> numbered(RelationKind kind,
                                                               std::size_t number) const;
    [[nodiscard]] std::size_t numbers(RelationKind kind) const;
    void check();
    void number_kings();
    void find_orbits(RelationKind kind);
    // How many weights there are.
    std::size_t number_king_piece(bool apart);

    RelationParts parts_;
    std::size_t pieces_ = 0;
    std::vector<std::uint16_t> representative_;  // by king
    std::vector<std::uint16_t> king_of_;         // by representative
    std::size_t off_axis_ = 0;                   // representatives that have an image of their own
    std::array<RelationOrbits, relation_kinds> orbits_;
    std::vector<std::int32_t> king_piece_;          // by king and condition: the weight, or -1
    std::vector<std::uint32_t> king_piece_number_;  // by king-piece weight: its orbit's number
    std::array<std::size_t, relation_kinds + 1> first_{};
};

}  // namespace boardworth
