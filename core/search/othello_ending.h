// Othello's last moves, exactly: alpha-beta in discs, with everything that the game offers to make
// it small (parity, stability, few replies first) and fast (special cases for the last squares).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "rules/games/othello.h"
#include "rules/games/othello_stability.h"
#include "search/hooks.h"
#include "search/insertion_sort.h"
#include "search/limit.h"
#include "search/shared_table.h"

namespace boardworth {

// What is known of a position: bounds of its score, and the moves that proved best.
struct EndingRecord {
    std::int8_t lower = -64;
    std::int8_t upper = 64;
    std::uint8_t best = Othello::pass;
    std::uint8_t second = Othello::pass;
    std::uint8_t empties = 0;
    std::uint8_t age = 0;
    std::uint16_t unused = 0;

    [[nodiscard]] int worth() const { return empties; }
};

class OthelloEnding {
  public:
    using Table = SharedTable<EndingRecord>;

    OthelloEnding(Table& table, Clock& clock) : table_(&table), clock_(&clock) {}

    // Whether the position is better searched here than with an evaluation to order the moves.
    [[nodiscard]] static bool reaches(const OthelloPosition& p) {
        return std::popcount(p.empty()) <= max_empties;
    }

    // The mover's score if it lies between alpha and beta, else a bound of it on that side.
    int solve(const OthelloPosition& p, int alpha, int beta) {
        return visit(p.own, p.opponent, alpha, beta);
    }

    // The best move that is known from an earlier solution of the position.
    [[nodiscard]] Othello::Move best_move(const OthelloPosition& p) const {
        const auto known = table_->find(key(p.own, p.opponent));
        return known ? known->best : Othello::pass;
    }

  private:
    static constexpr int lowest = -65;
    static constexpr int max_empties = 14;
    static constexpr int shallow = 6;  // empties up to which looking things up does not pay

    static std::uint64_t key(Bitboard own, Bitboard opponent) {
        return Othello{}.key({own, opponent, 0});
    }

    static int final_score(Bitboard own, Bitboard opponent) {
        return Othello{}.score({own, opponent, 0});
    }

    // The quarters of the board in which the number of empty squares is odd: the side that plays
    // there first also plays there last.
    static Bitboard odd_quarters(Bitboard empty) {
        empty ^= empty >> 1;
        empty ^= empty >> 2;
        empty ^= empty >> 8;
        empty ^= empty >> 16;
        return (empty & 0x0000001100000011) * 0x0F0F0F0F;
    }

    int visit(Bitboard own, Bitboard opponent, int alpha, int beta) {
        switch (const int empties = std::popcount(~(own | opponent))) {
            case 0:
                return final_score(own, opponent);
            case 1:
                return visit_one(own, opponent, std::countr_zero(~(own | opponent)));
            case 2:
                return visit_last<2>(own, opponent, alpha, beta);
            case 3:
                return visit_last<3>(own, opponent, alpha, beta);
            case 4:
                return visit_last<4>(own, opponent, alpha, beta);
            default:
                return empties <= shallow ? visit_shallow(own, opponent, alpha, beta)
                                          : visit_deep(own, opponent, alpha, beta, empties);
        }
    }

    int visit_one(Bitboard own, Bitboard opponent, int square) {
        clock_->count_leaf();
        const int lead = 2 * std::popcount(own) - 63;
        if (const int turned = flips_of_last(own, square)) return lead + 2 * turned + 1;
        if (const int turned = flips_of_last(opponent, square)) return lead - 2 * turned - 1;
        return lead > 0 ? lead + 1 : lead - 1;
    }

    // The last two to four squares, those of odd quarters first.
    template <int count>
    int visit_last(Bitboard own, Bitboard opponent, int alpha, int beta) {
        clock_->count_leaf();
        const int best = play_last<count>(own, opponent, alpha, beta);
        if (best > lowest) return best;
        const int passed = play_last<count>(opponent, own, -beta, -alpha);
        return passed > lowest ? -passed : final_score(own, opponent);
    }

    template <int count>
    int play_last(Bitboard own, Bitboard opponent, int alpha, int beta) {
        const Bitboard empty = ~(own | opponent);
        int best = lowest;
        const auto play_all = [&](Bitboard squares) {
            for (; squares != 0; squares &= squares - 1) {
                const int square = std::countr_zero(squares);
                if ((neighbours[static_cast<std::size_t>(square)] & opponent) == 0) continue;
                const Bitboard turned = flips(own, opponent, square);
                if (turned == 0) continue;
                const Bitboard rest = opponent ^ turned, mine = own | turned | bit(square);
                int value;
                if constexpr (count == 2)
                    value = -visit_one(rest, mine, std::countr_zero(empty ^ bit(square)));
                else
                    value = -visit_last<count - 1>(rest, mine, -beta, -std::max(alpha, best));
                best = std::max(best, value);
                if (best >= beta) return;
            }
        };
        if constexpr (count == 2) {
            play_all(empty);
        } else {
            const Bitboard odd = odd_quarters(empty);
            play_all(empty & odd);
            if (best < beta) play_all(empty & ~odd);
        }
        return best;
    }

    int visit_shallow(Bitboard own, Bitboard opponent, int alpha, int beta) {
        clock_->count_node();
        const Bitboard empty = ~(own | opponent);
        if (stable_cut(own, opponent, alpha, std::popcount(empty)))
            return max_against(own, opponent);
        const Bitboard moves = mobility(own, opponent);
        if (moves == 0) return visit_pass(own, opponent, alpha, beta);
        const Bitboard odd = odd_quarters(empty);
        int best = lowest;
        for (Bitboard part : {moves & odd, moves & ~odd})
            for (; part != 0; part &= part - 1) {
                const int square = std::countr_zero(part);
                const Bitboard turned = flips(own, opponent, square);
                const int value = -visit(opponent ^ turned, own | turned | bit(square), -beta,
                                         -std::max(alpha, best));
                best = std::max(best, value);
                if (best >= beta) return best;
            }
        return best;
    }

    int visit_pass(Bitboard own, Bitboard opponent, int alpha, int beta) {
        if (mobility(opponent, own) == 0) return final_score(own, opponent);
        return -visit(opponent, own, -beta, -alpha);
    }

    struct Child {
        Bitboard own, opponent;  // as the one to move sees them
        std::uint64_t key;
        int order_score;  // larger is searched earlier
        Othello::Move move;
    };

    int visit_deep(Bitboard own, Bitboard opponent, int alpha, int beta, int empties) {
        clock_->count_node();
        if (stable_cut(own, opponent, alpha, empties)) return max_against(own, opponent);
        const Bitboard moves = mobility(own, opponent);
        if (moves == 0) return visit_pass(own, opponent, alpha, beta);

        const std::uint64_t here = key(own, opponent);
        EndingRecord record;
        if (const auto known = table_->find(here)) {
            record = *known;
            if (record.lower >= beta || record.lower == record.upper) return record.lower;
            if (record.upper <= alpha) return record.upper;
            alpha = std::max<int>(alpha, record.lower);
            beta = std::min<int>(beta, record.upper);
        }
        std::array<Child, 34> children;
        const std::size_t count = expand(children, own, opponent, moves, record);
        if (empties > etc_empties)
            for (std::size_t i = 0; i < count; ++i)
                if (const auto reply = table_->find(children[i].key))
                    if (-reply->upper >= beta) return -reply->upper;

        int best = lowest;
        for (std::size_t i = 0; i < count; ++i) {
            // The best score of what is left: often no other is needed.
            const auto next = std::max_element(
                children.begin() + static_cast<std::ptrdiff_t>(i),
                children.begin() + static_cast<std::ptrdiff_t>(count),
                [](const Child& a, const Child& b) { return a.order_score < b.order_score; });
            std::iter_swap(children.begin() + static_cast<std::ptrdiff_t>(i), next);
            const Child& child = children[i];
            const int value = visit_child(child, alpha, beta, best);
            if (value > best) {
                best = value;
                if (record.best != child.move) {
                    record.second = record.best;
                    record.best = child.move;
                }
                if (best >= beta) break;
            }
        }
        if (best > alpha)
            record.lower = static_cast<std::int8_t>(std::max<int>(record.lower, best));
        if (best < beta) record.upper = static_cast<std::int8_t>(std::min<int>(record.upper, best));
        record.empties = static_cast<std::uint8_t>(empties);
        table_->store(here, record);
        return best;
    }

    // The first child with the whole window, the others with the smallest one first.
    int visit_child(const Child& child, int alpha, int beta, int best) {
        alpha = std::max(alpha, best);
        if (best > lowest && beta - alpha > 1) {
            const int value = -visit(child.own, child.opponent, -alpha - 1, -alpha);
            if (value <= alpha || value >= beta) return value;
            alpha = value;
        }
        return -visit(child.own, child.opponent, -beta, -alpha);
    }

    std::size_t expand(std::array<Child, 34>& children, Bitboard own, Bitboard opponent,
                       Bitboard moves, const EndingRecord& record) {
        const Bitboard odd = odd_quarters(~(own | opponent));
        std::size_t count = 0;
        each_square(moves, [&](int square) {
            const Bitboard turned = flips(own, opponent, square);
            Child& child = children[count++];
            child.own = opponent ^ turned;
            child.opponent = own | turned | bit(square);
            child.key = key(child.own, child.opponent);
            child.move = static_cast<Othello::Move>(square);
            table_->prefetch(child.key);
            child.order_score = order_score(child, bit(square), odd, record);
        });
        return count;
    }

    static int order_score(const Child& child, Bitboard square, Bitboard odd,
                           const EndingRecord& record) {
        if (child.own == 0) return 1 << 30;
        if (child.move == record.best) return 1 << 29;
        if (child.move == record.second) return 1 << 28;
        constexpr Bitboard corners = 0x8100000000000081;
        const Bitboard replies = mobility(child.own, child.opponent);
        const int weighted = std::popcount(replies) + std::popcount(replies & corners);
        const Bitboard empty = ~(child.own | child.opponent);
        const int open = std::popcount(with_neighbours(child.opponent) & empty);
        return -weighted * 128 - open * 16 + (square & odd ? 48 : 0) + (square & corners ? 96 : 0);
    }

    // The opponent keeps its stable discs: our score is no more than what they leave.
    static int max_against(Bitboard own, Bitboard opponent) {
        return 64 - 2 * std::popcount(stable_discs(opponent, own));
    }
    static bool stable_cut(Bitboard own, Bitboard opponent, int alpha, int empties) {
        return alpha >= stability_pays[static_cast<std::size_t>(empties)] &&
               max_against(own, opponent) <= alpha;
    }

    // Least alpha, by empties, at which looking for stable discs saves more than it costs.
    static constexpr std::array<int, 61> stability_pays = [] {
        std::array<int, 61> table{};
        for (int empties = 0; empties <= 60; ++empties)
            table[static_cast<std::size_t>(empties)] = 2 * empties - 6;
        return table;
    }();
    static constexpr int etc_empties = 10;

    static constexpr std::array<Bitboard, 64> neighbours = [] {
        std::array<Bitboard, 64> table{};
        for (int square = 0; square < 64; ++square)
            table[static_cast<std::size_t>(square)] = with_neighbours(bit(square)) & ~bit(square);
        return table;
    }();

    Table* table_;
    Clock* clock_;
};

template <>
struct EndingOf<Othello> {
    using type = OthelloEnding;
};

}  // namespace boardworth
