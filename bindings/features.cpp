// Patterns and the sparse rows that positions become under them.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "bound_types.h"
#include "features/reading.h"

namespace boardworth {

namespace {

using namespace nb::literals;

// Every dense instance's index from the mover's view, then its orbit: the weight it shares with its
// mirror images. `orbits` are all patterns' tables one after the other, `offsets` where each
// instance's starts.
template <Game G>
ArrayOut<std::uint16_t> rows(const G& game, const PatternIndex& index,
                             const ArrayIn<std::uint8_t, 2>& packed,
                             const ArrayIn<std::uint16_t, 1>& orbits,
                             const ArrayIn<std::uint32_t, 1>& offsets, int threads) {
    const auto positions = facts_from_array(game, packed);
    const std::size_t columns = offsets.size();
    for (std::size_t i = 0; i < columns; ++i)
        if (i >= index.instances() || offsets.data()[i] + index.size(i) > orbits.size())
            throw std::invalid_argument("rows: orbits and patterns do not fit together");
    std::vector<std::uint16_t> rows(positions.size() * columns);
    {
        const nb::gil_scoped_release release;
        read_all<G>(game, index, positions, threads,
                    [&](std::size_t row, int mover, const std::uint16_t* indices) {
                        for (std::size_t i = 0; i < columns; ++i) {
                            const auto seen = index.seen_by(mover, i, indices);
                            rows[row * columns + i] = orbits.data()[offsets.data()[i] + seen];
                        }
                    });
    }
    return to_numpy(std::move(rows), {positions.size(), columns});
}

// The weight of every sparse instance's configuration, or `none`. `weights` are those of all
// patterns' valid configurations one after the other, `offsets` where each instance's start.
template <Game G>
ArrayOut<std::uint32_t> sparse_rows(const G& game, const BoundPatterns& patterns,
                                    const ArrayIn<std::uint8_t, 2>& packed,
                                    const ArrayIn<std::uint32_t, 1>& weights,
                                    const ArrayIn<std::uint32_t, 1>& offsets, std::uint32_t none,
                                    int threads) {
    const auto positions = facts_from_array(game, packed);
    const auto& sparse = patterns.sparse;
    for (std::size_t i = 0; i < sparse.size(); ++i)
        if (offsets.size() != sparse.size() ||
            offsets.data()[i] + sparse[i].table->valid() > weights.size())
            throw std::invalid_argument("rows: weights and sparse patterns do not fit together");
    std::vector<std::uint32_t> rows(positions.size() * sparse.size());
    if (!sparse.empty()) {
        const nb::gil_scoped_release release;
        read_all<G>(game, patterns.index, positions, threads,
                    [&](std::size_t row, int mover, const std::uint16_t* indices) {
                        for (std::size_t i = 0; i < sparse.size(); ++i) {
                            const auto number = sparse[i].number(patterns.index, mover, indices);
                            rows[row * sparse.size() + i] =
                                number == SparseTable::not_valid
                                    ? none
                                    : weights.data()[offsets.data()[i] + number];
                        }
                    });
    }
    return to_numpy(std::move(rows), {positions.size(), sparse.size()});
}

// One position's indices, mover's view, by any of the ways to get them.
template <Game G, class Read>
ArrayOut<std::uint16_t> indices_of(const G& game, const PatternIndex& index,
                                   const typename G::Position& position, const Read& read) {
    std::vector<std::uint16_t> indices(index.lanes());
    read(indices);
    std::vector<std::uint16_t> seen(index.instances());
    for (std::size_t i = 0; i < seen.size(); ++i)
        seen[i] = index.seen_by(game.mover(position), i, indices.data());
    return to_numpy(std::move(seen));
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

// As Python gives it: a table and the lanes of the halves.
using BoundSparseInstance = std::tuple<std::shared_ptr<SparseTable>, std::size_t, std::size_t>;

BoundPatterns make_patterns(const AnyGame& game, std::vector<std::vector<std::uint16_t>> lanes,
                            const std::vector<BoundSparseInstance>& sparse) {
    auto index = std::visit([&](const auto& g) { return PatternIndex(g, std::move(lanes)); }, game);
    std::vector<SparseInstance> instances;
    for (const auto& [table, first, second] : sparse)
        instances.emplace_back(index, table, first, second);
    return {game, std::move(index), std::move(instances)};
}

}  // namespace

void bind_features(nb::module_& module) {
    nb::class_<BoundPatterns>(module, "Patterns", "Instances of patterns over a game's atoms.")
        .def(
            "__init__",
            [](BoundPatterns* self, const AnyGame& game,
               std::vector<std::vector<std::uint16_t>> lanes,
               const std::vector<BoundSparseInstance>& sparse) {
                new (self) BoundPatterns(make_patterns(game, std::move(lanes), sparse));
            },
            "game"_a, "lanes"_a, "sparse"_a = std::vector<BoundSparseInstance>(),
            "Lanes are dense instances, then halves of sparse ones: (table, first, second lane).")
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
            "For every position and dense instance the orbit of its configuration, mover's view.")
        .def(
            "sparse_rows",
            [](const BoundPatterns& self, const ArrayIn<std::uint8_t, 2>& positions,
               const ArrayIn<std::uint32_t, 1>& weights, const ArrayIn<std::uint32_t, 1>& offsets,
               std::uint32_t none, int threads) {
                return std::visit(
                    [&](const auto& game) {
                        return sparse_rows(game, self, positions, weights, offsets, none, threads);
                    },
                    self.game);
            },
            "positions"_a, "weights"_a, "offsets"_a, "none"_a, "threads"_a,
            "For every position and sparse instance the weight of its configuration, or `none`.")
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
            "position"_a, "Every lane's index, mover's view.")
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
