// Ground terms as numbers: equal terms have the same one.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/gdl/interpreter/hash_index.h"

namespace boardworth {

using TermId = std::int32_t;

class TermTable {
  public:
    // Functors are numbers that stand for a name and a number of arguments. Throws TooMany.
    TermId intern(std::int32_t functor, std::span<const TermId> arguments);

    [[nodiscard]] std::size_t size() const { return functors_.size(); }
    [[nodiscard]] std::int32_t functor(TermId term) const {
        return functors_[static_cast<std::size_t>(term)];
    }
    [[nodiscard]] std::span<const TermId> arguments(TermId term) const {
        const auto number = static_cast<std::size_t>(term);
        return std::span(arguments_)
            .subspan(starts_[number], starts_[number + 1] - starts_[number]);
    }
    // An order that does not depend on which term was met first.
    [[nodiscard]] std::strong_ordering compare(TermId left, TermId right) const;

  private:
    std::vector<std::int32_t> functors_;
    std::vector<std::uint8_t> depths_;
    std::vector<std::size_t> starts_ = {0};
    std::vector<TermId> arguments_;
    HashIndex index_;
};

}  // namespace boardworth
