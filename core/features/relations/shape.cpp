#include "features/relations/shape.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace boardworth {

namespace {

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// Whether each is another's image, or its own, and all stay among the first `count`.
bool is_involution(std::span<const std::uint16_t> image, std::size_t count) {
    if (image.size() != count) return false;
    for (std::size_t i = 0; i < count; ++i)
        if (image[i] >= count || image[image[i]] != i) return false;
    return true;
}

// Whether all kings share the weights.
bool is_without_king(RelationKind kind) {
    return kind == RelationKind::piece_square || kind == RelationKind::piece_piece;
}

// The two conditions at a place among all pairs, the smaller one first.
std::pair<std::size_t, std::size_t> pair_at(std::size_t place) {
    std::size_t second = 1;
    while ((second + 1) * second / 2 <= place) ++second;
    return {place - second * (second - 1) / 2, second};
}

}  // namespace

RelationShape::RelationShape(RelationParts parts, std::span<const RelationKind> kinds, bool apart)
    : parts_(std::move(parts)) {
    check();
    number_kings();
    require(!kinds.empty() && std::ranges::is_sorted(kinds, std::ranges::less_equal{}),
            "relations: kinds in their order, each of them once");
    for (std::size_t i = 0; i < relation_kinds; ++i) {
        const auto kind = static_cast<RelationKind>(i);
        std::size_t count = 0;
        if (std::ranges::find(kinds, kind) != kinds.end()) {
            if (kind != RelationKind::material) find_orbits(kind);
            count = kind == RelationKind::material     ? pieces_
                    : is_without_king(kind)            ? orbits(kind).first.size()
                    : kind == RelationKind::king_piece ? number_king_piece(apart)
                                                       : numbers(kind);
        }
        first_[i + 1] = first_[i] + count;
    }
}

void RelationShape::check() {
    const std::size_t own = own_conditions();
    require(kings() > 0 && kings() < (1 << 10) && own > 0 && conditions() < (1 << 12) &&
                conditions() % 2 == 0,
            "relations: no kings or conditions, or too many");
    require(is_involution(parts_.across, kings()) && is_involution(parts_.king_mirror, kings()),
            "relations: images of squares");
    require(is_involution(parts_.mirror, conditions()) && parts_.square.size() == conditions(),
            "relations: images of conditions");
    for (std::size_t c = 0; c < own; ++c)
        require(mirror(c) < own && mirror(c + own) == mirror(c) + own,
                "relations: a mirror that changes owners");
    const auto within = [](int number, std::size_t count) {
        return number >= -1 && number < static_cast<int>(count);
    };
    for (const auto& values : parts_.facts)
        for (const RelationFact& fact : values) {
            require(within(fact.condition, conditions()) && within(fact.own_king, kings()) &&
                        within(fact.opponent_king, kings()) && within(fact.piece, 1 << 8),
                    "relations: facts of no condition, square or piece");
            pieces_ = std::max(pieces_, static_cast<std::size_t>(fact.piece + 1));
        }
    for (const std::int16_t square : parts_.square)
        require(within(square, kings()), "relations: conditions beyond the board");
}

void RelationShape::number_kings() {
    for (std::size_t king = 0; king < kings(); ++king)
        if (king < king_mirror(king)) king_of_.push_back(static_cast<std::uint16_t>(king));
    off_axis_ = king_of_.size();
    for (std::size_t king = 0; king < kings(); ++king)
        if (king == king_mirror(king)) king_of_.push_back(static_cast<std::uint16_t>(king));
    representative_.resize(kings());
    for (std::size_t r = 0; r < king_of_.size(); ++r)
        representative_[king_of_[r]] = representative_[king_mirror(king_of_[r])] =
            static_cast<std::uint16_t>(r);
}

void RelationShape::find_orbits(RelationKind kind) {
    RelationOrbits& found = orbits_[index(kind)];
    const auto add = [&](std::size_t relation, std::size_t image) {
        if (image < relation) {
            found.orbit_of.push_back(found.orbit_of[image]);
        } else {
            found.orbit_of.push_back(static_cast<std::uint32_t>(found.first.size()));
            found.first.push_back(static_cast<std::uint32_t>(relation));
        }
    };
    if (kind == RelationKind::piece_piece || kind == RelationKind::king_piece_piece) {
        for (std::size_t second = 1; second < conditions(); ++second)
            for (std::size_t first = 0; first < second; ++first)
                if (kind == RelationKind::piece_piece && first >= own_conditions())
                    found.orbit_of.push_back(no_orbit);
                else
                    add(pair(first, second), pair(mirror(first), mirror(second)));
        return;
    }
    if (kind == RelationKind::piece_square || kind == RelationKind::king_piece) {
        const bool own = kind == RelationKind::piece_square;
        for (std::size_t c = 0; c < (own ? own_conditions() : conditions()); ++c) add(c, mirror(c));
        return;
    }
    for (std::size_t king = 0; king < kings(); ++king)
        for (std::size_t c = 0; c < own_conditions(); ++c)
            add(king * own_conditions() + c, king_mirror(king) * own_conditions() + mirror(c));
}

std::size_t RelationShape::numbers(RelationKind kind) const {
    const std::size_t count = off_axis_ * orbits(kind).orbit_of.size() +
                              (representatives() - off_axis_) * orbits(kind).first.size();
    require(count < std::numeric_limits<std::int32_t>::max() / 2, "relations: too many weights");
    return count;
}

std::pair<std::size_t, std::size_t> RelationShape::numbered(RelationKind kind,
                                                            std::size_t number) const {
    const RelationOrbits& own = orbits(kind);
    const std::size_t size = own.orbit_of.size();
    if (number < off_axis_ * size) return {number / size, number % size};
    number -= off_axis_ * size;
    return {off_axis_ + number / own.first.size(), own.first[number % own.first.size()]};
}

std::size_t RelationShape::number_king_piece(bool apart) {
    constexpr auto kind = RelationKind::king_piece;
    std::vector<std::int32_t> weight_of(numbers(kind), -1);
    for (std::size_t number = 0; number < weight_of.size(); ++number) {
        const auto [representative, condition] = numbered(kind, number);
        if (apart && parts_.square[condition] == king_of_[representative]) continue;
        weight_of[number] = static_cast<std::int32_t>(first(kind) + king_piece_number_.size());
        king_piece_number_.push_back(static_cast<std::uint32_t>(number));
    }
    king_piece_.resize(kings() * conditions());
    for (std::size_t king = 0; king < kings(); ++king)
        for (std::size_t c = 0; c < conditions(); ++c)
            king_piece_[king * conditions() + c] =
                weight_of[number(kind, representative(king), is_mirrored(king) ? mirror(c) : c)];
    return king_piece_number_.size();
}

RelationMembers RelationShape::members(std::size_t weight) const {
    require(weight < weights(), "relations: no such weight");
    std::size_t kind_index = 0;
    while (weight >= first_[kind_index + 1]) ++kind_index;
    RelationMembers found{.kind = static_cast<RelationKind>(kind_index)};
    std::size_t number = weight - first_[kind_index];
    if (found.kind == RelationKind::material) {
        found.piece = static_cast<int>(number);
        return found;
    }
    if (found.kind == RelationKind::piece_square) {
        found.first = static_cast<int>(orbits(found.kind).first[number]);
        return found;
    }
    if (found.kind == RelationKind::piece_piece) {
        const auto [one, other] = pair_at(orbits(found.kind).first[number]);
        found.first = static_cast<int>(one);
        found.second = static_cast<int>(other);
        return found;
    }
    if (found.kind == RelationKind::king_piece) number = king_piece_number_[number];
    const auto [representative, relation] = numbered(found.kind, number);
    found.own_king = king_of_[representative];
    if (found.kind == RelationKind::king_piece) {
        found.first = static_cast<int>(relation);
    } else if (found.kind == RelationKind::king_king_piece) {
        found.opponent_king = static_cast<int>(relation / own_conditions());
        found.first = static_cast<int>(relation % own_conditions());
    } else {
        const auto [one, other] = pair_at(relation);
        found.first = static_cast<int>(one);
        found.second = static_cast<int>(other);
    }
    return found;
}

}  // namespace boardworth
