// Sparse training rows and the passes over them that every linear fit is made of.
//
// A row has one active configuration per column (pattern instance) and a constant: X is 0/1 and is
// never stored as such. Column c of a row says which of its pattern's weights it uses, counted from
// bases[c]; the last weight of all is the constant's. Of patterns whose configurations are too many
// for a table a row knows the absolute numbers of the weights it uses, or `weights` for none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boardworth {

struct Rows {
    const std::uint16_t* indices;  // count x dense columns, row by row
    std::size_t count;
    std::span<const std::uint32_t> bases;  // by dense column
    const std::uint32_t* sparse;           // count x sparse columns, row by row
    std::size_t sparse_columns;
    std::size_t weights;  // the constant included

    [[nodiscard]] std::size_t dense_columns() const { return bases.size(); }
    [[nodiscard]] std::size_t columns() const { return dense_columns() + sparse_columns; }
};

// Whether every row stays within its columns' weights: the passes trust that it does.
bool well_formed(const Rows& rows);

// X w: the value of every row.
std::vector<float> predict(const Rows& rows, std::span<const float> weights, int threads);

// X' r: for every weight, the sum of r over the rows that use it.
std::vector<float> transposed_product(const Rows& rows, std::span<const float> residuals,
                                      int threads);

// X' D X v with D = diag(importance): one product of conjugate gradients, in one pass.
std::vector<float> gram_product(const Rows& rows, std::span<const float> importance,
                                std::span<const float> vector, int threads);

}  // namespace boardworth
