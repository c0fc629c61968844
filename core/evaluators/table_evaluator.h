// The fast evaluation: table look-ups by pattern index, added up for the side to move, and terms.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/evaluator.h"
#include "evaluators/sparse_sum.h"
#include "evaluators/term_sum.h"
#include "features/index.h"
#include "features/sparse_table.h"

namespace boardworth {

struct TableWeights {
    std::vector<std::int16_t> tables;  // by stage, then table, then configuration
    std::vector<Value> constants;      // by stage
    std::vector<std::uint32_t>
        offsets;                       // by instance, the sparse ones last: where its table starts
    std::vector<std::uint8_t> stages;  // by progress
};

// The indices of every ply's position, one ply after the other.
class IndexStack {
  public:
    IndexStack(const PatternIndex& index, std::size_t plies)
        : blocks_(index.width() / PatternIndex::indices_per_block),
          memory_(std::make_unique_for_overwrite<Block[]>(blocks_ * plies)) {}

    [[nodiscard]] std::uint16_t* at(std::size_t ply) {
        return memory_[ply * blocks_].indices.data();
    }
    [[nodiscard]] const std::uint16_t* at(std::size_t ply) const {
        return memory_[ply * blocks_].indices.data();
    }
    // Begins a ply as a copy of the one before it.
    std::uint16_t* copy_to(std::size_t ply) {
        std::uint16_t* indices = at(ply);
        std::copy_n(at(ply - 1), blocks_ * PatternIndex::indices_per_block, indices);
        return indices;
    }

  private:
    struct alignas(64) Block {
        std::array<std::uint16_t, PatternIndex::indices_per_block> indices;
    };

    std::size_t blocks_;  // of one ply
    std::unique_ptr<Block[]> memory_;
};

template <Game G>
class TableEvaluator {
  public:
    using Position = typename G::Position;

    struct Stack : IndexStack {
        Stack(const TableEvaluator& evaluator, std::size_t plies)
            : IndexStack(evaluator.index(), plies) {
            if (evaluator.terms_)
                read_term = std::make_unique<const TermReader<G>>(evaluator.game());
        }

        std::unique_ptr<const TermReader<G>> read_term;  // if there are terms
    };

    // The dense instances come first in `index`.
    TableEvaluator(G game, PatternIndex index, std::span<const SparseInstance> sparse,
                   TableWeights weights, int scale, Target target,
                   std::optional<TermSum<G>> terms = std::nullopt)
        : game_(std::move(game)),
          units_(scale, target, game_.max_score),
          index_(std::move(index)),
          weights_(std::move(weights)),
          terms_(std::move(terms)) {
        const std::size_t stages = weights_.constants.size();
        const std::size_t dense = weights_.offsets.size() - sparse.size();
        if (stages == 0 || weights_.tables.size() % stages != 0 || dense > index_.instances() ||
            weights_.stages.size() != static_cast<std::size_t>(game_.max_progress) + 1)
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
    }

    [[nodiscard]] const G& game() const { return game_; }
    [[nodiscard]] const ValueUnits& units() const { return units_; }
    [[nodiscard]] const PatternIndex& index() const { return index_; }
    [[nodiscard]] std::size_t dense_instances() const { return last_.size(); }

    void start(Stack& stack, const Position& position) const {
        index_.read(game_, position, {stack.at(0), index_.width()});
    }

    [[nodiscard]] auto enter(Stack& stack, std::size_t ply) const {
        return [&index = index_, indices = stack.copy_to(ply)](int atom, int difference) {
            index.change(indices, atom, difference);
        };
    }

    [[nodiscard]] Value value(const Stack& stack, std::size_t ply, const Position& position) const {
        const Value sum = table_sum(position, stack.at(ply));
        return stack.read_term ? sum + (*terms_)(*stack.read_term, game_, position) : sum;
    }

    // `indices` are the position's.
    [[nodiscard]] Value value(const Position& position, const std::uint16_t* indices) const {
        const Value sum = table_sum(position, indices);
        return terms_ ? sum + (*terms_)(TermReader<G>(game_), game_, position) : sum;
    }

    // The same without terms.
    [[nodiscard]] Value table_sum(const Position& position, const std::uint16_t* indices) const {
        const auto stage = weights_.stages[static_cast<std::size_t>(game_.progress(position))];
        const std::int16_t* table = weights_.tables.data() + stage * stage_size_;
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

    [[nodiscard]] Value value_plainly(const Position& position) const {
        std::vector<std::uint16_t> indices(index_.width());
        index_.read_plainly(game_, position, indices);
        return value(position, indices.data());
    }

    // The weight of one dense instance, as the mover sees it.
    [[nodiscard]] Value weight(const Position& position, const std::uint16_t* indices,
                               std::size_t instance) const {
        const auto stage = weights_.stages[static_cast<std::size_t>(game_.progress(position))];
        return weights_.tables[stage * stage_size_ + weights_.offsets[instance] +
                               index_.seen_by(game_.mover(position), instance, indices)];
    }

  private:
    G game_;
    ValueUnits units_;
    PatternIndex index_;
    TableWeights weights_;
    std::vector<std::uint32_t> last_;  // by dense instance: where its table ends within a stage
    SparseSum sparse_;
    std::optional<TermSum<G>> terms_;
    std::size_t stage_size_ = 0;
};

}  // namespace boardworth
