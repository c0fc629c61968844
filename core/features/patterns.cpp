#include "features/patterns.h"

#include <stdexcept>
#include <utility>

#include "features/reading.h"

namespace boardworth {

Patterns::Patterns(const AnyGame& of_game, std::vector<std::vector<std::uint16_t>> instances,
                   const std::vector<SparseHalves>& sparse_halves)
    : game(of_game), index(game.constants().facts, std::move(instances)) {
    for (const auto& [table, first, second] : sparse_halves)
        sparse.emplace_back(index, table, first, second);
}

std::vector<std::uint16_t> Patterns::rows(const PackedPositions& positions,
                                          std::span<const std::uint16_t> orbits,
                                          std::span<const std::uint32_t> offsets,
                                          int threads) const {
    const std::size_t columns = offsets.size();
    for (std::size_t i = 0; i < columns; ++i)
        if (i >= index.instances() || offsets[i] + index.size(i) > orbits.size())
            throw std::invalid_argument("rows: orbits and patterns do not fit together");
    std::vector<std::uint16_t> all(positions.count * columns);
    read_indices(game, index, positions, threads,
                 [&](std::size_t row, const std::uint16_t* indices) {
                     for (std::size_t i = 0; i < columns; ++i)
                         all[row * columns + i] = orbits[offsets[i] + indices[i]];
                 });
    return all;
}

std::vector<std::uint32_t> Patterns::sparse_rows(const PackedPositions& positions,
                                                 std::span<const std::uint32_t> weights,
                                                 std::span<const std::uint32_t> offsets,
                                                 std::uint32_t none, int threads) const {
    game.check(positions);
    for (std::size_t i = 0; i < sparse.size(); ++i)
        if (offsets.size() != sparse.size() ||
            offsets[i] + sparse[i].table->valid() > weights.size())
            throw std::invalid_argument("rows: weights and sparse patterns do not fit together");
    std::vector<std::uint32_t> all(positions.count * sparse.size());
    if (sparse.empty()) return all;
    read_indices(game, index, positions, threads,
                 [&](std::size_t row, const std::uint16_t* indices) {
                     for (std::size_t i = 0; i < sparse.size(); ++i) {
                         const auto number = sparse[i].number(indices);
                         all[row * sparse.size() + i] =
                             number == SparseTable::not_valid ? none : weights[offsets[i] + number];
                     }
                 });
    return all;
}

std::vector<std::uint16_t> Patterns::indices(PackedPosition position) const {
    std::vector<std::uint16_t> indices(index.width());
    index.read(game.facts(position, game.mover(position)), indices);
    indices.resize(index.instances());
    return indices;
}

}  // namespace boardworth
