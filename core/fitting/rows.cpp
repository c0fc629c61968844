#include "fitting/rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "features/compressed_rows.h"
#include "parallel.h"

namespace boardworth {

namespace {

// A weight beside the sum that a pass gathers for it: both are used together, so they share a line
// of the cache.
struct Cell {
    float weight = 0;
    float sum = 0;
};

// A row of patterns is one unit of work, and so are as many weights of a compressed row.
std::size_t piece_count(const Rows& rows) {
    constexpr std::size_t min_work = 131072, max_pieces = 16, weights_per_unit = 64;
    const std::size_t work = rows.count + rows.numbers.size() / weights_per_unit;
    return std::clamp<std::size_t>(work / min_work, 1, max_pieces);
}

struct Range {
    std::size_t first, last;
};

Range piece_rows(std::size_t rows, std::size_t pieces, std::size_t piece) {
    return {rows * piece / pieces, rows * (piece + 1) / pieces};
}

// What the passes look up: a place per weight, and one more that stands for no weight: it weighs 0,
// and what it gathers is dropped.
template <class Place>
struct Places {
    Place* all;
    std::vector<Place*> of_column;  // where each dense column's begin

    Places(const Rows& rows, Place* places) : all(places) {
        for (const std::uint32_t base : rows.bases) of_column.push_back(places + base);
    }
};

constexpr std::size_t sums_at_once = 4;

// Neighbouring 16-bit numbers by one load: with a load for each, a pass took a sixth longer.
struct FourIndices {
    std::uint64_t bits;

    explicit FourIndices(const std::uint16_t* first) {
        static_assert(std::endian::native == std::endian::little);
        std::memcpy(&bits, first, sizeof bits);
    }
    std::size_t operator[](std::size_t i) const {
        const auto half = static_cast<std::uint32_t>(bits >> (i / 2 * 32));
        return i % 2 == 0 ? half & 0xffff : half >> 16;
    }
};

using Sign = std::uint32_t;  // `negative`, or 0

float with_sign(float number, Sign sign) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(number) ^ sign);
}

// Two compressed rows side by side; the shorter one goes on with places of no weight. `signs`:
// whether numbers have any; looking for them where there are none took half as long again.
template <bool signs, class Place, class Visit>
void visit_compressed(const Places<Place>& places, std::size_t no_weight,
                      std::span<const std::uint32_t> one, std::span<const std::uint32_t> other,
                      const Visit& visit) {
    Place& none = places.all[no_weight];
    const auto place = [&](std::uint32_t number) -> Place& {
        return places.all[signs ? number & ~negative : number];
    };
    const auto sign = [](std::uint32_t number) { return signs ? number & negative : 0; };
    const auto visit_both = [&](std::uint32_t a, std::uint32_t b, std::size_t i) {
        visit(place(a), place(b), i, sign(a), sign(b));
    };
    const std::size_t both = std::min(one.size(), other.size());
    std::size_t c = 0;
    for (; c + sums_at_once <= both; c += sums_at_once)
        for (std::size_t i = 0; i < sums_at_once; ++i) visit_both(one[c + i], other[c + i], i);
    for (; c < both; ++c) visit_both(one[c], other[c], 0);
    for (c = both; c < one.size(); ++c)
        visit(place(one[c]), none, c % sums_at_once, sign(one[c]), 0);
    for (c = both; c < other.size(); ++c)
        visit(none, place(other[c]), c % sums_at_once, 0, sign(other[c]));
}

// Calls visit(place in one row, place in another, number of a sum, and both signs) for every
// column. A caller adds up several sums at a time: one alone would wait for each addition in turn.
template <class Place, class Visit>
void visit_two(const Rows& rows, const Places<Place>& places, std::size_t one, std::size_t other,
               const Visit& visit) {
    const std::size_t dense = rows.dense_columns(), sparse = rows.sparse_columns;
    Place* const* starts = places.of_column.data();
    const std::uint16_t *a = rows.indices + one * dense, *b = rows.indices + other * dense;
    std::size_t c = 0;
    for (; c + sums_at_once <= dense; c += sums_at_once) {
        const FourIndices in_one(a + c), in_other(b + c);
        const std::array here{starts[c], starts[c + 1], starts[c + 2], starts[c + 3]};
        for (std::size_t i = 0; i < sums_at_once; ++i)
            visit(here[i][in_one[i]], here[i][in_other[i]], i, 0, 0);
    }
    for (; c < dense; ++c) visit(starts[c][a[c]], starts[c][b[c]], 0, 0, 0);

    const std::uint32_t *p = rows.sparse + one * sparse, *q = rows.sparse + other * sparse;
    for (c = 0; c + sums_at_once <= sparse; c += sums_at_once)
        for (std::size_t i = 0; i < sums_at_once; ++i)
            visit(places.all[p[c + i]], places.all[q[c + i]], i, 0, 0);
    for (; c < sparse; ++c) visit(places.all[p[c]], places.all[q[c]], 0, 0, 0);
    if (rows.numbers.empty()) return;
    if (rows.signs)
        visit_compressed<true>(places, rows.weights, rows.compressed(one), rows.compressed(other),
                               visit);
    else
        visit_compressed<false>(places, rows.weights, rows.compressed(one), rows.compressed(other),
                                visit);
}

using Sums = std::array<float, sums_at_once>;

float total(const Sums& sums) {
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The terms of a row, each times the weight that stands at its place.
float term_sum(const Rows& rows, std::size_t row, std::span<const float> weight_of_term) {
    const std::int16_t* terms = rows.terms + row * weight_of_term.size();
    float sum = 0;
    for (const float weight : weight_of_term) sum += weight * static_cast<float>(*terms++);
    return sum;
}

std::vector<float> weights_of_terms(const Rows& rows, std::span<const float> weights) {
    std::vector<float> own;
    for (const std::uint32_t weight : rows.term_weights) own.push_back(weights[weight]);
    return own;
}

// What terms gather. Every row has them, so that sums grow as large as the constant's: in doubles.
class TermSums {
  public:
    explicit TermSums(const Rows& rows) : rows_(rows), sums_(rows.term_weights.size()) {}

    void add(std::size_t row, float gain) {
        const std::int16_t* terms = rows_.terms + row * sums_.size();
        for (double& sum : sums_) sum += static_cast<double>(gain) * *terms++;
    }
    // Calls add_to(weight, sum) for every term.
    template <class AddTo>
    void spread(const AddTo& add_to) const {
        for (std::size_t i = 0; i < sums_.size(); ++i)
            add_to(rows_.term_weights[i], static_cast<float>(sums_[i]));
    }

  private:
    const Rows& rows_;
    std::vector<double> sums_;
};

// Each piece of the rows fills places of its own; then what their `sum` has gathered is added up in
// the order of the pieces.
template <class Place, class Fill, class Sum>
std::vector<float> gather(const Rows& rows, int threads, const Fill& fill, const Sum& sum_of) {
    // Places of many weights take more memory than many threads are worth.
    constexpr std::size_t max_bytes = std::size_t{1} << 29;
    const std::size_t size = rows.weights + 1, bytes = size * sizeof(Place);
    const std::size_t pieces = std::clamp<std::size_t>(max_bytes / bytes, 1, piece_count(rows));
    std::vector<Place> all(pieces * size);
    in_parallel(pieces, threads, [&](std::size_t piece) {
        fill(Places<Place>(rows, &all[piece * size]), piece_rows(rows.count, pieces, piece));
    });
    std::vector<float> sums(rows.weights);
    for (std::size_t i = 0; i < rows.weights; ++i) {
        double sum = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece)
            sum += static_cast<double>(sum_of(all[piece * size + i]));
        sums[i] = static_cast<float>(sum);
    }
    return sums;
}

}  // namespace

bool well_formed(const Rows& rows) {
    const std::size_t columns = rows.dense_columns();
    std::vector<std::uint16_t> largest(columns, 0);
    for (std::size_t row = 0; row < rows.count; ++row)
        for (std::size_t c = 0; c < columns; ++c)
            largest[c] = std::max(largest[c], rows.indices[row * columns + c]);
    for (std::size_t c = 0; c < columns; ++c)
        if (std::size_t{rows.bases[c]} + largest[c] + 1 >= rows.weights) return false;
    const auto is_weight = [&](std::uint32_t weight) { return weight + 1 < rows.weights; };
    return std::all_of(rows.sparse, rows.sparse + rows.count * rows.sparse_columns,
                       [&](std::uint32_t w) { return is_weight(w) || w == rows.weights; }) &&
           std::ranges::is_sorted(rows.starts) && rows.starts.front() == 0 &&
           rows.starts.back() == rows.numbers.size() &&
           std::ranges::all_of(
               rows.numbers,
               [&](std::uint32_t w) { return is_weight(rows.signs ? w & ~negative : w); }) &&
           std::ranges::all_of(rows.term_weights, is_weight);
}

std::vector<float> predict(const Rows& rows, std::span<const float> weights, int threads) {
    std::vector<float> values(rows.count);
    std::vector<float> weight_of(weights.begin(), weights.end());
    weight_of.push_back(0);
    const Places<const float> places(rows, weight_of.data());
    const std::vector<float> weight_of_term = weights_of_terms(rows, weights);
    const std::size_t pieces = piece_count(rows);
    in_parallel(pieces, threads, [&](std::size_t piece) {
        const auto [first, last] = piece_rows(rows.count, pieces, piece);
        for (std::size_t row = first; row < last; ++row) {
            Sums sums{};
            visit_two(rows, places, row, row,
                      [&](float weight, float, std::size_t i, Sign sign, Sign) {
                          sums[i] += with_sign(weight, sign);
                      });
            values[row] =
                weight_of[rows.weights - 1] + total(sums) + term_sum(rows, row, weight_of_term);
        }
    });
    return values;
}

std::vector<float> transposed_product(const Rows& rows, std::span<const float> residuals,
                                      int threads) {
    const auto fill = [&](const Places<float>& sums, Range range) {
        double constant = 0;
        TermSums terms(rows);
        for (std::size_t row = range.first; row < range.last; ++row) {
            const float residual = residuals[row];
            visit_two(rows, sums, row, row, [&](float& sum, float&, std::size_t, Sign sign, Sign) {
                sum += with_sign(residual, sign);
            });
            constant += static_cast<double>(residual);
            terms.add(row, residual);
        }
        sums.all[rows.weights - 1] += static_cast<float>(constant);
        terms.spread([&](std::uint32_t weight, float sum) { sums.all[weight] += sum; });
    };
    return gather<float>(rows, threads, fill, [](float sum) { return sum; });
}

// The next row is summed up while this one's gain is spread: neither has to wait for the other. One
// after the other took a third longer.
std::vector<float> gram_product(const Rows& rows, std::span<const float> importance,
                                std::span<const float> vector, int threads) {
    const std::vector<float> weight_of_term = weights_of_terms(rows, vector);
    const auto fill = [&](const Places<Cell>& cells, Range range) {
        if (range.first == range.last) return;
        for (std::size_t i = 0; i < rows.weights; ++i) cells.all[i].weight = vector[i];
        Cell& constant = cells.all[rows.weights - 1];
        double constant_sum = 0;
        TermSums terms(rows);
        Sums sums{};
        visit_two(rows, cells, range.first, range.first,
                  [&](const Cell& cell, const Cell&, std::size_t i, Sign sign, Sign) {
                      sums[i] += with_sign(cell.weight, sign);
                  });
        for (std::size_t row = range.first; row < range.last; ++row) {
            const float gain = importance[row] * (constant.weight + total(sums) +
                                                  term_sum(rows, row, weight_of_term));
            sums = {};
            // After the last row comes that row again, for nothing.
            const std::size_t next = std::min(row + 1, range.last - 1);
            visit_two(rows, cells, next, row,
                      [&](const Cell& read, Cell& spread, std::size_t i, Sign one, Sign other) {
                          sums[i] += with_sign(read.weight, one);
                          spread.sum += with_sign(gain, other);
                      });
            constant_sum += static_cast<double>(gain);
            terms.add(row, gain);
        }
        constant.sum += static_cast<float>(constant_sum);
        terms.spread([&](std::uint32_t weight, float sum) { cells.all[weight].sum += sum; });
    };
    return gather<Cell>(rows, threads, fill, [](const Cell& cell) { return cell.sum; });
}

}  // namespace boardworth
