#include "rules/any_game.h"

namespace boardworth {

void AnyGame::check(const PackedPositions& packed) const {
    check_width(constants_.name, constants_.packed_size, packed.width);
}

}  // namespace boardworth
