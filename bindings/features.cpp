// Patterns and the sparse rows that positions become under them.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "features/patterns.h"

namespace boardworth {

using namespace nb::literals;

void bind_features(nb::module_& module) {
    nb::class_<Patterns>(module, "Patterns", "Instances of patterns over a game's atoms.")
        .def(nb::init<const AnyGame&, std::vector<std::vector<std::uint16_t>>,
                      const std::vector<Patterns::SparseLanes>&>(),
             "game"_a, "lanes"_a, "sparse"_a = std::vector<Patterns::SparseLanes>(),
             nb::keep_alive<1, 2>(),
             "Lanes are dense instances, then halves of sparse ones: (table, first, second lane).")
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
                return to_numpy(self.indices(position, false));
            },
            "position"_a, "Every lane's index, mover's view.")
        .def(
            "plain_indices",
            [](const Patterns& self, PackedPosition position) {
                return to_numpy(self.indices(position, true));
            },
            "position"_a, "The same, digit by digit.")
        .def(
            "indices_after",
            [](const Patterns& self, PackedPosition position, const std::vector<int>& moves) {
                return to_numpy(self.indices_after(position, moves));
            },
            "position"_a, "moves"_a, "The same after legal moves, followed change by change.");
}

}  // namespace boardworth
