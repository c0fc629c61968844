// Iterative deepening over any game and evaluator, on one thread or several.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
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
        Nodes helped(static_cast<std::size_t>(threads_));
        SearchResult best;
        {
            std::vector<std::jthread> helpers;
            const StopOnExit stop_helpers{finished};  // before they are waited for
            for (int number = 1; number < threads_; ++number)
                helpers.emplace_back([&, number] {
                    help(position, request, finished, helped[static_cast<std::size_t>(number)]);
                });
            best = lead(position, request, interrupt, helped);
        }
        best.nodes += sum(helped);
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

    // One of the best moves, and the search that finds it among those that better ones leave.
    struct Variation {
        std::unique_ptr<Worker> worker;
        SearchResult best = {};
    };

    // Of every thread, as far as the others know.
    using Nodes = std::vector<std::atomic<std::uint64_t>>;
    static std::uint64_t sum(const Nodes& nodes) {
        return std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
    }

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
                      const Interrupt& interrupt, const Nodes& helped) {
        const Limit& limit = request.limit;
        Limit own = limit;
        own.nodes = std::max<std::uint64_t>(limit.nodes / static_cast<unsigned>(threads_), 1);
        Clock clock(own, interrupt);
        const std::vector<Move> choices = choices_of(position, request);
        auto variations = begin_variations(position, request, choices.size(), clock);
        Worker& first = *variations[0].worker;
        SearchResult best;
        best.pv = {choices[0]};
        const Worker* at_work = &first;
        int settled = 0;  // iterations for which the best move has been the same
        // A move without any search is worse than a late one.
        clock.suspend_limit();
        try {
            for (const Step& step : steps(position, request)) {
                const int before = move_of(best);
                std::vector<Move> left = choices;
                bool exact = true;
                for (Variation& one : variations) {
                    at_work = one.worker.get();
                    if (at_work != &first) one.worker->choose_from(left);
                    deepen(one, step, request.window);
                    clock.resume_limit();
                    if (at_work == &first || one.best.value > best.value) best = one.best;
                    exact = exact && one.best.exact;
                    std::erase(left, move_of(one.best));
                }
                if (request.report) report(request, variations, clock, helped);
                if (exact) break;
                settled = move_of(best) == before ? settled + 1 : 0;
                const double share = patience(settled, choices.size());
                if (clock.limited_seconds() >= limit.soft_seconds * share) break;
            }
        } catch (const LimitReached&) {
            // The unfinished iteration began with the best move so far: what it found since is
            // better.
            if (at_work == &first && !first.pv().empty())
                best.pv.assign(first.pv().begin(), first.pv().end());
        }
        if (best.exact && !request.window && limit.patient()) first.complete(best.pv, best.value);
        return told(best, clock);
    }

    // None where all moves are worse than a window that was asked for.
    static int move_of(const SearchResult& result) { return result.pv.empty() ? -1 : result.pv[0]; }

    // The moves of the root that a request leaves.
    std::vector<Move> choices_of(const Position& position, const SearchRequest& request) const {
        std::vector<Move> choices(request.root_moves.begin(), request.root_moves.end());
        if (choices.empty())
            for (const Move move : game().legal_moves(position)) choices.push_back(move);
        return choices;
    }

    std::vector<Variation> begin_variations(const Position& position, const SearchRequest& request,
                                            std::size_t choices, Clock& clock) const {
        const auto wanted = static_cast<std::size_t>(std::max(request.variations, 1));
        std::vector<Variation> variations(std::min(wanted, choices));
        for (Variation& one : variations)
            one.worker = std::make_unique<Worker>(*evaluator_, probcut_, *shared_, clock, position,
                                                  request.history);
        variations[0].worker->choose_from({request.root_moves.begin(), request.root_moves.end()});
        return variations;
    }

    // One iteration of a variation.
    void deepen(Variation& one, const Step& step, std::optional<std::pair<int, int>> window) const {
        const Worker& worker = *one.worker;
        const Found found = iterate(*one.worker, step, one.best, window);
        one.best.value = found.value;
        one.best.exact = found.exact;
        one.best.pv.assign(worker.pv().begin(), worker.pv().end());
        one.best.depth = step.depth;
        one.best.selectivity = step.selectivity;
        one.best.selective_depth = std::max(step.depth, static_cast<int>(worker.deepest()));
    }

    // A search that is not exact may find a later variation better than an earlier one.
    void report(const SearchRequest& request, const std::vector<Variation>& variations,
                const Clock& clock, const Nodes& helped) const {
        std::vector<SearchResult> results;
        for (const Variation& one : variations) results.push_back(one.best);
        std::stable_sort(results.begin(), results.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        for (std::size_t i = 0; i < results.size(); ++i) {
            SearchResult result = told(results[i], clock);
            result.nodes += sum(helped);
            result.variation = static_cast<int>(i) + 1;
            request.report(result);
        }
    }

    // A result as the caller sees it.
    SearchResult told(SearchResult result, const Clock& clock) const {
        const DistanceValues<G> distances(evaluator_->units());
        result.distance = distances.distance(result.value);
        result.value = distances.plain(result.value);
        result.nodes = clock.nodes();
        result.seconds = clock.seconds();
        result.table_use = shared_->table.permille_used();
        return result;
    }

    // Other threads search the same tree; what they find reaches the leader through the table.
    void help(const Position& position, const SearchRequest& request, const StopSign& finished,
              std::atomic<std::uint64_t>& nodes) {
        Limit own;
        own.stop = &finished;
        own.nodes = request.limit.nodes / static_cast<unsigned>(threads_);
        const Interrupt uninterrupted = [] { return false; };
        Clock clock(own, uninterrupted);
        clock.tell(nodes);
        Worker worker(*evaluator_, probcut_, *shared_, clock, position, request.history);
        worker.choose_from({request.root_moves.begin(), request.root_moves.end()});
        SearchResult best;
        try {
            for (const Step& step : steps(position, request)) {
                best.value = iterate(worker, step, best, request.window).value;
                best.depth = step.depth;
            }
        } catch (const LimitReached&) {
        }
        nodes = clock.nodes();
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
