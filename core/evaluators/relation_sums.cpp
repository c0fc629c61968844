#include "evaluators/relation_sums.h"

#include <ranges>
#include <utility>

namespace boardworth {

RelationSums::RelationSums(std::shared_ptr<const RelationTables> tables, std::size_t plies)
    : tables_(std::move(tables)) {
    const std::size_t atoms = tables_->shape().atoms();
    plies_.reserve(plies + 1);
    for (auto* list : {&fact_of_, &facts_, &atoms_, &place_of_, &conditions_[0], &conditions_[1]})
        list->resize(atoms);
}

void RelationSums::start(FactsView facts, std::size_t stage) {
    plies_.assign(1, Ply{{}, {}, {-1, -1}, stage});
    count_ = 0;
    for (const std::size_t player : {0U, 1U})
        condition_of_[player] = tables_->rows(stage, player, {-1, -1}).condition;
    Ply& ply = plies_[0];
    for (std::size_t atom = 0; atom < fact_of_.size(); ++atom) {
        const auto fact = static_cast<Fact>(tables_->first_fact(atom) + facts[atom]);
        fact_of_[atom] = fact;
        const RelationFact& about = tables_->fact(fact);
        if (about.own_king >= 0) ply.kings[0] = about.own_king;
        if (about.opponent_king >= 0) ply.kings[1] = about.opponent_king;
        if (tables_->counts(fact)) add(atom, fact);
    }
    for (const std::size_t player : {0U, 1U}) sum_anew(ply, player);
}

void RelationSums::play(std::span<const FactChange> changes) {
    plies_.push_back(plies_.back());
    Ply& ply = plies_.back();
    const auto kings = ply.kings;
    note_changes(ply, changes);
    const bool together = tables_->shape().has(RelationKind::king_king_piece) && kings != ply.kings;
    const std::array anew{together || kings[0] != ply.kings[0],
                          together || kings[1] != ply.kings[1]};
    const auto count = [&](Fact fact, Value sign) {
        for (const std::size_t player : {0U, 1U})
            if (!anew[player]) ply.sums[player] += sign * worth(ply, player, fact);
    };
    for (const auto& [atom, before, after] : changes_) {
        if (tables_->counts(before)) {
            remove(atom);
            count(before, -1);
        }
        if (tables_->counts(after)) {
            count(after, 1);
            add(atom, after);
        }
    }
    for (const std::size_t player : {0U, 1U})
        if (anew[player]) sum_anew(ply, player);
}

// Squares may change in any order: a king may be put down before it is lifted.
void RelationSums::note_changes(Ply& ply, std::span<const FactChange> changes) {
    changes_.clear();
    for (const auto& [atom, difference] : changes) {
        if (!is_followed(atom)) continue;
        Fact& fact = fact_of_[static_cast<std::size_t>(atom)];
        const auto after = static_cast<Fact>(fact + difference);
        changes_.push_back({static_cast<std::uint16_t>(atom), fact, after});
        const RelationFact &lost = tables_->fact(fact), &found = tables_->fact(after);
        if (lost.own_king >= 0 && ply.kings[0] == lost.own_king) ply.kings[0] = -1;
        if (lost.opponent_king >= 0 && ply.kings[1] == lost.opponent_king) ply.kings[1] = -1;
        if (found.own_king >= 0) ply.kings[0] = found.own_king;
        if (found.opponent_king >= 0) ply.kings[1] = found.opponent_king;
        fact = after;
    }
}

void RelationSums::undo(std::span<const FactChange> changes) {
    plies_.pop_back();
    for (const auto& [atom, difference] : std::views::reverse(changes)) {
        if (!is_followed(atom)) continue;
        const auto own = static_cast<std::size_t>(atom);
        if (tables_->counts(fact_of_[own])) remove(own);
        fact_of_[own] = static_cast<Fact>(fact_of_[own] - difference);
        if (tables_->counts(fact_of_[own])) add(own, fact_of_[own]);
    }
    for (const std::size_t player : {0U, 1U}) look_up(player, plies_.back().rows[player]);
}

void RelationSums::add(std::size_t atom, Fact fact) {
    place_of_[atom] = static_cast<std::uint16_t>(count_);
    facts_[count_] = fact;
    atoms_[count_] = static_cast<std::uint16_t>(atom);
    for (const std::size_t player : {0U, 1U})
        conditions_[player][count_] = condition_of_[player][fact];
    ++count_;
}

// The last one takes its place.
void RelationSums::remove(std::size_t atom) {
    const std::size_t place = place_of_[atom];
    --count_;
    facts_[place] = facts_[count_];
    atoms_[place] = atoms_[count_];
    for (auto& conditions : conditions_) conditions[place] = conditions[count_];
    place_of_[atoms_[place]] = static_cast<std::uint16_t>(place);
}

void RelationSums::look_up(std::size_t player, const RelationTables::Rows& rows) {
    if (condition_of_[player] == rows.condition) return;
    condition_of_[player] = rows.condition;
    for (std::size_t i = 0; i < count_; ++i) conditions_[player][i] = rows.condition[facts_[i]];
}

Value RelationSums::worth(const Ply& ply, std::size_t player, Fact fact) const {
    const RelationTables::Rows& rows = ply.rows[player];
    Value sum = rows.alone[rows.seen[fact]];
    if (rows.kings != nullptr) sum += rows.kings[rows.own[fact]];
    if (rows.pairs != nullptr) {
        const std::int16_t* pairs = rows.pairs + rows.condition[fact] * tables_->pair_stride();
        const std::uint16_t* conditions = conditions_[player].data();
        for (std::size_t i = 0; i < count_; ++i) sum += pairs[conditions[i]];
    }
    return sum;
}

Value RelationSums::sum(const RelationTables::Rows& rows, std::size_t player) const {
    Value sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += rows.alone[rows.seen[facts_[i]]];
    if (rows.kings != nullptr)
        for (std::size_t i = 0; i < count_; ++i) sum += rows.kings[rows.own[facts_[i]]];
    if (rows.pairs != nullptr) {
        const std::uint16_t* conditions = conditions_[player].data();
        for (std::size_t i = 0; i < count_; ++i) {
            const std::int16_t* pairs = rows.pairs + conditions[i] * tables_->pair_stride();
            for (std::size_t j = 0; j < i; ++j) sum += pairs[conditions[j]];
        }
    }
    return sum;
}

void RelationSums::sum_anew(Ply& ply, std::size_t player) {
    ply.rows[player] = tables_->rows(ply.stage, player, ply.kings);
    look_up(player, ply.rows[player]);
    ply.sums[player] = sum(ply.rows[player], player);
}

void RelationSums::change_stage(Ply& ply, std::size_t stage) {
    ply.stage = stage;
    for (const std::size_t player : {0U, 1U}) sum_anew(ply, player);
}

}  // namespace boardworth
