// Othello, instantiated.
#include "rules/othello.h"

#include "search/engine_of.h"
#include "search/othello_ending.h"

namespace boardworth {

template std::unique_ptr<const GameSearches> searches_of(const Othello&);

}  // namespace boardworth
