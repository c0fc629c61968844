// A game played by its rules as they are written: whatever is asked is derived from them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "interrupt.h"
#include "rules/gdl/interpreter/evaluation.h"
#include "rules/gdl/interpreter/program.h"

namespace boardworth {

// One state at a time. A state is the terms that hold in it, in ascending order; a role's moves are
// numbered as they are met. All but the simplest members throw Interrupted, TooMany, FormatError.
class Interpreter {
  public:
    Interpreter(Program program, const EvaluationLimits& limits);
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    // Asked now and then, until another one is set.
    void set_interrupt(const Interrupt& interrupt) { interrupt_ = &interrupt; }
    [[nodiscard]] const Interrupt& interrupt() const { return *interrupt_; }

    [[nodiscard]] std::size_t roles() const { return program_.roles.size(); }
    [[nodiscard]] const TermTable& terms() const { return program_.terms; }
    [[nodiscard]] TermId intern(std::int32_t functor, std::span<const TermId> arguments);

    [[nodiscard]] std::vector<TermId> start();
    [[nodiscard]] const std::vector<TermId>& state() const { return state_; }
    // Throws FormatError for what cannot be a state.
    void set_state(std::span<const TermId> state);

    [[nodiscard]] bool terminal();
    // In an order that depends on nothing but the moves.
    [[nodiscard]] const std::vector<std::uint32_t>& legal_moves(std::size_t role);
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> all_legal_moves();  // by role
    [[nodiscard]] std::uint32_t legal_count(std::size_t role) {
        return static_cast<std::uint32_t>(legal_moves(role).size());
    }
    // One of the legal moves that the last legal_count counted.
    [[nodiscard]] std::uint32_t legal_move(std::size_t role, std::uint32_t number) const {
        return legal_[role][number];
    }
    // What each role gets; nothing unless exactly one goal holds.
    [[nodiscard]] std::vector<std::optional<int>> goals();
    [[nodiscard]] std::vector<TermId> after(std::span<const std::uint32_t> joint_move);
    // One legal move for each role.
    void play(std::span<const std::uint32_t> joint_move) { set_state(after(joint_move)); }
    // How many sequences of `depth` joint moves there are.
    [[nodiscard]] std::uint64_t perft(int depth);

    [[nodiscard]] std::uint32_t move_number(std::size_t role, TermId move);
    [[nodiscard]] TermId move(std::size_t role, std::uint32_t number) const;
    // FormatError and IllegalMove for numbers that the caller made up.
    void require_role(std::size_t role) const;
    void require_legal(std::span<const std::uint32_t> joint_move);

  private:
    struct Moves {
        std::vector<TermId> terms;
        std::unordered_map<TermId, std::uint32_t> numbers;
    };

    // A state's joint moves, for perft.
    struct Choices {
        std::vector<TermId> state;
        std::vector<std::vector<std::uint32_t>> legal;  // by role
        std::uint64_t combinations;
        std::uint64_t tried;
        std::vector<std::vector<TermId>> after;  // states after some of those that were tried
    };

    template <class Visit>
    bool ask(std::uint32_t question, std::span<const TermId> inputs, const Visit& visit) {
        return evaluation_.ask(question, inputs, *interrupt_, visit);
    }
    [[nodiscard]] std::vector<TermId> listed(std::uint32_t question);
    [[nodiscard]] Choices choices();
    // The states after some more joint moves.
    void derive(Choices& choices);

    Program program_;
    Evaluation evaluation_;
    std::vector<TermId> state_;
    std::vector<Moves> moves_;                       // by role
    std::vector<std::vector<std::uint32_t>> legal_;  // by role
    const Interrupt* interrupt_ = nullptr;
};

}  // namespace boardworth
