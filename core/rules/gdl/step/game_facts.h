// What a rule sheet's game is made of, as later stages see it: atoms, turns, symmetries, names. It
// is found elsewhere; here it is only looked up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rules/game.h"
#include "rules/gdl/build/propnet.h"

namespace boardworth {

// Moves have one number for all roles: those that are written alike are the same move.
struct GameFacts {
    std::string name;
    std::vector<std::string> players;  // one or two, in the order of the roles
    Board board{0, 0};
    std::vector<int> values;             // by atom
    std::vector<std::uint32_t> atom_of;  // by fluent
    std::vector<int> value_of;           // by fluent: that of its atom where it holds
    std::vector<std::uint8_t> complete;  // by atom: one of its fluents always holds
    std::vector<std::uint8_t> proven;    // by atom: two of its fluents never hold at once
    // By role: one of these fluents holds where it is its turn. Without any, the role that has a
    // choice of moves is to move.
    std::vector<std::vector<std::uint32_t>> turns;
    std::vector<std::uint32_t> swap;  // by fluent: where swapping the players takes it, if it does
    std::vector<int> progress;        // by fluent: what it adds
    int progress_offset = 0;
    int max_progress = 0;
    std::vector<std::vector<std::uint32_t>> symmetries;       // by symmetry, then fluent
    std::vector<std::vector<std::uint16_t>> move_symmetries;  // by symmetry, then move
    std::vector<std::string> fluent_names;
    std::vector<std::string> move_names;
    std::vector<std::vector<std::uint16_t>> role_moves;  // by role, then its own number
};

// A fluent, and the value that it gives an atom.
struct Evidence {
    std::uint32_t fluent;
    int value;
};

// A fact that a fluent takes part in, and what it adds to it.
struct Share {
    int fact;
    int value;
};

// The propnet and its facts, with the tables that make them quick to look up.
struct GameTables {
    GameTables(std::shared_ptr<const Propnet> rules, GameFacts known);

    std::shared_ptr<const Propnet> propnet;
    GameFacts facts;
    std::size_t words;                                    // of a state
    std::vector<std::vector<Evidence>> evidence;          // by fact: atoms of both players' views
    std::vector<std::array<Share, 2>> shares;             // by fluent
    std::vector<std::vector<std::uint32_t>> fluents_of;   // by atom
    std::vector<std::vector<std::uint32_t>> own_numbers;  // by role, then move; no_number if none

    bool swaps;            // the players can be swapped
    bool turns_by_choice;  // whose turn it is follows from legal moves alone

    static constexpr std::uint32_t no_number = ~0u;

    [[nodiscard]] std::size_t atoms() const { return facts.values.size(); }
    // How many of an atom's fluents hold.
    [[nodiscard]] int holding(std::span<const std::uint64_t> state, std::size_t atom) const;
    [[nodiscard]] bool sound(std::span<const std::uint64_t> state, std::size_t atom) const {
        const int count = holding(state, atom);
        return count == 1 || (count == 0 && facts.complete[atom] == 0);
    }

  private:
    void check() const;
};

}  // namespace boardworth
