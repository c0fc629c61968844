#include "features/mining/matches.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "features/mining/and_count.h"
#include "parallel.h"

namespace boardworth {

namespace {

void intersect(const BitRows& rows, std::span<const Relation> relations, BitLine* match) {
    std::copy_n(rows.row(relations[0]), rows.lines(), match);
    for (const Relation relation : relations.subspan(1)) {
        const BitLine* row = rows.row(relation);
        for (std::size_t line = 0; line < rows.lines(); ++line)
            for (std::size_t word = 0; word < 8; ++word)
                match[line].words[word] &= row[line].words[word];
    }
}

BitRows digits(std::span<const std::uint32_t> values) {
    const std::uint32_t largest = values.empty() ? 0 : *std::ranges::max_element(values);
    BitRows planes(static_cast<std::size_t>(std::bit_width(largest)), values.size());
    for (std::size_t p = 0; p < values.size(); ++p)
        for (std::size_t k = 0; k < planes.row_count(); ++k)
            if (values[p] >> k & 1) planes.set(k, p);
    return planes;
}

}  // namespace

std::vector<std::size_t> starts_of(const ConfigurationsView& configurations,
                                   std::size_t relation_count) {
    std::vector<std::size_t> starts{0};
    for (const std::uint8_t length : configurations.lengths) {
        if (length == 0) throw std::invalid_argument("configurations: one without a relation");
        starts.push_back(starts.back() + length);
    }
    if (starts.back() != configurations.relations.size())
        throw std::invalid_argument("configurations: lengths and relations do not fit together");
    for (const Relation relation : configurations.relations)
        if (relation >= relation_count)
            throw std::invalid_argument("configurations: no relation " + std::to_string(relation));
    return starts;
}

BitRows matches(const BitRows& rows, const ConfigurationsView& configurations) {
    const auto starts = starts_of(configurations, rows.row_count());
    BitRows found(configurations.lengths.size(), rows.bits());
    for (std::size_t i = 0; i < configurations.lengths.size(); ++i)
        intersect(rows, configurations.relations.subspan(starts[i], configurations.lengths[i]),
                  found.row(i));
    return found;
}

std::vector<std::uint64_t> sums(const BitRows& rows, const ConfigurationsView& configurations,
                                std::span<const std::uint32_t> values, int threads,
                                const Interrupt& interrupt) {
    constexpr std::size_t configurations_per_piece = 1024;
    if (values.size() != rows.bits())
        throw std::invalid_argument("sums: one value is needed for every position");
    const auto starts = starts_of(configurations, rows.row_count());
    const BitRows planes = digits(values);
    const AndCount kernel = and_count_kernels().back().count;
    const std::size_t count = configurations.lengths.size();
    std::vector<std::uint64_t> sums(count);
    const std::size_t pieces = (count + configurations_per_piece - 1) / configurations_per_piece;
    in_parallel(pieces, threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
        std::vector<BitLine> match(rows.lines());
        std::vector<std::uint32_t> counts(planes.row_count());
        const std::size_t last = std::min((piece + 1) * configurations_per_piece, count);
        for (std::size_t i = piece * configurations_per_piece; i < last; ++i) {
            if (stopped()) throw Interrupted();
            intersect(rows, configurations.relations.subspan(starts[i], configurations.lengths[i]),
                      match.data());
            kernel(match.data(), planes.row(0), rows.lines(), rows.lines(), counts.size(),
                   counts.data());
            for (std::size_t k = 0; k < counts.size(); ++k)
                sums[i] += std::uint64_t{counts[k]} << k;
        }
    });
    return sums;
}

}  // namespace boardworth
