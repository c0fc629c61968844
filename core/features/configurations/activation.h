// The active configurations of a position, followed move by move by cover propagation (Kaneko et
// al. 2002): a configuration is looked at only when something that it needs begins or ceases to
// hold. With them goes the sum of their weights, of all or of the most specific ones: an evaluation
// whose cost is that of what a move changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/relations.h"
#include "features/configurations/specialisation.h"
#include "rules/any_game.h"

namespace boardworth {

// Whose weights are added up: those of all active configurations, or of those without an active
// specialisation (GLEM, section 4.3).
enum class ActiveWeights { all, most_specific };

// What never changes: which configurations need what, and what they are special cases of.
//
// A configuration needs a few nodes that together have all its relations: direct generalisations of
// it, mostly two, and single relations where those do not suffice. It is active when all of them
// hold. Nodes are the relations, then the configurations.
class CoverDiagram {
  public:
    // `weights` has as many weights as stages for each configuration of the DAG, side by side.
    CoverDiagram(const SpecialisationDag& dag, std::vector<std::int32_t> weights,
                 std::size_t stages, ActiveWeights added);

    [[nodiscard]] std::size_t size() const { return needs_.size(); }
    [[nodiscard]] std::size_t stages() const { return stages_; }
    [[nodiscard]] ActiveWeights added() const { return added_; }
    // The shape of the facts that configurations are about.
    [[nodiscard]] const FactShape& shape() const { return shape_; }
    [[nodiscard]] std::size_t relation_count() const { return relation_count_; }
    [[nodiscard]] std::int32_t weight(std::size_t configuration, std::size_t stage) const {
        return weights_[configuration * stages_ + stage];
    }
    // How many nodes a configuration needs.
    [[nodiscard]] std::uint16_t needs(std::size_t configuration) const {
        return needs_[configuration];
    }
    // The configurations that need a node.
    [[nodiscard]] std::span<const std::uint32_t> needed_by(std::size_t node) const {
        return needed_by_[node];
    }
    [[nodiscard]] std::span<const std::uint32_t> generalisations(std::size_t configuration) const {
        return generalisations_[configuration];
    }

  private:
    FactShape shape_;
    std::size_t relation_count_;
    std::vector<std::int32_t> weights_;  // by configuration, then stage
    std::size_t stages_;
    ActiveWeights added_;
    std::vector<std::uint16_t> needs_;
    NodeLists generalisations_;
    NodeLists needed_by_;
};

// What holds for one player as the mover.
class CoverState {
  public:
    explicit CoverState(const CoverDiagram& diagram);

    void begin(Relation relation) { propagate<true>(relation); }
    void cease(Relation relation) { propagate<false>(relation); }

    // The weights of the active configurations, or of the most specific ones.
    [[nodiscard]] std::int64_t sum(std::size_t stage) const { return sums_[stage]; }

  private:
    // Of one configuration; all that most changes touch, side by side.
    struct Standing {
        std::uint16_t missing;          // needed nodes that do not hold
        std::uint16_t is_needed;        // whether other configurations need it
        std::uint32_t specialisations;  // active direct ones
    };

    template <bool begins>
    void propagate(Relation relation);
    template <bool begins>
    void turn(std::uint32_t configuration);
    template <bool plus>
    void add(std::uint32_t configuration);

    const CoverDiagram* diagram_;
    std::vector<Standing> standings_;    // by configuration
    std::vector<std::uint32_t> turned_;  // changes still to be propagated
    std::vector<std::int64_t> sums_;     // by stage
};

// What holds for either player as the mover, since the mover's view of every fact is another one
// after each move.
class CoveredFacts {
  public:
    // Nothing holds as yet. The diagram must outlive it.
    explicit CoveredFacts(const CoverDiagram& diagram);

    [[nodiscard]] const CoverState& state(int mover) const {
        return states_[static_cast<std::size_t>(mover)];
    }

    // Only once, and before any change; fact_of(fact) is a position's.
    template <class FactOf>
    void start(const FactOf& fact_of) {
        for (std::size_t fact = 0; fact < facts_.size(); ++fact) {
            facts_[fact] = fact_of(static_cast<int>(fact));
            tell<true>(static_cast<int>(fact));
        }
    }
    // Follows a move's changes, or takes them back (sign -1).
    void apply(std::span<const FactChange> changes, int sign);

  private:
    // Propagates a fact in the view of each player that sees it.
    template <bool begins>
    void tell(int fact);

    const FactShape* shape_;
    std::array<CoverState, 2> states_;  // by mover
    std::vector<int> facts_;
};

}  // namespace boardworth
