// The sums of relations along a line of play, whatever the game. Both players' sums are kept for
// every ply: a move changes them by what its pieces have to do with the others, and they are added
// up anew where a king has moved or the stage has changed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "evaluators/evaluator.h"
#include "evaluators/relation_tables.h"
#include "rules/facts.h"

namespace boardworth {

class RelationSums {
  public:
    RelationSums(std::shared_ptr<const RelationTables> tables, std::size_t plies);

    // Begins a position: the value of every atom, as the first player sees it.
    void start(FactsView facts, std::size_t stage);
    void play(std::span<const FactChange> changes);
    void undo(std::span<const FactChange> changes);
    // For the first player.
    [[nodiscard]] Value value(std::size_t stage) {
        Ply& last = plies_.back();
        if (last.stage != stage) change_stage(last, stage);
        return last.sums[0] - last.sums[1];
    }

  private:
    using Fact = std::uint16_t;

    // What is known of one position.
    struct Ply {
        std::array<RelationTables::Rows, 2> rows;  // by player
        std::array<Value, 2> sums;                 // by player
        std::array<std::int16_t, 2> kings;         // as the first player sees them, -1 for none
        std::size_t stage;
    };
    struct Change {
        std::uint16_t atom;
        Fact before;
        Fact after;
    };

    [[nodiscard]] bool is_followed(int atom) const {
        return static_cast<std::size_t>(atom) < fact_of_.size();
    }
    void note_changes(Ply& ply, std::span<const FactChange> changes);
    void add(std::size_t atom, Fact fact);
    void remove(std::size_t atom);
    // Sees to it that a player's conditions are as its rows have them.
    void look_up(std::size_t player, const RelationTables::Rows& rows);
    // What a fact is worth to a player together with all in the list.
    [[nodiscard]] Value worth(const Ply& ply, std::size_t player, Fact fact) const;
    [[nodiscard]] Value sum(const RelationTables::Rows& rows, std::size_t player) const;
    void sum_anew(Ply& ply, std::size_t player);
    void change_stage(Ply& ply, std::size_t stage);

    std::shared_ptr<const RelationTables> tables_;
    std::vector<Ply> plies_;
    std::vector<Fact> fact_of_;  // by atom
    // The facts that count, in any order, the atoms that they are of, and where each atom's stands.
    std::size_t count_ = 0;
    std::vector<Fact> facts_;
    std::vector<std::uint16_t> atoms_;
    std::vector<std::uint16_t> place_of_;
    // By player: their conditions, and the table that they were looked up in.
    std::array<std::vector<std::uint16_t>, 2> conditions_;
    std::array<const std::uint16_t*, 2> condition_of_{};
    std::vector<Change> changes_;  // of the last move
};

}  // namespace boardworth
