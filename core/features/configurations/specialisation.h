// Which configurations of a set are special cases of which: the specialisation DAG (GLEM, section
// 4.3). With it the most specific ones of those that are active can be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "features/configurations/relations.h"
#include "features/mining/matches.h"

namespace boardworth {

// Lists of nodes, one after the other.
class NodeLists {
  public:
    // Throws invalid_argument if there are too many nodes.
    explicit NodeLists(const std::vector<std::vector<std::uint32_t>>& lists);

    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
    std::span<const std::uint32_t> operator[](std::size_t list) const {
        return std::span(nodes_).subspan(starts_[list], starts_[list + 1] - starts_[list]);
    }

  private:
    std::vector<std::uint32_t> starts_, nodes_;
};

// Nodes are configurations, numbered as they were given.
class SpecialisationDag {
  public:
    // The relations of each configuration are in ascending order. Throws invalid_argument if they
    // are not, or if a configuration occurs twice. The game must outlive the DAG.
    SpecialisationDag(const AnyGame& game, const ConfigurationsView& configurations);

    [[nodiscard]] const AnyGame& game() const { return game_; }
    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
    [[nodiscard]] std::size_t relation_count() const { return relation_count_; }
    [[nodiscard]] std::span<const Relation> relations(std::size_t node) const {
        return std::span(relations_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
    }
    // By node: its direct generalisations, ascending, which are those that have some of its
    // relations, with no other one in between. They are found when they are first asked for.
    // Throws invalid_argument if a configuration has more relations than a SubsetIndex can tell
    // apart.
    [[nodiscard]] const NodeLists& generalisations() const;

  private:
    // What is found late, by one thread.
    struct Found {
        std::once_flag once;
        std::unique_ptr<const NodeLists> generalisations;
    };

    void check() const;
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> find_generalisations() const;

    const AnyGame& game_;
    std::size_t relation_count_;
    std::vector<Relation> relations_;
    std::vector<std::size_t> starts_;  // by node, into relations_
    std::unique_ptr<Found> found_ = std::make_unique<Found>();
};

}  // namespace boardworth
