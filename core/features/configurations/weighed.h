// Configurations with weights, and how a position's value is made of those that are active. There
// are several methods to find them (methods.h), which all give the same sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/configurations/relations.h"
#include "features/configurations/specialisation.h"
#include "rules/facts.h"

namespace boardworth {

// Whose weights are added up: those of all active configurations, of those without an active
// specialisation (GLEM, section 4.3), or of the solutions that an active one proves, each once.
enum class ActiveWeights { all, most_specific, solutions };

// What never changes.
class WeighedConfigurations {
  public:
    // `weights` has as many weights as stages for each configuration of the DAG, side by side.
    WeighedConfigurations(const SpecialisationDag& dag, std::vector<std::int32_t> weights,
                          std::size_t stages, ActiveWeights added);
    // Configuration i proves the solutions proved[i]; weights are those of the solutions.
    WeighedConfigurations(const SpecialisationDag& dag, NodeLists proved,
                          std::vector<std::int32_t> weights, std::size_t stages);

    [[nodiscard]] const FactShape& shape() const { return shape_; }
    [[nodiscard]] std::size_t relation_count() const { return relation_count_; }
    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
    [[nodiscard]] std::span<const Relation> relations(std::size_t configuration) const {
        return std::span(relations_)
            .subspan(starts_[configuration], starts_[configuration + 1] - starts_[configuration]);
    }
    [[nodiscard]] std::size_t stages() const { return stages_; }
    [[nodiscard]] ActiveWeights added() const { return added_; }
    // How many have weights: the configurations, or the solutions.
    [[nodiscard]] std::size_t weighed() const { return weights_.size() / stages_; }
    // By stage.
    [[nodiscard]] std::span<const std::int32_t> weights(std::size_t weighed) const {
        return std::span(weights_).subspan(weighed * stages_, stages_);
    }
    // What a configuration concerns while it is active: its direct generalisations if only the most
    // specific count, else the solutions that it proves.
    [[nodiscard]] std::span<const std::uint32_t> concerned(std::size_t configuration) const {
        return concerned_[configuration];
    }

  private:
    FactShape shape_;
    std::size_t relation_count_;
    std::vector<Relation> relations_;
    std::vector<std::size_t> starts_;  // by configuration
    std::vector<std::int32_t> weights_;
    std::size_t stages_;
    ActiveWeights added_;
    NodeLists concerned_;
};

// The relations that hold, a bit each.
using Holding = std::span<const std::uint32_t>;
inline constexpr std::size_t bits_per_word = 32;

inline bool holds(Holding holding, Relation relation) {
    return (holding[relation / bits_per_word] >> relation % bits_per_word & 1) != 0;
}
inline std::size_t word_count(std::size_t relations) {
    return (relations + bits_per_word - 1) / bits_per_word;
}

// The sum in one line of play. What it remembers makes it faster, never another one.
class FollowedSum {
  public:
    virtual ~FollowedSum() = default;
    // For one of both movers, who sees these relations.
    virtual std::int64_t sum(Holding holding, std::size_t mover, std::size_t stage) = 0;
};

// A way to find the sum. Immutable and shared by threads.
class ConfigurationSum {
  public:
    virtual ~ConfigurationSum() = default;
    [[nodiscard]] virtual std::unique_ptr<FollowedSum> follower() const = 0;
};

// Adds up the weights that a list of all active configurations stands for.
class ActiveSum {
  public:
    explicit ActiveSum(const WeighedConfigurations& configurations)
        : configurations_(configurations),
          is_concerned_(configurations.added() == ActiveWeights::all ? 0
                                                                     : configurations.weighed()) {}

    std::int64_t operator()(std::span<const std::uint32_t> active, std::size_t stage);

  private:
    const WeighedConfigurations& configurations_;
    std::vector<std::uint8_t> is_concerned_;
};

}  // namespace boardworth
