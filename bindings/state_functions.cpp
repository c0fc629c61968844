// Values of rule sheets' states, role by role.
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "bound_types.h"
#include "evaluators/fluent_sum.h"
#include "propnet_states.h"
#include "rules/gdl/build/propnet.h"

namespace boardworth {

using namespace nb::literals;

void bind_state_functions(nb::module_& module) {
    nb::class_<StateFunction>(module, "StateFunction",
                              "What a state is worth to each role, in points of 0 to 100.")
        .def(
            "values",
            [](const StateFunction& function, const nb::bytes& state) {
                const std::vector<std::uint64_t> words = state_words(state, function.state_bits());
                std::vector<float> values(function.roles());
                function.values(words, values);
                return values;
            },
            "state"_a, "What a state is worth to each role.");
    nb::class_<FluentSum, StateFunction>(
        module, "FluentSum", "A function per role that adds up weights of the fluents that hold.")
        .def(
            "__init__",
            [](FluentSum* made, const Propnet& propnet, const ArrayIn<float, 2>& weights,
               const ArrayIn<float, 1>& constants) {
                if (weights.shape(0) != propnet.roles() || weights.shape(1) != propnet.fluents() ||
                    constants.shape(0) != propnet.roles())
                    throw FormatError("a sum of fluents: a weight for every role and fluent");
                new (made) FluentSum({weights.data(), weights.data() + weights.size()},
                                     {constants.data(), constants.data() + constants.size()});
            },
            "propnet"_a, "weights"_a, "constants"_a);
}

}  // namespace boardworth
