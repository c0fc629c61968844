// How long work lets its caller end it.
#pragma once

#include <atomic>
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

}  // namespace boardworth
