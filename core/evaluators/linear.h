// The compiled evaluation: table look-ups by pattern index, added up for the side to move, or by
// pattern and then combined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/combination.h"
#include "evaluators/sparse_sum.h"
#include "features/index.h"
#include "features/sparse_instance.h"
#include "rules/game.h"

namespace boardworth {

// What the weights of an evaluation add up to.
enum class Target { score, win };

struct LinearWeights {
    std::vector<std::int16_t> tables;  // by stage, then table, then configuration
    std::vector<Value> constants;      // by stage
    std::vector<std::uint32_t>
        offsets;                       // by instance, the sparse ones last: where its table starts
    std::vector<std::uint8_t> stages;  // by progress
    int scale;                         // units per point of score, or per unit of log-odds
    Target target;
};

template <Game G>
class LinearEvaluator {
  public:
    // The first lanes of `index` are the dense instances'.
    LinearEvaluator(G game, PatternIndex index, std::span<const SparseInstance> sparse,
                    LinearWeights weights, std::optional<Combination> combination = std::nullopt)
        : game_(std::move(game)),
          index_(std::move(index)),
          weights_(std::move(weights)),
          combination_(std::move(combination)) {
        const std::size_t stages = weights_.constants.size();
        const std::size_t dense = weights_.offsets.size() - sparse.size();
        if (stages == 0 || weights_.tables.size() % stages != 0 || dense > index_.instances() ||
            weights_.stages.size() != static_cast<std::size_t>(game_.max_progress) + 1 ||
            weights_.scale < 1 || weights_.scale > most_scale)
            throw std::invalid_argument("evaluator: tables and patterns do not fit together");
        stage_size_ = weights_.tables.size() / stages;
        for (const auto stage : weights_.stages)
            if (stage >= stages) throw std::invalid_argument("evaluator: no such stage");
        for (std::size_t i = 0; i < dense; ++i) {
            const std::size_t last = weights_.offsets[i] + index_.size(i) - 1;
            if (last >= stage_size_)
                throw std::invalid_argument("evaluator: table too small for its pattern");
            last_.push_back(static_cast<std::uint32_t>(last));
        }
        sparse_ =
            SparseSum(sparse, weights_.tables, std::span(weights_.offsets).subspan(dense), stages);
        if (combination_ && (!sparse.empty() || !combination_->fits(game_, dense)))
            throw std::invalid_argument("evaluator: its combination does not fit the patterns");
    }

    [[nodiscard]] const G& game() const { return game_; }
    [[nodiscard]] const PatternIndex& index() const { return index_; }
    [[nodiscard]] int scale() const { return weights_.scale; }
    [[nodiscard]] Target target() const { return weights_.target; }

    // Value for the side to move; `indices` are the position's, kept up to date by
    // `index().change`.
    [[nodiscard]] Value value(const typename G::Position& position,
                              const std::uint16_t* indices) const {
        const auto stage = weights_.stages[static_cast<std::size_t>(game_.progress(position))];
        const std::int16_t* table = weights_.tables.data() + stage * stage_size_;
        if (combination_) return combined(position, indices, table);
        const int mover = game_.mover(position);
        // The second player's view of an index is its mirror image, or elsewhere (rules/game.h).
        const bool as_it_is = !G::mirrored || mover == 0;
        indices = index_.view(mover, indices);
        Value sum = weights_.constants[stage] + sparse_(stage, as_it_is, indices);
        if (as_it_is) {
            for (std::size_t i = 0; i < last_.size(); ++i)
                sum += table[weights_.offsets[i] + indices[i]];
        } else {
            for (std::size_t i = 0; i < last_.size(); ++i) sum += table[last_[i] - indices[i]];
        }
        return sum;
    }

    [[nodiscard]] Value value(const typename G::Position& position) const {
        std::vector<std::uint16_t> indices(index_.lanes());
        index_.read(game_, position, indices);
        return value(position, indices.data());
    }

    // The value as a search takes it: no estimate is as good as a certain win, or as bad as a loss.
    [[nodiscard]] Value estimate(const typename G::Position& position,
                                 const std::uint16_t* indices) const {
        const Value most = final_value(game_.max_score) - 1;
        return std::clamp(value(position, indices), -most, most);
    }

    // Value of a finished game.
    [[nodiscard]] Value final_value(int score) const {
        if (weights_.target == Target::score) return score * weights_.scale;
        return score == 0 ? 0 : score > 0 ? decided : -decided;
    }

    // The scores between which a final value must be told apart to tell it apart between these.
    [[nodiscard]] std::pair<int, int> score_window(Value alpha, Value beta) const {
        if (weights_.target == Target::win) return {-1, 1};
        const auto floor = [this](Value value) {
            return value / weights_.scale - (value % weights_.scale < 0 ? 1 : 0);
        };
        return {floor(alpha), -floor(-beta)};
    }

  private:
    static constexpr Value decided = 1 << 22;
    static constexpr int most_scale = 1 << 12;

    // Apart from `value`, which must stay small where nothing is combined.
    [[nodiscard, gnu::noinline]] Value combined(const typename G::Position& position,
                                                const std::uint16_t* indices,
                                                const std::int16_t* table) const {
        const int mover = game_.mover(position);
        indices = index_.view(mover, indices);
        if (!G::mirrored || mover == 0)
            return combination_->value(game_, position, [&](std::size_t i) {
                return table[weights_.offsets[i] + indices[i]];
            });
        return combination_->value(game_, position,
                                   [&](std::size_t i) { return table[last_[i] - indices[i]]; });
    }

    G game_;
    PatternIndex index_;
    LinearWeights weights_;
    std::optional<Combination> combination_;
    std::vector<std::uint32_t> last_;  // by dense instance: where its table ends within a stage
    SparseSum sparse_;
    std::size_t stage_size_ = 0;
};

}  // namespace boardworth
