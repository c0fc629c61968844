// Paranoid search of any rule sheet's game: MTD(f) for a real-valued function (Waledzik and
// Mandziuk 2014, section III.B).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "interrupt.h"
#include "search/limit.h"
#include "search/paranoid/record.h"
#include "search/paranoid/two_sides.h"
#include "search/shared_table.h"

namespace boardworth {

// How an iteration finds its value: by narrow windows that start from the last iteration's value
// and go from it in growing steps; by narrow windows that halve what is left (figure 3); by one
// window that is open wide.
enum class ParanoidDriver { mtdf, bisection, alphabeta };

struct ParanoidResult {
    std::uint32_t move = 0;                        // our role's
    std::vector<std::vector<std::uint32_t>> line;  // joint moves
    double value = 0.0;                            // our role's, in points of goal
    int depth = 0;                                 // of the last finished iteration
    bool exact = false;                            // whether it rests on ends of the game alone
    std::uint64_t nodes = 0;
    double seconds = 0.0;
};

// Values are steps of at most epsilon points. Rounding keeps the order of values, so that what
// comes of rounded ones is what comes of the others, rounded; and a window between two steps is one
// of width epsilon that no value lies in.
class ParanoidSearch {
  public:
    ParanoidSearch(const Propnet& propnet, const FluentSum& function, double epsilon,
                   ParanoidDriver driver, std::size_t memory);
    ParanoidSearch(const ParanoidSearch&) = delete;
    ParanoidSearch& operator=(const ParanoidSearch&) = delete;

    // The state must not be terminal, and every role must have a move. What is found depends on the
    // state, the role and the limit alone.
    ParanoidResult search(std::span<const std::uint8_t> packed, std::size_t role,
                          const Limit& limit, const Interrupt& interrupt);

  private:
    struct Found {
        int value;
        bool horizon;
    };
    struct Ply {
        std::vector<std::uint32_t> moves;
        std::vector<std::int32_t> scores;  // by move, for their order
        std::array<std::uint32_t, 2> killers{ParanoidRecord::no_move, ParanoidRecord::no_move};
    };
    // What is best at the root, as far as an iteration has come.
    struct RootMove {
        std::uint32_t move = 0;
        int value = -1;  // or a bound; none yet
    };

    void deepen(ParanoidResult& result, const Limit& limit);
    Found iterate(int depth, int guess);
    Found narrow(int depth, int guess);
    Found node(int depth, std::size_t ply, int low, int high);
    [[nodiscard]] Found ended();
    [[nodiscard]] Found evaluated() const;
    [[nodiscard]] bool good_enough(const ParanoidRecord& record, int depth) const;
    struct Decided {
        Found found;
        std::uint32_t best;  // the number of a move
    };
    Decided decide(int depth, std::size_t ply, int low, int high, std::uint32_t table_move);
    void order(Ply& own, std::uint32_t table_move) const;
    void reward(Ply& own, std::size_t cutting, int depth);
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> line(const ParanoidResult& result);

    TwoSides game_;
    int top_;  // steps of 100 points
    ParanoidDriver driver_;
    SharedTable<ParanoidRecord> table_;
    std::vector<std::int32_t> history_;
    std::deque<Ply> plies_;
    Clock* clock_ = nullptr;  // of the search that runs
    bool deeper_will_do_ = false;
    RootMove root_;
};

}  // namespace boardworth
