// Answers questions about a state top-down, each at most once (tabling).
//
// Rules run depth-first: whatever a rule asks for is answered completely before it goes on. Calls
// that lead back to one that is being answered wait for its answers; the first of all calls that
// depend on each other hands answers on until there are no new ones, then all of them are complete
// (SLG resolution with local scheduling: Chen and Warren 1996; Freire, Swift and Warren 1996). So
// every call is complete before its negation is asked for. Nothing here recurses: stacks are
// vectors, and their size is limited.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "interrupt.h"
#include "rules/gdl/interpreter/program.h"
#include "rules/gdl/interpreter/tables.h"

namespace boardworth {

// What a question may cost.
struct EvaluationLimits {
    std::size_t bytes;    // of all answers of one lifetime
    std::uint64_t steps;  // calls, answers, and ways back to other answers
};

class Evaluation {
  public:
    Evaluation(Program& program, const EvaluationLimits& limits)
        : program_(program), limits_(limits) {}

    // Each forgets what no longer holds.
    void set_truths(std::vector<TermId> truths);
    void set_moves(std::vector<TermId> moves);  // role, move, role, move, ...

    // Whether there is an answer; `visit` is given the outputs of each. Throws Interrupted, TooMany
    // and, where negation leads back to itself, FormatError.
    template <class Visit>
    bool ask(std::uint32_t question, std::span<const TermId> inputs, const Interrupt& interrupt,
             const Visit& visit) {
        const CallTable& table = table_of(question);
        const std::uint32_t call = answered(question, inputs, interrupt);
        if (call == CallTable::none) return false;
        const std::size_t outputs = program_.questions[question].outputs;
        for (std::uint32_t answer = table[call].first; answer != 0; answer = table.after(answer))
            visit(std::span(table.outputs(answer), outputs));
        return table[call].first != 0;
    }

  private:
    // A call by its table and its number in it.
    struct CallRef {
        Lifetime lifetime;
        std::uint32_t number;
    };
    struct Unfinished {
        CallRef call;
        std::uint32_t lowest;  // position that it leads back to
    };
    // A rule that waits for answers of a call that leads back to it.
    struct Waiting {
        CallRef producer;
        CallRef source;
        std::int32_t at;      // the instruction
        std::size_t slots;    // where its copy of the frame's begins
        std::uint32_t read;   // last answer that was read
        std::int32_t before;  // the one that waits for the same call
    };
    // Rules of one call, one after the other, or a rule that goes on with new answers.
    struct Frame {
        CallRef producer;
        std::size_t base;           // of its slots
        std::int32_t at;            // instruction, or one of the states below
        std::int32_t retry;         // innermost call with answers that were not tried; -1: none
        std::int32_t waiting;       // what goes on here; -1: rules from their beginning
        Range rules;                // that were not tried
        std::size_t first_waiting;  // those from here on have come after it
    };
    static constexpr std::uint64_t steps_between_looks = 1024;
    static constexpr std::int32_t at_retry = -1;
    static constexpr std::int32_t at_end = -2;

    [[nodiscard]] CallTable& table_of(std::uint32_t question) {
        return tables_[static_cast<std::size_t>(program_.questions[question].lifetime)];
    }
    [[nodiscard]] Call& call(CallRef ref) {
        return tables_[static_cast<std::size_t>(ref.lifetime)][ref.number];
    }
    [[nodiscard]] CallTable& table(CallRef ref) {
        return tables_[static_cast<std::size_t>(ref.lifetime)];
    }

    std::uint32_t answered(std::uint32_t question, std::span<const TermId> inputs,
                           const Interrupt& interrupt);
    // The number of arguments of each fact that a question is about, and the arguments of all.
    [[nodiscard]] std::pair<std::uint32_t, std::span<const TermId>> facts_of(
        const Question& asked) const;
    void fill(std::uint32_t question);
    void begin(CallRef ref, std::span<const TermId> inputs);
    void execute();
    [[nodiscard]] bool take_call(Frame& frame, std::int32_t& at);
    [[nodiscard]] bool take_negation(Frame& frame, std::int32_t& at);
    [[nodiscard]] bool take_open(TermId* slots, std::int32_t& at) const;
    void take_build(TermId* slots, std::int32_t& at);
    void take_answer(Frame& frame, std::int32_t at);
    bool go_back(Frame& frame, std::int32_t& at);
    bool go_on(Frame& frame, std::int32_t call, std::uint32_t answer, std::int32_t& at);
    void wait(const Frame& frame, std::int32_t at, CallRef source);
    void tell(CallRef source);
    bool resume_waiting(std::uint32_t lowest);
    void finish();
    void pop_frame();
    void lower(CallRef ref, std::uint32_t lowest);
    void count_step() {
        if (++since_look_ == steps_between_looks) look_at_limits();
    }
    void look_at_limits();
    void reset();

    [[nodiscard]] const std::int32_t* code(std::int32_t at) const {
        return program_.code.data() + at;
    }
    [[nodiscard]] static TermId value(const TermId* slots, std::int32_t operand) {
        return operand >= 0 ? slots[operand] : -1 - operand;
    }
    std::span<const TermId> operands(const TermId* slots, const std::int32_t* first,
                                     std::size_t count);

    Program& program_;
    EvaluationLimits limits_;
    std::vector<TermId> truths_;
    std::vector<TermId> moves_;
    std::array<CallTable, lifetimes> tables_;
    std::array<std::vector<std::uint8_t>, lifetimes> filled_;  // by question

    std::vector<Frame> frames_;
    std::vector<TermId> slots_;
    std::vector<Unfinished> unfinished_;
    std::vector<Waiting> waiting_;
    std::vector<TermId> waiting_slots_;
    std::vector<CallRef> news_;  // calls with answers that some have not read
    std::vector<TermId> buffer_;
    std::uint64_t steps_ = 0;       // of this question
    std::uint64_t since_look_ = 0;  // steps since limits and the interrupt were looked at
    const Interrupt* interrupt_ = nullptr;
};

}  // namespace boardworth
