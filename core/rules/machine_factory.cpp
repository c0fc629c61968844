#include "rules/machine_factory.h"

#include "rules/network/state_follower.h"
#include "rules/turn_machine.h"

namespace boardworth {

std::unique_ptr<StateMachine> make_machine(const Network& propnet) {
    return std::make_unique<StateFollower>(propnet);
}

std::unique_ptr<StateMachine> make_machine(const AnyGame& game) {
    return std::visit(
        []<Game G>(const G& known) -> std::unique_ptr<StateMachine> {
            return std::make_unique<TurnMachine<G>>(known);
        },
        game);
}

}  // namespace boardworth
