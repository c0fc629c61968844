// Where the lines of play of a search end: by the rules, by repetition, or in an evaluation; and
// what values rest on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/distance.h"
#include "search/limit.h"
#include "search/path.h"
#include "search/shared_search.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class Leaves {
  public:
    Leaves(const E& evaluator, SearchPath<G, E>& path, SharedSearch<G>& shared, Clock& clock)
        : evaluator_(evaluator),
          distances_(evaluator.units()),
          path_(path),
          shared_(shared),
          clock_(clock) {}

    // Ends at a ply that is not searched on.
    Value leaf(std::size_t ply) {
        clock_.count_node();
        if (const auto end = end_value(ply)) return *end;
        return evaluate(ply);
    }

    Value evaluate(std::size_t ply) {
        ++horizon;
        if (shared_.sample) shared_.sample->see(path_[ply].position);
        return path_.estimate(ply);
    }

    // The value of a game that is over, by the rules or by repetition.
    std::optional<Value> end_value(std::size_t ply) {
        if (const auto end = rules_value(ply)) return end;
        return repetition_value(ply);
    }
    std::optional<Value> rules_value(std::size_t ply) const {
        const auto& position = path_[ply].position;
        if (!game().over(position)) return std::nullopt;
        return distances_.final_value(game().score(position), ply);
    }

    // A position that occurs again in the tree is taken for one that will go on recurring, if that
    // is asked for: its value then is an estimate.
    std::optional<Value> repetition_value(std::size_t ply) {
        if constexpr (counts_repetitions<G>) {
            const bool ended = path_.repeated(ply);
            if (!ended &&
                !(shared_.features.has(Feature::tree_repetition) && path_.repeated_in_tree(ply)))
                return std::nullopt;
            ++history;
            const int score = path_.repetition_score(ply);
            if (ended) return distances_.final_value(score, ply);
            ++horizon;
            return evaluator_.units().estimate(evaluator_.units().final_value(score));
        } else {
            return std::nullopt;
        }
    }

    [[nodiscard]] const DistanceValues<G>& distances() const { return distances_; }

    std::size_t deepest = 0;    // ply that quiescence search has reached
    std::uint64_t horizon = 0;  // evaluated so far
    std::uint64_t history = 0;  // ended by repetition so far

  private:
    [[nodiscard]] const G& game() const { return evaluator_.game(); }

    const E& evaluator_;
    DistanceValues<G> distances_;
    SearchPath<G, E>& path_;
    SharedSearch<G>& shared_;
    Clock& clock_;
};

}  // namespace boardworth
