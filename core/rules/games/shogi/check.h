// What makes an arrangement of pieces a position that shogi can be played from.
#pragma once

#include <string>

#include "rules/games/shogi/position.h"

namespace boardworth::shogi {

// Throws FormatError, the message beginning with `subject`. Pieces may be missing, as in handicaps
// and problems, but there are never more than a game has.
void check(const Position& p, const std::string& subject);

}  // namespace boardworth::shogi
