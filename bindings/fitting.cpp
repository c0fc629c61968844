// Passes over sparse rows, and over leaves of searches.
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings.h"
#include "fitting/relation_leaves.h"
#include "fitting/rows.h"

namespace boardworth {

namespace {

using namespace nb::literals;

// As rows travel: indices, bases, sparse, starts, numbers, terms and their weights, and whether
// numbers have signs (fitting/rows.h).
using RowArrays =
    std::tuple<ArrayIn<std::uint16_t, 2>, ArrayIn<std::uint32_t, 1>, ArrayIn<std::uint32_t, 2>,
               ArrayIn<std::uint64_t, 1>, ArrayIn<std::uint32_t, 1>, ArrayIn<std::int16_t, 2>,
               ArrayIn<std::uint32_t, 1>, bool>;
using Floats = ArrayIn<float, 1>;
using Sums = nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// The numbers of the weights themselves were checked once, by `well_formed`.
Rows to_rows(const RowArrays& arrays, std::size_t weights) {
    const auto& [indices, bases, sparse, starts, numbers, terms, term_weights, signs] = arrays;
    require(bases.size() == indices.shape(1), "rows: one base is needed for every column");
    for (const std::uint32_t base : to_span(bases))
        require(base < weights, "rows: base beyond the last weight");
    require(sparse.shape(0) == indices.shape(0),
            "rows: as many sparse rows as dense ones are needed");
    require(starts.size() == indices.shape(0) + 1, "rows: one start more than rows is needed");
    require(terms.shape(0) == indices.shape(0) && terms.shape(1) == term_weights.size(),
            "rows: a number is needed for every row and term");
    for (const std::uint32_t weight : to_span(term_weights))
        require(weight < weights, "rows: a term's weight beyond the last one");
    return {indices.data(),
            indices.shape(0),
            to_span(bases),
            sparse.data(),
            sparse.shape(1),
            to_span(starts),
            to_span(numbers),
            terms.data(),
            to_span(term_weights),
            weights,
            signs};
}

void bind_leaves(nb::module_& module) {
    nb::class_<RelationLeaves>(module, "RelationLeaves",
                               "Leaves of searches, as relations are learnt from them.")
        .def(nb::init<const RelationShape&>(), "shape"_a, nb::keep_alive<1, 2>())
        .def(
            "add",
            [](RelationLeaves& self, const AnyGame& game, const PackedPositions& roots,
               const PackedPositions& leaves, const ArrayIn<std::uint32_t, 1>& root_of,
               int threads) {
                interruptible([&](const Interrupt& interrupt) {
                    self.add(game, roots, leaves, to_span(root_of), threads, interrupt);
                });
            },
            "game"_a, "roots"_a, "leaves"_a, "root_of"_a, "threads"_a,
            "Appends leaves; `root_of` says which root each is of, and never falls.")
        .def("__len__", &RelationLeaves::size)
        .def_prop_ro("weights", &RelationLeaves::weights, "The constant included.")
        .def_prop_ro("bytes", &RelationLeaves::bytes, "Of memory.")
        .def(
            "predict",
            [](const RelationLeaves& self, const Floats& weights, int threads) {
                return to_numpy(
                    without_gil([&] { return self.predict(to_span(weights), threads); }));
            },
            "weights"_a, "threads"_a, "X w: the value of every leaf.")
        .def(
            "transposed_product",
            [](const RelationLeaves& self, const Floats& coefficients, const Sums& sums,
               int threads) {
                without_gil([&] {
                    self.transposed_product(to_span(coefficients), {sums.data(), sums.size()},
                                            threads);
                });
            },
            "coefficients"_a, "sums"_a, "threads"_a,
            "X' r. The sums are 0, or an earlier product of the same leaves.")
        .def(
            "counts",
            [](const RelationLeaves& self, int threads) {
                return to_numpy(without_gil([&] { return self.counts(threads); }));
            },
            "threads"_a, "For every weight how often leaves use it.");
}

}  // namespace

void bind_fitting(nb::module_& module) {
    bind_leaves(module);
    module.def(
        "well_formed",
        [](const RowArrays& rows, std::size_t weights) {
            return well_formed(to_rows(rows, weights));
        },
        "rows"_a, "weights"_a,
        "Whether every row stays within its columns' weights: the passes trust that it does.");
    module.def(
        "predict",
        [](const RowArrays& arrays, const Floats& weights, int threads) {
            const Rows rows = to_rows(arrays, weights.size());
            return to_numpy(without_gil([&] { return predict(rows, to_span(weights), threads); }));
        },
        "rows"_a, "weights"_a, "threads"_a, "X w: the value of every row.");
    module.def(
        "transposed_product",
        [](const RowArrays& arrays, std::size_t weights, const Floats& residuals, int threads) {
            const Rows rows = to_rows(arrays, weights);
            require(residuals.size() == rows.count, "rows: one residual is needed for every row");
            return to_numpy(
                without_gil([&] { return transposed_product(rows, to_span(residuals), threads); }));
        },
        "rows"_a, "weights"_a, "residuals"_a, "threads"_a,
        "X' r: for every weight, the sum of r over the rows that use it.");
    module.def(
        "gram_product",
        [](const RowArrays& arrays, const Floats& importance, const Floats& vector, int threads) {
            const Rows rows = to_rows(arrays, vector.size());
            require(importance.size() == rows.count,
                    "rows: one importance is needed for every row");
            return to_numpy(without_gil(
                [&] { return gram_product(rows, to_span(importance), to_span(vector), threads); }));
        },
        "rows"_a, "importance"_a, "vector"_a, "threads"_a,
        "X' D X v with D = diag(importance), in one pass.");
}

}  // namespace boardworth
