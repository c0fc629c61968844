// A model of patterns as a function of a rule sheet's states, for searches that ask what a state is
// worth to every role: UCT can be guided by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "evaluators/state_function.h"
#include "evaluators/table_evaluator.h"
#include "rules/network_game.h"

namespace boardworth {

class ModelFunction final : public StateFunction {
  public:
    // An estimate is never certain: it keeps this far from 0 and from 100 points.
    static constexpr double margin = 0.5;

    explicit ModelFunction(std::shared_ptr<const TableEvaluator<NetworkGame>> evaluator);

    [[nodiscard]] std::size_t roles() const override { return game().players.size(); }
    [[nodiscard]] std::size_t fluents() const override {
        return game().tables().network->fluents();
    }
    void values(std::span<const std::uint64_t> state, std::span<float> by_role) const override;

  private:
    [[nodiscard]] const NetworkGame& game() const { return evaluator_->game(); }
    // The mover's value in points of score or units of log-odds.
    [[nodiscard]] double value(const NetworkPosition& position) const;
    // The mover's points of goal by its value.
    [[nodiscard]] double points(double value) const;

    std::shared_ptr<const TableEvaluator<NetworkGame>> evaluator_;
};

}  // namespace boardworth
