// Passes over sparse rows.
#include "bindings.h"
#include "fitting/rows.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using Indices = ArrayIn<std::uint16_t, 2>;
using Bases = ArrayIn<std::uint32_t, 1>;
using Sparse = ArrayIn<std::uint32_t, 2>;
using Starts = ArrayIn<std::uint64_t, 1>;
using Numbers = ArrayIn<std::uint32_t, 1>;

// The numbers of the weights themselves were checked once, by `well_formed`.
Rows to_rows(const Indices& indices, const Bases& bases, const Sparse& sparse, const Starts& starts,
             const Numbers& numbers, std::size_t weights) {
    if (bases.size() != indices.shape(1))
        throw std::invalid_argument("rows: one base is needed for every column");
    for (const std::uint32_t base : to_span(bases))
        if (base >= weights) throw std::invalid_argument("rows: base beyond the last weight");
    if (sparse.shape(0) != indices.shape(0))
        throw std::invalid_argument("rows: as many sparse rows as dense ones are needed");
    if (starts.size() != indices.shape(0) + 1)
        throw std::invalid_argument("rows: one start more than rows is needed");
    return {indices.data(),  indices.shape(0), to_span(bases),   sparse.data(),
            sparse.shape(1), to_span(starts),  to_span(numbers), weights};
}

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

}  // namespace

void bind_fitting(nb::module_& module) {
    module.def(
        "well_formed",
        [](const Indices& indices, const Bases& bases, const Sparse& sparse, const Starts& starts,
           const Numbers& numbers, std::size_t weights) {
            return well_formed(to_rows(indices, bases, sparse, starts, numbers, weights));
        },
        "indices"_a, "bases"_a, "sparse"_a, "starts"_a, "numbers"_a, "weights"_a,
        "Whether every row stays within its columns' weights: the passes trust that it does.");
    module.def(
        "predict",
        [](const Indices& indices, const Bases& bases, const Sparse& sparse, const Starts& starts,
           const Numbers& numbers, const ArrayIn<float, 1>& weights, int threads) {
            const Rows rows = to_rows(indices, bases, sparse, starts, numbers, weights.size());
            return to_numpy(without_gil([&] { return predict(rows, to_span(weights), threads); }));
        },
        "indices"_a, "bases"_a, "sparse"_a, "starts"_a, "numbers"_a, "weights"_a, "threads"_a,
        "X w: the value of every row.");
    module.def(
        "transposed_product",
        [](const Indices& indices, const Bases& bases, const Sparse& sparse, const Starts& starts,
           const Numbers& numbers, std::size_t weights, const ArrayIn<float, 1>& residuals,
           int threads) {
            const Rows rows = to_rows(indices, bases, sparse, starts, numbers, weights);
            require(residuals.size() == rows.count, "rows: one residual is needed for every row");
            return to_numpy(
                without_gil([&] { return transposed_product(rows, to_span(residuals), threads); }));
        },
        "indices"_a, "bases"_a, "sparse"_a, "starts"_a, "numbers"_a, "weights"_a, "residuals"_a,
        "threads"_a, "X' r: for every weight, the sum of r over the rows that use it.");
    module.def(
        "gram_product",
        [](const Indices& indices, const Bases& bases, const Sparse& sparse, const Starts& starts,
           const Numbers& numbers, const ArrayIn<float, 1>& importance,
           const ArrayIn<float, 1>& vector, int threads) {
            const Rows rows = to_rows(indices, bases, sparse, starts, numbers, vector.size());
            require(importance.size() == rows.count,
                    "rows: one importance is needed for every row");
            return to_numpy(without_gil(
                [&] { return gram_product(rows, to_span(importance), to_span(vector), threads); }));
        },
        "indices"_a, "bases"_a, "sparse"_a, "starts"_a, "numbers"_a, "importance"_a, "vector"_a,
        "threads"_a, "X' D X v with D = diag(importance), in one pass.");
}

}  // namespace boardworth
