// A rule sheet compiled for the interpreter: how each kind of question is answered.
//
// A question is a predicate with a pattern of its arguments: which of their parts are known
// (inputs), which are asked for (outputs), which do not matter. Its rules are code over the slots
// of a frame.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/gdl/interpreter/terms.h"

namespace boardworth {

// Operands are slots, or terms as -1 - term. What follows the instruction in the code:
enum class Instruction : std::int32_t {
    call,  // question, previous call of the rule (-1: none), cursor's slot, first output's slot,
           // inputs
    call_not,  // question (without outputs), inputs
    equal,     // two operands
    distinct,  // two operands
    open,      // operand, functor, slot of its first argument: fails if it is another functor
    build,     // functor, slot of the result, operands
    answer,    // operands, one for each output of the rule's question
};

// How long what is known of a question stays true: for ever, in one state, for one joint move.
enum class Lifetime : std::uint8_t { always, state, move };
constexpr std::size_t lifetimes = 3;

enum class Source : std::uint8_t { rules, facts, truths, moves };

// Parts of a pattern; functors, followed by the parts of their arguments, are 0 and more.
constexpr std::int32_t known_part = -1;
constexpr std::int32_t asked_part = -2;

using Range = std::pair<std::uint32_t, std::uint32_t>;

struct Question {
    Source source;
    Lifetime lifetime;
    std::uint32_t inputs;
    std::uint32_t outputs;
    std::uint32_t slots;          // of a frame
    Range rules;                  // in rule_lists
    std::int32_t switched_input;  // by its value only some rules can answer; -1: none
    std::uint32_t pattern;        // where it begins, for all but rules
    std::uint32_t relation;       // for facts
    bool may_repeat;              // parts that do not matter make answers alike
};

struct Relation {
    std::uint32_t arity;
    std::vector<TermId> arguments;  // fact by fact
};

struct Program {
    TermTable terms;                     // those of the rules
    std::vector<std::uint32_t> arities;  // by functor
    std::vector<std::int32_t> numbers;   // by functor; -1: it is no number
    std::vector<Question> questions;
    std::vector<std::int32_t> code;
    std::vector<std::uint32_t> rule_lists;              // where the code of a rule begins
    std::unordered_map<std::uint64_t, Range> switches;  // by question and value
    std::vector<std::int32_t> patterns;
    std::vector<Relation> relations;
    std::vector<TermId> roles;
    std::uint32_t init, terminal, next, legal, goal;  // questions

    static std::uint64_t switch_key(std::uint32_t question, TermId value) {
        return std::uint64_t{question} << 32 | static_cast<std::uint32_t>(value);
    }
};

}  // namespace boardworth
