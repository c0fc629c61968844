#include "features/logic/counting.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "errors.h"
#include "parallel.h"

namespace boardworth {

void check_unfolded(const UnfoldedView& unfolded, std::size_t relation_count) {
    const auto& [starts, literals, solution_of] = unfolded;
    const auto known = [&](std::int32_t literal) {
        return literal != 0 &&
               std::abs(std::int64_t{literal}) <= static_cast<std::int64_t>(relation_count);
    };
    if (starts.size() != solution_of.size() + 1 || starts.front() != 0 ||
        starts.back() != literals.size() || !std::ranges::is_sorted(starts) ||
        !std::ranges::all_of(literals, known))
        throw FormatError("conjunctions that are not of this game");
}

namespace {

BitLine where_all_hold(const BitRows& relations, std::size_t line,
                       std::span<const std::int32_t> literals) {
    BitLine match;
    match.words.fill(~std::uint64_t{0});
    for (const std::int32_t literal : literals) {
        const BitLine& row = relations.row(static_cast<std::size_t>(std::abs(literal)) - 1)[line];
        const std::uint64_t flip = literal < 0 ? ~std::uint64_t{0} : 0;
        for (std::size_t word = 0; word < 8; ++word) match.words[word] &= row.words[word] ^ flip;
    }
    return match;
}

void count_bits(const BitLine& line, std::span<std::int32_t> counts) {
    for (std::size_t word = 0; word < 8; ++word)
        for (std::uint64_t bits = line.words[word]; bits != 0; bits &= bits - 1) {
            const std::size_t position =
                word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            if (position < counts.size()) ++counts[position];
        }
}

}  // namespace

std::vector<std::int32_t> satisfied_counts(const BitRows& relations, const UnfoldedView& unfolded,
                                           bool proofs, int threads, const Interrupt& interrupt) {
    check_unfolded(unfolded, relations.row_count());
    const auto& [starts, literals, solution_of] = unfolded;
    std::vector<std::int32_t> counts(relations.bits());
    in_parallel(
        relations.lines(), threads, interrupt, [&](std::size_t line, const Interrupt& stopped) {
            if (stopped()) throw Interrupted{};
            const std::size_t first = line * BitLine::bits;
            const auto own =
                std::span(counts).subspan(first, std::min(BitLine::bits, counts.size() - first));
            BitLine any;
            for (std::size_t i = 0; i < solution_of.size(); ++i) {
                const BitLine match = where_all_hold(
                    relations, line, literals.subspan(starts[i], starts[i + 1] - starts[i]));
                for (std::size_t word = 0; word < 8; ++word) any.words[word] |= match.words[word];
                const bool last =
                    i + 1 == solution_of.size() || solution_of[i + 1] != solution_of[i];
                if (!proofs && !last) continue;
                count_bits(any, own);
                any = {};
            }
        });
    return counts;
}

}  // namespace boardworth
