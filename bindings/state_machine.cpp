// Any game as a state machine of joint moves, as searches see it.
#include "rules/state_machine.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bindings.h"
#include "propnet_states.h"

namespace boardworth {

using namespace nb::literals;

namespace {

// The checked door to a state machine.
class BoundStateMachine {
  public:
    explicit BoundStateMachine(std::unique_ptr<StateMachine> made) : machine(std::move(made)) {}

    [[nodiscard]] nb::bytes state() const {
        const auto packed = packed_bytes(machine->state(), (machine->state_bits() + 7) / 8);
        return nb::bytes(packed.data(), packed.size());
    }
    void go_to(const nb::bytes& state) {
        machine->go_to(state_words(state, machine->state_bits()));
        played_ = 0;
    }
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> legal_moves() {
        std::vector<std::vector<std::uint32_t>> moves;
        for (std::size_t role = 0; role < machine->roles(); ++role)
            moves.push_back(machine->terminal() ? std::vector<std::uint32_t>{}
                                                : machine->legal_moves(role));
        return moves;
    }
    [[nodiscard]] std::vector<float> points() {
        if (!machine->terminal()) throw std::invalid_argument("points: the game is not over");
        std::vector<float> points(machine->roles());
        machine->points(points);
        return points;
    }
    void play(const std::vector<std::uint32_t>& joint_move) {
        const auto legal = legal_moves();
        if (joint_move.size() != legal.size()) throw IllegalMove("one move for each role");
        for (std::size_t role = 0; role < legal.size(); ++role)
            if (std::ranges::count(legal[role], joint_move[role]) == 0)
                throw IllegalMove("move " + std::to_string(joint_move[role]) + " is illegal");
        machine->play(joint_move);
        ++played_;
    }
    void undo() {
        if (played_ == 0) throw std::invalid_argument("there is no move to take back");
        machine->undo();
        --played_;
    }
    bool roll_out(std::uint64_t max_moves, std::uint64_t seed) {
        std::mt19937_64 random(seed);
        played_ = 0;
        return machine->roll_out(max_moves, random);
    }

    std::unique_ptr<StateMachine> machine;

  private:
    std::size_t played_ = 0;
};

}  // namespace

void bind_state_machine(nb::module_& module) {
    using Self = BoundStateMachine;
    nb::class_<Self>(
        module, "StateMachine",
        "One state at a time of a propnet or a compiled game. In a game of turns, a role that is "
        "not to move has one move, whose number is one more than any of the game's.")
        .def(
            "__init__",
            [](Self* self, const Propnet& propnet, std::optional<bool> follow_moves) {
                new (self) Self(std::make_unique<PropnetMachine>(propnet, follow_moves));
            },
            "propnet"_a, nb::kw_only(), "follow_moves"_a = nb::none(), nb::keep_alive<1, 2>())
        .def(
            "__init__", [](Self* self, const AnyGame& game) { new (self) Self(game.machine()); },
            "game"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("state", &Self::state, "Packed.")
        .def_prop_ro("terminal", [](const Self& self) { return self.machine->terminal(); })
        .def("go_to", &Self::go_to, "state"_a)
        .def("legal_moves", &Self::legal_moves, "Role by role.")
        .def("points", &Self::points, "Role by role, 0 to 100, of a game that is over.")
        .def("play", &Self::play, "joint_move"_a, "Raises IllegalMove.")
        .def("undo", &Self::undo, "Takes the last move back.")
        .def("roll_out", &Self::roll_out, "max_moves"_a, nb::kw_only(), "seed"_a,
             "Plays random moves; whether they ended the game.");
}

}  // namespace boardworth
