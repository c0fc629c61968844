#include "evaluators/relation_tables.h"

#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "errors.h"

namespace boardworth {

RelationTables::RelationTables(std::shared_ptr<const RelationShape> shape,
                               std::span<const std::int16_t> weights)
    : shape_(std::move(shape)),
      stages_(weights.size() / shape_->weights()),
      pair_stride_(shape_->conditions() + 1),
      king_stride_(shape_->own_conditions() + 1) {
    if (stages_ == 0 || weights.size() % shape_->weights() != 0)
        throw std::invalid_argument("relations: a weight is needed for each of them");
    number_facts();
    allocate();
    for (std::size_t stage = 0; stage < stages_; ++stage) {
        const auto own = weights.subspan(stage * shape_->weights(), shape_->weights());
        fill_alone(stage, own);
        if (shape_->has(RelationKind::king_king_piece)) fill_kings(stage, own);
        for (std::size_t table = 0; table < pair_tables(); ++table) fill_pairs(stage, table, own);
    }
}

void RelationTables::number_facts() {
    const RelationShape& shape = *shape_;
    for (std::size_t atom = 0; atom < shape.atoms(); ++atom) {
        first_fact_.push_back(facts_.size());
        facts_.insert(facts_.end(), shape.facts(atom).begin(), shape.facts(atom).end());
    }
    // The other player sees the same piece in the swapped condition.
    std::map<std::tuple<int, int, int>, std::uint16_t> place;
    for (std::size_t i = 0; i < facts_.size(); ++i)
        place[{facts_[i].condition, facts_[i].piece, facts_[i].count}] =
            static_cast<std::uint16_t>(i);
    const auto none = static_cast<std::uint16_t>(shape.conditions());
    for (std::size_t i = 0; i < facts_.size(); ++i) {
        const RelationFact& own = facts_[i];
        const int swapped =
            own.condition < 0
                ? own.condition
                : static_cast<int>(shape.swapped(static_cast<std::size_t>(own.condition)));
        const auto found = place.find({swapped, own.piece, -own.count});
        if (found == place.end())
            throw std::invalid_argument("relations: a piece that only one player sees");
        const std::array seen{static_cast<std::uint16_t>(i), found->second};
        const std::array condition{
            own.condition < 0 ? none : static_cast<std::uint16_t>(own.condition),
            swapped < 0 ? none : static_cast<std::uint16_t>(swapped)};
        for (std::size_t player = 0; player < 2; ++player) {
            const std::uint16_t c = condition[player];
            seen_[player].push_back(seen[player]);
            own_[player].push_back(
                static_cast<std::uint16_t>(std::min<std::size_t>(c, shape.own_conditions())));
            condition_[player][0].push_back(c);
            condition_[player][1].push_back(
                c == none ? none : static_cast<std::uint16_t>(shape.mirror(c)));
        }
    }
}

void RelationTables::allocate() {
    const RelationShape& shape = *shape_;
    const std::size_t alone = stages_ * (shape.kings() + 1) * facts_.size();
    const std::size_t kings = shape.has(RelationKind::king_king_piece)
                                  ? stages_ * shape.kings() * shape.kings() * king_stride_
                                  : 0;
    const std::size_t pairs = stages_ * pair_tables() * pair_stride_ * pair_stride_;
    const std::size_t bytes = alone * sizeof(std::int32_t) + (kings + pairs) * sizeof(std::int16_t);
    if (bytes > max_bytes)
        throw FormatError("tables of these relations in " + std::to_string(stages_) +
                          " phases would take " + std::to_string(bytes >> 20) +
                          " MiB, and at most " + std::to_string(max_bytes >> 20) +
                          " are allowed: use fewer phases, or leave king-piece-piece out");
    alone_.resize(alone);
    kings_.resize(kings);
    pairs_.resize(pairs);
}

void RelationTables::fill_alone(std::size_t stage, std::span<const std::int16_t> weights) {
    const RelationShape& shape = *shape_;
    for (std::size_t king = 0; king <= shape.kings(); ++king) {
        std::int32_t* row = &alone_[(stage * (shape.kings() + 1) + king) * facts_.size()];
        for (std::size_t i = 0; i < facts_.size(); ++i) {
            const RelationFact& fact = facts_[i];
            // Each player's sum has its own pieces.
            if (shape.has(RelationKind::material) && fact.count > 0)
                row[i] += fact.count *
                          weights[shape.material_weight(static_cast<std::size_t>(fact.piece))];
            if (king == shape.kings() || fact.condition < 0) continue;
            const auto condition = static_cast<std::size_t>(fact.condition);
            if (shape.has(RelationKind::piece_square) && condition < shape.own_conditions())
                row[i] += weights[shape.piece_square_weight(condition)];
            if (!shape.has(RelationKind::king_piece)) continue;
            const auto weight = shape.king_piece_weight(king, condition);
            if (weight >= 0) row[i] += weights[static_cast<std::size_t>(weight)];
        }
    }
}

void RelationTables::fill_kings(std::size_t stage, std::span<const std::int16_t> weights) {
    const RelationShape& shape = *shape_;
    std::int16_t* row = &kings_[stage * shape.kings() * shape.kings() * king_stride_];
    for (std::size_t king = 0; king < shape.kings(); ++king)
        for (std::size_t other = 0; other < shape.kings(); ++other, row += king_stride_)
            for (std::size_t c = 0; c < shape.own_conditions(); ++c)
                row[c] = weights[shape.king_king_piece_weight(king, other, c)];
}

void RelationTables::fill_pairs(std::size_t stage, std::size_t number,
                                std::span<const std::int16_t> weights) {
    const RelationShape& shape = *shape_;
    const bool without_king = shape.has(RelationKind::piece_piece);
    const bool with_king = shape.has(RelationKind::king_piece_piece);
    std::int16_t* table = &pairs_[(stage * pair_tables() + number) * pair_stride_ * pair_stride_];
    std::size_t pair = 0;
    for (std::size_t second = 1; second < shape.conditions(); ++second)
        for (std::size_t first = 0; first < second; ++first, ++pair) {
            std::int32_t sum = 0;
            if (without_king)
                if (const auto weight = shape.piece_piece_weight(first, second); weight >= 0)
                    sum += weights[static_cast<std::size_t>(weight)];
            if (with_king)
                sum += weights[shape.shared_weight(RelationKind::king_piece_piece, number, pair)];
            const auto worth = static_cast<std::int16_t>(sum);
            if (worth != sum)
                throw std::invalid_argument("relations: weights of two pieces add up to too much");
            table[first * pair_stride_ + second] = table[second * pair_stride_ + first] = worth;
        }
}

RelationTables::Rows RelationTables::rows(std::size_t stage, std::size_t player,
                                          std::array<std::int16_t, 2> kings) const {
    const RelationShape& shape = *shape_;
    const auto seen = [&](std::int16_t square) {
        const auto own = static_cast<std::size_t>(square);
        return square < 0 ? shape.kings() : player == 0 ? own : shape.across(own);
    };
    const std::size_t king = seen(kings[player]), other = seen(kings[1 - player]);
    Rows found{.alone = &alone_[(stage * (shape.kings() + 1) + king) * facts_.size()],
               .seen = seen_[player].data(),
               .condition = condition_[player][0].data()};
    if (king == shape.kings()) return found;
    if (!kings_.empty() && other < shape.kings()) {
        found.own = own_[player].data();
        found.kings =
            &kings_[((stage * shape.kings() + king) * shape.kings() + other) * king_stride_];
    }
    if (!pairs_.empty()) {
        const bool by_king = shape.has(RelationKind::king_piece_piece);
        if (by_king && shape.is_mirrored(king)) found.condition = condition_[player][1].data();
        const std::size_t table = by_king ? shape.representative(king) : 0;
        found.pairs = &pairs_[(stage * pair_tables() + table) * pair_stride_ * pair_stride_];
    }
    return found;
}

}  // namespace boardworth
