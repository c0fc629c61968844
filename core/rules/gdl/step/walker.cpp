#include "rules/gdl/step/walker.h"

#include <algorithm>
#include <utility>

#include "errors.h"

namespace boardworth {

PropnetWalker::PropnetWalker(std::shared_ptr<const GameTables> tables)
    : tables_(std::move(tables)),
      follower_(*tables_->propnet),
      joint_move_(tables_->propnet->roles()),
      differences_(2 * tables_->atoms()) {}

void PropnetWalker::check(const GameTables& tables, std::span<const std::uint64_t> fluents) {
    const GameFacts& facts = tables.facts;
    for (std::size_t atom = 0; atom < tables.atoms(); ++atom)
        if (!tables.fluents_of[atom].empty() && !tables.sound(fluents, atom)) {
            const bool none = tables.holding(fluents, atom) == 0;
            throw FormatError(
                facts.name + " position: of " + facts.fluent_names[tables.fluents_of[atom][0]] +
                " and what excludes it, " + (none ? "one must hold" : "several hold"));
        }
}

PropnetPosition PropnetWalker::without_outcome(const GameTables& tables,
                                               std::vector<std::uint64_t> fluents) {
    const GameFacts& facts = tables.facts;
    PropnetPosition position;
    position.fluents = std::move(fluents);
    position.progress = facts.progress_offset;
    for_each_bit(position.fluents,
                 [&](std::uint32_t fluent) { position.progress += facts.progress[fluent]; });
    name(tables, position);
    return position;
}

PropnetPosition PropnetWalker::at(std::vector<std::uint64_t> fluents) {
    check(*tables_, fluents);
    return with_outcome(std::move(fluents));
}

PropnetPosition PropnetWalker::with_outcome(std::vector<std::uint64_t> fluents) {
    PropnetPosition position = without_outcome(*tables_, std::move(fluents));
    follower_.go_to(position.fluents);
    add_outcome(position);
    return position;
}

std::vector<PropnetWalker::Move> PropnetWalker::legal_moves(const PropnetPosition& position) {
    if (position.over) return {};
    follower_.go_to(position.fluents);
    std::vector<Move> moves;
    const auto& names = tables_->facts.role_moves[position.mover];
    const std::uint32_t count = follower_.rules().legal_count(position.mover);
    moves.reserve(count);
    follower_.rules().each_counted(position.mover,
                                   [&](std::uint32_t own) { moves.push_back(names[own]); });
    return moves;
}

int PropnetWalker::move_count(const PropnetPosition& position) {
    follower_.go_to(position.fluents);
    return static_cast<int>(follower_.rules().legal_count(position.mover));
}

PropnetPosition PropnetWalker::play(const PropnetPosition& position, Move move) {
    follower_.go_to(position.fluents);
    for (std::size_t role = 0; role < joint_move_.size(); ++role) {
        if (role == position.mover) {
            joint_move_[role] = tables_->own_numbers[role][move];
        } else {  // a role that is not at turn has one move
            const std::uint32_t count = follower_.rules().legal_count(role);
            if (count > 1)
                throw FormatError(tables_->facts.name + ": " + tables_->facts.players[role] +
                                  " has a choice as well; the players only seemed to take turns");
            joint_move_[role] = count == 1 ? follower_.rules().legal_move(role, 0) : 0;
        }
    }
    follower_.play(joint_move_);
    PropnetPosition next = position;
    for (const std::uint32_t fluent : follower_.rules().last_changes()) {
        flip_bit(next.fluents, fluent);
        const int share = tables_->facts.progress[fluent];
        next.progress += has_bit(next.fluents, fluent) ? share : -share;
    }
    for (const std::uint32_t fluent : follower_.rules().last_changes()) {
        const std::size_t atom = tables_->facts.atom_of[fluent];
        if (tables_->facts.proven[atom] == 0 && !tables_->sound(next.fluents, atom))
            throw FormatError(tables_->facts.name + ": " + tables_->facts.fluent_names[fluent] +
                              " holds together with what seemed to exclude it");
    }
    name(*tables_, next);
    add_outcome(next);
    return next;
}

void PropnetWalker::note(const PropnetPosition& next, std::uint32_t fluent) {
    const int sign = has_bit(next.fluents, fluent) ? 1 : -1;
    for (const auto& [fact, value] : tables_->shares[fluent]) {
        touched_.push_back(fact);
        differences_[static_cast<std::size_t>(fact)] += sign * value;
    }
}

void PropnetWalker::name(const GameTables& tables, PropnetPosition& position) {
    position.key = state_key(position.fluents);
    const auto& turns = tables.facts.turns;
    const auto told = [&](std::size_t role) {
        return std::ranges::any_of(
            turns[role], [&](std::uint32_t fluent) { return has_bit(position.fluents, fluent); });
    };
    position.mover = turns.size() == 2 && !told(0) && told(1) ? 1 : 0;
}

void PropnetWalker::add_outcome(PropnetPosition& position) {
    if (tables_->turns_by_choice) position.mover = follower_.rules().legal_count(1) > 1 ? 1 : 0;
    // Faulty rules may leave a player without a move: then the game cannot go on either.
    position.over = follower_.rules().terminal();
    for (std::size_t role = 0; role < joint_move_.size() && !position.over; ++role)
        position.over = !follower_.rules().can_move(role);
    position.score = position.over ? static_cast<std::int16_t>(score(position.mover)) : 0;
}

// Points of goal, less those of the other player if there is one.
int PropnetWalker::score(std::size_t mover) {
    const auto goals = follower_.rules().goals();
    const int own = goals[mover].value_or(0);
    return goals.size() == 1 ? own : own - goals[1 - mover].value_or(0);
}

}  // namespace boardworth
