// The active configurations followed by cover propagation (Kaneko et al. 2002): a configuration is
// looked at only when something that it needs begins or ceases to hold, and it is active when
// nothing that it needs is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/configurations/turned.h"
#include "features/configurations/weighed.h"

namespace boardworth {

// The Hasse diagram, as far as counters need it.
//
// A configuration needs a few nodes that together have all its relations: direct generalisations of
// it, mostly two, and single relations where those do not suffice. Nodes are the relations, then
// the configurations.
class CoverDiagram {
  public:
    CoverDiagram(std::shared_ptr<const WeighedConfigurations> own, const SpecialisationDag& dag);

    [[nodiscard]] const WeighedConfigurations& configurations() const { return *configurations_; }
    // How many nodes each configuration needs.
    [[nodiscard]] std::span<const std::uint8_t> needs() const { return needs_; }
    // The configurations that need a node.
    [[nodiscard]] std::span<const std::uint32_t> needed_by(std::size_t node) const {
        return needed_by_[node];
    }

  private:
    std::shared_ptr<const WeighedConfigurations> configurations_;
    std::vector<std::uint8_t> needs_;
    NodeLists needed_by_;
};

// What holds for one player as the mover. The diagram must outlive it.
class CoverState {
  public:
    explicit CoverState(const CoverDiagram& diagram);

    // From the relations that it knows of, none at first, to others. All that ceases does so before
    // anything begins: nothing becomes active in between.
    void follow(Holding holding);

    [[nodiscard]] std::int64_t sum(std::size_t stage) const { return sums_.sum(stage); }

  private:
    template <bool begins>
    void propagate(std::size_t word, std::uint32_t bits);
    // What needs a node has one more, or one less, of what it needs.
    template <bool begins>
    void count(std::size_t node);
    template <bool begins>
    void turn(std::uint32_t configuration);

    const CoverDiagram* diagram_;
    std::vector<std::uint32_t> holding_;
    std::vector<std::uint8_t> missing_;  // by configuration: needed nodes that do not hold
    std::vector<std::uint32_t> turned_;  // changes still to be propagated
    TurnedSum sums_;
};

// By node: how many counters are touched when it begins or ceases to hold. Those are what others
// miss of it, and those of what a configuration concerns. Told from the diagram, so that a search
// does not pay for counting them.
std::vector<std::uint32_t> touched_counters(const SpecialisationDag& dag, ActiveWeights added);

std::unique_ptr<ConfigurationSum> cover_propagation(
    std::shared_ptr<const WeighedConfigurations> own, const SpecialisationDag& dag);

}  // namespace boardworth
