#include "rules/gdl/interpreter/evaluation.h"

#include <algorithm>

#include "errors.h"

namespace boardworth {

namespace {

// A fact read by a pattern: what is known of it, what is asked for.
struct Match {
    std::vector<TermId> inputs;
    std::vector<TermId> outputs;

    // False if the fact does not have the pattern's functors.
    bool read(const Program& program, std::uint32_t pattern, std::span<const TermId> arguments) {
        inputs.clear();
        outputs.clear();
        const std::int32_t* part = program.patterns.data() + pattern;
        for (const TermId argument : arguments)
            if (!read_part(program, part, argument)) return false;
        return true;
    }

  private:
    // Patterns are no deeper than rules are written.
    bool read_part(const Program& program, const std::int32_t*& part, TermId term) {
        const std::int32_t kind = *part++;
        if (kind == known_part) inputs.push_back(term);
        if (kind == asked_part) outputs.push_back(term);
        if (kind < 0) return true;
        if (program.terms.functor(term) != kind) return false;
        for (const TermId argument : program.terms.arguments(term))
            if (!read_part(program, part, argument)) return false;
        return true;
    }
};

}  // namespace

void Evaluation::set_truths(std::vector<TermId> truths) {
    truths_ = std::move(truths);
    tables_[static_cast<std::size_t>(Lifetime::state)].clear();
    filled_[static_cast<std::size_t>(Lifetime::state)].clear();
    set_moves({});
    // What always holds is kept from state to state, as long as there is room.
    if (tables_[0].bytes() > limits_.bytes / 2) reset();
}

void Evaluation::set_moves(std::vector<TermId> moves) {
    moves_ = std::move(moves);
    tables_[static_cast<std::size_t>(Lifetime::move)].clear();
    filled_[static_cast<std::size_t>(Lifetime::move)].clear();
}

void Evaluation::reset() {
    for (std::size_t lifetime = 0; lifetime < lifetimes; ++lifetime) {
        tables_[lifetime] = {};
        filled_[lifetime].clear();
    }
    frames_.clear();
    slots_.clear();
    unfinished_.clear();
    waiting_.clear();
    waiting_slots_.clear();
    news_.clear();
}

std::uint32_t Evaluation::answered(std::uint32_t question, std::span<const TermId> inputs,
                                   const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    steps_ = 0;
    if (program_.questions[question].source != Source::rules) fill(question);
    CallTable& table = table_of(question);
    const std::uint32_t known = table.find(question, inputs);
    if (known != CallTable::none || program_.questions[question].source != Source::rules)
        return known;
    const CallRef ref{program_.questions[question].lifetime, table.add(question, inputs)};
    try {
        begin(ref, inputs);
        while (!frames_.empty())
            if (frames_.back().at == at_end)
                finish();
            else
                execute();
    } catch (...) {
        reset();
        throw;
    }
    return ref.number;
}

std::pair<std::uint32_t, std::span<const TermId>> Evaluation::facts_of(
    const Question& asked) const {
    if (asked.source == Source::truths) return {1, truths_};
    if (asked.source == Source::moves) return {2, moves_};
    const Relation& relation = program_.relations[asked.relation];
    return {relation.arity, relation.arguments};
}

// Facts, truths and moves answer all calls of a question at once: an index by its inputs.
void Evaluation::fill(std::uint32_t question) {
    const Question& asked = program_.questions[question];
    auto& filled = filled_[static_cast<std::size_t>(asked.lifetime)];
    if (filled.empty()) filled.assign(program_.questions.size(), 0);
    if (filled[question]) return;
    filled[question] = 1;
    const auto [arity, arguments] = facts_of(asked);
    CallTable& table = table_of(question);
    Match match;
    for (std::size_t fact = 0; fact < arguments.size(); fact += arity) {
        if (!match.read(program_, asked.pattern, arguments.subspan(fact, arity))) continue;
        std::uint32_t call = table.find(question, match.inputs);
        if (call == CallTable::none) {
            call = table.add(question, match.inputs);
            table[call].complete = true;
        }
        if (asked.may_repeat)
            table.add_new_answer(call, match.outputs);
        else
            table.add_answer(call, match.outputs);
    }
    count_step();
}

void Evaluation::begin(CallRef ref, std::span<const TermId> inputs) {
    const std::uint32_t question = call(ref).question;
    const Question& asked = program_.questions[question];
    call(ref).position = static_cast<std::uint32_t>(unfinished_.size());
    unfinished_.push_back({ref, call(ref).position});
    Range rules = asked.rules;
    if (asked.switched_input >= 0) {
        const auto found = program_.switches.find(
            Program::switch_key(question, inputs[static_cast<std::size_t>(asked.switched_input)]));
        if (found != program_.switches.end()) rules = found->second;
    }
    const std::size_t base = slots_.size();
    slots_.resize(base + asked.slots);
    std::ranges::copy(inputs, slots_.begin() + static_cast<std::ptrdiff_t>(base));
    frames_.push_back({ref, base, at_retry, -1, -1, rules, waiting_.size()});
}

// Runs the last frame until it calls something new or comes to its end.
void Evaluation::execute() {
    const std::size_t depth = frames_.size();
    Frame& frame = frames_.back();
    std::int32_t at = frame.at;
    bool good = at != at_retry;
    while (true) {
        if (!good && !go_back(frame, at)) {
            frame.at = at_end;
            return;
        }
        good = true;
        TermId* slots = slots_.data() + frame.base;
        const std::int32_t* here = code(at);
        switch (static_cast<Instruction>(here[0])) {
            case Instruction::call:
                good = take_call(frame, at);
                if (frames_.size() > depth) return;
                break;
            case Instruction::call_not:
                good = take_negation(frame, at);
                if (frames_.size() > depth) return;
                break;
            case Instruction::equal:
                good = value(slots, here[1]) == value(slots, here[2]);
                at += 3;
                break;
            case Instruction::distinct:
                good = value(slots, here[1]) != value(slots, here[2]);
                at += 3;
                break;
            case Instruction::open:
                good = take_open(slots, at);
                break;
            case Instruction::build:
                take_build(slots, at);
                break;
            case Instruction::answer:
                take_answer(frame, at);
                if (frame.at == at_end) return;
                good = false;
                break;
        }
    }
}

std::span<const TermId> Evaluation::operands(const TermId* slots, const std::int32_t* first,
                                             std::size_t count) {
    if (buffer_.size() < count) buffer_.resize(count);
    for (std::size_t i = 0; i < count; ++i) buffer_[i] = value(slots, first[i]);
    return std::span(buffer_).first(count);
}

// Where a call has answers, the first is taken; the others are tried when the rule goes back. A new
// call gets a frame, and this instruction is run once more after it.
bool Evaluation::take_call(Frame& frame, std::int32_t& at) {
    count_step();
    const std::int32_t* here = code(at);
    const auto question = static_cast<std::uint32_t>(here[1]);
    const Question& asked = program_.questions[question];
    const auto inputs = operands(slots_.data() + frame.base, here + 5, asked.inputs);
    if (asked.source != Source::rules) fill(question);
    CallTable& table = table_of(question);
    std::uint32_t number = table.find(question, inputs);
    if (number == CallTable::none) {
        if (asked.source != Source::rules) return false;
        number = table.add(question, inputs);
        frame.at = at;
        begin({asked.lifetime, number}, inputs);
        return true;
    }
    const Call& found = table[number];
    if (found.complete || (asked.outputs == 0 && found.first != 0))
        return found.first != 0 && go_on(frame, at, found.first, at);
    wait(frame, at, {asked.lifetime, number});
    return false;
}

bool Evaluation::take_negation(Frame& frame, std::int32_t& at) {
    count_step();
    const std::int32_t* here = code(at);
    const auto question = static_cast<std::uint32_t>(here[1]);
    const Question& asked = program_.questions[question];
    const auto inputs = operands(slots_.data() + frame.base, here + 2, asked.inputs);
    if (asked.source != Source::rules) fill(question);
    CallTable& table = table_of(question);
    std::uint32_t number = table.find(question, inputs);
    if (number == CallTable::none && asked.source == Source::rules) {
        number = table.add(question, inputs);
        frame.at = at;
        begin({asked.lifetime, number}, inputs);
        return true;
    }
    at += 2 + static_cast<std::int32_t>(asked.inputs);
    if (number == CallTable::none) return true;
    if (table[number].first == 0 && !table[number].complete)
        throw FormatError("what holds depends on its own negation");
    return table[number].first == 0;
}

bool Evaluation::take_open(TermId* slots, std::int32_t& at) const {
    const std::int32_t* here = code(at);
    const TermId term = value(slots, here[1]);
    at += 4;
    if (program_.terms.functor(term) != here[2]) return false;
    std::ranges::copy(program_.terms.arguments(term), slots + here[3]);
    return true;
}

void Evaluation::take_build(TermId* slots, std::int32_t& at) {
    const std::int32_t* here = code(at);
    const std::size_t arity = program_.arities[static_cast<std::size_t>(here[1])];
    slots[here[2]] = program_.terms.intern(here[1], operands(slots, here + 3, arity));
    at += 3 + static_cast<std::int32_t>(arity);
}

// A call without outputs has all its answers with the first.
void Evaluation::take_answer(Frame& frame, std::int32_t at) {
    count_step();
    const std::size_t outputs = program_.questions[call(frame.producer).question].outputs;
    const auto answer = operands(slots_.data() + frame.base, code(at) + 1, outputs);
    if (outputs == 0) {
        if (call(frame.producer).first == 0) {
            table(frame.producer).add_answer(frame.producer.number, answer);
            tell(frame.producer);
        }
        frame.at = at_end;
    } else if (table(frame.producer).add_new_answer(frame.producer.number, answer)) {
        tell(frame.producer);
    }
}

bool Evaluation::go_on(Frame& frame, std::int32_t call_at, std::uint32_t answer, std::int32_t& at) {
    const std::int32_t* here = code(call_at);
    const auto question = static_cast<std::uint32_t>(here[1]);
    const Question& asked = program_.questions[question];
    TermId* slots = slots_.data() + frame.base;
    slots[here[3]] = static_cast<TermId>(answer);
    std::copy_n(table_of(question).outputs(answer), asked.outputs, slots + here[4]);
    frame.retry = call_at;
    at = call_at + 5 + static_cast<std::int32_t>(asked.inputs);
    return true;
}

// To the next answer of the innermost call that has one, or to the next rule.
bool Evaluation::go_back(Frame& frame, std::int32_t& at) {
    count_step();
    for (std::int32_t at_call = frame.retry; at_call >= 0; at_call = code(at_call)[2]) {
        const std::int32_t* here = code(at_call);
        const auto tried =
            static_cast<std::uint32_t>(slots_[frame.base + static_cast<std::size_t>(here[3])]);
        const bool resumed =
            frame.waiting >= 0 && waiting_[static_cast<std::size_t>(frame.waiting)].at == at_call;
        const CallTable& source = table_of(static_cast<std::uint32_t>(here[1]));
        if (resumed) {
            Waiting& self = waiting_[static_cast<std::size_t>(frame.waiting)];
            const std::uint32_t next =
                self.read == 0 ? source[self.source.number].first : source.after(self.read);
            if (next == 0) return false;
            self.read = next;
            return go_on(frame, at_call, next, at);
        }
        if (const std::uint32_t next = source.after(tried); next != 0)
            return go_on(frame, at_call, next, at);
    }
    frame.retry = -1;
    if (frame.rules.first == frame.rules.second) return false;
    at = static_cast<std::int32_t>(program_.rule_lists[frame.rules.first++]);
    return true;
}

}  // namespace boardworth
