#include "fitting/rows.h"

#include <algorithm>
#include <array>

#include "parallel.h"

namespace boardworth {

namespace {

// A weight beside the sum that a pass gathers for it: both are used together, so they share a line
// of the cache.
struct Cell {
    float weight;
    float sum;
};

std::size_t piece_count(std::size_t rows) {
    constexpr std::size_t least_rows = 65536, most_pieces = 16;
    return std::clamp<std::size_t>(rows / least_rows, 1, most_pieces);
}

struct Range {
    std::size_t first, last;
};

Range piece_rows(std::size_t rows, std::size_t pieces, std::size_t piece) {
    return {rows * piece / pieces, rows * (piece + 1) / pieces};
}

// Where the cells of one row are.
using Places = std::vector<std::uint32_t>;

void find_places(const Rows& rows, std::size_t row, Places& places) {
    const std::size_t dense = rows.dense_columns();
    const std::uint16_t* index = rows.indices + row * dense;
    for (std::size_t c = 0; c < dense; ++c) places[c] = rows.bases[c] + index[c];
    const std::uint32_t* sparse = rows.sparse + row * rows.sparse_columns;
    for (std::size_t c = 0; c < rows.sparse_columns; ++c) places[dense + c] = sparse[c];
}

// Adds up at(place) over some places and calls also(place) for as many others on the way. Eight
// sums at a time: one alone would wait for each addition in turn.
template <class At, class Also>
float sum_over(const Places& places, const At& at, const Places& others, const Also& also) {
    std::array<float, 8> sums{};
    std::size_t c = 0;
    for (; c + 8 <= places.size(); c += 8)
        for (std::size_t i = 0; i < 8; ++i) {
            sums[i] += at(places[c + i]);
            also(others[c + i]);
        }
    for (; c < places.size(); ++c) {
        sums[0] += at(places[c]);
        also(others[c]);
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
           ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

constexpr auto nothing = [](std::uint32_t) {};

// Each piece of the rows fills cells of its own; then the pieces are added up in order. One more
// cell than there are weights stands for no weight: it weighs 0, and what it gathers is dropped.
template <class Fill>
std::vector<float> gather(const Rows& rows, std::span<const float> weights, int threads,
                          const Fill& fill) {
    const std::size_t pieces = piece_count(rows.count);
    std::vector<std::vector<Cell>> cells(pieces);
    in_parallel(pieces, threads, [&](std::size_t piece) {
        cells[piece].assign(rows.weights + 1, Cell{0, 0});
        for (std::size_t i = 0; i < weights.size(); ++i) cells[piece][i].weight = weights[i];
        fill(cells[piece].data(), piece_rows(rows.count, pieces, piece));
    });
    std::vector<float> sums(rows.weights);
    for (std::size_t i = 0; i < rows.weights; ++i) {
        double sum = 0;
        for (const auto& own : cells) sum += static_cast<double>(own[i].sum);
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
    return std::all_of(
        rows.sparse, rows.sparse + rows.count * rows.sparse_columns,
        [&](std::uint32_t weight) { return weight + 1 < rows.weights || weight == rows.weights; });
}

std::vector<float> predict(const Rows& rows, std::span<const float> weights, int threads) {
    std::vector<float> values(rows.count);
    std::vector<float> weight_of(weights.begin(), weights.end());
    weight_of.push_back(0);  // of no weight
    const std::size_t pieces = piece_count(rows.count);
    in_parallel(pieces, threads, [&](std::size_t piece) {
        Places places(rows.columns());
        const auto [first, last] = piece_rows(rows.count, pieces, piece);
        for (std::size_t row = first; row < last; ++row) {
            find_places(rows, row, places);
            values[row] =
                weights[rows.weights - 1] +
                sum_over(places, [&](std::uint32_t i) { return weight_of[i]; }, places, nothing);
        }
    });
    return values;
}

std::vector<float> transposed_product(const Rows& rows, std::span<const float> residuals,
                                      int threads) {
    return gather(rows, {}, threads, [&](Cell* cells, Range range) {
        Places places(rows.columns());
        double constant = 0;
        for (std::size_t row = range.first; row < range.last; ++row) {
            find_places(rows, row, places);
            for (const std::uint32_t place : places) cells[place].sum += residuals[row];
            constant += static_cast<double>(residuals[row]);
        }
        cells[rows.weights - 1].sum += static_cast<float>(constant);
    });
}

// The next row is summed up while this one's gain is spread: neither has to wait for the other. One
// after the other took a tenth longer.
std::vector<float> gram_product(const Rows& rows, std::span<const float> importance,
                                std::span<const float> vector, int threads) {
    return gather(rows, vector, threads, [&](Cell* cells, Range range) {
        if (range.first == range.last) return;
        Places places(rows.columns()), next_places(rows.columns());
        const auto weight = [cells](std::uint32_t place) { return cells[place].weight; };
        const float constant_weight = cells[rows.weights - 1].weight;
        double constant = 0;
        find_places(rows, range.first, places);
        float value = constant_weight + sum_over(places, weight, places, nothing);
        for (std::size_t row = range.first; row < range.last; ++row) {
            const float gain = importance[row] * value;
            const auto spread = [cells, gain](std::uint32_t place) { cells[place].sum += gain; };
            // After the last row its own places serve as the next ones'.
            find_places(rows, std::min(row + 1, range.last - 1), next_places);
            value = constant_weight + sum_over(next_places, weight, places, spread);
            constant += static_cast<double>(gain);
            places.swap(next_places);
        }
        cells[rows.weights - 1].sum += static_cast<float>(constant);
    });
}

}  // namespace boardworth
