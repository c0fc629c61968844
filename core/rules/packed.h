// Packed positions: how positions travel, one by one or many in the rows of an array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "errors.h"
#include "rules/game.h"

namespace boardworth {

using Bytes = std::vector<std::uint8_t>;
using PackedPosition = std::span<const std::uint8_t>;

// Many packed positions, one a row.
struct PackedPositions {
    const std::uint8_t* data = nullptr;
    std::size_t count = 0;
    std::size_t width = 0;

    PackedPosition operator[](std::size_t row) const { return {data + row * width, width}; }
    [[nodiscard]] PackedPositions part(std::size_t first, std::size_t last) const {
        return {data + first * width, last - first, width};
    }
};

template <Game G>
typename G::Position unpack_checked(const G& game, PackedPosition packed) {
    if (packed.size() != game.packed_size)
        throw FormatError("packed " + std::string(game.name) + " position: expected " +
                          std::to_string(game.packed_size) + " bytes, found " +
                          std::to_string(packed.size()));
    return game.unpack(packed);
}

inline void check_width(std::string_view name, std::size_t expected, std::size_t width) {
    if (width != expected)
        throw FormatError("packed " + std::string(name) + " positions: expected " +
                          std::to_string(expected) + " bytes each, found " + std::to_string(width));
}

// Where positions are unpacked for their facts alone, whether they are over is not found out.
template <Game G, class OnPosition>
void for_each_position(const G& game, const PackedPositions& packed, bool facts_alone,
                       const OnPosition& on_position) {
    check_width(game.name, game.packed_size, packed.width);
    for (std::size_t i = 0; i < packed.count; ++i)
        on_position(facts_alone ? unpack_facts(game, packed[i]) : game.unpack(packed[i]));
}

template <Game G>
std::vector<typename G::Position> unpack_all(const G& game, const PackedPositions& packed,
                                             bool facts_alone = false) {
    std::vector<typename G::Position> positions;
    positions.reserve(packed.count);
    for_each_position(game, packed, facts_alone,
                      [&](auto&& position) { positions.push_back(std::move(position)); });
    return positions;
}

template <Game G>
Bytes pack_all(const G& game, std::span<const typename G::Position> positions) {
    Bytes packed(positions.size() * game.packed_size);
    auto* out = packed.data();
    for (const auto& position : positions) out = std::ranges::copy(game.pack(position), out).out;
    return packed;
}

}  // namespace boardworth
