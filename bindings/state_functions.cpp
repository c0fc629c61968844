// Values of rule sheets' states, role by role.
#include <nanobind/stl/vector.h>

#include <any>
#include <memory>

#include "bindings.h"
#include "bound_types.h"
#include "evaluators/fluent_sum.h"
#include "evaluators/model_function.h"
#include "network_states.h"
#include "rules/network/network.h"

namespace boardworth {

using namespace nb::literals;

void bind_state_functions(nb::module_& module) {
    nb::class_<StateFunction>(module, "StateFunction",
                              "What a state is worth to each role, in points of goal.")
        .def(
            "values",
            [](const StateFunction& function, const nb::bytes& state) {
                const std::vector<std::uint64_t> words = state_words(state, function.fluents());
                std::vector<float> values(function.roles());
                function.values(words, values);
                return values;
            },
            "state"_a, "What a state is worth to each role.");
    nb::class_<FluentSum, StateFunction>(
        module, "FluentSum", "A function per role that adds up weights of the fluents that hold.")
        .def(
            "__init__",
            [](FluentSum* made, const Network& network, const ArrayIn<float, 2>& weights,
               const ArrayIn<float, 1>& constants) {
                if (weights.shape(0) != network.roles() || weights.shape(1) != network.fluents() ||
                    constants.shape(0) != network.roles())
                    throw FormatError("a sum of fluents: a weight for every role and fluent");
                new (made) FluentSum({weights.data(), weights.data() + weights.size()},
                                     {constants.data(), constants.data() + constants.size()});
            },
            "network"_a, "weights"_a, "constants"_a);
    nb::class_<ModelFunction, StateFunction>(
        module, "ModelFunction",
        "A model's values as points of goal: the mover's, and what they leave to the other.")
        .def(
            "__init__",
            [](ModelFunction* made, const BoundEvaluator& model) {
                using Tables = std::shared_ptr<const TableEvaluator<NetworkGame>>;
                const std::any held = model.evaluator->evaluator();
                const auto* evaluator = std::any_cast<Tables>(&held);
                if (evaluator == nullptr)
                    throw FormatError("a function of states: the model's game has no rule sheet");
                new (made) ModelFunction(*evaluator);
            },
            "evaluator"_a);
}

}  // namespace boardworth
