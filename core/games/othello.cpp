#include "rules/games/othello.h"

#include "games/instantiation.h"
#include "search/othello_ending.h"

namespace boardworth {

SharedGame make_othello() {
    return instantiated(Othello{});
}

}  // namespace boardworth
