// Calls that lead back to each other: which rules wait for which calls, and when all is known.
#include <algorithm>
#include <utility>

#include "errors.h"
#include "rules/gdl/interpreter/evaluation.h"

namespace boardworth {

// The rule is put aside until the source has answers; the frame goes on with what else there is.
void Evaluation::wait(const Frame& frame, std::int32_t at, CallRef source) {
    const std::size_t slots = program_.questions[call(frame.producer).question].slots;
    waiting_.push_back(
        {frame.producer, source, at, waiting_slots_.size(), 0, call(source).waiting});
    const auto first = slots_.begin() + static_cast<std::ptrdiff_t>(frame.base);
    waiting_slots_.insert(waiting_slots_.end(), first, first + static_cast<std::ptrdiff_t>(slots));
    call(source).waiting = static_cast<std::int32_t>(waiting_.size()) - 1;
    lower(frame.producer, unfinished_[call(source).position].lowest);
    if (call(source).first != 0) tell(source);
}

// Notes that there are answers that some waiting rules may not have read.
void Evaluation::tell(CallRef source) {
    Call& told = call(source);
    if (told.complete || told.has_news || told.waiting < 0) return;
    told.has_news = true;
    news_.push_back(source);
}

// Gives frames to all that wait for a call with news, if there is one from position `lowest` on.
bool Evaluation::resume_waiting(std::uint32_t lowest) {
    while (!news_.empty() && call(news_.back()).position >= lowest) {
        const CallRef source = news_.back();
        news_.pop_back();
        call(source).has_news = false;
        const std::size_t frames = frames_.size();
        for (std::int32_t i = call(source).waiting; i >= 0;) {
            const Waiting& waiting = waiting_[static_cast<std::size_t>(i)];
            const Call& producer = call(waiting.producer);
            const Question& asked = program_.questions[producer.question];
            if (waiting.read != call(source).last && (asked.outputs > 0 || producer.first == 0)) {
                const std::size_t base = slots_.size();
                const auto first =
                    waiting_slots_.begin() + static_cast<std::ptrdiff_t>(waiting.slots);
                slots_.insert(slots_.end(), first, first + asked.slots);
                frames_.push_back({waiting.producer, base, at_retry, waiting.at, i, {0, 0}, 0});
            }
            i = waiting.before;
        }
        if (frames_.size() > frames) return true;
    }
    return false;
}

// The last frame has tried everything. If its call leads back to none before it, all calls since
// then are complete as soon as no rule waits for an answer.
void Evaluation::finish() {
    const Frame frame = frames_.back();
    if (frame.waiting >= 0) {
        pop_frame();
        return;
    }
    const std::uint32_t position = call(frame.producer).position;
    if (unfinished_[position].lowest == position) {
        if (resume_waiting(position)) return;
        for (std::size_t i = position; i < unfinished_.size(); ++i) {
            call(unfinished_[i].call).complete = true;
            call(unfinished_[i].call).waiting = -1;
        }
        unfinished_.resize(position);
        if (frame.first_waiting < waiting_.size()) {
            waiting_slots_.resize(waiting_[frame.first_waiting].slots);
            waiting_.resize(frame.first_waiting);
        }
    }
    pop_frame();
}

void Evaluation::pop_frame() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    slots_.resize(frame.base);
    const Call& done = call(frame.producer);
    if (!frames_.empty() && !done.complete)
        lower(frames_.back().producer, unfinished_[done.position].lowest);
}

void Evaluation::lower(CallRef ref, std::uint32_t lowest) {
    std::uint32_t& own = unfinished_[call(ref).position].lowest;
    own = std::min(own, lowest);
}

void Evaluation::look_at_limits() {
    steps_ += std::exchange(since_look_, 0);
    if ((*interrupt_)()) throw Interrupted{};
    if (steps_ > limits_.steps)
        throw TooMany("a state takes more than " + std::to_string(limits_.steps) + " steps");
    std::size_t bytes = slots_.size() * sizeof(TermId) + frames_.size() * sizeof(Frame) +
                        waiting_.size() * sizeof(Waiting) + waiting_slots_.size() * sizeof(TermId);
    for (const CallTable& table : tables_) bytes += table.bytes();
    if (bytes > limits_.bytes)
        throw TooMany("a state takes more than " + std::to_string(limits_.bytes >> 20) +
                      " MiB of memory");
}

}  // namespace boardworth
