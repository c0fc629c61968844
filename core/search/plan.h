// What is asked of searches and of self-play, and what searches answer, whatever the game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "evaluators/evaluator.h"
#include "search/features.h"
#include "search/limit.h"
#include "search/probcut.h"

namespace boardworth {

// How an iteration closes in on its value.
enum class Driver { pvs, mtdf };

struct SearchResult;

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
    // The moves to choose from; none stands for all.
    std::vector<int> root_moves = {};
    // How many of the best moves are searched, each with its variation.
    int variations = 1;
    // Is told every variation after every iteration, the best one first.
    std::function<void(const SearchResult&)> report = {};
};

struct SearchResult {
    std::vector<int> pv;  // the best move and what is expected to follow
    Value value = 0;
    std::optional<int> distance;  // plies to a proven win or loss (search/distance.h)
    int depth = 0;                // of the last finished iteration
    int selectivity = 0;          // its forward pruning, 0 for none
    bool exact = false;           // the value is the game's outcome under perfect play
    std::uint64_t nodes = 0;
    double seconds = 0;
    int selective_depth = 0;  // plies of the longest line, quiescence search included
    int table_use = 0;        // slots of the table that the search has filled, of a thousand
    int variation = 1;        // its rank among those that were asked for
};

// How searches are made.
struct SearchSettings {
    ProbCut probcut;
    std::size_t memory;  // of the tables, in bytes
    int threads;
    std::optional<bool> quiescence = {};  // else what is usual for the game (search/hooks.h)
    Features features = learning_features;

    [[nodiscard]] SearchSettings on_one_thread() const {
        SearchSettings settings = *this;
        settings.threads = 1;
        return settings;
    }
};

// What searches of many positions answer, row by row; positions are packed.
struct SearchedPositions {
    std::vector<Value> values;             // for the side to move
    std::vector<std::uint8_t> successors;  // after the best move
    // What turns a value into the successor's: -1, or 1 where the same side moves again; 0 where
    // the game is over, or would be.
    std::vector<std::int8_t> signs;
};

struct SampledPositions {
    std::vector<std::uint8_t> positions;
    std::vector<std::uint32_t> rows;  // the row of the position that each of them is from
};

// The legal moves of every row, one row's after the other's, and where each one's principal
// variation ends; values are for the side to move in the row.
struct PvLeaves {
    std::vector<std::int64_t> starts;  // by row: where its moves begin, and the end of all
    std::vector<std::int32_t> moves;
    std::vector<std::uint8_t> positions;  // packed
    // What turns the leaf's evaluation into the value; 0 where the value is no evaluation.
    std::vector<std::int8_t> signs;
    std::vector<Value> values;
};

struct SelfPlayPlan {
    std::uint64_t games = 0;
    double seconds = 0;  // after that no game is begun
    int min_opening = 0;
    int max_opening = 0;  // random moves before the others
    int max_moves = 0;    // a game that lasts longer seems to have no end
    std::uint64_t seed = 0;
};

// Positions in which a move was chosen, game after game, packed.
struct PlayedGames {
    std::vector<std::uint8_t> positions;
    std::vector<Value> values;         // the mover's, by the search that chose
    std::vector<std::int16_t> scores;  // the mover's, when the game was over
    std::vector<std::uint32_t> games;  // numbers within the plan
};

}  // namespace boardworth
