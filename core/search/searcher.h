// One thread's alpha-beta search of a tree, over any game and evaluator.
//
// At selectivity level 0 (no forward pruning) and with a table of its own its value is the minimax
// value: a stored value is used only where a search of the depth asked for would give the same one.
// The exception are games that count repetitions: what is stored holds for paths that do not repeat
// the positions below it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluators/evaluator.h"
#include "rules/game.h"
#include "search/distance.h"
#include "search/hooks.h"
#include "search/limit.h"
#include "search/move_order.h"
#include "search/path.h"
#include "search/probcut.h"
#include "search/record.h"
#include "search/root_moves.h"
#include "search/shared_search.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class Searcher {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    static constexpr int max_depth = 200;

    // `history` are the keys of the positions before the root, where the game counts repetitions.
    Searcher(const E& evaluator, const ProbCut& probcut, SharedSearch<G>& shared, Clock& clock,
             const Position& root, std::span<const std::uint64_t> history)
        : evaluator_(evaluator),
          distances_(evaluator.units()),
          probcut_(probcut),
          shared_(shared),
          clock_(clock),
          ending_(make_ending()),
          path_(evaluator, root, history, max_depth + 2),
          order_(evaluator.game(), evaluator.units()) {}

    // The root's value if it lies between alpha and beta, else a bound on that side.
    Value visit_root(Value alpha, Value beta, int depth, int selectivity) {
        if (!path_[0].pv.empty()) last_pv_ = path_[0].pv;
        selectivity_ = selectivity;
        horizon_leaves_ = 0;
        deepest_ = 0;
        return visit(0, alpha, beta, depth);
    }

    // Restricts the root to some of its moves; none stands for all.
    void choose_from(std::vector<Move> moves) { root_moves_.only(std::move(moves)); }

    // The best move found so far and what is expected to follow; empty before the first is known.
    [[nodiscard]] const std::vector<Move>& pv() const {
        return path_[0].pv.empty() ? last_pv_ : path_[0].pv;
    }
    // Whether the last visit of the root rests on no evaluation.
    [[nodiscard]] bool exact() const { return horizon_leaves_ == 0; }
    // Plies of the longest line that quiescence search has followed in the last visit.
    [[nodiscard]] std::size_t deepest() const { return deepest_; }

    // Follows best play from where a principal variation ends to the end of the game, given the
    // root's exact value.
    void complete(std::vector<int>& pv, Value value) {
        Position position = path_[0].position;
        if constexpr (has_ending<G>) {
            for (const int move : pv) {
                position = path_.after(position, static_cast<Move>(move));
                value = -value;
            }
            while (!game().over(position) && ending_.reaches(position)) {
                const Move move = move_worth(position, value);
                pv.push_back(move);
                position = path_.after(position, move);
                value = -value;
            }
        }
    }

  private:
    // Least depths, tuned on Othello by the time to depth 14 and to solve 22 empties.
    static constexpr int transposition_cutoffs = 4;  // enhanced ones: successors are looked up
    static constexpr int internal_deepening = 5;     // a first move is searched for
    static constexpr int shared_depth = 4;           // threads share out successors

    using Ply = boardworth::Ply<G>;
    using Child = boardworth::Child<G>;

    [[nodiscard]] const G& game() const { return evaluator_.game(); }
    [[nodiscard]] const ValueUnits& units() const { return evaluator_.units(); }

    auto make_ending() {
        if constexpr (has_ending<G>)
            return Ending<G>(shared_.ending, clock_);
        else
            return NoEnding{};
    }

    Value visit(std::size_t ply, Value alpha, Value beta, int depth) {
        Ply& here = path_[ply];
        here.pv.clear();
        if (depth <= 0 || ply >= max_depth) return quiesce(ply, alpha, beta);
        clock_.count_node();
        if (path_.repeated(ply)) return repetition_value(ply);
        const auto moves = path_.legal_moves(here.position);
        if (moves.empty()) return distances_.final_value(game().score(here.position), ply);
        const bool to_the_end = depth >= plies_left(game(), here.position);
        if constexpr (has_ending<G>)
            if (to_the_end && ply > 0 && ending_.reaches(here.position))
                return visit_ending(here.position, alpha, beta);
        const bool restricted = ply == 0 && !root_moves_.all();
        if (depth == 1 && !restricted) return visit_frontier(ply, moves, alpha, beta);

        const std::uint64_t key =
            table_key(game(), here.position) ^ (restricted ? root_moves_.mark() : 0);
        auto known = shared_.table.find(key);
        const bool narrow = beta - alpha == 1;
        if (known && ply > 0 && narrow) {
            const Value value = distances_.from_table(known->value(), ply);
            if (usable(*known, value, depth, alpha, beta)) {
                horizon_leaves_ += known->horizon();
                return value;
            }
        }
        if (narrow && ply > 0 && selectivity_ > ProbCut::full_width)
            if (const auto cut = probable_cut(ply, alpha, beta, depth)) return *cut;
        if (!known && !narrow && depth >= internal_deepening) {
            aside([&] { return visit(ply, alpha, beta, depth - 2); });
            here.pv.clear();
            known = shared_.table.find(key);
        }
        std::optional<Move> first;
        if (ply == 0 && !last_pv_.empty())
            first = last_pv_[0];
        else if (known)
            first = static_cast<Move>(known->move());
        order_.expand(path_, ply, moves, {depth, to_the_end, first}, [&] {
            return aside([&] { return visit(ply + 1, -infinity, infinity, 1); });
        });
        if (restricted) root_moves_.keep(here.children);
        if (narrow && depth >= transposition_cutoffs)
            if (const auto cut = transposition_cutoff(ply, depth, beta)) return *cut;
        return visit_children(ply, alpha, beta, depth, key);
    }

    // The value of the next ply, for the player to move at this one.
    template <class Search>
    Value reply(std::size_t ply, Value alpha, Value beta, const Search& search) {
        const bool same = sign_of(game(), path_[ply].position, path_[ply + 1].position) > 0;
        return same ? search(alpha, beta) : -search(-beta, -alpha);
    }

    Value visit_next(std::size_t ply, Value alpha, Value beta, int depth) {
        return reply(ply, alpha, beta,
                     [&](Value low, Value high) { return visit(ply + 1, low, high, depth); });
    }

    [[nodiscard]] bool quiesces() const { return has_noisy_moves<G> && shared_.quiescence; }

    // Quiescence search: the position's evaluation, or what noisy moves make of it. A side that
    // must answer a threat cannot stand pat. `beyond` counts plies since the horizon.
    Value quiesce(std::size_t ply, Value alpha, Value beta, int beyond = 0) {
        Ply& here = path_[ply];
        here.pv.clear();
        if (!quiesces()) return leaf(ply);
        clock_.count_node();
        deepest_ = std::max(deepest_, ply);
        if (const auto end = end_value(ply)) return *end;
        const bool checked =
            beyond < evasion_plies && ply < max_depth && in_check(game(), here.position);
        Value best = checked ? -infinity : evaluate(ply);
        if (ply >= max_depth || best >= beta) return best;
        order_.expand_noisy(path_, ply, checked);
        for (const Child& child : here.children) {
            path_.play(ply, child.move);
            const Value value = reply(ply, std::max(alpha, best), beta, [&](Value low, Value high) {
                return quiesce(ply + 1, low, high, beyond + 1);
            });
            if (value <= best) continue;
            best = value;
            if (value > alpha) remember_pv(ply, child.move);
            if (best >= beta) break;
        }
        return best;
    }

    Value leaf(std::size_t ply) {
        clock_.count_node();
        if (const auto end = end_value(ply)) return *end;
        return evaluate(ply);
    }

    Value evaluate(std::size_t ply) {
        ++horizon_leaves_;
        if (shared_.sample) shared_.sample->see(path_[ply].position);
        return path_.estimate(ply);
    }

    // The value of a game that is over, by the rules or by repetition.
    std::optional<Value> end_value(std::size_t ply) {
        const Position& position = path_[ply].position;
        if (game().over(position)) return distances_.final_value(game().score(position), ply);
        if (path_.repeated(ply)) return repetition_value(ply);
        return std::nullopt;
    }

    Value repetition_value(std::size_t ply) {
        if constexpr (counts_repetitions<G>) {
            ++history_leaves_;
            return distances_.final_value(path_.repetition_score(ply), ply);
        } else {
            return 0;
        }
    }

    // Most nodes are leaves: their parents evaluate them one by one, without an order.
    template <class Moves>
    Value visit_frontier(std::size_t ply, const Moves& moves, Value alpha, Value beta) {
        Ply& here = path_[ply];
        const std::uint64_t horizon_before = horizon_leaves_;
        const bool evaluated = !quiesces();
        Value best = -infinity;
        for (const Move move : moves) {
            path_.play(ply, move);
            const int left = extension(game(), here.position, move);
            Value value;
            if (left > 0 || !evaluated)
                value = visit_next(ply, std::max(alpha, best), beta, left);
            else
                value = sign_of(game(), here.position, path_[ply + 1].position) * leaf(ply + 1);
            if (value <= best) continue;
            best = value;
            if (value > alpha) {
                if (left == 0 && evaluated) path_[ply + 1].pv.clear();
                remember_pv(ply, move);
            }
            if (best >= beta) break;
        }
        settle(best, ply, 1, horizon_before);
        return best;
    }

    // Principal variation search: the first successor with the full window, the others with a null
    // window, again with the full one where that fails high.
    Value visit_children(std::size_t ply, Value alpha, Value beta, int depth, std::uint64_t key) {
        const Value original_alpha = alpha;
        const std::uint64_t horizon_before = horizon_leaves_;
        const std::uint64_t history_before = history_leaves_;
        const bool shared = shared_.several_threads && depth >= shared_depth;
        Value best = -infinity;
        Move best_move{};
        auto& children = path_[ply].children;
        const std::size_t count = children.size();
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Child child = children[i];
            const int left = depth - 1 + extension(game(), path_[ply].position, child.move);
            const std::uint64_t mark =
                shared ? busy_mark(table_key(game(), child.position), left) : 0;
            if (shared && i > 0 && i < count && shared_.busy.searched(mark)) {
                children.push_back(child);  // put off
                continue;
            }
            if (shared) shared_.busy.enter(mark);
            path_.play(ply, child.move);
            const bool null_window = best > -infinity;
            Value value = visit_next(ply, alpha, null_window ? alpha + 1 : beta, left);
            if (null_window && value > alpha && value < beta)
                value = visit_next(ply, alpha, beta, left);
            if (shared) shared_.busy.leave(mark);
            if (value <= best) continue;
            best = value;
            best_move = child.move;
            if (value <= alpha) continue;
            alpha = value;
            remember_pv(ply, child.move);
            if (alpha >= beta) break;
        }
        if (best >= beta) order_.remember_cutoff(path_[ply], best_move, depth);
        settle(best, ply, depth, horizon_before);
        // What rests on earlier positions holds only after them: its move alone is stored.
        const bool general = !counts_repetitions<G> || history_leaves_ == history_before;
        const Bound bound = general ? bound_of(best, original_alpha, beta) : Bound::none;
        shared_.table.store(key,
                            SearchRecord(distances_.to_table(best, ply), depth, best_move, bound,
                                         horizon_leaves_ != horizon_before, selectivity_));
        return best;
    }

    // A win or loss that is settled rests on no evaluation, whatever was evaluated beside it.
    void settle(Value best, std::size_t ply, int depth, std::uint64_t horizon_before) {
        if constexpr (DistanceValues<G>::counted)
            if (selectivity_ == ProbCut::full_width && distances_.settled(best, ply, depth))
                horizon_leaves_ = horizon_before;
    }

    // Whether a stored value decides a window. One that rests on no evaluation holds at every
    // greater depth too.
    bool usable(const SearchRecord& record, Value value, int depth, Value alpha, Value beta) const {
        const bool deep_enough = record.depth() == depth ||
                                 (!record.horizon() && record.depth() < depth) ||
                                 (shared_.deeper_will_do && record.depth() > depth);
        return deep_enough && record.selectivity() <= selectivity_ &&
               decides(record.bound(), value, alpha, beta);
    }

    // Enhanced transposition cutoff: a successor whose stored value already refutes the window.
    std::optional<Value> transposition_cutoff(std::size_t ply, int depth, Value beta) {
        const Ply& here = path_[ply];
        for (const Child& child : here.children) {
            const int left = depth - 1 + extension(game(), here.position, child.move);
            const auto known = shared_.table.find(table_key(game(), child.position));
            if (!known || path_.would_repeat(ply, game().key(child.position))) continue;
            const Value side = sign_of(game(), here.position, child.position);
            const Value low = side > 0 ? beta - 1 : -beta;
            const Value value = distances_.from_table(known->value(), ply + 1);
            if (known->bound() != (side > 0 ? Bound::upper : Bound::lower) &&
                side * value >= beta && usable(*known, value, left, low, low + 1)) {
                horizon_leaves_ += known->horizon();
                return side * value;
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
        const Ply& here = path_[ply];
        const ProbCutCheck* check = probcut_.find(game().progress(here.position), depth);
        if (!check) return std::nullopt;
        const double margin =
            ProbCut::deviations[static_cast<std::size_t>(selectivity_)] * check->sigma;
        const auto needed = [&](double deep) {
            return static_cast<Value>(
                std::clamp((deep - check->offset) / check->slope, -1.0 * infinity, 1.0 * infinity));
        };
        const Value high = needed(beta + margin), low = needed(alpha - margin);
        const Value now = path_.estimate(ply);
        const Value won = units().won();
        const auto search = [&](Value from) {
            return aside([&] { return visit(ply, from, from + 1, check->shallow); });
        };
        std::optional<Value> cut;
        if (now >= beta && high < won && search(high - 1) >= high)
            cut = beta;
        else if (now <= alpha && low > -won && search(low) <= low)
            cut = alpha;
        if (cut) ++horizon_leaves_;
        return cut;
    }

    // Hands over to the game's own solver of endings, which counts in points of score.
    Value visit_ending(const Position& position, Value alpha, Value beta) {
        if constexpr (has_ending<G>) {
            const auto [low, high] = units().score_window(alpha, beta);
            return units().final_value(ending_.solve(position, low, high));
        } else {
            return 0;
        }
    }

    // A move after which the opponent's value is the opposite of this one.
    Move move_worth(const Position& position, Value value) {
        const auto moves = path_.legal_moves(position);
        const Move best = ending_.best_move(position);
        const auto fits = [&](Move move) {
            const Position after = path_.after(position, move);
            if (game().over(after)) return units().final_value(game().score(after)) == -value;
            return visit_ending(after, -value - 1, -value + 1) == -value;
        };
        if (std::find(moves.begin(), moves.end(), best) != moves.end() && fits(best)) return best;
        const auto found = std::find_if(moves.begin(), moves.end(), fits);
        return found == moves.end() ? moves[0] : *found;
    }

    void remember_pv(std::size_t ply, Move move) {
        path_[ply].remember_pv(move, path_[ply + 1].pv);
    }

    const E& evaluator_;
    DistanceValues<G> distances_;
    const ProbCut& probcut_;
    SharedSearch<G>& shared_;
    Clock& clock_;
    Ending<G> ending_;
    SearchPath<G, E> path_;
    MoveOrder<G> order_;
    RootMoves<G> root_moves_;
    std::vector<Move> last_pv_;         // of the visit before
    std::uint64_t horizon_leaves_ = 0;  // evaluated so far
    std::uint64_t history_leaves_ = 0;  // ended by repetition so far
    std::size_t deepest_ = 0;
    int selectivity_ = ProbCut::full_width;
};

}  // namespace boardworth
