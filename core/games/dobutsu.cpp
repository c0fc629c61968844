#include "rules/games/dobutsu.h"

#include "games/instantiation.h"

namespace boardworth {

SharedGame make_dobutsu() {
    return instantiated(Dobutsu{});
}

}  // namespace boardworth
