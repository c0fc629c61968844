#include "fitting/king_tables.h"

#include <algorithm>

namespace boardworth {

namespace {

float scaled(std::int64_t sum, double unit) {
    return static_cast<float>(static_cast<double>(sum) * unit);
}

}  // namespace

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
    if (shape_.has(RelationKind::king_piece))
        for (std::size_t c = 0; c < shape_.conditions(); ++c)
            if (const auto weight = shape_.king_piece_weight(shape_.king_of(king), c); weight >= 0)
                king_piece_[c] = weights_[static_cast<std::size_t>(weight)];
    return {king_piece_.data(), table(RelationKind::king_king_piece, king, king_king_piece_),
            table(RelationKind::king_piece_piece, king, king_piece_piece_)};
}

KingSums::KingSums(const RelationShape& shape) : shape_(shape), king_piece_(shape.conditions()) {
    if (shape.has(RelationKind::king_king_piece))
        king_king_piece_.resize(shape.per_king(RelationKind::king_king_piece));
    if (shape.has(RelationKind::king_piece_piece))
        king_piece_piece_.resize(shape.per_king(RelationKind::king_piece_piece));
}

KingTables<std::int64_t> KingSums::tables() {
    const auto data = [](LargeTable<std::int64_t>& table) {
        return table.empty() ? nullptr : table.data();
    };
    return {king_piece_.data(), data(king_king_piece_), data(king_piece_piece_)};
}

void KingSums::spread(std::size_t king, const std::vector<bool>& occurs, double unit,
                      std::span<float> sums) {
    spread_king_piece(king, unit, sums);
    if (!king_king_piece_.empty())
        spread_orbits(RelationKind::king_king_piece, king, king_king_piece_, unit, sums);
    if (king_piece_piece_.empty()) return;
    if (has_no_orbits(shape_, RelationKind::king_piece_piece, king))
        spread_pairs(king, occurs, unit, sums);
    else
        spread_orbits(RelationKind::king_piece_piece, king, king_piece_piece_, unit, sums);
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

void KingSums::spread_orbits(RelationKind kind, std::size_t king, LargeTable<std::int64_t>& table,
                             double unit, std::span<float> sums) {
    const std::size_t first = shape_.shared_weight(kind, king, 0);
    by_orbit_.assign(table.size(), 0);
    std::size_t orbits = 0;
    for (std::size_t relation = 0; relation < table.size(); ++relation) {
        const std::size_t orbit = shape_.shared_weight(kind, king, relation) - first;
        by_orbit_[orbit] += table[relation];
        orbits = std::max(orbits, orbit + 1);
    }
    for (std::size_t orbit = 0; orbit < orbits; ++orbit)
        sums[first + orbit] = scaled(by_orbit_[orbit], unit);
    std::ranges::fill(table, 0);
}

void KingSums::spread_pairs(std::size_t king, const std::vector<bool>& occurs, double unit,
                            std::span<float> sums) {
    const std::size_t first = shape_.shared_weight(RelationKind::king_piece_piece, king, 0);
    for (std::size_t c = 1; c < shape_.conditions(); ++c) {
        if (!occurs[c]) continue;
        std::int64_t* row = king_piece_piece_.data() + pair_row(c);
        float* sum = sums.data() + first + pair_row(c);
        for (std::size_t other = 0; other < c; ++other) sum[other] = scaled(row[other], unit);
        std::fill_n(row, c, 0);
    }
}

}  // namespace boardworth
