// What is known of a position while a conjunction is put together: an atom has one value, and what
// the constraints call impossible does not occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "features/logic/conjunctions.h"
#include "rules/facts.h"

namespace boardworth {

enum class Truth : std::uint8_t { unknown, holds, fails };

class Assignment {
  public:
    explicit Assignment(const FactShape& shape);

    // What never holds as a whole; none of them is empty.
    void set_constraints(const Conjunctions& constraints);

    // Takes literals over relations for true. False if that is impossible; what was added until
    // then stays, for undo.
    bool add(LiteralCode literal);
    bool add(ConjunctionView literals);

    [[nodiscard]] Truth truth(LiteralCode literal) const;
    // Whether all hold.
    [[nodiscard]] bool implies(ConjunctionView literals) const;
    // How much a conjunction says: of how many atoms, and how many of their values it excludes. One
    // that another implies says less.
    [[nodiscard]] std::pair<std::size_t, std::size_t> strength(ConjunctionView literals) const;
    // All that is known, as the shortest conjunction: a value, or else the values that it is not.
    [[nodiscard]] std::vector<LiteralCode> known() const;

    [[nodiscard]] std::size_t mark() const { return trail_.size(); }
    void undo(std::size_t mark);

    [[nodiscard]] std::size_t atom_of(LiteralCode literal) const {
        return relation_of(literal) / max_values_;
    }
    [[nodiscard]] std::size_t atoms() const { return value_.size(); }

  private:
    static constexpr std::int32_t no_value = -1;

    void set_value(std::size_t atom, Relation relation);
    void exclude(std::size_t atom, Relation relation);
    [[nodiscard]] bool breaks_a_constraint(std::size_t atom) const;

    std::size_t max_values_;
    std::vector<std::uint32_t> values_;       // by atom: how many it has
    std::vector<std::int32_t> value_;         // by atom: the relation that holds
    std::vector<std::uint8_t> excluded_;      // by relation
    std::vector<std::uint32_t> excluded_of_;  // by atom: how many of its values
    std::vector<LiteralCode> trail_;
    Conjunctions constraints_;
    std::vector<std::vector<std::size_t>> constraints_of_;  // by atom
};

}  // namespace boardworth
