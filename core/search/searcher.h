// One thread's alpha-beta search of a tree, over any game and evaluator.
//
// At width 0 (no forward pruning) and with a table of its own its value is the minimax value: a
// stored value is used only where a search of the depth asked for would give the same one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "evaluators/linear.h"
#include "rules/game.h"
#include "search/hooks.h"
#include "search/limit.h"
#include "search/memory.h"
#include "search/ordering.h"
#include "search/othello_ending.h"
#include "search/ply.h"
#include "search/probcut.h"
#include "search/record.h"

namespace boardworth {

template <Game G>
class Searcher {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Evaluator = LinearEvaluator<G>;

    static constexpr Value infinity = (1 << 23) - 1;
    static constexpr int most_depth = 200;

    Searcher(const Evaluator& evaluator, const ProbCut& probcut, SearchMemory<G>& memory,
             Clock& clock, const Position& root)
        : evaluator_(evaluator),
          probcut_(probcut),
          memory_(memory),
          clock_(clock),
          walker_(walker(evaluator.game())),
          ending_(make_ending()),
          plies_(most_depth + 2),
          history_(static_cast<std::size_t>(evaluator.game().last_move) + 1) {
        plies_[0].position = root;
        plies_[0].indices.resize(lanes());
        evaluator.index().read(game(), root, plies_[0].indices);
    }

    // The root's value if it lies between alpha and beta, else a bound on that side.
    Value visit_root(Value alpha, Value beta, int depth, int width) {
        if (!plies_[0].line.empty()) line_ = plies_[0].line;
        width_ = width;
        horizon_leaves_ = 0;
        return visit(0, alpha, beta, depth);
    }

    // The best move found so far and what is expected to follow; empty before the first is known.
    [[nodiscard]] const std::vector<Move>& line() const {
        return plies_[0].line.empty() ? line_ : plies_[0].line;
    }
    // Whether the last visit of the root rests on no evaluation.
    [[nodiscard]] bool exact() const { return horizon_leaves_ == 0; }

    // Follows best play from where a line ends to the end of the game, given the root's exact
    // value.
    void complete(std::vector<Move>& line, Value value) {
        Position position = plies_[0].position;
        if constexpr (has_ending<G>) {
            for (const Move move : line) {
                position = walker_.play_unchecked(position, move, IgnoreChanges{});
                value = -value;
            }
            while (!game().over(position) && ending_.reaches(position)) {
                const Move move = move_worth(position, value);
                line.push_back(move);
                position = walker_.play_unchecked(position, move, IgnoreChanges{});
                value = -value;
            }
        }
    }

  private:
    // Tuned on Othello by the time to depth 14 and to solve 22 empties.
    static constexpr int judged_order = 3;     // least depth at which successors are evaluated
    static constexpr int searched_order = 12;  // least depth at which they are searched, one ply
    static constexpr int look_ahead = 4;       // least depth to look up successors for a cut
    static constexpr int deepened = 5;         // least depth to look for a first move beforehand
    static constexpr int shared_depth = 4;     // least depth at which threads share out successors
    // How much more a glance weighs where the game is searched to its end, and small trees count.
    static constexpr int haste = 3;

    using Ply = boardworth::Ply<G>;
    using Child = boardworth::Child<G>;

    [[nodiscard]] const G& game() const { return evaluator_.game(); }
    [[nodiscard]] std::size_t lanes() const { return evaluator_.index().lanes(); }

    auto make_ending() {
        if constexpr (has_ending<G>)
            return Ending<G>(memory_.ending, clock_);
        else
            return NoEnding{};
    }

    Value visit(std::size_t ply, Value alpha, Value beta, int depth) {
        Ply& here = plies_[ply];
        here.line.clear();
        if (depth <= 0 || ply >= most_depth) return quiesce(ply, alpha, beta);
        clock_.count_node();
        const auto moves = walker_.legal_moves(here.position);
        if (moves.empty()) return evaluator_.final_value(game().score(here.position));
        const bool to_the_end = depth >= plies_left(game(), here.position);
        if constexpr (has_ending<G>)
            if (to_the_end && ply > 0 && ending_.reaches(here.position))
                return visit_ending(here.position, alpha, beta);
        if (depth == 1) return visit_frontier(ply, moves, alpha, beta);

        const std::uint64_t key = game().key(here.position);
        auto known = memory_.table.find(key);
        const bool narrow = beta - alpha == 1;
        if (known && ply > 0 && narrow && usable(*known, depth, alpha, beta)) {
            horizon_leaves_ += known->horizon();
            return known->value();
        }
        if (narrow && ply > 0 && width_ > ProbCut::widest)
            if (const auto cut = probable_cut(ply, alpha, beta, depth)) return *cut;
        if (!known && !narrow && depth >= deepened) {
            aside([&] { return visit(ply, alpha, beta, depth - 2); });
            here.line.clear();
            known = memory_.table.find(key);
        }
        std::optional<Move> first;
        if (ply == 0 && !line_.empty())
            first = line_[0];
        else if (known)
            first = static_cast<Move>(known->move());
        expand(ply, moves, depth, to_the_end, first);
        if (narrow && depth >= look_ahead)
            if (const auto cut = known_cut(here, depth, beta)) return *cut;
        return visit_children(ply, alpha, beta, depth, key);
    }

    // The value of the next ply, for the player to move at this one.
    template <class Search>
    Value reply(std::size_t ply, Value alpha, Value beta, const Search& search) {
        const bool same = sign_of(game(), plies_[ply].position, plies_[ply + 1].position) > 0;
        return same ? search(alpha, beta) : -search(-beta, -alpha);
    }

    Value visit_next(std::size_t ply, Value alpha, Value beta, int depth) {
        return reply(ply, alpha, beta,
                     [&](Value low, Value high) { return visit(ply + 1, low, high, depth); });
    }

    // The position's evaluation, or what noisy moves make of it.
    Value quiesce(std::size_t ply, Value alpha, Value beta) {
        Ply& here = plies_[ply];
        here.line.clear();
        Value best = leaf(here.position, here.indices.data());
        if constexpr (has_noisy_moves<G>) {
            if (ply >= most_depth || best >= beta) return best;
            for (const Move move : walker_.legal_moves(here.position)) {
                if (!noisy(game(), here.position, move)) continue;
                play(ply, move);
                const Value value =
                    reply(ply, std::max(alpha, best), beta,
                          [&](Value low, Value high) { return quiesce(ply + 1, low, high); });
                if (value <= best) continue;
                best = value;
                if (value > alpha) remember_line(ply, move);
                if (best >= beta) break;
            }
        }
        return best;
    }

    Value leaf(const Position& position, const std::uint16_t* indices) {
        clock_.count_node();
        if (game().over(position)) return evaluator_.final_value(game().score(position));
        ++horizon_leaves_;
        if (memory_.sample) memory_.sample->see(position);
        return evaluator_.estimate(position, indices);
    }

    // Most nodes are leaves: their parents evaluate them one by one, without an order.
    template <class Moves>
    Value visit_frontier(std::size_t ply, const Moves& moves, Value alpha, Value beta) {
        Ply& here = plies_[ply];
        Value best = -infinity;
        for (const Move move : moves) {
            play(ply, move);
            const int left = extension(game(), here.position, move);
            Value value;
            if (left > 0 || has_noisy_moves<G>)
                value = visit_next(ply, std::max(alpha, best), beta, left);
            else
                value = sign_of(game(), here.position, plies_[ply + 1].position) *
                        leaf(plies_[ply + 1].position, plies_[ply + 1].indices.data());
            if (value <= best) continue;
            best = value;
            if (value > alpha) {
                if (left == 0 && !has_noisy_moves<G>) plies_[ply + 1].line.clear();
                remember_line(ply, move);
            }
            if (best >= beta) break;
        }
        return best;
    }

    // Principal variation search: the first successor with the full window, the others with a null
    // window, again with the full one where that fails high.
    Value visit_children(std::size_t ply, Value alpha, Value beta, int depth, std::uint64_t key) {
        const Value original_alpha = alpha;
        const std::uint64_t horizon_before = horizon_leaves_;
        const bool shared = memory_.several_threads && depth >= shared_depth;
        Value best = -infinity;
        Move best_move{};
        auto& children = plies_[ply].children;
        const std::size_t count = children.size();
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Child child = children[i];
            const int left = depth - 1 + extension(game(), plies_[ply].position, child.move);
            const std::uint64_t mark = shared ? busy_mark(game().key(child.position), left) : 0;
            if (shared && i > 0 && i < count && memory_.busy.searched(mark)) {
                children.push_back(child);  // put off
                continue;
            }
            if (shared) memory_.busy.enter(mark);
            play(ply, child.move);
            const bool null_window = best > -infinity;
            Value value = visit_next(ply, alpha, null_window ? alpha + 1 : beta, left);
            if (null_window && value > alpha && value < beta)
                value = visit_next(ply, alpha, beta, left);
            if (shared) memory_.busy.leave(mark);
            if (value <= best) continue;
            best = value;
            best_move = child.move;
            if (value <= alpha) continue;
            alpha = value;
            remember_line(ply, child.move);
            if (alpha >= beta) break;
        }
        if (best >= beta) remember_cut(ply, best_move, depth);
        memory_.table.store(
            key, SearchRecord(best, depth, best_move, bound_of(best, original_alpha, beta),
                              horizon_leaves_ != horizon_before, width_));
        return best;
    }

    // A value that rests on no evaluation holds at every greater depth too.
    bool usable(const SearchRecord& record, int depth, Value alpha, Value beta) const {
        const bool deep_enough = record.depth() == depth ||
                                 (!record.horizon() && record.depth() < depth) ||
                                 (memory_.deeper_will_do && record.depth() > depth);
        return deep_enough && record.width() <= width_ && decides(record, alpha, beta);
    }

    // A successor whose stored value already refutes the window.
    std::optional<Value> known_cut(const Ply& here, int depth, Value beta) {
        for (const Child& child : here.children) {
            const int left = depth - 1 + extension(game(), here.position, child.move);
            const auto known = memory_.table.find(game().key(child.position));
            if (!known) continue;
            const Value side = sign_of(game(), here.position, child.position);
            const Value low = side > 0 ? beta - 1 : -beta;
            if (known->bound() != (side > 0 ? Bound::upper : Bound::lower) &&
                side * known->value() >= beta && usable(*known, left, low, low + 1)) {
                horizon_leaves_ += known->horizon();
                return side * known->value();
            }
        }
        return std::nullopt;
    }

    // A search whose value is not part of the result.
    template <class Search>
    Value aside(const Search& search) {
        const std::uint64_t before = horizon_leaves_;
        const Value value = search();
        horizon_leaves_ = before;
        return value;
    }

    // Whether a shallow search makes a value outside the window all but certain.
    std::optional<Value> probable_cut(std::size_t ply, Value alpha, Value beta, int depth) {
        const Ply& here = plies_[ply];
        const ProbCutCheck* check = probcut_.find(game().progress(here.position), depth);
        if (!check) return std::nullopt;
        const double margin = ProbCut::deviations[static_cast<std::size_t>(width_)] * check->sigma;
        const auto needed = [&](double deep) {
            return static_cast<Value>(
                std::clamp((deep - check->offset) / check->slope, -1.0 * infinity, 1.0 * infinity));
        };
        const Value high = needed(beta + margin), low = needed(alpha - margin);
        const Value glance = evaluator_.estimate(here.position, here.indices.data());
        const Value most = evaluator_.final_value(game().max_score);
        const auto search = [&](Value from) {
            return aside([&] { return visit(ply, from, from + 1, check->shallow); });
        };
        std::optional<Value> cut;
        if (glance >= beta && high < most && search(high - 1) >= high)
            cut = beta;
        else if (glance <= alpha && low > -most && search(low) <= low)
            cut = alpha;
        if (cut) ++horizon_leaves_;
        return cut;
    }

    // Hands over to the game's own solver of endings, which counts in points of score.
    Value visit_ending(const Position& position, Value alpha, Value beta) {
        if constexpr (has_ending<G>) {
            const auto [low, high] = evaluator_.score_window(alpha, beta);
            return evaluator_.final_value(ending_.solve(position, low, high));
        } else {
            return 0;
        }
    }

    // A move after which the opponent's value is the opposite of this one.
    Move move_worth(const Position& position, Value value) {
        const auto moves = walker_.legal_moves(position);
        const Move best = ending_.best_move(position);
        const auto fits = [&](Move move) {
            const Position after = walker_.play_unchecked(position, move, IgnoreChanges{});
            if (game().over(after)) return evaluator_.final_value(game().score(after)) == -value;
            return visit_ending(after, -value - 1, -value + 1) == -value;
        };
        if (std::find(moves.begin(), moves.end(), best) != moves.end() && fits(best)) return best;
        const auto found = std::find_if(moves.begin(), moves.end(), fits);
        return found == moves.end() ? moves[0] : *found;
    }

    // Orders the successors: the table's move first, then by what a look at each of them promises;
    // the deeper the search below, the closer the look.
    template <class Moves>
    void expand(std::size_t ply, const Moves& moves, int depth, bool to_the_end,
                std::optional<Move> first) {
        Ply& here = plies_[ply];
        here.children.clear();
        for (const Move move : moves) {
            Child child{move, infinity, {}};
            const bool is_first = first && move == *first;
            if (depth >= judged_order && !is_first) {
                play(ply, move);
                child.position = plies_[ply + 1].position;
                child.promise = judged(ply, child, depth, to_the_end);
            } else {
                if (has_promise<G> || depth >= judged_order)
                    child.position = walker_.play_unchecked(here.position, move, IgnoreChanges{});
                if (!is_first) child.promise = glance(here, child);
            }
            here.children.push_back(child);
        }
        order(here.children.begin(), here.children.end(),
              [](const Child& a, const Child& b) { return a.promise > b.promise; });
    }

    Value glance(const Ply& here, const Child& child) const {
        Value value =
            promise(game(), here.position, child.move, child.position) * evaluator_.scale() / 100;
        if (child.move == here.killers[0] || child.move == here.killers[1])
            value += evaluator_.scale();
        return value + history_[child.move];
    }

    Value judged(std::size_t ply, const Child& child, int depth, bool to_the_end) {
        Value value;
        if (game().over(child.position)) {
            value = evaluator_.final_value(game().score(child.position));
        } else if (depth >= searched_order) {
            value = aside([&] { return visit(ply + 1, -infinity, infinity, 1); });
        } else {
            value = evaluator_.estimate(child.position, plies_[ply + 1].indices.data());
        }
        value *= sign_of(game(), plies_[ply].position, child.position);
        const Value quick = promise(game(), plies_[ply].position, child.move, child.position) *
                            evaluator_.scale() / 100;
        return value + (to_the_end ? haste * quick : quick);
    }

    // Plays a move of one ply into the next.
    void play(std::size_t ply, Move move) {
        const PatternIndex& index = evaluator_.index();
        Ply& next = plies_[ply + 1];
        next.indices.resize(lanes());
        std::copy_n(plies_[ply].indices.data(), lanes(), next.indices.data());
        std::uint16_t* indices = next.indices.data();
        next.position = walker_.play_unchecked(
            plies_[ply].position, move,
            [&](int atom, int difference) { index.change(indices, atom, difference); });
    }

    void remember_line(std::size_t ply, Move move) {
        plies_[ply].remember_line(move, plies_[ply + 1].line);
    }

    // Moves that refuted something are looked at early elsewhere.
    void remember_cut(std::size_t ply, Move move, int depth) {
        plies_[ply].remember_killer(move);
        history_[move] += depth * depth;
        if (history_[move] > evaluator_.scale())
            for (Value& score : history_) score /= 2;
    }

    const Evaluator& evaluator_;
    const ProbCut& probcut_;
    SearchMemory<G>& memory_;
    Clock& clock_;
    Walker<G> walker_;
    Ending<G> ending_;
    std::vector<Ply> plies_;
    std::vector<Move> line_;      // of the visit before
    std::vector<Value> history_;  // by move
    std::uint64_t horizon_leaves_ = 0;
    int width_ = ProbCut::widest;
};

}  // namespace boardworth
