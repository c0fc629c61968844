// The sums of weights while configurations become active and cease to be, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

// What the active configurations stand for, in whatever order they turn. Nothing is active at
// first. The configurations must outlive it.
class TurnedSum {
  public:
    explicit TurnedSum(const WeighedConfigurations& own)
        : own_(&own),
          is_active_(own.added() == ActiveWeights::most_specific ? own.size() : 0),
          concerned_(own.added() == ActiveWeights::all ? 0 : own.weighed()),
          sums_(own.stages()) {}

    [[nodiscard]] std::int64_t sum(std::size_t stage) const { return sums_[stage]; }

    // A configuration becomes active, or ceases to be.
    template <bool begins>
    void turn(std::uint32_t configuration) {
        switch (own_->added()) {
            case ActiveWeights::all:
                add<begins>(configuration);
                break;
            case ActiveWeights::most_specific:
                turn_specific<begins>(configuration);
                break;
            case ActiveWeights::solutions:
                for (const std::uint32_t solution : own_->concerned(configuration))
                    if (changes_between_none_and_one<begins>(solution)) add<begins>(solution);
        }
    }

  private:
    template <bool begins>
    void turn_specific(std::uint32_t configuration) {
        is_active_[configuration] = begins ? 1 : 0;
        if (concerned_[configuration] == 0) add<begins>(configuration);
        for (const std::uint32_t general : own_->concerned(configuration))
            if (changes_between_none_and_one<begins>(general) && is_active_[general] != 0)
                add<!begins>(general);
    }

    template <bool begins>
    bool changes_between_none_and_one(std::uint32_t weighed) {
        return (begins ? concerned_[weighed]++ : --concerned_[weighed]) == 0;
    }

    template <bool plus>
    void add(std::size_t weighed) {
        const auto weights = own_->weights(weighed);
        for (std::size_t stage = 0; stage < weights.size(); ++stage)
            sums_[stage] += (plus ? 1 : -1) * std::int64_t{weights[stage]};
    }

    const WeighedConfigurations* own_;
    std::vector<std::uint8_t> is_active_;   // by configuration, where only the most specific count
    std::vector<std::uint32_t> concerned_;  // by what has weights: the active ones that concern it
    std::vector<std::int64_t> sums_;        // by stage
};

}  // namespace boardworth
