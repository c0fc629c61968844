// How long work lets its caller end it.
#pragma once

#include <functional>

namespace boardworth {

// Asked now and then by long work; true means: stop.
using Interrupt = std::function<bool()>;

// Thrown by long work that was asked to stop.
struct Interrupted {};

}  // namespace boardworth
