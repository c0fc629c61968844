// Patterns and the sparse rows that positions become under them.
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "bound_types.h"
#include "parallel.h"

namespace boardworth {

namespace {

using namespace nb::literals;

// Every instance's index from the mover's view, then its orbit: the weight it shares with its
// mirror images. `orbits` are all patterns' tables one after the other, `offsets` where each
// instance's starts.
template <Game G>
ArrayOut<std::uint16_t> rows(const G& game, const PatternIndex& index,
                             const ArrayIn<std::uint8_t, 2>& packed,
                             const ArrayIn<std::uint16_t, 1>& orbits,
                             const ArrayIn<std::uint32_t, 1>& offsets, int threads) {
    constexpr std::size_t rows_per_piece = 8192;
    const auto positions = from_array(game, packed);
    const std::size_t columns = index.instances();
    for (std::size_t i = 0; i < columns; ++i)
        if (offsets.size() != columns || offsets.data()[i] + index.size(i) > orbits.size())
            throw std::invalid_argument("rows: orbits and patterns do not fit together");
    std::vector<std::uint16_t> rows(positions.size() * columns);
    {
        const nb::gil_scoped_release release;
        const std::size_t pieces = (positions.size() + rows_per_piece - 1) / rows_per_piece;
        in_parallel(pieces, threads, [&](std::size_t piece) {
            std::vector<std::uint16_t> indices(index.lanes());
            const std::size_t last = std::min((piece + 1) * rows_per_piece, positions.size());
            for (std::size_t row = piece * rows_per_piece; row < last; ++row) {
                index.read(game, positions[row], indices);
                const int mover = game.mover(positions[row]);
                for (std::size_t i = 0; i < columns; ++i) {
                    const auto seen = index.seen_by(mover, i, indices[i]);
                    rows[row * columns + i] = orbits.data()[offsets.data()[i] + seen];
                }
            }
        });
    }
    return to_numpy(std::move(rows), {positions.size(), columns});
}

// One position's indices, mover's view, by any of the ways to get them.
template <Game G, class Read>
ArrayOut<std::uint16_t> indices_of(const G& game, const PatternIndex& index,
                                   const typename G::Position& position, const Read& read) {
    std::vector<std::uint16_t> indices(index.lanes());
    read(indices);
    indices.resize(index.instances());
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = index.seen_by(game.mover(position), i, indices[i]);
    return to_numpy(std::move(indices));
}

template <Game G>
ArrayOut<std::uint16_t> indices_after(const G& game, const PatternIndex& index,
                                      typename G::Position position,
                                      const std::vector<int>& moves) {
    std::vector<std::uint16_t> followed(index.lanes());
    index.read(game, position, followed);
    for (const int move : moves)
        position = game.play_unchecked(
            position, static_cast<typename G::Move>(move),
            [&](int atom, int difference) { index.change(followed.data(), atom, difference); });
    return indices_of(game, index, position, [&](auto& indices) { indices = followed; });
}

}  // namespace

void bind_features(nb::module_& module) {
    nb::class_<BoundPatterns>(module, "Patterns",
                              "Instances of dense patterns over a game's atoms.")
        .def(
            "__init__",
            [](BoundPatterns* self, const AnyGame& game,
               std::vector<std::vector<std::uint16_t>> instances) {
                std::visit(
                    [&]<class G>(const G&) {
                        new (self) BoundPatterns{game, PatternIndex(atom_count<G>, value_count<G>,
                                                                    std::move(instances))};
                    },
                    game);
            },
            "game"_a, "instances"_a)
        .def(
            "rows",
            [](const BoundPatterns& self, const ArrayIn<std::uint8_t, 2>& positions,
               const ArrayIn<std::uint16_t, 1>& orbits, const ArrayIn<std::uint32_t, 1>& offsets,
               int threads) {
                return std::visit(
                    [&](const auto& game) {
                        return rows(game, self.index, positions, orbits, offsets, threads);
                    },
                    self.game);
            },
            "positions"_a, "orbits"_a, "offsets"_a, "threads"_a,
            "For every position and instance the orbit of its configuration, mover's view.")
        .def(
            "indices",
            [](const BoundPatterns& self, const nb::bytes& packed) {
                return std::visit(
                    [&](const auto& game) {
                        const auto position = from_bytes(game, packed);
                        return indices_of(game, self.index, position, [&](auto& indices) {
                            self.index.read(game, position, indices);
                        });
                    },
                    self.game);
            },
            "position"_a, "Every instance's index, mover's view.")
        .def(
            "plain_indices",
            [](const BoundPatterns& self, const nb::bytes& packed) {
                return std::visit(
                    [&](const auto& game) {
                        const auto position = from_bytes(game, packed);
                        return indices_of(game, self.index, position, [&](auto& indices) {
                            self.index.read_plainly(game, position, indices);
                        });
                    },
                    self.game);
            },
            "position"_a, "The same, digit by digit.")
        .def(
            "indices_after",
            [](const BoundPatterns& self, const nb::bytes& packed, const std::vector<int>& moves) {
                return std::visit(
                    [&](const auto& game) {
                        return indices_after(game, self.index, from_bytes(game, packed), moves);
                    },
                    self.game);
            },
            "position"_a, "moves"_a, "The same after legal moves, followed change by change.");
}

}  // namespace boardworth
