// Iterative deepening over any game and evaluator, on one thread or several.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "search/plan.h"
#include "search/searcher.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class AlphaBeta {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    AlphaBeta(std::shared_ptr<const E> evaluator, const SearchSettings& settings,
              Driver driver = Driver::pvs)
        : evaluator_(std::move(evaluator)),
          probcut_(settings.probcut),
          driver_(driver),
          shared_(std::make_unique<SharedSearch<G>>(
              settings.memory, settings.threads,
              settings.quiescence.value_or(quiescence_by_default<G>), settings.features,
              pawn_value<G>(*evaluator_))),
          threads_(settings.threads) {}

    [[nodiscard]] const G& game() const { return evaluator_->game(); }

    // `position` must have a legal move.
    SearchResult search(const Position& position, const SearchRequest& request,
                        const Interrupt& interrupt) {
        shared_->new_search(request.limit.repeatable());
        StopSign finished;
        std::vector<std::uint64_t> helped(static_cast<std::size_t>(threads_), 0);
        SearchResult best;
        {
            std::vector<std::jthread> helpers;
            const StopOnExit stop_helpers{finished};  // before they are waited for
            for (int number = 1; number < threads_; ++number)
                helpers.emplace_back([&, number] {
                    helped[static_cast<std::size_t>(number)] = help(position, request, finished);
                });
            best = lead(position, request, interrupt);
        }
        for (const auto nodes : helped) best.nodes += nodes;
        return best;
    }

    // The same on one thread, with a sample of the positions that it evaluates.
    SearchResult search_and_sample(const Position& position, const SearchRequest& request,
                                   const Interrupt& interrupt, Sample<G>& sample) {
        const Sampling sampling(*shared_, sample);
        return search(position, request, interrupt);
    }

  private:
    using Worker = Searcher<G, E>;

    struct StopOnExit {
        StopSign& sign;
        ~StopOnExit() { sign.stop(); }
    };

    struct Sampling {
        Sampling(SharedSearch<G>& used, Sample<G>& sample) : shared(used) {
            shared.sample = &sample;
        }
        ~Sampling() { shared.sample = nullptr; }
        SharedSearch<G>& shared;
    };

    // One iteration: how deep, and how much is pruned.
    struct Step {
        int depth;
        int selectivity;
        bool to_the_end;
    };

    // An iteration's value, and whether it rests on no evaluation.
    struct Found {
        Value value;
        bool exact;
    };

    // Ever deeper; when the end of the game is near, straight to it, ever more carefully.
    std::vector<Step> steps(const Position& position, const SearchRequest& request) const {
        const Limit& limit = request.limit;
        const int deepest = std::min(limit.depth, Worker::max_depth);
        const int left = plies_left(game(), position);
        const int pruned = probcut_.selectivity;
        const int last = std::min(request.selectivity, pruned);
        std::vector<Step> steps;
        if (left > deepest) {
            for (int depth = 1; depth <= deepest; ++depth) steps.push_back({depth, pruned, false});
            return steps;
        }
        const int near = std::max(left - (limit.patient() ? near_the_end : in_sight_of_the_end), 1);
        for (int depth = 1; depth <= near && depth < left; ++depth)
            steps.push_back({depth, pruned, false});
        if (pruned != ProbCut::full_width && left > near_the_end)
            for (const int level : ending_levels)
                if (level > last) steps.push_back({left, level, true});
        steps.push_back({left, last, true});
        return steps;
    }

    SearchResult lead(const Position& position, const SearchRequest& request,
                      const Interrupt& interrupt) {
        const Limit& limit = request.limit;
        Limit own = limit;
        own.nodes = std::max<std::uint64_t>(limit.nodes / static_cast<unsigned>(threads_), 1);
        Clock clock(own, interrupt);
        Worker worker(*evaluator_, probcut_, *shared_, clock, position, request.history);
        SearchResult best;
        const auto moves = game().legal_moves(position);
        best.pv = {moves[0]};
        int settled = 0;  // iterations for which the best move has been the same
        try {
            for (const Step& step : steps(position, request)) {
                const int before = best.pv[0];
                const Found found = iterate(worker, step, best, request.window);
                best.value = found.value;
                best.exact = found.exact;
                best.pv.assign(worker.pv().begin(), worker.pv().end());
                best.depth = step.depth;
                best.selectivity = step.selectivity;
                if (best.exact) break;
                settled = best.pv[0] == before ? settled + 1 : 0;
                if (clock.seconds() >= limit.soft_seconds * patience(settled, moves.size())) break;
            }
        } catch (const LimitReached&) {
            // The unfinished iteration began with the best move so far: what it found since is
            // better.
            if (!worker.pv().empty()) best.pv.assign(worker.pv().begin(), worker.pv().end());
        }
        if (best.exact && !request.window && limit.patient()) worker.complete(best.pv, best.value);
        const DistanceValues<G> distances(evaluator_->units());
        best.distance = distances.distance(best.value);
        best.value = distances.plain(best.value);
        best.nodes = clock.nodes();
        best.seconds = clock.seconds();
        return best;
    }

    // Other threads search the same tree; what they find reaches the leader through the table.
    std::uint64_t help(const Position& position, const SearchRequest& request,
                       const StopSign& finished) {
        Limit own;
        own.stop = &finished;
        own.nodes = request.limit.nodes / static_cast<unsigned>(threads_);
        const Interrupt uninterrupted = [] { return false; };
        Clock clock(own, uninterrupted);
        Worker worker(*evaluator_, probcut_, *shared_, clock, position, request.history);
        SearchResult best;
        try {
            for (const Step& step : steps(position, request)) {
                best.value = iterate(worker, step, best, request.window).value;
                best.depth = step.depth;
            }
        } catch (const LimitReached&) {
        }
        return clock.nodes();
    }

    // Share of the soft limit that is worth spending.
    static double patience(int settled, std::size_t moves) {
        if (moves == 1) return 0;
        return settled >= 3 ? 0.5 : settled >= 1 ? 0.8 : 1.4;
    }

    Found iterate(Worker& worker, const Step& step, const SearchResult& before,
                  std::optional<std::pair<int, int>> window) const {
        Value low = -infinity, high = infinity;
        // No score exceeds the greatest: once it is found, the search can end.
        if (has_ending<G> && step.to_the_end)
            high = evaluator_->units().final_value(game().max_score);
        if (window && step.to_the_end) {
            low = evaluator_->units().final_value(window->first);
            high = evaluator_->units().final_value(window->second);
        }
        if (driver_ == Driver::mtdf && before.depth > 0)
            return close_in(worker, step, before.value, low, high);
        const bool blind = before.depth < first_aspiration;
        const Value value = blind ? worker.visit_root(low, high, step.depth, step.selectivity)
                                  : aspire(worker, step, before.value, low, high);
        return {value, worker.exact()};
    }

    // Aspiration: a window about the last iteration's value, widened where the value lies outside.
    Value aspire(Worker& worker, const Step& step, Value guess, Value low, Value high) const {
        Value margin = std::max(evaluator_->units().scale() * 2, 1);
        Value alpha = std::max(low, guess - margin), beta = std::min(high, guess + margin);
        if (alpha >= beta) alpha = low, beta = high;
        while (true) {
            const Value value = worker.visit_root(alpha, beta, step.depth, step.selectivity);
            margin *= 4;
            if (value <= alpha && alpha > low)
                alpha = std::max(low, value - margin);
            else if (value >= beta && beta < high)
                beta = std::min(high, value + margin);
            else
                return value;
        }
    }

    // MTD(f): null windows alone, each one where the last says that the value must lie. Evaluations
    // are much finer than the errors of a guess: steps in one direction grow.
    Found close_in(Worker& worker, const Step& step, Value guess, Value low, Value high) const {
        Value value = guess, stride = 1;
        bool rising = false, falling = false;
        bool low_exact = true, high_exact = true;
        while (low < high) {
            if (rising) value = std::min(value, high - stride) + stride;
            if (falling) value = std::max(value, low + 1 + stride) - stride;
            const Value beta = std::clamp(value, low + 1, high);
            value = worker.visit_root(beta - 1, beta, step.depth, step.selectivity);
            const bool up = value >= beta;
            (up ? low : high) = value;
            (up ? low_exact : high_exact) = worker.exact();
            stride = (up ? rising : falling) ? 2 * stride : 1;
            rising = up;
            falling = !up;
        }
        return {value, low_exact && high_exact};
    }

    static constexpr std::array ending_levels{5, 3};
    // How many plies short of the end ever deeper searches give way to searches to the end. A
    // search that has no time for those should not begin them early.
    static constexpr int near_the_end = 12;
    static constexpr int in_sight_of_the_end = 6;
    static constexpr int first_aspiration = 4;

    std::shared_ptr<const E> evaluator_;
    ProbCut probcut_;
    Driver driver_;
    std::unique_ptr<SharedSearch<G>> shared_;
    int threads_;
};

}  // namespace boardworth
