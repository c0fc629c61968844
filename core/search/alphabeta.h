// Iterative deepening principal variation search over any game and evaluator.
//
// At a fixed depth its value is the minimax value: a stored value is used only where a search of
// the depth asked for would give the same one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "evaluators/linear.h"
#include "interrupt.h"
#include "rules/game.h"
#include "search/limit.h"
#include "search/ordering.h"
#include "search/table.h"

namespace boardworth {

template <Game G>
struct SearchResult {
    std::vector<typename G::Move> line;  // the best move and what is expected to follow
    Value value = 0;
    int depth = 0;       // of the last finished iteration
    bool exact = false;  // the value is the game's outcome under perfect play
    std::uint64_t nodes = 0;
    double seconds = 0;
};

template <Game G>
class AlphaBeta {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Evaluator = LinearEvaluator<G>;

    AlphaBeta(std::shared_ptr<const Evaluator> evaluator, std::size_t table_entries)
        : evaluator_(std::move(evaluator)), table_(table_entries) {}

    [[nodiscard]] const G& game() const { return evaluator_->game(); }

    // `position` must have a legal move.
    SearchResult<G> search(const Position& position, const Limit& limit,
                           const Interrupt& interrupt) {
        Clock clock(limit, interrupt);
        clock_ = &clock;
        table_.new_search();
        plies_.resize(1);
        std::vector<std::uint16_t> indices(lanes());
        evaluator_->index().read(game(), position, indices);
        plies_[0].position = position;
        plies_[0].indices = indices.data();
        SearchResult<G> best;
        best.line = {game().legal_moves(position)[0]};
        try {
            for (int depth = 1; depth <= limit.depth && !best.exact; ++depth) {
                plies_.resize(static_cast<std::size_t>(depth) + 1);
                horizon_leaves_ = 0;
                best.value = visit(0, -infinity, infinity, depth);
                best.line = plies_[0].line;
                best.depth = depth;
                best.exact = horizon_leaves_ == 0;
            }
        } catch (const LimitReached&) {
            // The unfinished iteration began with the best move so far: what it found since is
            // better.
            if (!plies_[0].line.empty()) best.line = plies_[0].line;
        }
        best.nodes = clock.nodes();
        best.seconds = clock.seconds();
        return best;
    }

  private:
    static constexpr Value infinity = 1 << 28;

    struct Child {
        Move move;
        Value promise;  // larger is searched earlier
        Position position;
        const std::uint16_t* indices;
    };

    // One level of the tree: the position being searched and its successors.
    struct Ply {
        Position position;
        const std::uint16_t* indices;  // of the position; they lie in the ply before
        std::vector<Child> children;
        std::vector<std::uint16_t> child_indices;
        std::vector<Move> line;
    };

    std::size_t lanes() const { return evaluator_->index().lanes(); }

    Value visit(std::size_t ply, Value alpha, Value beta, int depth) {
        Ply& here = plies_[ply];
        here.line.clear();
        if (depth == 0) return leaf(here.position, here.indices);
        clock_->count_node();
        const auto moves = game().legal_moves(here.position);
        if (moves.empty()) return evaluator_->final_value(game().score(here.position));
        if (here.child_indices.size() < moves.size() * lanes())
            here.child_indices.resize(moves.size() * lanes());
        if (depth == 1) return visit_frontier(here, moves, alpha, beta);

        const std::uint64_t key = game().key(here.position);
        const auto* known = table_.find(key);
        if (known && ply > 0 && usable(*known, depth, alpha, beta)) {
            horizon_leaves_ += known->horizon;
            return known->value;
        }
        expand(here, moves, known ? &known->move : nullptr);
        return visit_children(ply, alpha, beta, depth, key);
    }

    Value leaf(const Position& position, const std::uint16_t* indices) {
        clock_->count_node();
        if (game().over(position)) return evaluator_->final_value(game().score(position));
        ++horizon_leaves_;
        return evaluator_->estimate(position, indices);
    }

    // Most nodes are leaves: their parents evaluate them one by one, without an order.
    template <class Moves>
    Value visit_frontier(Ply& here, const Moves& moves, Value alpha, Value beta) {
        Value best = -infinity;
        for (const Move move : moves) {
            std::uint16_t* indices = here.child_indices.data();
            const Value value = -leaf(play(here, move, indices), indices);
            if (value <= best) continue;
            best = value;
            if (value > alpha) here.line.assign(1, move);
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        return best;
    }

    // Principal variation search: the first successor with the full window, the others with a null
    // window, again with the full one where that fails high.
    Value visit_children(std::size_t ply, Value alpha, Value beta, int depth, std::uint64_t key) {
        const Value original_alpha = alpha;
        const std::uint64_t horizon_before = horizon_leaves_;
        Value best = -infinity;
        Move best_move{};
        for (const Child& child : plies_[ply].children) {
            const bool null_window = best > -infinity;
            Value value = -descend(ply, child, null_window ? -alpha - 1 : -beta, -alpha, depth);
            if (null_window && value > alpha && value < beta)
                value = -descend(ply, child, -beta, -alpha, depth);
            if (value <= best) continue;
            best = value;
            best_move = child.move;
            if (value <= alpha) continue;
            alpha = value;
            remember_line(ply, child.move);
            if (alpha >= beta) break;
        }
        const Bound bound = best >= beta            ? Bound::lower
                            : best > original_alpha ? Bound::exact
                                                    : Bound::upper;
        table_.store(key, {.value = best,
                           .move = best_move,
                           .depth = static_cast<std::int16_t>(depth),
                           .bound = bound,
                           .horizon = horizon_leaves_ != horizon_before});
        return best;
    }

    Value descend(std::size_t ply, const Child& child, Value alpha, Value beta, int depth) {
        plies_[ply + 1].position = child.position;
        plies_[ply + 1].indices = child.indices;
        return visit(ply + 1, alpha, beta, depth - 1);
    }

    // A value that rests on no evaluation holds at every greater depth too.
    static bool usable(const TableEntry<Move>& entry, int depth, Value alpha, Value beta) {
        if (entry.depth != depth && (entry.horizon || entry.depth > depth)) return false;
        return entry.bound == Bound::exact ||
               (entry.bound == Bound::lower && entry.value >= beta) ||
               (entry.bound == Bound::upper && entry.value <= alpha);
    }

    // Plays every move and orders the successors: the table's move first, then by their evaluation.
    template <class Moves>
    void expand(Ply& here, const Moves& moves, const Move* first) {
        here.children.clear();
        std::uint16_t* indices = here.child_indices.data();
        for (const Move move : moves) {
            const Position after = play(here, move, indices);
            const Value promise =
                first && move == *first ? infinity : -evaluator_->estimate(after, indices);
            here.children.push_back({move, promise, after, indices});
            indices += lanes();
        }
        order(here.children.begin(), here.children.end(),
              [](const Child& a, const Child& b) { return a.promise > b.promise; });
    }

    Position play(const Ply& here, Move move, std::uint16_t* indices) const {
        const PatternIndex& index = evaluator_->index();
        std::copy_n(here.indices, lanes(), indices);
        return game().play_unchecked(here.position, move, [&](int atom, int difference) {
            index.change(indices, atom, difference);
        });
    }

    void remember_line(std::size_t ply, Move move) {
        auto& line = plies_[ply].line;
        const auto& rest = plies_[ply + 1].line;
        line.assign(1, move);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    std::shared_ptr<const Evaluator> evaluator_;
    TranspositionTable<Move> table_;
    std::vector<Ply> plies_;
    Clock* clock_ = nullptr;
    std::uint64_t horizon_leaves_ = 0;
};

}  // namespace boardworth
