// Plays a rule sheet's game for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "rules/game.h"
#include "rules/gdl/step/game_facts.h"
#include "rules/gdl/step/propnet_machine.h"

namespace boardworth {

struct PropnetPosition {
    std::vector<std::uint64_t> fluents;  // a bit each
    std::uint64_t key = 0;
    int progress = 0;  // before it is brought into its range
    std::int16_t score = 0;
    std::uint8_t mover = 0;
    bool over = false;

    bool operator==(const PropnetPosition& other) const { return fluents == other.fluents; }
};

class PropnetWalker {
  public:
    using Move = std::uint16_t;

    explicit PropnetWalker(std::shared_ptr<const GameTables> tables);

    // Throws FormatError for fluents that cannot hold together.
    static void check(const GameTables& tables, std::span<const std::uint64_t> fluents);
    // The position in which fluents hold that can, but for whether it is over, and for whose turn
    // it is where no fluents tell.
    static PropnetPosition without_outcome(const GameTables& tables,
                                           std::vector<std::uint64_t> fluents);
    // The whole position, whether its fluents can hold together or not.
    PropnetPosition with_outcome(std::vector<std::uint64_t> fluents);
    // The same. Throws FormatError as check does.
    PropnetPosition at(std::vector<std::uint64_t> fluents);

    // Of the player to move; none where the game is over.
    std::vector<Move> legal_moves(const PropnetPosition& position);
    // How many the rules allow it, whether the game is over or not.
    int move_count(const PropnetPosition& position);

    template <class OnChange>
    PropnetPosition play_unchecked(const PropnetPosition& position, Move move,
                                   OnChange&& on_change) {
        PropnetPosition next = play(position, move);
        if constexpr (!std::is_same_v<std::decay_t<OnChange>, IgnoreChanges>) {
            for (const std::uint32_t fluent : follower_.rules().last_changes()) note(next, fluent);
            for (const int fact : touched_) {
                int& difference = differences_[static_cast<std::size_t>(fact)];
                if (difference != 0) on_change(fact, difference);
                difference = 0;
            }
            touched_.clear();
        }
        return next;
    }

  private:
    PropnetPosition play(const PropnetPosition& position, Move move);
    void note(const PropnetPosition& next, std::uint32_t fluent);
    // Fills in what follows from the fluents alone: its key and whose turn it is.
    static void name(const GameTables& tables, PropnetPosition& position);
    // Fills in what follows from the state in which the follower stands.
    void add_outcome(PropnetPosition& position);
    [[nodiscard]] int score(std::size_t mover);

    std::shared_ptr<const GameTables> tables_;
    PropnetMachine follower_;
    std::vector<std::uint32_t> joint_move_;
    std::vector<int> differences_;  // by fact; all 0 between moves
    std::vector<int> touched_;
};

}  // namespace boardworth
