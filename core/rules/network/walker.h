// Plays a rule sheet's game for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "rules/game.h"
#include "rules/network/game_facts.h"
#include "rules/network/state_follower.h"

namespace boardworth {

struct NetworkPosition {
    std::vector<std::uint64_t> fluents;  // a bit each
    std::uint64_t key = 0;
    int progress = 0;  // before it is brought into its range
    std::int16_t score = 0;
    std::uint8_t mover = 0;
    bool over = false;

    bool operator==(const NetworkPosition& other) const { return fluents == other.fluents; }
};

class NetworkWalker {
  public:
    using Move = std::uint16_t;

    explicit NetworkWalker(std::shared_ptr<const GameTables> tables);

    // Throws FormatError for fluents that cannot hold together.
    static void check(const GameTables& tables, std::span<const std::uint64_t> fluents);
    // The position in which fluents hold that can, but for whether it is over.
    static NetworkPosition unjudged(const GameTables& tables, std::vector<std::uint64_t> fluents);
    // The whole position. Throws FormatError as check does.
    NetworkPosition at(std::vector<std::uint64_t> fluents);

    // Of the player to move; none where the game is over.
    std::vector<Move> legal_moves(const NetworkPosition& position);

    template <class OnChange>
    NetworkPosition play_unchecked(const NetworkPosition& position, Move move,
                                   OnChange&& on_change) {
        NetworkPosition next = play(position, move);
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
    NetworkPosition play(const NetworkPosition& position, Move move);
    void note(const NetworkPosition& next, std::uint32_t fluent);
    // Fills in what follows from the fluents alone: its key and whose turn it is.
    static void name(const GameTables& tables, NetworkPosition& position);
    // Fills in what follows from the state in which the follower stands.
    void judge(NetworkPosition& position);
    [[nodiscard]] int score(std::size_t mover);

    std::shared_ptr<const GameTables> tables_;
    StateFollower follower_;
    std::vector<std::uint32_t> joint_move_;
    std::vector<int> differences_;  // by fact; all 0 between moves
    std::vector<int> touched_;
};

}  // namespace boardworth
