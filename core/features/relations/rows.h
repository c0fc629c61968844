// The relations of many positions as training rows: plainly, one position after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "features/compressed_rows.h"
#include "features/relations/shape.h"
#include "interrupt.h"
#include "rules/any_game.h"

namespace boardworth {

// The weights of each position's relations for its mover, counted from `first`: those of the
// opponent's view are negative. Pieces are not among them.
CompressedRows relation_weights(const AnyGame& game, const RelationShape& shape,
                                const PackedPositions& positions, std::uint32_t first, int threads,
                                const Interrupt& interrupt);

// For every position and kind of pieces, how many more its mover has than the opponent.
std::vector<std::int16_t> piece_differences(const AnyGame& game, const RelationShape& shape,
                                            const PackedPositions& positions, int threads);

}  // namespace boardworth
