#include "rules/gdl/interpreter/interpreter.h"

#include <algorithm>
#include <string>

#include "errors.h"

namespace boardworth {

namespace {

// Next states that perft derives at a time, while what is known of their state is at hand.
constexpr std::uint64_t states_at_once = 256;

}  // namespace

Interpreter::Interpreter(Program program, const EvaluationLimits& limits)
    : program_(std::move(program)),
      evaluation_(program_, limits),
      moves_(program_.roles.size()),
      legal_(program_.roles.size()) {}

TermId Interpreter::intern(std::int32_t functor, std::span<const TermId> arguments) {
    if (functor < 0 || static_cast<std::size_t>(functor) >= program_.arities.size() ||
        program_.arities[static_cast<std::size_t>(functor)] != arguments.size())
        throw FormatError("there is no such functor");
    for (const TermId argument : arguments)
        if (argument < 0 || static_cast<std::size_t>(argument) >= terms().size())
            throw FormatError("there is no such term");
    return program_.terms.intern(functor, arguments);
}

std::vector<TermId> Interpreter::listed(std::uint32_t question) {
    std::vector<TermId> found;
    ask(question, {}, [&](std::span<const TermId> outputs) { found.push_back(outputs[0]); });
    std::ranges::sort(found);
    return found;
}

std::vector<TermId> Interpreter::start() {
    return listed(program_.init);
}

void Interpreter::set_state(std::span<const TermId> state) {
    if (std::ranges::equal(state, state_)) return;
    for (std::size_t i = 0; i < state.size(); ++i)
        if (state[i] < 0 || static_cast<std::size_t>(state[i]) >= terms().size() ||
            (i > 0 && state[i - 1] >= state[i]))
            throw FormatError("these bytes are no state of the game");
    state_.assign(state.begin(), state.end());
    evaluation_.set_truths(state_);
}

bool Interpreter::terminal() {
    return ask(program_.terminal, {}, [](std::span<const TermId>) {});
}

const std::vector<std::uint32_t>& Interpreter::legal_moves(std::size_t role) {
    std::vector<TermId> found;
    ask(program_.legal, {&program_.roles[role], 1},
        [&](std::span<const TermId> outputs) { found.push_back(outputs[0]); });
    std::ranges::sort(found, [&](TermId a, TermId b) { return terms().compare(a, b) < 0; });
    legal_[role].clear();
    for (const TermId move : found) legal_[role].push_back(move_number(role, move));
    return legal_[role];
}

std::vector<std::vector<std::uint32_t>> Interpreter::all_legal_moves() {
    for (std::size_t role = 0; role < roles(); ++role) static_cast<void>(legal_moves(role));
    return legal_;
}

std::vector<std::optional<int>> Interpreter::goals() {
    std::vector<std::optional<int>> goals(roles());
    for (std::size_t role = 0; role < roles(); ++role) {
        std::size_t count = 0;
        ask(program_.goal, {&program_.roles[role], 1}, [&](std::span<const TermId> outputs) {
            const int number =
                program_.numbers[static_cast<std::size_t>(terms().functor(outputs[0]))];
            if (number < 0) return;  // by a faulty rule: it counts for nothing
            goals[role] = number;
            ++count;
        });
        if (count != 1) goals[role].reset();
    }
    return goals;
}

std::vector<TermId> Interpreter::after(std::span<const std::uint32_t> joint_move) {
    std::vector<TermId> does;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
        does.push_back(program_.roles[role]);
        does.push_back(moves_[role].terms[joint_move[role]]);
    }
    evaluation_.set_moves(std::move(does));
    return listed(program_.next);
}

// Games may be longer than the call stack is deep: the way down is a vector.
std::uint64_t Interpreter::perft(int depth) {
    if (depth == 0) return 1;
    std::uint64_t total = 0;
    std::vector<Choices> path;
    const auto enter = [&] {
        if ((*interrupt_)()) throw Interrupted{};
        if (terminal()) return;
        Choices choices = this->choices();
        if (path.size() + 1 == static_cast<std::size_t>(depth))
            total += choices.combinations;
        else
            path.push_back(std::move(choices));
    };
    enter();
    while (!path.empty()) {
        Choices& choices = path.back();
        if (choices.after.empty()) derive(choices);
        if (choices.after.empty()) {
            path.pop_back();
            continue;
        }
        set_state(choices.after.back());
        choices.after.pop_back();
        enter();
    }
    return total;
}

Interpreter::Choices Interpreter::choices() {
    Choices choices{state_, all_legal_moves(), 1, 0, {}};
    for (const auto& moves : choices.legal) choices.combinations *= moves.size();
    return choices;
}

void Interpreter::derive(Choices& choices) {
    if (choices.tried == choices.combinations) return;
    set_state(choices.state);
    std::vector<std::uint32_t> joint_move(roles());
    const std::uint64_t end = std::min(choices.combinations, choices.tried + states_at_once);
    for (; choices.tried < end; ++choices.tried) {
        std::uint64_t rest = choices.tried;
        for (std::size_t role = 0; role < roles(); ++role) {
            joint_move[role] = choices.legal[role][rest % choices.legal[role].size()];
            rest /= choices.legal[role].size();
        }
        choices.after.push_back(after(joint_move));
    }
}

std::uint32_t Interpreter::move_number(std::size_t role, TermId move) {
    Moves& known = moves_[role];
    const auto number = static_cast<std::uint32_t>(known.terms.size());
    const auto [found, is_new] = known.numbers.try_emplace(move, number);
    if (is_new) known.terms.push_back(move);
    return found->second;
}

TermId Interpreter::move(std::size_t role, std::uint32_t number) const {
    require_role(role);
    if (number >= moves_[role].terms.size())
        throw FormatError("role " + std::to_string(role) + " has no move " +
                          std::to_string(number));
    return moves_[role].terms[number];
}

void Interpreter::require_role(std::size_t role) const {
    if (role >= roles()) throw FormatError("there is no role " + std::to_string(role));
}

void Interpreter::require_legal(std::span<const std::uint32_t> joint_move) {
    if (joint_move.size() != roles())
        throw IllegalMove("a joint move has " + std::to_string(roles()) + " moves, not " +
                          std::to_string(joint_move.size()));
    for (std::size_t role = 0; role < joint_move.size(); ++role)
        if (!std::ranges::count(legal_moves(role), joint_move[role]))
            throw IllegalMove("move " + std::to_string(joint_move[role]) + " of role " +
                              std::to_string(role) + " is illegal");
}

}  // namespace boardworth
