// The moves that a search is to choose from, where these are not all of the root's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/ply.h"

namespace boardworth {

template <Game G>
class RootMoves {
  public:
    using Move = typename G::Move;

    // None stands for all.
    void only(std::vector<Move> moves) {
        moves_ = std::move(moves);
        mark_ = 0;
        for (const Move move : moves_) mark_ += scattered(std::uint64_t{move} + 1);
    }

    [[nodiscard]] bool all() const { return moves_.empty(); }
    // What a table tells the root with these moves by from the position with all of its moves.
    [[nodiscard]] std::uint64_t mark() const { return mark_; }
    void keep(std::vector<Child<G>>& children) const {
        std::erase_if(children, [&](const Child<G>& child) {
            return std::find(moves_.begin(), moves_.end(), child.move) == moves_.end();
        });
    }

  private:
    // The finaliser of SplitMix64.
    static std::uint64_t scattered(std::uint64_t bits) {
        bits *= 0x9E3779B97F4A7C15;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
        return bits ^ (bits >> 31);
    }

    std::vector<Move> moves_;
    std::uint64_t mark_ = 0;
};

}  // namespace boardworth
