#include "rules/games/shogi/shogi.h"

#include "games/instantiation.h"

namespace boardworth {

SharedGame make_shogi() {
    return instantiated(Shogi{});
}

}  // namespace boardworth
