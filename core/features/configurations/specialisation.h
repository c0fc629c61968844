// The specialisation DAG of a set of configurations (GLEM, section 4.3), which finds those that are
// active in a position, and the most specific ones among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/relations.h"
#include "features/mining/matches.h"
#include "interrupt.h"

namespace boardworth {

// Configurations by position: those of position i are numbers[starts[i] : starts[i + 1]].
struct ActiveIn {
    std::vector<std::uint64_t> starts;
    std::vector<std::uint32_t> numbers;
};

// Nodes are configurations, numbered as they were given; an arc leads from a configuration to every
// direct specialisation: one that has all its relations and more, with no other one in between.
class SpecialisationDag {
  public:
    // A configuration with more relations than this could have too many generalisations.
    static constexpr std::size_t longest = 20;

    // The relations of each configuration are in ascending order. Throws invalid_argument if they
    // are not, or if a configuration occurs twice.
    // The game must outlive the DAG.
    SpecialisationDag(const AnyGame& game, const ConfigurationsView& configurations);

    [[nodiscard]] const AnyGame& game() const { return game_; }
    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
    [[nodiscard]] std::size_t arcs() const { return arcs_.size(); }
    [[nodiscard]] std::size_t relation_count() const { return relation_count_; }
    [[nodiscard]] std::span<const Relation> relations(std::size_t node) const {
        return std::span(relations_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
    }

    // The direct specialisations of a node; those of the root, number size(), have no
    // generalisation.
    [[nodiscard]] std::span<const std::uint32_t> below(std::size_t node) const {
        return std::span(arcs_).subspan(arc_starts_[node],
                                        arc_starts_[node + 1] - arc_starts_[node]);
    }

    // What one thread remembers of its visit to a position's active configurations.
    class Visit {
      public:
        explicit Visit(const SpecialisationDag& dag)
            : dag_(dag), holds_(dag.relation_count()), marks_(dag.size()) {}

        void see(FactsView seen);

        // Numbers of configurations, in ascending order.
        [[nodiscard]] std::span<const std::uint32_t> active() const { return active_; }
        [[nodiscard]] std::span<const std::uint32_t> most_specific() const {
            return most_specific_;
        }

      private:
        void search();
        bool visit(std::uint32_t node);

        const SpecialisationDag& dag_;
        std::vector<std::uint8_t> holds_;   // by relation
        std::vector<std::uint32_t> marks_;  // by node: 2 * visit, + 1 if active
        std::uint32_t number_ = 0;
        std::vector<std::uint32_t> active_, most_specific_;
    };

    // The active configurations of many positions.
    [[nodiscard]] ActiveIn active_in(const PackedPositions& positions, bool most_specific,
                                     const Interrupt& interrupt) const;

  private:
    void connect();

    const AnyGame& game_;
    std::size_t relation_count_;
    std::vector<Relation> relations_;
    std::vector<std::size_t> starts_;      // by node, into relations_
    std::vector<std::size_t> arc_starts_;  // by node, into arcs_; the root comes last
    std::vector<std::uint32_t> arcs_;
};

}  // namespace boardworth
