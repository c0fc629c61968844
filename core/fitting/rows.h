// Sparse training rows and the passes over them that every linear fit is made of.
//
// A row has one active configuration per column (pattern instance) and a constant: X is 0/1 and is
// never stored as such. Column c of a row says which of its pattern's weights it uses, counted from
// bases[c]; the last weight of all is the constant's. Of patterns whose configurations are too many
// for a table a row knows the absolute numbers of the weights it uses, or `weights` for none. Of
// configurations by themselves a row uses any number of weights: these rows are compressed, one
// after the other, and may count -1 (features/compressed_rows.h). Terms are columns of X that are
// not 0/1: every row has a number for each.
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
    std::span<const std::uint64_t> starts;        // by row and one more, into numbers
    std::span<const std::uint32_t> numbers;       // of the weights that compressed rows use
    const std::int16_t* terms;                    // count x terms, row by row
    std::span<const std::uint32_t> term_weights;  // by term: which weight it is multiplied by
    std::size_t weights;                          // the constant included
    bool signs;                                   // whether compressed rows count -1 anywhere

    [[nodiscard]] std::size_t dense_columns() const { return bases.size(); }
    [[nodiscard]] std::span<const std::uint32_t> compressed(std::size_t row) const {
        return numbers.subspan(starts[row], starts[row + 1] - starts[row]);
    }
};

// Whether every row stays within its columns' weights: the passes trust that it does.
bool well_formed(const Rows& rows);

// X w: the value of every row.
std::vector<float> predict(const Rows& rows, std::span<const float> weights, int threads);

// X' r: for every weight, the sum of r over the rows that use it, or of r times its term.
std::vector<float> transposed_product(const Rows& rows, std::span<const float> residuals,
                                      int threads);

// X' D X v with D = diag(importance): one product of conjugate gradients, in one pass.
std::vector<float> gram_product(const Rows& rows, std::span<const float> importance,
                                std::span<const float> vector, int threads);

}  // namespace boardworth
