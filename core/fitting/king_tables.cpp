#include "fitting/king_tables.h"

#include <algorithm>
#include <functional>

namespace boardworth {

namespace {

float scaled(std::int64_t sum, double unit) {
    return static_cast<float>(static_cast<double>(sum) * unit);
}

}  // namespace

KingWeights::KingWeights(const RelationShape& shape, std::span<const float> weights)
    : shape_(shape), weights_(weights) {
    if (!shape.has(RelationKind::piece_piece)) return;
    piece_piece_.resize(shape.pairs());
    for (std::size_t second = 1; second < shape.conditions(); ++second)
        for (std::size_t first = 0; first < std::min(second, shape.own_conditions()); ++first)
            piece_piece_[pair_row(second) + first] =
                weights[static_cast<std::size_t>(shape.piece_piece_weight(first, second))];
}

const float* KingWeights::pairs(std::size_t king) {
    const float* by_king = table(RelationKind::king_piece_piece, king, king_piece_piece_);
    if (piece_piece_.empty()) return by_king;
    if (by_king == nullptr) return piece_piece_.data();
    king_piece_piece_.resize(piece_piece_.size());
    std::transform(piece_piece_.begin(), piece_piece_.end(), by_king, king_piece_piece_.begin(),
                   std::plus{});
    return king_piece_piece_.data();
}

const float* KingWeights::table(RelationKind kind, std::size_t king,
                                LargeTable<float>& copy) const {
    if (!shape_.has(kind)) return nullptr;
    if (has_no_orbits(shape_, kind, king))
        return weights_.data() + shape_.shared_weight(kind, king, 0);
    copy.resize(shape_.per_king(kind));
    for (std::size_t relation = 0; relation < copy.size(); ++relation)
        copy[relation] = weights_[shape_.shared_weight(kind, king, relation)];
    return copy.data();
}

KingTables<const float> KingWeights::of(std::size_t king) {
    king_piece_.assign(shape_.conditions(), 0);
    if (shape_.has(RelationKind::piece_square))
        for (std::size_t c = 0; c < shape_.own_conditions(); ++c)
            king_piece_[c] = weights_[shape_.piece_square_weight(c)];
    if (shape_.has(RelationKind::king_piece))
        for (std::size_t c = 0; c < shape_.conditions(); ++c)
            if (const auto weight = shape_.king_piece_weight(shape_.king_of(king), c); weight >= 0)
                king_piece_[c] += weights_[static_cast<std::size_t>(weight)];
    return {king_piece_.data(), table(RelationKind::king_king_piece, king, king_king_piece_),
            pairs(king)};
}

KingSums::KingSums(const RelationShape& shape) : shape_(shape), king_piece_(shape.conditions()) {
    if (shape.has(RelationKind::king_king_piece))
        king_king_piece_.resize(shape.per_king(RelationKind::king_king_piece));
    if (shape.has(RelationKind::king_piece_piece) || shape.has(RelationKind::piece_piece))
        king_piece_piece_.resize(shape.pairs());
}

KingTables<std::int64_t> KingSums::tables() {
    const auto data = [](LargeTable<std::int64_t>& table) {
        return table.empty() ? nullptr : table.data();
    };
    return {king_piece_.data(), data(king_king_piece_), data(king_piece_piece_)};
}

void KingSums::spread(std::size_t king, const std::vector<bool>& occurs, double unit,
                      std::span<float> sums, SharedKinds& shared) {
    if (shape_.has(RelationKind::piece_square)) spread_piece_square(shared.squares);
    spread_king_piece(king, unit, sums);
    if (!king_king_piece_.empty()) spread_kings(king, unit, sums);
    if (king_piece_piece_.empty()) return;
    std::vector<std::size_t> conditions;
    for (std::size_t c = 0; c < occurs.size(); ++c)
        if (occurs[c]) conditions.push_back(c);
    if (shape_.has(RelationKind::piece_piece)) spread_piece_piece(conditions, shared.pairs);
    if (!shape_.has(RelationKind::king_piece_piece)) return clear_pairs(conditions);
    if (!has_no_orbits(shape_, RelationKind::king_piece_piece, king)) join_pairs(conditions);
    spread_pairs(king, conditions, unit, sums);
}

void KingSums::spread_piece_square(SharedSums& squares) const {
    const std::size_t first = shape_.first(RelationKind::piece_square);
    squares.change([&](std::vector<std::int64_t>& sums) {
        for (std::size_t c = 0; c < shape_.own_conditions(); ++c)
            sums[shape_.piece_square_weight(c) - first] += king_piece_[c];
    });
}

void KingSums::spread_piece_piece(std::span<const std::size_t> conditions,
                                  SharedSums& pairs) const {
    const std::size_t first = shape_.first(RelationKind::piece_piece);
    pairs.change([&](std::vector<std::int64_t>& sums) {
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            const std::int64_t* row = king_piece_piece_.data() + pair_row(conditions[i]);
            for (std::size_t j = 0; j < i && conditions[j] < shape_.own_conditions(); ++j)
                if (const std::int64_t sum = row[conditions[j]]; sum != 0)
                    sums[static_cast<std::size_t>(
                             shape_.piece_piece_weight(conditions[j], conditions[i])) -
                         first] += sum;
        }
    });
}

void KingSums::clear_pairs(std::span<const std::size_t> conditions) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        std::int64_t* row = king_piece_piece_.data() + pair_row(conditions[i]);
        for (std::size_t j = 0; j < i; ++j) row[conditions[j]] = 0;
    }
}

void KingSums::spread_king_piece(std::size_t king, double unit, std::span<float> sums) {
    if (shape_.has(RelationKind::king_piece)) {
        const std::size_t own = shape_.king_of(king);
        // A condition and its image share a weight on the axis: each finds the sum of both.
        for (std::size_t c = 0; c < king_piece_.size(); ++c) {
            const auto weight = shape_.king_piece_weight(own, c);
            const std::size_t image = shape_.mirror(c);
            const bool shared = image != c && shape_.king_mirror(own) == own &&
                                shape_.king_piece_weight(own, image) == weight;
            if (weight >= 0)
                sums[static_cast<std::size_t>(weight)] =
                    scaled(king_piece_[c] + (shared ? king_piece_[image] : 0), unit);
        }
    }
    std::ranges::fill(king_piece_, 0);
}

void KingSums::spread_kings(std::size_t king, double unit, std::span<float> sums) {
    constexpr auto kind = RelationKind::king_king_piece;
    const std::size_t first = shape_.shared_weight(kind, king, 0);
    by_orbit_.assign(king_king_piece_.size(), 0);
    std::size_t orbits = 0;
    for (std::size_t relation = 0; relation < king_king_piece_.size(); ++relation) {
        const std::size_t orbit = shape_.shared_weight(kind, king, relation) - first;
        by_orbit_[orbit] += king_king_piece_[relation];
        orbits = std::max(orbits, orbit + 1);
    }
    for (std::size_t orbit = 0; orbit < orbits; ++orbit)
        sums[first + orbit] = scaled(by_orbit_[orbit], unit);
    std::ranges::fill(king_king_piece_, 0);
}

void KingSums::join_pairs(std::span<const std::size_t> conditions) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const std::size_t image = shape_.mirror(conditions[i]);
        std::int64_t* row = king_piece_piece_.data() + pair_row(conditions[i]);
        for (std::size_t j = 0; j < i; ++j) {
            std::int64_t& sum = row[conditions[j]];
            if (sum == 0) continue;
            std::int64_t& of_image =
                king_piece_piece_[RelationShape::pair(image, shape_.mirror(conditions[j]))];
            if (&of_image >= &sum) continue;
            of_image += sum;
            sum = 0;
        }
    }
}

void KingSums::spread_pairs(std::size_t king, std::span<const std::size_t> conditions, double unit,
                            std::span<float> sums) {
    constexpr auto kind = RelationKind::king_piece_piece;
    const bool direct = has_no_orbits(shape_, kind, king);
    float* const own = sums.data() + shape_.shared_weight(kind, king, 0);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const std::size_t row = pair_row(conditions[i]);
        const std::size_t image = shape_.mirror(conditions[i]);
        for (std::size_t j = 0; j < i; ++j) {
            const std::size_t pair = row + conditions[j];
            if (direct)
                own[pair] = scaled(king_piece_piece_[pair], unit);
            else if (RelationShape::pair(image, shape_.mirror(conditions[j])) >= pair)
                sums[shape_.shared_weight(kind, king, pair)] =
                    scaled(king_piece_piece_[pair], unit);
            king_piece_piece_[pair] = 0;
        }
    }
}

}  // namespace boardworth
