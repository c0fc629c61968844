// Rule sheets: grounding, and the propnet that plays by ground rules.
#include "rules/gdl/build/propnet.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.h"
#include "propnet_states.h"
#include "rules/gdl/analyse/colour_refinement.h"
#include "rules/gdl/analyse/normal_form.h"
#include "rules/gdl/ground/clingo.h"
#include "rules/gdl/lanes/lane_play.h"
#include "rules/gdl/lanes/random_sequences.h"
#include "rules/gdl/step/follower.h"
#include "rules/gdl/step/machine.h"
#include "rules/perft.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using GroundArrays =
    std::tuple<ArrayOut<std::int32_t>, ArrayOut<std::uint64_t>, ArrayOut<std::int32_t>,
               ArrayOut<std::int32_t>, ArrayOut<std::uint8_t>>;
using Goals = std::vector<std::tuple<std::size_t, int, std::int32_t>>;
using JointMove = std::vector<std::uint32_t>;

GroundArrays ground(const std::string& library, const std::string& program, std::size_t max_rules) {
    GroundText text = ground_by_clingo(library, program, max_rules);
    std::vector<std::uint8_t> names(text.names.begin(), text.names.end());
    return {to_numpy(std::move(text.rules.heads)), to_numpy(std::move(text.rules.starts)),
            to_numpy(std::move(text.rules.literals)), to_numpy(std::move(text.named_atoms)),
            to_numpy(std::move(names))};
}

template <class T>
std::vector<T> to_vector(const ArrayIn<T, 1>& array) {
    return {array.data(), array.data() + array.size()};
}

Machine machine_at(const Propnet& propnet, const nb::bytes& packed) {
    Machine machine(propnet);
    machine.set_state(to_state(packed, propnet.fluents()));
    return machine;
}

// Where games begin: the start if nothing else is said.
using Beginning = std::optional<nb::bytes>;

std::vector<std::uint8_t> packed_beginning(const Propnet& propnet, const Beginning& start) {
    if (!start) return Machine(propnet).state();
    const auto state = to_state(*start, propnet.fluents());
    return {state.begin(), state.end()};
}

std::vector<std::uint8_t> beginning(const Propnet& propnet, const Beginning& start) {
    if (!start) return propnet.initial;
    const auto state = to_state(*start, propnet.fluents());
    std::vector<std::uint8_t> holds(propnet.fluents());
    for (std::size_t i = 0; i < holds.size(); ++i) holds[i] = state[i / 8] >> (i % 8) & 1;
    return holds;
}

template <class M>
nb::bytes state_bytes(const M& machine) {
    const std::vector<std::uint8_t> state = machine.state();
    return nb::bytes(state.data(), state.size());
}

template <class M>
void require_legal(const M& machine, const Propnet& propnet, const JointMove& joint_move) {
    if (joint_move.size() != propnet.roles())
        throw IllegalMove("a joint move has " + std::to_string(propnet.roles()) + " moves, not " +
                          std::to_string(joint_move.size()));
    for (std::size_t role = 0; role < joint_move.size(); ++role)
        if (!machine.is_legal(role, joint_move[role]))
            throw IllegalMove("move " + std::to_string(joint_move[role]) + " of role " +
                              std::to_string(role) + " is illegal");
}

nb::bytes play(const Propnet& propnet, const nb::bytes& packed, const JointMove& joint_move) {
    Machine machine = machine_at(propnet, packed);
    require_legal(machine, propnet, joint_move);
    machine.play(joint_move);
    return state_bytes(machine);
}

const LaneKernel& kernel_of(std::size_t lanes) {
    static const std::vector<LaneKernel> kernels = lane_kernels();
    const auto found = std::ranges::find(kernels, lanes, &LaneKernel::lanes);
    if (found == kernels.end())
        throw FormatError("there is no kernel of " + std::to_string(lanes) + " lanes here");
    return *found;
}

template <class M>
RandomPlay play_one_by_one(const Propnet& propnet, std::uint64_t games, std::uint64_t seed,
                           const Beginning& start, std::uint64_t max_moves) {
    const std::vector<std::uint8_t> state = packed_beginning(propnet, start);
    return interruptible([&](const Interrupt& interrupt) {
        M machine(propnet);
        return play_random_games(machine, propnet.roles(), state, games, max_moves, seed,
                                 interrupt);
    });
}

RandomPlay play_in_lanes(const Propnet& propnet, std::uint64_t games, std::size_t lanes,
                         std::uint64_t seed, const Beginning& start, std::uint64_t max_moves) {
    const LaneKernel& kernel = kernel_of(lanes);
    auto holds = beginning(propnet, start);
    return interruptible([&](const Interrupt& interrupt) {
        return LanePlay(propnet, kernel, std::move(holds), seed).play(games, max_moves, interrupt);
    });
}

// The same games, and for every step and lane: the state, the moves (the number of all moves where
// there is none), whether the lane has a game.
std::tuple<RandomPlay, ArrayOut<std::uint8_t>, ArrayOut<std::uint32_t>, ArrayOut<std::uint8_t>>
recorded_lanes(const Propnet& propnet, std::uint64_t games, std::size_t lanes, std::uint64_t seed,
               std::uint64_t max_moves) {
    std::vector<std::uint8_t> states;
    std::vector<std::uint32_t> moves;
    std::vector<std::uint8_t> playing;
    const auto record = [&](const LanePlay& play) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t first = states.size();
            states.resize(first + propnet.packed_size());
            for (std::size_t i = 0; i < propnet.fluents(); ++i)
                if (play.holds(lane, 1 + i))
                    states[first + i / 8] |= static_cast<std::uint8_t>(1 << (i % 8));
            for (std::size_t role = 0; role < propnet.roles(); ++role) {
                std::size_t move = propnet.role_starts[role];
                while (move < propnet.role_starts[role + 1] &&
                       !play.holds(lane, propnet.first_move() + move))
                    ++move;
                moves.push_back(static_cast<std::uint32_t>(move - propnet.role_starts[role]));
            }
            playing.push_back(play.playing(lane));
        }
    };
    const RandomPlay totals = LanePlay(propnet, kernel_of(lanes), propnet.initial, seed)
                                  .play(games, max_moves, [] { return false; }, record);
    const std::size_t steps = playing.size() / lanes;
    return {totals, to_numpy(std::move(states), {steps, lanes, propnet.packed_size()}),
            to_numpy(std::move(moves), {steps, lanes, propnet.roles()}),
            to_numpy(std::move(playing), {steps, lanes})};
}

// Packed states of all sequences, and how many each sequence has.
std::tuple<ArrayOut<std::uint8_t>, ArrayOut<std::uint32_t>> sample_sequences(
    const Propnet& propnet, std::size_t sequences, std::uint32_t max_depth,
    const std::tuple<std::uint32_t, std::uint32_t>& states, std::uint32_t max_apart,
    std::uint64_t seed) {
    const auto [least, most] = states;
    if (least < 1 || most < least || max_apart < 1)
        throw FormatError("sequences have a state or more, some joint moves apart");
    StateSequences found = interruptible([&](const Interrupt& interrupt) {
        return random_sequences(propnet, sequences, {max_depth, least, most, max_apart}, seed,
                                interrupt);
    });
    const std::size_t rows = found.states.size() / propnet.packed_size();
    return {to_numpy(std::move(found.states), {rows, propnet.packed_size()}),
            to_numpy(std::move(found.lengths))};
}

std::uint64_t count_sequences(const Propnet& propnet, const nb::bytes& state, int depth,
                              std::optional<bool> follow_moves) {
    if (depth < 0) throw std::invalid_argument("perft: the depth must not be negative");
    Follower follower(propnet, follow_moves);
    follower.set_state(to_state(state, propnet.fluents()));
    return interruptible([&](const Interrupt& interrupt) {
        return joint_perft(follower, propnet.roles(), depth, interrupt);
    });
}

// Rules as they travel: heads, starts of bodies, literals.
using RuleArrays =
    std::tuple<ArrayOut<std::int32_t>, ArrayOut<std::uint64_t>, ArrayOut<std::int32_t>>;

GroundRules to_rules(const ArrayIn<std::int32_t, 1>& heads, const ArrayIn<std::uint64_t, 1>& starts,
                     const ArrayIn<std::int32_t, 1>& literals) {
    return {to_vector(heads), to_vector(starts), to_vector(literals)};
}

void bind_rule_graphs(nb::module_& module) {
    module.def(
        "normal_form",
        [](const ArrayIn<std::int32_t, 1>& heads, const ArrayIn<std::uint64_t, 1>& starts,
           const ArrayIn<std::int32_t, 1>& literals, const std::vector<std::int32_t>& inputs,
           const std::vector<std::int32_t>& outputs) {
            NormalForm form = normal_form(to_rules(heads, starts, literals), inputs, outputs);
            return std::tuple{RuleArrays{to_numpy(std::move(form.rules.heads)),
                                         to_numpy(std::move(form.rules.starts)),
                                         to_numpy(std::move(form.rules.literals))},
                              form.last_atom, std::move(form.counts)};
        },
        "heads"_a, "starts"_a, "literals"_a, nb::kw_only(), "inputs"_a, "outputs"_a,
        "The rules of the outputs, flattened; their last atom; numbers that the atoms after it "
        "stand for: exactly that many of the other literals in a body hold.");
    module.def(
        "refine_colours",
        [](const ArrayIn<std::int32_t, 1>& heads, const ArrayIn<std::uint64_t, 1>& starts,
           const ArrayIn<std::int32_t, 1>& literals, const ArrayIn<std::uint64_t, 1>& colours,
           bool both_ways) {
            return to_numpy(
                refine_colours(to_rules(heads, starts, literals), to_vector(colours), both_ways));
        },
        "heads"_a, "starts"_a, "literals"_a, "colours"_a, nb::kw_only(), "both_ways"_a,
        "Colours of atoms, by their number, refined by the rules until they are stable.");
}

void bind_random_play(nb::module_& module) {
    nb::class_<RandomPlay>(module, "RandomPlay", "Sums over games of random moves.")
        .def_ro("games", &RandomPlay::games, "How many came to an end.")
        .def_ro("moves", &RandomPlay::moves, "Joint moves of all games.")
        .def_ro("unfinished", &RandomPlay::unfinished,
                "Games that were too long, or in which a role had no move.")
        .def_ro("goal_sums", &RandomPlay::goal_sums, "Role by role.")
        .def_ro("without_goal", &RandomPlay::without_goal,
                "Role by role, endings in which it has no goal, or several.");
}

}  // namespace

void bind_propnet(nb::module_& module) {
    module.def("ground_by_clingo", &ground, "library"_a, "program"_a, "max_rules"_a,
               "The ground form of a logic program: heads, starts of bodies, literals, atoms that "
               "have names, and these names, one a line.");
    bind_random_play(module);
    nb::class_<Propnet>(module, "Propnet",
                        "A rule sheet's game as gates. States are bytes, a bit per fluent; moves "
                        "are numbers, role by role.")
        .def(
            "__init__",
            [](Propnet* self, const ArrayIn<std::int32_t, 1>& heads,
               const ArrayIn<std::uint64_t, 1>& starts, const ArrayIn<std::int32_t, 1>& literals,
               std::vector<std::int32_t> fluents, std::vector<std::int32_t> nexts,
               std::vector<std::uint8_t> initial, std::vector<std::int32_t> does,
               std::vector<std::int32_t> legals, std::vector<std::size_t> role_moves,
               std::int32_t terminal, const Goals& goals, std::uint64_t max_work) {
                GroundNames names{
                    std::move(fluents), std::move(nexts),      std::move(initial), std::move(does),
                    std::move(legals),  std::move(role_moves), terminal,           {}};
                for (const auto& [role, value, atom] : goals)
                    names.goals.push_back({role, value, atom});
                const GroundRules rules = to_rules(heads, starts, literals);
                interruptible([&](const Interrupt& interrupt) {
                    new (self) Propnet(rules, names, BuildingWork(max_work, interrupt));
                });
            },
            "heads"_a, "starts"_a, "literals"_a, nb::kw_only(), "fluents"_a, "nexts"_a, "initial"_a,
            "does"_a, "legals"_a, "role_moves"_a, "terminal"_a, "goals"_a, "max_work"_a,
            "Raises FormatError for rules that make no game, TooMany if more than max_work "
            "literals are to be looked at.")
        .def_prop_ro("edges", &Propnet::edges, "Inputs of all gates together.")
        .def_ro("slots", &Propnet::slots, "Fluents, moves and gates.")
        .def("start", [](const Propnet& self) { return state_bytes(Machine(self)); })
        .def(
            "terminal",
            [](const Propnet& self, const nb::bytes& state) {
                return machine_at(self, state).terminal();
            },
            "state"_a)
        .def(
            "legal_moves",
            [](const Propnet& self, const nb::bytes& state) {
                const Machine machine = machine_at(self, state);
                std::vector<JointMove> moves;
                for (std::size_t role = 0; role < self.roles(); ++role)
                    moves.push_back(machine.legal_moves(role));
                return moves;
            },
            "state"_a, "Role by role.")
        .def(
            "goals",
            [](const Propnet& self, const nb::bytes& state) {
                return machine_at(self, state).goals();
            },
            "state"_a, "Role by role; None for a role that has no goal there, or several.")
        .def("play", &play, "state"_a, "joint_move"_a, "The next state. Raises IllegalMove.")
        .def("perft", &count_sequences, "state"_a, "depth"_a, nb::kw_only(),
             "follow_moves"_a = nb::none(), "How many sequences of `depth` joint moves there are.")
        .def("play_random_games", &play_one_by_one<Machine>, "games"_a, nb::kw_only(), "seed"_a,
             "start"_a = nb::none(), "max_moves"_a = 10'000,
             "Games of uniformly random moves, one after the other.")
        .def("follow_random_games", &play_one_by_one<Follower>, "games"_a, nb::kw_only(), "seed"_a,
             "start"_a = nb::none(), "max_moves"_a = 10'000,
             "The same games, followed move by move.")
        .def("play_in_lanes", &play_in_lanes, "games"_a, nb::kw_only(), "lanes"_a, "seed"_a,
             "start"_a = nb::none(), "max_moves"_a = 10'000,
             "Games of uniformly random moves, many at once.")
        .def(
            "recorded_lanes", &recorded_lanes, "games"_a, nb::kw_only(), "lanes"_a, "seed"_a,
            "max_moves"_a = 10'000,
            "The same games with, for every step and lane, the state, the roles' moves and whether "
            "the lane has a game.")
        .def("random_sequences", &sample_sequences, "sequences"_a, nb::kw_only(), "max_depth"_a,
             "states"_a, "max_apart"_a, "seed"_a,
             "Packed states of sequences from random games, and how many each sequence has.");
    bind_rule_graphs(module);
    module.def(
        "lane_widths",
        [] {
            std::vector<std::size_t> widths;
            for (const LaneKernel& kernel : lane_kernels()) widths.push_back(kernel.lanes);
            return widths;
        },
        "How many games this machine can play at once in one thread.");
}

}  // namespace boardworth
