// When a search ends, and how it asks.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "interrupt.h"

namespace boardworth {

// Whichever comes first; all of them may be set.
struct Limit {
    int depth = std::numeric_limits<int>::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    // After this nothing new is begun: sooner if the best move is settled, later if it is not.
    double soft_seconds = std::numeric_limits<double>::infinity();
    const StopSign* stop = nullptr;
    // From when on seconds count, if it is not the beginning: a search that ponders has no limit of
    // time before.
    const StartSign* start = nullptr;

    [[nodiscard]] bool stopped() const { return stop && stop->stopped(); }
    // Whether it ends at a point of the search's own, not at one of time.
    [[nodiscard]] bool repeatable() const {
        return seconds == std::numeric_limits<double>::infinity() &&
               soft_seconds == std::numeric_limits<double>::infinity();
    }
    // Whether it leaves all the time and nodes that a depth takes.
    [[nodiscard]] bool patient() const {
        return repeatable() && nodes == std::numeric_limits<std::uint64_t>::max();
    }
};

// Thrown and caught inside a search when its limit is reached.
struct LimitReached {};

class Clock {
  public:
    // Slow nodes need more looks at the time.
    Clock(const Limit& limit, const Interrupt& interrupt, std::uint64_t nodes_per_look = 1024)
        : limit_(limit), interrupt_(interrupt), nodes_per_look_(nodes_per_look) {}

    void count_node() {
        if (++nodes_ >= next_look_) look();
    }
    // The same for nodes so near the end of the game that others will soon look at the limit.
    void count_leaf() { ++nodes_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    // Those that count.
    [[nodiscard]] double limited_seconds() const {
        return limit_.start ? limit_.start->seconds() : seconds();
    }
    // From now on only an interrupt ends the search, until its limit holds again.
    void suspend_limit() { limited_ = false; }
    void resume_limit() {
        limited_ = true;
        next_look_ = nodes_ + 1;
    }
    // Lets other threads know, now and then, how many nodes there are.
    void tell(std::atomic<std::uint64_t>& nodes) { told_ = &nodes; }

  private:
    void look() {
        if (told_) told_->store(nodes_, std::memory_order_relaxed);
        if (limited_ && reached()) throw LimitReached{};
        if (interrupt_()) throw Interrupted{};
        next_look_ = nodes_ + nodes_per_look_;
        if (limited_) next_look_ = std::min(next_look_, limit_.nodes);
        ++next_look_;
    }
    [[nodiscard]] bool reached() const {
        return nodes_ > limit_.nodes || limited_seconds() >= limit_.seconds || limit_.stopped();
    }

    Limit limit_;
    const Interrupt& interrupt_;
    std::uint64_t nodes_per_look_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 1;
    bool limited_ = true;
    std::atomic<std::uint64_t>* told_ = nullptr;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace boardworth
