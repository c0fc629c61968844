// Ground rules by the atoms that they define, and what the other atoms stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/relations.h"
#include "rules/facts.h"
#include "rules/gdl/ground/ground_rules.h"

namespace boardworth {

// An atom that says something about the position.
struct StateFact {
    static constexpr std::int32_t always = -1, never = -2;

    std::int32_t atom;
    std::int32_t relation;  // or that it is the same in all positions
};

// An atom that says what a role does.
struct MoveAtom {
    std::int32_t atom;
    std::int32_t legal;  // the atom that allows it; -1 if nothing does
    std::int32_t role;
};

struct LogicRules {
    GroundRules rules;
    std::vector<StateFact> facts;
    std::vector<MoveAtom> moves;
    std::int32_t impossible;  // the atom that holds in no position; -1 if there is none
    FactShape shape;
};

class RuleIndex {
  public:
    enum class Kind : std::uint8_t { derived, fact, always, never, move };
    static constexpr std::int32_t not_cyclic = -1;

    // Throws FormatError for rules that make no sense.
    explicit RuleIndex(LogicRules rules);

    [[nodiscard]] const FactShape& shape() const { return rules_.shape; }
    [[nodiscard]] std::int32_t impossible() const { return rules_.impossible; }
    [[nodiscard]] std::size_t atoms() const { return kinds_.size(); }
    [[nodiscard]] Kind kind(std::int32_t atom) const { return kinds_[at(atom)]; }
    [[nodiscard]] Relation relation(std::int32_t atom) const {
        return static_cast<Relation>(numbers_[at(atom)]);
    }
    [[nodiscard]] const MoveAtom& move(std::int32_t atom) const {
        return rules_.moves[numbers_[at(atom)]];
    }
    // Of the atoms that depend on each other, this one among them; not_cyclic if it does not depend
    // on itself.
    [[nodiscard]] std::int32_t cycle(std::int32_t atom) const { return cycles_[at(atom)]; }
    [[nodiscard]] bool depends_on_moves(std::int32_t atom) const { return by_moves_[at(atom)]; }
    // Numbers of the rules that conclude an atom.
    [[nodiscard]] std::span<const std::uint32_t> rules_of(std::int32_t atom) const {
        return std::span(by_head_).subspan(head_starts_[at(atom)],
                                           head_starts_[at(atom) + 1] - head_starts_[at(atom)]);
    }
    [[nodiscard]] std::span<const std::int32_t> body(std::uint32_t rule) const {
        const auto& [heads, starts, literals] = rules_.rules;
        return std::span(literals).subspan(starts[rule], starts[rule + 1] - starts[rule]);
    }

  private:
    static std::size_t at(std::int32_t atom) { return static_cast<std::size_t>(atom); }

    void check() const;
    void name_atoms();
    void sort_rules();
    void find_cycles();
    [[nodiscard]] std::vector<std::int32_t> below(std::int32_t atom) const;

    LogicRules rules_;
    std::vector<Kind> kinds_;             // by atom
    std::vector<std::uint32_t> numbers_;  // by atom: of its relation, or of its move
    std::vector<std::uint32_t> by_head_;
    std::vector<std::size_t> head_starts_;
    std::vector<std::int32_t> cycles_;
    std::vector<bool> by_moves_;
};

}  // namespace boardworth
