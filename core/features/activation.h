// The active configurations of a position, followed move by move by cover propagation (Kaneko et
// al. 2002): a configuration is looked at only when something that it needs begins or ceases to
// hold. With them goes the sum of their weights, of all or of the most specific ones: an evaluation
// whose cost is that of what a move changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "features/relations.h"
#include "features/specialisation.h"
#include "rules/game.h"

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

// Whose weights are added up: those of all active configurations, or of those without an active
// specialisation (GLEM, section 4.3).
enum class ActiveWeights { all, most_specific };

// A fact's change, as moves tell it.
struct FactChange {
    int atom;
    int difference;
};

// What never changes: which configurations need what, and what they are special cases of.
//
// A configuration needs a few nodes that together have all its relations: direct generalisations of
// it, mostly two, and single relations where those do not suffice. It is active when all of them
// hold. Nodes are the relations, then the configurations.
class CoverNetwork {
  public:
    // `weights` has as many weights as stages for each configuration of the DAG, side by side.
    CoverNetwork(const SpecialisationDag& dag, std::vector<std::int32_t> weights,
                 std::size_t stages = 1, ActiveWeights added = ActiveWeights::most_specific);

    [[nodiscard]] std::size_t size() const { return needs_.size(); }
    [[nodiscard]] std::size_t stages() const { return stages_; }
    [[nodiscard]] ActiveWeights added() const { return added_; }
    [[nodiscard]] std::size_t relation_count() const { return relation_count_; }
    [[nodiscard]] std::int32_t weight(std::size_t configuration, std::size_t stage = 0) const {
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
    explicit CoverState(const CoverNetwork& network);

    void begin(Relation relation) { propagate<true>(relation); }
    void cease(Relation relation) { propagate<false>(relation); }

    [[nodiscard]] bool active(std::size_t configuration) const {
        return standings_[configuration].missing == 0;
    }
    [[nodiscard]] bool most_specific(std::size_t configuration) const {
        return active(configuration) && standings_[configuration].specialisations == 0;
    }
    // The weights of the active configurations, or of the most specific ones.
    [[nodiscard]] std::int64_t sum(std::size_t stage = 0) const { return sums_[stage]; }

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

    const CoverNetwork* network_;
    std::vector<Standing> standings_;    // by configuration
    std::vector<std::uint32_t> turned_;  // still to be told to those who need them
    std::vector<std::int64_t> sums_;     // by stage
};

// What holds for either player as the mover, since the mover's view of every fact is another one
// after each move.
template <Game G>
class CoveredFacts {
  public:
    // Nothing holds as yet.
    CoveredFacts(G game, const CoverNetwork& network)
        : game_(std::move(game)),
          states_{CoverState(network), CoverState(network)},
          values_(most_values(game_)),
          facts_(static_cast<std::size_t>(fact_count(game_))) {
        if (network.relation_count() != relation_count(game_))
            throw std::invalid_argument("configurations of another game");
    }

    [[nodiscard]] const CoverState& state(int mover) const {
        return states_[static_cast<std::size_t>(mover)];
    }

    // Only once, and before any change.
    void start(const typename G::Position& position) {
        for (int atom = 0; atom < fact_count(game_); ++atom) {
            facts_[static_cast<std::size_t>(atom)] = game_.fact(position, atom);
            tell<true>(atom);
        }
    }

    // Follows a move's changes, or takes them back (sign -1). All that ceases before anything
    // begins: nothing becomes active in between.
    void apply(std::span<const FactChange> changes, int sign) {
        for (const FactChange& change : changes) tell<false>(change.atom);
        for (const FactChange& change : changes) {
            facts_[static_cast<std::size_t>(change.atom)] += sign * change.difference;
            tell<true>(change.atom);
        }
    }

  private:
    // Tells whoever sees it what an atom shows.
    template <bool begins>
    void tell(int atom) {
        const int fact = facts_[static_cast<std::size_t>(atom)];
        for_each_view(game_, values_, atom, fact, [&](int mover, Relation relation) {
            CoverState& state = states_[static_cast<std::size_t>(mover)];
            if constexpr (begins)
                state.begin(relation);
            else
                state.cease(relation);
        });
    }

    G game_;
    std::array<CoverState, 2> states_;  // by mover
    int values_;                        // the most that an atom has
    std::vector<int> facts_;            // by atom
};

// Follows a game and takes moves back.
template <Game G>
class ActiveConfigurations {
  public:
    using Position = typename G::Position;

    ActiveConfigurations(G game, const CoverNetwork& network, const Position& position)
        : game_(std::move(game)), facts_(game_, network), positions_{position} {
        facts_.start(position);
    }

    [[nodiscard]] const Position& position() const { return positions_.back(); }
    [[nodiscard]] const CoverState& state() const { return facts_.state(game_.mover(position())); }
    [[nodiscard]] std::size_t moves() const { return marks_.size(); }

    void play(typename G::Move move) {
        const std::size_t mark = changes_.size();
        positions_.push_back(game_.play_unchecked(position(), move, [&](int atom, int difference) {
            changes_.push_back({atom, difference});
        }));
        marks_.push_back(mark);
        facts_.apply(std::span(changes_).subspan(mark), 1);
    }

    void undo() {
        facts_.apply(std::span(changes_).subspan(marks_.back()), -1);
        changes_.resize(marks_.back());
        marks_.pop_back();
        positions_.pop_back();
    }

  private:
    G game_;
    CoveredFacts<G> facts_;
    std::vector<Position> positions_;
    std::vector<FactChange> changes_;
    std::vector<std::size_t> marks_;  // by move: where its changes start
};

}  // namespace boardworth
