// One thread's alpha-beta search of a tree, over any game and evaluator.
//
// At selectivity level 0 (no forward pruning), without features that change values and with a table
// of its own its value is the minimax value: a stored value is used only where a search of the
// depth asked for would give the same one. The exception are games that count repetitions: what is
// stored holds for paths that do not repeat the positions below it.
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
#include "search/path.h"
#include "search/probcut.h"
#include "search/record.h"
#include "search/root_moves.h"
#include "search/shared_search.h"
#include "search/tree/ending_play.h"
#include "search/tree/known_values.h"
#include "search/tree/leaves.h"
#include "search/tree/pruning.h"
#include "search/tree/quiescence.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class Searcher {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    static constexpr int max_depth = max_search_depth;

    // `history` are the keys of the positions before the root, where the game counts repetitions.
    Searcher(const E& evaluator, const ProbCut& probcut, SharedSearch<G>& shared, Clock& clock,
             const Position& root, std::span<const std::uint64_t> history)
        : evaluator_(evaluator),
          probcut_(probcut),
          shared_(shared),
          clock_(clock),
          path_(evaluator, root, history, max_depth + 2),
          ending_(make_ending()),
          order_(evaluator.game(), evaluator.units(), shared.features),
          leaves_(evaluator, path_, shared, clock),
          known_(evaluator.game(), path_, leaves_, shared),
          quiescence_(evaluator.game(), path_, leaves_, order_, shared, clock),
          pruning_(shared.features, shared.pawn) {
        if constexpr (is_tactical<G>) path_[0].checked = in_check(game(), root);
    }

    // The root's value if it lies between alpha and beta, else a bound on that side.
    Value visit_root(Value alpha, Value beta, int depth, int selectivity) {
        if (!path_[0].pv.empty()) last_pv_ = path_[0].pv;
        selectivity_ = selectivity;
        root_depth_ = depth;
        leaves_.horizon = 0;
        leaves_.deepest = 0;
        return visit(0, alpha, beta, depth);
    }

    // Restricts the root to some of its moves; none stands for all.
    void choose_from(std::vector<Move> moves) { root_moves_.only(std::move(moves)); }

    // The best move found so far and what is expected to follow; empty before the first is known.
    [[nodiscard]] const std::vector<Move>& pv() const {
        return path_[0].pv.empty() ? last_pv_ : path_[0].pv;
    }
    // Whether the last visit of the root rests on no evaluation.
    [[nodiscard]] bool exact() const { return leaves_.horizon == 0; }
    // Plies of the longest line that quiescence search has followed in the last visit.
    [[nodiscard]] std::size_t deepest() const { return leaves_.deepest; }

    // Follows best play from where a principal variation ends to the end of the game, given the
    // root's exact value.
    void complete(std::vector<int>& pv, Value value) {
        if constexpr (has_ending<G>) ending_.complete(pv, value);
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
    [[nodiscard]] const DistanceValues<G>& distances() const { return leaves_.distances(); }

    auto make_ending() {
        if constexpr (has_ending<G>)
            return EndingPlay<G, E>(evaluator_, path_, shared_, clock_);
        else
            return NoEnding{};
    }

    Value visit(std::size_t ply, Value alpha, Value beta, int depth) {
        path_[ply].pv.clear();
        if constexpr (is_tactical<G>)
            if (extended(ply)) ++depth;
        if (depth <= 0 || ply >= max_depth) return quiescence_.visit(ply, alpha, beta);
        clock_.count_node();
        if constexpr (is_tactical<G>)
            return visit_tactical(ply, alpha, beta, depth);
        else
            return visit_other(ply, alpha, beta, depth);
    }

    // Whether the mover's answers to a check do not count towards the depth.
    [[nodiscard]] bool extended(std::size_t ply) const {
        return path_[ply].checked && ply > 0 && ply < 2 * static_cast<std::size_t>(root_depth_) &&
               shared_.features.has(Feature::check_extensions);
    }

    Value visit_tactical(std::size_t ply, Value alpha, Value beta, int depth) {
        Ply& here = path_[ply];
        if (ply > 0)
            if (const auto end = leaves_.end_value(ply)) return *end;
        if (shared_.features.has(Feature::mate_distance)) {
            alpha = std::max(alpha, distances().least(ply));
            beta = std::min(beta, distances().most(ply));
            if (alpha >= beta) return alpha;
        }
        const std::uint64_t key = own_key(ply);
        const auto known = shared_.table.find(key);
        const bool narrow = beta - alpha == 1;
        if (narrow && ply > 0) {
            if (const auto value = known_.value(known, ply, alpha, beta, {depth, selectivity_}))
                return *value;
            if (selectivity_ > ProbCut::full_width)
                if (const auto cut = probable_cut(ply, alpha, beta, depth)) return *cut;
        }
        if (shared_.features.change_values() && !here.checked) {
            here.standing = path_.estimate(ply);
            if (narrow && ply > 0)
                if (const auto cut = prune(ply, beta, depth)) return *cut;
        }
        const auto first = first_move(ply, alpha, beta, depth, key, known);
        order_.expand(path_, ply, path_.legal_moves(here.position), {depth, false, first}, [] {});
        if (restricted(ply)) root_moves_.keep(here.children);
        return visit_children(ply, alpha, beta, depth, key);
    }

    Value visit_other(std::size_t ply, Value alpha, Value beta, int depth) {
        Ply& here = path_[ply];
        if (const auto value = leaves_.repetition_value(ply)) return *value;
        const auto moves = path_.legal_moves(here.position);
        if (moves.empty()) return distances().final_value(game().score(here.position), ply);
        const bool to_the_end = depth >= plies_left(game(), here.position);
        if constexpr (has_ending<G>)
            if (to_the_end && ply > 0 && ending_.reaches(here.position))
                return ending_.value(here.position, alpha, beta);
        if (depth == 1 && !restricted(ply)) return visit_frontier(ply, moves, alpha, beta);

        const std::uint64_t key = own_key(ply);
        const auto known = shared_.table.find(key);
        const bool narrow = beta - alpha == 1;
        if (narrow && ply > 0) {
            if (const auto value = known_.value(known, ply, alpha, beta, {depth, selectivity_}))
                return *value;
            if (selectivity_ > ProbCut::full_width)
                if (const auto cut = probable_cut(ply, alpha, beta, depth)) return *cut;
        }
        const auto first = first_move(ply, alpha, beta, depth, key, known);
        order_.expand(path_, ply, moves, {depth, to_the_end, first}, [&] {
            return aside([&] { return visit(ply + 1, -infinity, infinity, 1); });
        });
        if (restricted(ply)) root_moves_.keep(here.children);
        if (narrow && depth >= transposition_cutoffs)
            if (const auto cut = known_.cutoff(ply, beta, {depth, selectivity_})) return *cut;
        return visit_children(ply, alpha, beta, depth, key);
    }

    // Whether some moves are left out.
    [[nodiscard]] bool restricted(std::size_t ply) const { return ply == 0 && !root_moves_.all(); }
    // What the table knows a ply's position by.
    [[nodiscard]] std::uint64_t own_key(std::size_t ply) const {
        return table_key(game(), path_[ply].position) ^ (restricted(ply) ? root_moves_.mark() : 0);
    }

    // What to search first: the table's move, or that of a search that is less deep.
    std::optional<Move> first_move(std::size_t ply, Value alpha, Value beta, int depth,
                                   std::uint64_t key, std::optional<SearchRecord> known) {
        if (!known && beta - alpha > 1 && depth >= internal_deepening) {
            aside([&] { return visit(ply, alpha, beta, depth - 2); });
            path_[ply].pv.clear();
            known = shared_.table.find(key);
        }
        if (ply == 0 && !last_pv_.empty()) return last_pv_[0];
        return known ? std::optional(static_cast<Move>(known->move())) : std::nullopt;
    }

    // A position so good that it need not be searched: because nothing quick changes that much, or
    // because the mover need not even move (null move).
    std::optional<Value> prune(std::size_t ply, Value beta, int depth) {
        const Ply& here = path_[ply];
        if (distances().proven(beta)) return std::nullopt;
        Value value = here.standing;
        if (!pruning_.beyond_doubt(value, beta, depth)) {
            if (here.passed || !pruning_.tries_pass(value, beta, depth) ||
                !game().may_pass(here.position))
                return std::nullopt;
            path_.pass(ply);
            const int left = pruning_.depth_after_pass(value, beta, depth);
            value = -visit(ply + 1, -beta, 1 - beta, left);
            if (value < beta) return std::nullopt;
        }
        ++leaves_.horizon;
        return distances().proven(value) ? beta : value;
    }

    // How much a child is searched that may give check.
    Effort effort(std::size_t ply, std::size_t i, const Child& child, bool checks, int left,
                  Value alpha, bool narrow) const {
        const Ply& here = path_[ply];
        if (i == 0 || checks || here.checked || noisy(game(), here.position, child.move))
            return {left, {}};
        const Effort wanted = pruning_.quiet_effort(left, i, narrow, here.standing, alpha,
                                                    order_.history(here, child.move));
        return distances().proven(alpha) ? Effort{wanted.depth, {}} : wanted;
    }

    Value visit_next(std::size_t ply, Value alpha, Value beta, int depth) {
        return path_.reply(ply, alpha, beta,
                           [&](Value low, Value high) { return visit(ply + 1, low, high, depth); });
    }

    // Most nodes are leaves: their parents evaluate them one by one, without an order.
    template <class Moves>
    Value visit_frontier(std::size_t ply, const Moves& moves, Value alpha, Value beta) {
        Ply& here = path_[ply];
        const std::uint64_t horizon_before = leaves_.horizon;
        const bool evaluated = !quiescence_.played();
        Value best = -infinity;
        for (const Move move : moves) {
            path_.play(ply, move);
            const int left = extension(game(), here.position, move);
            Value value;
            if (left > 0 || !evaluated)
                value = visit_next(ply, std::max(alpha, best), beta, left);
            else
                value =
                    sign_of(game(), here.position, path_[ply + 1].position) * leaves_.leaf(ply + 1);
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
        const std::uint64_t horizon_before = leaves_.horizon;
        const std::uint64_t history_before = leaves_.history;
        const bool shared = shared_.several_threads && depth >= shared_depth;
        Value best = -infinity;
        std::size_t best_place = 0;
        auto& children = path_[ply].children;
        const std::size_t count = children.size();
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Child child = order_.next(path_[ply], i);
            const int left = depth - 1 + extension(game(), path_[ply].position, child.move);
            const std::uint64_t mark = shared ? busy_mark(next_key(ply, child), left) : 0;
            if (shared && i > 0 && i < count && shared_.busy.searched(mark)) {
                children.push_back({child.move, -infinity, child.position});  // put off
                continue;
            }
            int first_depth = left;
            if constexpr (is_tactical<G>) {
                const bool checks = game().gives_check(path_[ply].position, child.move);
                const Effort wanted = effort(ply, i, child, checks, left, alpha, beta - alpha == 1);
                if (wanted.hope) {
                    best = std::max(best, *wanted.hope);
                    ++leaves_.horizon;
                    continue;
                }
                first_depth = wanted.depth;
                path_.play(ply, child.move, checks);
            } else {
                path_.play(ply, child.move);
            }
            if (shared) shared_.busy.enter(mark);
            const bool null_window = best > -infinity;
            Value value = visit_next(ply, alpha, null_window ? alpha + 1 : beta, first_depth);
            if (first_depth < left && value > alpha)
                value = visit_next(ply, alpha, alpha + 1, left);
            if (null_window && value > alpha && value < beta)
                value = visit_next(ply, alpha, beta, left);
            if (shared) shared_.busy.leave(mark);
            if (value <= best) continue;
            best = value;
            best_place = i;
            if (value <= alpha) continue;
            alpha = value;
            remember_pv(ply, child.move);
            if (alpha >= beta) break;
        }
        const Move best_move = children[best_place].move;
        if (best >= beta) order_.remember_cutoff(path_[ply], best_place, depth);
        settle(best, ply, depth, horizon_before);
        // What rests on earlier positions holds only after them: its move alone is stored.
        const bool general = !counts_repetitions<G> || leaves_.history == history_before;
        const Bound bound = general ? bound_of(best, original_alpha, beta) : Bound::none;
        shared_.table.store(key,
                            SearchRecord(distances().to_table(best, ply), depth, best_move, bound,
                                         leaves_.horizon != horizon_before, selectivity_));
        return best;
    }

    // A win or loss that is settled rests on no evaluation, whatever was evaluated beside it.
    void settle(Value best, std::size_t ply, int depth, std::uint64_t horizon_before) {
        if constexpr (DistanceValues<G>::counted)
            if (selectivity_ == ProbCut::full_width && !shared_.features.change_values() &&
                distances().settled(best, ply, depth))
                leaves_.horizon = horizon_before;
    }

    // A search whose value is not part of the result.
    template <class Search>
    Value aside(const Search& search) {
        const std::uint64_t before = leaves_.horizon;
        const Value value = search();
        leaves_.horizon = before;
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
        if (cut) ++leaves_.horizon;
        return cut;
    }

    // The key of a position that has not been played yet.
    std::uint64_t next_key(std::size_t ply, const Child& child) {
        if constexpr (is_tactical<G>)
            return table_key(game(), path_.after(path_[ply].position, child.move));
        else
            return table_key(game(), child.position);
    }

    void remember_pv(std::size_t ply, Move move) {
        path_[ply].remember_pv(move, path_[ply + 1].pv);
    }

    using EndingOrNone = std::conditional_t<has_ending<G>, EndingPlay<G, E>, NoEnding>;

    const E& evaluator_;
    const ProbCut& probcut_;
    SharedSearch<G>& shared_;
    Clock& clock_;
    SearchPath<G, E> path_;
    EndingOrNone ending_;
    Order<G> order_;
    Leaves<G, E> leaves_;
    KnownValues<G, E> known_;
    Quiescence<G, E> quiescence_;
    Pruning pruning_;
    RootMoves<G> root_moves_;
    std::vector<Move> last_pv_;  // of the visit before
    int root_depth_ = 0;
    int selectivity_ = ProbCut::full_width;
};

}  // namespace boardworth
