// The ways in which input from outside can be wrong. The bindings turn them into boardworth.errors.
#pragma once

#include <stdexcept>

namespace boardworth {

// Text or bytes that do not describe what they should.
struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A move that the rules do not allow in its position.
struct IllegalMove : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// More results than the caller has room for.
struct TooMany : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace boardworth
