// The active configurations of a position, followed move by move by cover propagation (Kaneko et
// al. 2002): a configuration is looked at only when something that it needs begins or ceases to
// hold. With them goes the sum of the weights of the most specific ones: an evaluation whose cost
// is that of what a move changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/relations.h"
#include "features/specialisation.h"
#include "rules/any_game.h"

namespace boardworth {

// Lists of nodes, one after the other.
class NodeLists {
  public:
    explicit NodeLists(const std::vector<std::vector<std::uint32_t>>& lists);

    std::span<const std::uint32_t> operator[](std::size_t list) const {
        return std::span(nodes_).subspan(starts_[list], starts_[list + 1] - starts_[list]);
    }

  private:
    std::vector<std::uint32_t> starts_, nodes_;
};

// What never changes: which configurations need what, and what they are special cases of.
//
// A configuration needs a few nodes that together have all its relations: direct generalisations of
// it, mostly two, and single relations where those do not suffice. It is active when all of them
// hold. Nodes are the relations, then the configurations.
class CoverNetwork {
  public:
    // One weight per configuration of the DAG, which must outlive the network.
    CoverNetwork(const SpecialisationDag& dag, std::vector<std::int32_t> weights);

    [[nodiscard]] const SpecialisationDag& dag() const { return dag_; }
    [[nodiscard]] std::size_t size() const { return weights_.size(); }
    [[nodiscard]] std::size_t relation_count() const { return dag_.relation_count(); }
    [[nodiscard]] std::int32_t weight(std::size_t configuration) const {
        return weights_[configuration];
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
    const SpecialisationDag& dag_;
    std::vector<std::int32_t> weights_;
    std::vector<std::uint16_t> needs_;
    NodeLists generalisations_;
    NodeLists needed_by_;
};

// What holds for one player as the mover.
class CoverState {
  public:
    explicit CoverState(const CoverNetwork& network);

    [[nodiscard]] std::size_t size() const { return standings_.size(); }  // configurations

    void begin(Relation relation) { propagate<true>(relation); }
    void cease(Relation relation) { propagate<false>(relation); }

    [[nodiscard]] bool active(std::size_t configuration) const {
        return standings_[configuration].missing == 0;
    }
    [[nodiscard]] bool most_specific(std::size_t configuration) const {
        return active(configuration) && standings_[configuration].specialisations == 0;
    }
    // The weights of the most specific active configurations.
    [[nodiscard]] std::int64_t sum() const { return sum_; }

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

    const CoverNetwork* network_;
    std::vector<Standing> standings_;    // by configuration
    std::vector<std::uint32_t> turned_;  // still to be told to those who need them
    std::int64_t sum_ = 0;
};

// Follows a game and takes moves back. The view of either player is kept up to date, since the
// mover's view of every fact is another one after each move.
class ActiveConfigurations {
  public:
    // The network must outlive it.
    ActiveConfigurations(const CoverNetwork& network, PackedPosition position);

    [[nodiscard]] AnyWalk& walk() { return *walk_; }
    [[nodiscard]] const CoverState& state() const {
        return states_[static_cast<std::size_t>(walk_->mover())];
    }
    [[nodiscard]] std::size_t moves() const { return walk_->moves(); }

    void play(int move) { apply(walk_->play_unchecked(move), 1); }
    void undo() { apply(walk_->undo(), -1); }

  private:
    void apply(std::span<const AnyWalk::Change> changes, int sign);
    // Tells whoever sees it what a fact is.
    template <bool begins>
    void tell(int fact);

    const FactShape& shape_;
    std::unique_ptr<AnyWalk> walk_;
    std::array<CoverState, 2> states_;  // by mover
    std::vector<int> facts_;
};

}  // namespace boardworth
