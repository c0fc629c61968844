// Rule sheets that are played as they are written.
#include "rules/gdl/interpreter/interpreter.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <mutex>

#include "bindings.h"
#include "rules/random_play.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using JointMove = std::vector<std::uint32_t>;
using Numbers = ArrayIn<std::int32_t, 1>;

template <class T>
std::vector<T> converted(const Numbers& numbers) {
    std::vector<T> values;
    for (const std::int32_t number : to_span(numbers)) values.push_back(static_cast<T>(number));
    return values;
}

Question question_from(const std::int32_t* row) {
    return {.source = static_cast<Source>(row[0]),
            .lifetime = static_cast<Lifetime>(row[1]),
            .inputs = static_cast<std::uint32_t>(row[2]),
            .outputs = static_cast<std::uint32_t>(row[3]),
            .slots = static_cast<std::uint32_t>(row[4]),
            .rules = {static_cast<std::uint32_t>(row[5]), static_cast<std::uint32_t>(row[6])},
            .switched_input = row[7],
            .pattern = static_cast<std::uint32_t>(row[8]),
            .relation = static_cast<std::uint32_t>(row[9]),
            .may_repeat = row[10] != 0};
}

// The program as Python has laid it out; rows of questions and switches are fields in their order.
Program program_from(const Numbers& terms, const Numbers& arities, const Numbers& numbers,
                     const Numbers& questions, const Numbers& code, const Numbers& rule_lists,
                     const Numbers& switches, const Numbers& patterns,
                     const std::vector<std::tuple<std::uint32_t, Numbers>>& relations,
                     const std::vector<TermId>& roles,
                     const std::array<std::uint32_t, 5>& keywords) {
    Program program{.terms = {},
                    .arities = converted<std::uint32_t>(arities),
                    .numbers = converted<std::int32_t>(numbers),
                    .questions = {},
                    .code = converted<std::int32_t>(code),
                    .rule_lists = converted<std::uint32_t>(rule_lists),
                    .switches = {},
                    .patterns = converted<std::int32_t>(patterns),
                    .relations = {},
                    .roles = roles,
                    .init = keywords[0],
                    .terminal = keywords[1],
                    .next = keywords[2],
                    .legal = keywords[3],
                    .goal = keywords[4]};
    for (std::size_t at = 0; at < terms.size();) {
        const std::int32_t functor = terms.data()[at++];
        const std::size_t arity = program.arities[static_cast<std::size_t>(functor)];
        program.terms.intern(functor, to_span(terms).subspan(at, arity));
        at += arity;
    }
    for (std::size_t row = 0; row < questions.size(); row += 11)
        program.questions.push_back(question_from(questions.data() + row));
    for (std::size_t row = 0; row < switches.size(); row += 4) {
        const std::int32_t* fields = switches.data() + row;
        program.switches[Program::switch_key(static_cast<std::uint32_t>(fields[0]), fields[1])] = {
            static_cast<std::uint32_t>(fields[2]), static_cast<std::uint32_t>(fields[3])};
    }
    for (const auto& [arity, arguments] : relations)
        program.relations.push_back({arity, converted<TermId>(arguments)});
    return program;
}

// Answers are kept from call to call, so that only one thread may ask at a time.
struct BoundInterpreter {
    Interpreter game;
    std::mutex mutex;

    template <class Work>
    auto ask(const Work& work) {
        return interruptible([&](const Interrupt& interrupt) {
            const std::scoped_lock lock(mutex);
            game.set_interrupt(interrupt);
            return work(game);
        });
    }

    template <class Work>
    auto ask_about(const nb::bytes& packed, const Work& work) {
        std::vector<TermId> state(packed.size() / sizeof(TermId));
        if (packed.size() % sizeof(TermId) != 0)
            throw FormatError("packed state: " + std::to_string(packed.size()) +
                              " bytes are no whole number of facts");
        if (!state.empty()) std::memcpy(state.data(), packed.data(), packed.size());
        return ask([&](Interpreter& asked) {
            asked.set_state(state);
            return work(asked);
        });
    }
};

nb::bytes to_bytes(const std::vector<TermId>& state) {
    return nb::bytes(state.data(), state.size() * sizeof(TermId));
}

// A question about a state, whose answer crosses as it is.
template <class Answer>
auto about_state(Answer (Interpreter::*question)()) {
    return [question](BoundInterpreter& self, const nb::bytes& state) {
        return self.ask_about(state, [&](Interpreter& game) { return (game.*question)(); });
    };
}

void bind_game(nb::class_<BoundInterpreter>& bound) {
    using Self = BoundInterpreter;
    bound
        .def("start",
             [](Self& self) {
                 return to_bytes(self.ask([](Interpreter& game) { return game.start(); }));
             })
        .def("terminal", about_state(&Interpreter::terminal), "state"_a)
        .def("legal_moves", about_state(&Interpreter::all_legal_moves), "state"_a, "Role by role.")
        .def("goals", about_state(&Interpreter::goals), "state"_a,
             "Role by role; None for a role that has no goal there, or several.")
        .def(
            "play",
            [](Self& self, const nb::bytes& state, const JointMove& joint_move) {
                return to_bytes(self.ask_about(state, [&](Interpreter& game) {
                    game.require_legal(joint_move);
                    return game.after(joint_move);
                }));
            },
            "state"_a, "joint_move"_a, "The next state. Raises IllegalMove.")
        .def(
            "perft",
            [](Self& self, const nb::bytes& state, int depth) {
                if (depth < 0) throw std::invalid_argument("perft: the depth must not be negative");
                return self.ask_about(state, [&](Interpreter& game) { return game.perft(depth); });
            },
            "state"_a, "depth"_a, "How many sequences of `depth` joint moves there are.")
        .def(
            "play_random_games",
            [](Self& self, const nb::bytes& start, std::uint64_t games, std::uint64_t seed,
               std::uint64_t max_moves) {
                return self.ask_about(start, [&](Interpreter& game) {
                    const std::vector<TermId> state = game.state();
                    return play_random_games(game, game.roles(), state, games, max_moves, seed,
                                             game.interrupt());
                });
            },
            "start"_a, "games"_a, nb::kw_only(), "seed"_a, "max_moves"_a,
            "Games of uniformly random moves, one after the other.");
}

void bind_names(nb::class_<BoundInterpreter>& bound) {
    using Self = BoundInterpreter;
    bound
        .def(
            "intern",
            [](Self& self, std::int32_t functor, const std::vector<TermId>& arguments) {
                return self.ask([&](Interpreter& game) { return game.intern(functor, arguments); });
            },
            "functor"_a, "arguments"_a, "The number of a term.")
        .def(
            "term",
            [](Self& self, TermId term) {
                return self.ask([&](Interpreter& game) {
                    if (term < 0 || static_cast<std::size_t>(term) >= game.terms().size())
                        throw FormatError("there is no term " + std::to_string(term));
                    const auto arguments = game.terms().arguments(term);
                    return std::make_tuple(game.terms().functor(term),
                                           std::vector<TermId>(arguments.begin(), arguments.end()));
                });
            },
            "term"_a, "A term's functor and arguments.")
        .def(
            "move",
            [](Self& self, std::size_t role, std::uint32_t number) {
                return self.ask([&](Interpreter& game) { return game.move(role, number); });
            },
            "role"_a, "number"_a, "The term of a role's move.")
        .def(
            "move_number",
            [](Self& self, std::size_t role, TermId move) {
                return self.ask([&](Interpreter& game) {
                    game.require_role(role);
                    return game.move_number(role, move);
                });
            },
            "role"_a, "move"_a);
}

}  // namespace

void bind_interpreter(nb::module_& module) {
    nb::class_<BoundInterpreter> bound(
        module, "Interpreter",
        "A rule sheet's game by its rules as they are written. States are bytes: the numbers of "
        "the terms that hold, in ascending order, 32 bits each.");
    bound.def(
        "__init__",
        [](BoundInterpreter* self, const Numbers& terms, const Numbers& arities,
           const Numbers& numbers, const Numbers& questions, const Numbers& code,
           const Numbers& rule_lists, const Numbers& switches, const Numbers& patterns,
           const std::vector<std::tuple<std::uint32_t, Numbers>>& relations,
           const std::vector<TermId>& roles, const std::array<std::uint32_t, 5>& keywords,
           std::size_t max_bytes, std::uint64_t max_steps) {
            new (self)
                BoundInterpreter{{program_from(terms, arities, numbers, questions, code, rule_lists,
                                               switches, patterns, relations, roles, keywords),
                                  {max_bytes, max_steps}},
                                 {}};
        },
        nb::kw_only(), "terms"_a, "arities"_a, "numbers"_a, "questions"_a, "code"_a, "rule_lists"_a,
        "switches"_a, "patterns"_a, "relations"_a, "roles"_a, "keywords"_a, "max_bytes"_a,
        "max_steps"_a, "keywords: the questions init, terminal, next, legal and goal.");
    bind_game(bound);
    bind_names(bound);
}

}  // namespace boardworth
