#include "rules/gdl/interpreter/terms.h"

#include <algorithm>

#include "errors.h"

namespace boardworth {

namespace {

// Terms that grow and grow come from rules that never end; those of real games have a few levels.
constexpr std::uint8_t max_levels = 200;
constexpr std::size_t max_terms = 20'000'000;

}  // namespace

TermId TermTable::intern(std::int32_t functor, std::span<const TermId> arguments) {
    const auto hash = [](std::int32_t name, std::span<const TermId> parts) {
        return hash_of(static_cast<std::uint64_t>(name), parts);
    };
    const std::uint64_t own = hash(functor, arguments);
    const std::uint32_t found = index_.find(own, [&](std::uint32_t number) {
        const auto term = static_cast<TermId>(number);
        return this->functor(term) == functor &&
               std::ranges::equal(this->arguments(term), arguments);
    });
    if (found != HashIndex::none) return static_cast<TermId>(found);

    std::uint8_t depth = 0;
    for (const TermId argument : arguments)
        depth = std::max(depth, depths_[static_cast<std::size_t>(argument)]);
    if (depth == max_levels)
        throw TooMany("a term has more than " + std::to_string(max_levels) + " levels");
    if (size() == max_terms)
        throw TooMany("there are more than " + std::to_string(max_terms) + " terms");
    const auto number = static_cast<std::uint32_t>(size());
    functors_.push_back(functor);
    depths_.push_back(static_cast<std::uint8_t>(depth + 1));
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    starts_.push_back(arguments_.size());
    index_.insert(own, number, [&](std::uint32_t other) {
        const auto term = static_cast<TermId>(other);
        return hash(this->functor(term), this->arguments(term));
    });
    return static_cast<TermId>(number);
}

std::strong_ordering TermTable::compare(TermId left, TermId right) const {
    if (left == right) return std::strong_ordering::equal;
    if (functor(left) != functor(right)) return functor(left) <=> functor(right);
    const auto left_parts = arguments(left), right_parts = arguments(right);
    for (std::size_t i = 0; i < left_parts.size(); ++i)
        if (const auto order = compare(left_parts[i], right_parts[i]); order != 0) return order;
    return std::strong_ordering::equal;
}

}  // namespace boardworth
