// Games of rule sheets, instantiated.
#include "rules/network_game.h"
#include "search/engine_of.h"

namespace boardworth {

template std::unique_ptr<const GameSearches> searches_of(const NetworkGame&);

}  // namespace boardworth
