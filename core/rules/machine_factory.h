// State machines of every kind of rules.
#pragma once

#include <memory>

#include "rules/games.h"
#include "rules/state_machine.h"

namespace boardworth {

// The propnet must live as long as its machine.
std::unique_ptr<StateMachine> make_machine(const Network& propnet);
std::unique_ptr<StateMachine> make_machine(const AnyGame& game);

}  // namespace boardworth
