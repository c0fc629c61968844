// Parts of a sum that look up tables by pattern index: their weights added up, or combined by a
// linear or quadratic function.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "evaluators/combination.h"
#include "evaluators/part.h"
#include "evaluators/table_evaluator.h"

namespace boardworth {

template <Game G>
class TablePart final : public EvaluatorPart<G> {
  public:
    explicit TablePart(TableEvaluator<G> tables,
                       std::optional<Combination> combination = std::nullopt)
        : tables_(std::move(tables)), combination_(std::move(combination)) {
        if (combination_ && !combination_->fits(tables_.game(), tables_.index().instances(),
                                                tables_.dense_instances()))
            throw std::invalid_argument("evaluator: its combination does not fit the patterns");
    }

    std::unique_ptr<PartFollower<G>> follower(std::size_t plies) const override {
        return std::make_unique<Follower>(*this, plies);
    }

  private:
    using Position = typename G::Position;

    class Follower final : public PartFollower<G> {
      public:
        Follower(const TablePart& part, std::size_t plies)
            : part_(part), stack_(part.tables_, plies) {
            if (part.combination_ && part.combination_->has_terms())
                read_term_ = std::make_unique<const TermReader<G>>(part.tables_.game());
        }

        void start(const Position& position) override {
            ply_ = 0;
            part_.tables_.start(stack_, position);
        }
        void play(std::span<const FactChange> changes) override {
            const auto change = part_.tables_.enter(stack_, ++ply_);
            for (const auto [atom, difference] : changes) change(atom, difference);
        }
        void undo(std::span<const FactChange> /*changes*/) override { --ply_; }
        Value value(const Position& position) const override {
            const TableEvaluator<G>& tables = part_.tables_;
            const std::uint16_t* indices = stack_.at(ply_);
            if (!part_.combination_) return tables.table_sum(position, indices);
            return part_.combination_->value(
                tables.game(), position,
                [&](std::size_t i) { return tables.weight(position, indices, i); },
                [&](std::size_t term) { return (*read_term_)(position, term).number(); });
        }

      private:
        const TablePart& part_;
        typename TableEvaluator<G>::Stack stack_;
        std::unique_ptr<const TermReader<G>> read_term_;  // if the combination has terms
        std::size_t ply_ = 0;
    };

    TableEvaluator<G> tables_;
    std::optional<Combination> combination_;
};

}  // namespace boardworth
