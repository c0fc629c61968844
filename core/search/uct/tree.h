// What UCT knows: the states it has been to, as a graph in which every state is one node, with the
// results of simulations by role and move (decoupled UCT: each role keeps its own statistics).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <unordered_map>
#include <vector>

#include "rules/state_machine.h"
#include "search/uct/settings.h"

namespace boardworth {

// A role's move in a node.
struct UctArm {
    std::uint32_t move;
    std::uint32_t child;  // where it leads, if that depends on no other role
    std::uint32_t visits = 0;
    std::uint16_t in_flight = 0;
    std::uint8_t proven;  // what it is worth to its role under perfect play, or unknown
    double points = 0;    // of all visits, 0 to 1 each
};

// What an expansion finds out about a state.
struct UctState {
    std::vector<std::uint64_t> words;
    bool over = false;
    std::vector<std::uint8_t> values;               // by role, if it is over
    std::vector<std::vector<std::uint32_t>> moves;  // by role, in the order to try them
    std::vector<std::vector<float>> priors;         // the same, F(s, a) as points; or empty
};

class UctTree {
  public:
    static constexpr std::uint32_t none = ~0u;
    static constexpr std::uint8_t unknown = 255;

    // A role's choice on the way of a simulation. Those of one node follow each other.
    struct Step {
        std::uint32_t node;
        std::uint32_t arm;
        std::uint32_t role;
    };

    UctTree(const StateMachine& machine, const UctSettings& settings);

    [[nodiscard]] std::uint32_t find(std::span<const std::uint64_t> words) const;
    std::uint32_t insert(const UctState& state);
    void clear();
    // Throws away what cannot be reached from a node, which gets a new number.
    std::uint32_t keep_reachable(std::uint32_t root);

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] bool full() const;
    [[nodiscard]] std::span<const std::uint64_t> words(std::uint32_t node) const {
        return std::span(words_).subspan(node * word_count_, word_count_);
    }
    [[nodiscard]] std::span<const UctArm> arms(std::uint32_t node, std::size_t role) const {
        const std::uint32_t* start = starts_.data() + node * (roles_ + 1) + role;
        return std::span(arms_).subspan(start[0], start[1] - start[0]);
    }
    [[nodiscard]] std::uint32_t visits(std::uint32_t node) const { return nodes_[node].visits; }
    [[nodiscard]] std::uint32_t in_flight(std::uint32_t node) const {
        return nodes_[node].in_flight;
    }
    // What a node is worth to a role under perfect play, or unknown.
    [[nodiscard]] std::uint8_t value(std::uint32_t node, std::size_t role) const {
        return values_[node * roles_ + role];
    }
    // Whether it is known what the node is worth to every role.
    [[nodiscard]] bool solved(std::uint32_t node) const { return nodes_[node].solved; }
    // Whether it is known what the node is worth to the role that chooses there.
    [[nodiscard]] bool decided(std::uint32_t node) const;

    // Chooses for all roles that can and adds their steps to a path; the simulation is in flight
    // there until `back_up` or `cancel`. Returns where it leads, if that is known.
    std::uint32_t descend(std::uint32_t node, std::vector<Step>& path, std::mt19937_64& random);
    // Whether the last move of a path has been tried so rarely that it needs no node yet.
    [[nodiscard]] bool rarely_tried(const std::vector<Step>& path) const;
    // The moves of all roles by the last steps of a path.
    void last_moves(const std::vector<Step>& path, std::span<std::uint32_t> joint_move) const;
    // The last steps of a path lead to a node.
    void link(const std::vector<Step>& path, std::uint32_t child);
    void back_up(const std::vector<Step>& path, std::span<const float> points);
    void cancel(const std::vector<Step>& path);

    // For the recognition of circles: marks nodes of one descent.
    void begin_descent() { ++descent_; }
    // Whether the node was not yet entered in this descent.
    bool enter(std::uint32_t node) {
        const bool first = nodes_[node].seen != descent_;
        nodes_[node].seen = descent_;
        return first;
    }

  private:
    static constexpr std::uint16_t several = 0xFFFF;

    struct Node {
        std::uint64_t key;
        std::uint64_t seen = 0;  // the last descent that came by
        std::uint32_t visits = 0;
        std::uint32_t in_flight = 0;
        std::uint32_t first_arm = 0;  // of the one role that chooses
        std::uint32_t last_arm = 0;
        std::uint16_t
            chooser;         // the one role that has a choice (or none has: the first), or several
        bool known = false;  // what it is worth to some role
        bool solved = false;
    };
    struct Place {
        std::uint32_t node = none;
        std::uint32_t tag = 0;  // of the key, so that few nodes are looked at in vain
    };

    // One of a role's arms in a node, by UCB1.
    [[nodiscard]] std::uint32_t select(const Node& node, std::size_t role, std::uint32_t first,
                                       std::uint32_t last, std::mt19937_64& random) const;
    // UCB1 of an arm; `spread` is the exploration of a single try.
    [[nodiscard]] float upper_bound(const UctArm& arm, float spread) const;
    // The child of a node by the arms of all roles that have a choice.
    std::uint32_t& child(std::uint32_t node, std::span<const Step> steps);
    void learn(Step step, std::uint32_t child);
    bool prove(std::uint32_t node);
    void remember(std::uint32_t node);
    [[nodiscard]] std::vector<std::uint32_t> reachable(std::uint32_t root) const;

    const UctSettings& settings_;
    std::size_t roles_;
    std::size_t word_count_;
    std::vector<std::uint8_t> max_points_;  // by role: what no game can exceed
    std::vector<Node> nodes_;
    std::vector<std::uint64_t> words_;   // word_count_ for each node
    std::vector<std::uint32_t> starts_;  // roles_ + 1 for each node: where each role's arms begin
    std::vector<std::uint8_t> values_;   // roles_ for each node
    std::vector<UctArm> arms_;
    std::vector<Place> places_;  // open addressing by the key; a power of two
    // Where several roles have a choice: by the node, then by the number of the joint move.
    std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, std::uint32_t>>
        joint_children_;
    std::uint64_t descent_ = 0;
};

}  // namespace boardworth
