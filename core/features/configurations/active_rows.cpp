#include "features/configurations/active_rows.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "bits.h"
#include "parallel.h"

namespace boardworth {

namespace {

using Lines = std::vector<BitLine>;  // by relation or configuration: where it holds

void keep_only(BitLine& line, const BitLine& other) {
    for (std::size_t word = 0; word < line.words.size(); ++word)
        line.words[word] &= other.words[word];
}

void leave_out(BitLine& line, const BitLine& other) {
    for (std::size_t word = 0; word < line.words.size(); ++word)
        line.words[word] &= ~other.words[word];
}

// The first `count` bits.
BitLine first_bits(std::size_t count) {
    BitLine line;
    for (std::size_t word = 0; word < line.words.size(); ++word) {
        const std::size_t bits = std::min<std::size_t>(count - std::min(count, 64 * word), 64);
        line.words[word] = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    }
    return line;
}

Lines where_active(const BitRows& relations, const SpecialisationDag& dag, std::size_t line) {
    Lines holds(relations.row_count());
    for (std::size_t r = 0; r < holds.size(); ++r) holds[r] = relations.row(r)[line];
    const BitLine everywhere = first_bits(relations.bits() - line * BitLine::bits);
    Lines active(dag.size(), everywhere);
    for (std::size_t node = 0; node < dag.size(); ++node)
        for (const Relation relation : dag.relations(node))
            keep_only(active[node], holds[relation]);
    return active;
}

Lines where_most_specific(const SpecialisationDag& dag, const Lines& active) {
    Lines specific = active;
    for (std::size_t node = 0; node < dag.size(); ++node)
        for (const std::uint32_t general : dag.generalisations()[node])
            leave_out(specific[general], active[node]);
    return specific;
}

// The rows of the positions of one line.
CompressedRows transposed(const Lines& lines, std::span<const std::uint32_t> number_of,
                          std::size_t positions) {
    std::array<std::uint64_t, BitLine::bits> next{};
    for (const BitLine& line : lines)
        for_each_bit(line.words, [&](std::size_t bit) { ++next[bit]; });
    CompressedRows rows{{0}, {}};
    for (std::size_t position = 0; position < positions; ++position)
        rows.starts.push_back(rows.starts.back() + next[position]);
    rows.numbers.resize(rows.starts.back());
    std::copy_n(rows.starts.begin(), positions, next.begin());
    for (std::size_t node = 0; node < lines.size(); ++node)
        for_each_bit(lines[node].words,
                     [&](std::size_t bit) { rows.numbers[next[bit]++] = number_of[node]; });
    return rows;
}

}  // namespace

CompressedRows active_rows(const BitRows& relations, const SpecialisationDag& dag,
                           std::span<const std::uint32_t> number_of, bool most_specific,
                           int threads, const Interrupt& interrupt) {
    if (relations.row_count() != dag.relation_count())
        throw std::invalid_argument("active rows: configurations of another game");
    if (number_of.size() != dag.size())
        throw std::invalid_argument("active rows: one number is needed for every configuration");
    std::vector<CompressedRows> parts(relations.lines());
    in_parallel(parts.size(), threads, interrupt, [&](std::size_t line, const Interrupt& stopped) {
        if (stopped()) throw Interrupted{};
        Lines lines = where_active(relations, dag, line);
        if (most_specific) lines = where_most_specific(dag, lines);
        const std::size_t left = relations.bits() - line * BitLine::bits;
        parts[line] = transposed(lines, number_of, std::min(left, BitLine::bits));
    });
    return joined(std::move(parts));
}

}  // namespace boardworth
