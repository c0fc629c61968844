#include "fitting/rows.h"

#include <algorithm>

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

// Visits every row of every piece with cells of the piece's own, then adds the pieces up in order.
// `contribution(row, value of the row)` is what each of the row's cells gains.
template <bool with_weights, class Contribution>
std::vector<float> gather(const Rows& rows, std::span<const float> weights, int threads,
                          const Contribution& contribution) {
    const std::size_t pieces = piece_count(rows.count);
    const std::size_t columns = rows.columns(), constant = rows.weights - 1;
    std::vector<std::vector<Cell>> cells(pieces);
    in_parallel(pieces, threads, [&](std::size_t piece) {
        auto& own = cells[piece];
        own.assign(rows.weights, Cell{0, 0});
        if constexpr (with_weights)
            for (std::size_t i = 0; i < rows.weights; ++i) own[i].weight = weights[i];
        double constant_sum = 0;
        const auto [first, last] = piece_rows(rows.count, pieces, piece);
        for (std::size_t row = first; row < last; ++row) {
            const std::uint16_t* index = rows.indices + row * columns;
            float value = with_weights ? own[constant].weight : 0;
            if constexpr (with_weights)
                for (std::size_t c = 0; c < columns; ++c)
                    value += own[rows.bases[c] + index[c]].weight;
            const float gain = contribution(row, value);
            for (std::size_t c = 0; c < columns; ++c) own[rows.bases[c] + index[c]].sum += gain;
            constant_sum += static_cast<double>(gain);
        }
        own[constant].sum += static_cast<float>(constant_sum);
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

std::vector<float> predict(const Rows& rows, std::span<const float> weights, int threads) {
    std::vector<float> values(rows.count);
    const std::size_t pieces = piece_count(rows.count), columns = rows.columns();
    in_parallel(pieces, threads, [&](std::size_t piece) {
        const auto [first, last] = piece_rows(rows.count, pieces, piece);
        for (std::size_t row = first; row < last; ++row) {
            const std::uint16_t* index = rows.indices + row * columns;
            float value = weights[rows.weights - 1];
            for (std::size_t c = 0; c < columns; ++c) value += weights[rows.bases[c] + index[c]];
            values[row] = value;
        }
    });
    return values;
}

std::vector<float> transposed_product(const Rows& rows, std::span<const float> residuals,
                                      int threads) {
    return gather<false>(rows, {}, threads, [&](std::size_t row, float) { return residuals[row]; });
}

std::vector<float> gram_product(const Rows& rows, std::span<const float> importance,
                                std::span<const float> vector, int threads) {
    return gather<true>(rows, vector, threads,
                        [&](std::size_t row, float value) { return importance[row] * value; });
}

}  // namespace boardworth
