// Conjunctions of literals, many in one list, each in ascending order.
//
// A literal says that a relation (features/configurations/relations.h) holds, or that it does not;
// or that an atom of the rules cannot be derived.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "features/configurations/relations.h"

namespace boardworth {

using LiteralCode = std::uint32_t;
using ConjunctionView = std::span<const LiteralCode>;

constexpr LiteralCode first_underivable = LiteralCode{1} << 17;  // there are 2^16 relations

constexpr LiteralCode literal_of(Relation relation, bool negated) {
    return LiteralCode{relation} * 2 + static_cast<LiteralCode>(negated);
}
constexpr Relation relation_of(LiteralCode literal) {
    return static_cast<Relation>(literal / 2);
}
constexpr bool is_negated(LiteralCode literal) {
    return literal % 2 != 0;
}
constexpr LiteralCode opposite(LiteralCode literal) {
    return literal ^ 1;
}
constexpr LiteralCode underivable(std::int32_t atom) {
    return first_underivable + static_cast<LiteralCode>(atom);
}

class Conjunctions {
  public:
    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t literal_count() const { return literals_.size(); }
    [[nodiscard]] ConjunctionView operator[](std::size_t i) const {
        return ConjunctionView(literals_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
    }

    void push_back(ConjunctionView literals) {
        literals_.insert(literals_.end(), literals.begin(), literals.end());
        starts_.push_back(literals_.size());
    }
    // One that has all literals of both.
    void push_back_union(ConjunctionView left, ConjunctionView right) {
        std::ranges::set_union(left, right, std::back_inserter(literals_));
        starts_.push_back(literals_.size());
    }
    void append(const Conjunctions& others) {
        for (std::size_t i = 0; i < others.size(); ++i) push_back(others[i]);
    }

    // Each of them once, in the order of their literals.
    [[nodiscard]] Conjunctions distinct() const {
        Conjunctions kept;
        for (const std::size_t i : order([this](std::size_t a, std::size_t b) {
                 return std::ranges::lexicographical_compare((*this)[a], (*this)[b]);
             }))
            if (kept.empty() || !std::ranges::equal(kept[kept.size() - 1], (*this)[i]))
                kept.push_back((*this)[i]);
        return kept;
    }
    // Their numbers in the order of less(number, number).
    template <class Less>
    [[nodiscard]] std::vector<std::size_t> order(const Less& less) const {
        std::vector<std::size_t> numbers(size());
        std::iota(numbers.begin(), numbers.end(), std::size_t{0});
        std::ranges::stable_sort(numbers, less);
        return numbers;
    }

  private:
    std::vector<LiteralCode> literals_;
    std::vector<std::size_t> starts_{0};
};

}  // namespace boardworth
