// Games that end when a position has occurred too often. Legal moves never depend on it: whoever
// plays a game keeps the keys.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules/game.h"

namespace boardworth {

// int max_repetitions, int repetition_score(position): a position that occurs for that time ends
// the game, with that score for the player to move in it.
template <class G>
constexpr bool has_repetitions = requires(const G& game, const typename G::Position& position) {
    { G::max_repetitions } -> std::convertible_to<int>;
    { game.repetition_score(position) } -> std::same_as<int>;
};

template <Game G>
int repetition_score(const G& game, const typename G::Position& position) {
    if constexpr (has_repetitions<G>)
        return game.repetition_score(position);
    else
        return 0;
}

// The positions of a game as it is played.
template <Game G>
class Occurrences {
  public:
    // Whether the position, reached now, ends the game by repetition.
    bool end_with(const G& game, const typename G::Position& position) {
        if constexpr (has_repetitions<G>) {
            keys_.push_back(game.key(position));
            return std::count(keys_.begin(), keys_.end(), keys_.back()) >= G::max_repetitions;
        } else {
            return false;
        }
    }

  private:
    std::vector<std::uint64_t> keys_;
};

}  // namespace boardworth
