#include "rules/games/chess/chess.h"

#include "games/instantiation.h"

namespace boardworth {

SharedGame make_chess() {
    return instantiated(Chess{});
}

}  // namespace boardworth
