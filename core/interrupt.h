// How long work lets its caller end it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace boardworth {

// Asked now and then by long work, on any of its threads; true means: stop.
using Interrupt = std::function<bool()>;

// Thrown by long work that was asked to stop.
struct Interrupted {};

// Asks work on other threads to end, once and for all.
class StopSign {
  public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> stopped_ = false;
};

// Tells work on other threads from when on its time counts.
class StartSign {
  public:
    // Only the first time counts.
    void start() {
        std::int64_t before = 0;
        since_.compare_exchange_strong(before, now());
    }
    [[nodiscard]] bool started() const { return since_.load(std::memory_order_relaxed) != 0; }
    // Since the start; none before.
    [[nodiscard]] double seconds() const {
        const std::int64_t since = since_.load(std::memory_order_relaxed);
        return since == 0 ? 0 : 1e-9 * static_cast<double>(now() - since);
    }

  private:
    static std::int64_t now() {
        const auto time = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    }

    std::atomic<std::int64_t> since_ = 0;  // in nanoseconds
};

}  // namespace boardworth
