// UCT by a propnet or a compiled game, plain or guided.
#include "search/uct/uct.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <optional>

#include "bindings.h"
#include "propnet_states.h"

namespace boardworth {

using namespace nb::literals;

namespace {

void require_sound(const UctSettings& settings, const StateMachine& machine,
                   const StateFunction* function) {
    if (settings.threads < 1 || settings.threads > 64)
        throw std::invalid_argument("uct: threads are 1 to 64");
    if (!settings.chance.empty() && settings.chance.size() != machine.roles())
        throw std::invalid_argument("uct: chance is told role by role");
    if (function == nullptr && (settings.biased() || settings.prior_visits > 0 ||
                                settings.order_moves || settings.cut > 0))
        throw std::invalid_argument("uct: there is no function to be guided by");
    if (function != nullptr &&
        (function->roles() != machine.roles() || function->state_bits() != machine.state_bits()))
        throw FormatError("uct: the function to be guided by is one of another game");
}

template <class Rules>
void bind_constructor(nb::class_<Uct>& uct) {
    uct.def(
        "__init__",
        [](Uct* self, const Rules& rules, const StateFunction* function, double exploration,
           double first_play, double virtual_loss, std::size_t lanes, double in_flight_share,
           std::uint32_t expand_after, int threads, std::size_t memory, std::uint64_t max_moves,
           bool proofs, std::uint64_t seed, std::vector<std::uint8_t> chance,
           std::uint32_t prior_visits, bool order_moves, double greed, double temperature,
           double cut) {
            UctSettings settings{
                .exploration = exploration,
                .first_play = first_play,
                .virtual_loss = virtual_loss,
                .lanes = lanes,
                .in_flight_share = in_flight_share,
                .expand_after = expand_after,
                .threads = threads,
                .memory = memory,
                .max_moves = max_moves,
                .proofs = proofs,
                .seed = seed,
                .chance = std::move(chance),
                .prior_visits = prior_visits,
                .order_moves = order_moves,
                .greed = greed,
                .temperature = temperature,
                .cut = cut,
            };
            auto machine = make_machine(rules);
            require_sound(settings, *machine, function);
            new (self) Uct(std::move(machine), std::move(settings), function);
        },
        "rules"_a, "function"_a.none(), nb::kw_only(), "exploration"_a, "first_play"_a,
        "virtual_loss"_a, "lanes"_a, "in_flight_share"_a, "expand_after"_a, "threads"_a, "memory"_a,
        "max_moves"_a, "proofs"_a, "seed"_a, "chance"_a, "prior_visits"_a, "order_moves"_a,
        "greed"_a, "temperature"_a, "cut"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
        "The settings are those of boardworth.search.UctSettings. States are those of the "
        "propnet, or packed positions of the game.");
}

}  // namespace

void bind_uct(nb::module_& module) {
    nb::class_<UctResult::Move>(module, "UctMove", "What UCT found out about a move.")
        .def_ro("move", &UctResult::Move::move, "Its number among the role's.")
        .def_ro("visits", &UctResult::Move::visits)
        .def_ro("mean", &UctResult::Move::mean, "Points of goal, 0 to 100.")
        .def_ro("proven", &UctResult::Move::proven,
                "The points that it leads to under perfect play, if that is known.");
    nb::class_<UctResult>(module, "UctResult")
        .def_ro("moves", &UctResult::moves, "Role by role, in the order in which they were tried.")
        .def_ro("values", &UctResult::values,
                "Role by role, points of the state under perfect play, if they are known.")
        .def_ro("simulations", &UctResult::simulations)
        .def_ro("nodes", &UctResult::nodes, "States in the tree.")
        .def_ro("seconds", &UctResult::seconds);
    nb::class_<Uct> uct(module, "Uct",
                        "UCT by a propnet or a compiled game; one caller at a time.");
    bind_constructor<Propnet>(uct);
    bind_constructor<AnyGame>(uct);
    uct.def(
           "knows",
           [](const Uct& self, const nb::bytes& state) {
               return self.knows(state_words(state, self.machine().state_bits()));
           },
           "state"_a, "Whether its tree has this state.")
        .def(
            "search",
            [](Uct& self, const nb::bytes& packed, bool keep,
               std::optional<std::uint64_t> simulations, std::optional<double> seconds,
               const StopSign* stop) {
                const auto state = state_words(packed, self.machine().state_bits());
                const Limit limit = to_limit({}, simulations, seconds, stop);
                return interruptible([&](const Interrupt& interrupt) {
                    return self.search(state, keep, limit, interrupt);
                });
            },
            "state"_a, nb::kw_only(), "keep"_a, "simulations"_a.none() = nb::none(),
            "seconds"_a.none() = nb::none(), "stop"_a.none() = nb::none(),
            "Simulates from a state that is not terminal until a limit. keep: build on what is "
            "known about the state; else the same question has the same answer.");
}

}  // namespace boardworth
