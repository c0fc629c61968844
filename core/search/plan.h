// What is asked of searches and of self-play, whatever the game.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/limit.h"

namespace boardworth {

// How an iteration closes in on its value.
enum class Driver { pvs, mtdf };

// What is asked of a search beside the position.
struct SearchRequest {
    Limit limit;
    // In points of score: the value of the last iteration may be a bound outside it.
    std::optional<std::pair<int, int>> window;
    // The selectivity level at which a search to the end of the game is careful enough.
    int selectivity = 0;
    // The keys of the positions before the root since the last irreversible move, for games that
    // count repetitions.
    std::vector<std::uint64_t> history;
};

struct SelfPlayPlan {
    std::uint64_t games = 0;
    double seconds = 0;  // after that no game is begun
    int min_opening = 0;
    int max_opening = 0;  // random moves before the others
    int max_moves = 0;    // a game that lasts longer seems to have no end
    std::uint64_t seed = 0;
};

}  // namespace boardworth
