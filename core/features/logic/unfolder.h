// Unfolding: what a query's solutions mean, as conjunctions of facts about the position.
//
// A proof is a derivation in which no atom occurs below itself; proofs that rest on the same
// literals are one. Atoms that do not depend on themselves are unfolded once and for all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "features/logic/assignment.h"
#include "features/logic/budget.h"
#include "features/logic/rule_index.h"

namespace boardworth {

struct UnfoldedSolution {
    Conjunctions proofs;
    Cut cut = Cut::none;  // without proofs if it is not none
};

class Unfolder {
  public:
    Unfolder(const RuleIndex& rules, const UnfoldingBounds& bounds, const Interrupt& interrupt);

    // All solutions of one feature, each given by its atom.
    std::vector<UnfoldedSolution> unfold(std::span<const std::int32_t> solutions);
    // Why conjunctions that the constraints call impossible are not deleted; none if they are.
    [[nodiscard]] Cut constraints_cut() const { return constraints_cut_; }

  private:
    using List = std::shared_ptr<const Conjunctions>;
    struct Proofs {
        List list;
        Cut cut = Cut::none;
    };
    struct Memo {
        std::unordered_map<std::int32_t, Proofs> of_atom;
        std::size_t bytes = 0;
    };
    // What is certain of a literal before anything is unfolded.
    struct Known {
        Truth truth = Truth::unknown;
        std::optional<LiteralCode> literal;
        Cut cut = Cut::none;
    };

    void find_constraints();
    UnfoldedSolution solution(std::int32_t atom);
    Cut add_rule(std::uint32_t rule, Conjunctions& found);
    Cut expand(ConjunctionView raw, Conjunctions& found);

    Proofs proofs(std::int32_t atom);
    Proofs proofs_by_rules(std::int32_t atom);
    Proofs proofs_of_body(std::span<const std::int32_t> body);
    Proofs cubes(std::int32_t atom);
    Known known(std::int32_t literal);
    Known known_move(std::int32_t atom, bool negated);
    bool joins(ConjunctionView literals);
    Cut cross(const Conjunctions& left, const Conjunctions& right, Conjunctions& both);
    [[nodiscard]] Cut over_bounds(const Conjunctions& growing) const;
    static void remember(Memo& memo, std::int32_t atom, const Proofs& proofs);

    const RuleIndex& rules_;
    Budget budget_;
    Assignment assignment_;
    Cut constraints_cut_ = Cut::none;
    std::size_t written_ = 0;        // conjunctions of the feature
    std::size_t written_bytes_ = 0;  // what they take
    std::size_t depth_ = 0;          // of the rules that are being unfolded
    // What was found out about atoms; apart, what holds only while certain moves are made.
    Memo proofs_, cubes_, proofs_by_moves_, cubes_by_moves_;
    std::vector<bool> on_path_;           // by atom
    std::vector<std::uint32_t> entered_;  // by cycle: how many of its atoms are on the path
    std::vector<std::int32_t> fixed_;     // the moves that the rule being unfolded speaks of
};

}  // namespace boardworth
