// Patterns, dense and sparse, and the rows that positions become under them.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "features/patterns.h"
#include "features/valid.h"

namespace boardworth {

namespace {

using namespace nb::literals;

std::vector<OwnSymmetry> to_symmetries(const PatternIndex& index,
                                       const ArrayIn<std::uint32_t, 2>& first,
                                       const ArrayIn<std::uint32_t, 2>& second) {
    if (index.instances() == 0 || index.instances() % 2 != 0)
        throw std::invalid_argument("valid configurations: instances are pairs of halves");
    for (std::size_t half = 0; half < index.instances(); ++half)
        if (index.size(half) != index.size(half % 2) ||
            index.size(half) > SparseTable::max_per_half)
            throw std::invalid_argument(
                "valid configurations: halves of unlike or too many values");
    if (first.shape(0) != second.shape(0) || first.shape(1) != index.size(0) ||
        second.shape(1) != index.size(1))
        throw std::invalid_argument("valid configurations: symmetries and halves do not fit");
    std::vector<OwnSymmetry> symmetries;
    for (std::size_t s = 0; s < first.shape(0); ++s) {
        symmetries.push_back({std::span(first.data() + s * first.shape(1), first.shape(1)),
                              std::span(second.data() + s * second.shape(1), second.shape(1))});
        const auto largest = std::uint64_t{*std::ranges::max_element(symmetries.back().first)} +
                             *std::ranges::max_element(symmetries.back().second);
        if (largest >= std::uint64_t{index.size(0)} * index.size(1))
            throw std::invalid_argument("valid configurations: an image that is none");
    }
    return symmetries;
}

void bind_sparse_patterns(nb::module_& module) {
    nb::class_<SparseTable>(module, "SparseTable",
                            "Finds the valid configurations of a large pattern by two look-ups.")
        .def(
            "__init__",
            [](SparseTable* self, std::uint32_t first_size, std::uint32_t second_size,
               const ArrayIn<std::uint32_t, 1>& configurations) {
                new (self) SparseTable(first_size, second_size, to_span(configurations));
            },
            "first_size"_a, "second_size"_a, "valid"_a,
            "Of configurations i1 * second_size + i2 in ascending order.")
        .def_prop_ro("valid", &SparseTable::valid, "How many configurations are.")
        .def_prop_ro(
            "slots", [](const SparseTable& self) { return self.locks().size(); },
            "How many entries the table has, used or not.")
        .def(
            "numbers",
            [](const SparseTable& self, const ArrayIn<std::uint32_t, 1>& configurations) {
                std::vector<std::uint32_t> numbers;
                for (const std::uint32_t configuration : to_span(configurations)) {
                    const std::uint32_t i1 = configuration / self.second_size();
                    if (i1 >= self.first_size())
                        throw std::invalid_argument("sparse table: no such configuration");
                    numbers.push_back(self.number(
                        static_cast<std::uint16_t>(i1),
                        static_cast<std::uint16_t>(configuration % self.second_size())));
                }
                return to_numpy(std::move(numbers));
            },
            "configurations"_a, "The place of each among the valid ones, 2**32 - 1 if it is none.");
    module.def(
        "valid_configurations",
        [](const Patterns& halves, const ArrayIn<std::uint32_t, 2>& first,
           const ArrayIn<std::uint32_t, 2>& second, const PackedPositions& positions,
           std::uint64_t least, int threads) {
            if (least == 0)
                throw std::invalid_argument("valid configurations: least is at least 1");
            const auto symmetries = to_symmetries(halves.index, first, second);
            return to_numpy(without_gil([&] {
                return valid_configurations(halves.game, halves.index, symmetries, positions, least,
                                            threads);
            }));
        },
        "halves"_a, "first"_a, "second"_a, "positions"_a, "least"_a, "threads"_a,
        "Configurations that occur at least `least` times in packed positions, one of each orbit.");
}

}  // namespace

void bind_features(nb::module_& module) {
    bind_sparse_patterns(module);
    nb::class_<Patterns>(module, "Patterns", "Instances of patterns over a game's atoms.")
        .def(nb::init<const AnyGame&, std::vector<std::vector<std::uint16_t>>,
                      const std::vector<Patterns::SparseHalves>&>(),
             "game"_a, "instances"_a, "sparse"_a = std::vector<Patterns::SparseHalves>(),
             nb::keep_alive<1, 2>(),
             "Dense instances, then halves of sparse ones: (table, first half, second half).")
        .def(
            "rows",
            [](const Patterns& self, const PackedPositions& positions,
               const ArrayIn<std::uint16_t, 1>& orbits, const ArrayIn<std::uint32_t, 1>& offsets,
               int threads) {
                return to_numpy(without_gil([&] {
                                    return self.rows(positions, to_span(orbits), to_span(offsets),
                                                     threads);
                                }),
                                {positions.count, offsets.size()});
            },
            "positions"_a, "orbits"_a, "offsets"_a, "threads"_a,
            "For every position and dense instance the orbit of its configuration, mover's view.")
        .def(
            "sparse_rows",
            [](const Patterns& self, const PackedPositions& positions,
               const ArrayIn<std::uint32_t, 1>& weights, const ArrayIn<std::uint32_t, 1>& offsets,
               std::uint32_t none, int threads) {
                return to_numpy(without_gil([&] {
                                    return self.sparse_rows(positions, to_span(weights),
                                                            to_span(offsets), none, threads);
                                }),
                                {positions.count, self.sparse.size()});
            },
            "positions"_a, "weights"_a, "offsets"_a, "none"_a, "threads"_a,
            "For every position and sparse instance the weight of its configuration, or `none`.")
        .def(
            "indices",
            [](const Patterns& self, PackedPosition position) {
                return to_numpy(self.indices(position));
            },
            "position"_a, "Every instance's index, mover's view.");
}

}  // namespace boardworth
