// Active configurations, followed move by move.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <tuple>

#include "bindings.h"
#include "features/configurations/activation_tree.h"

namespace boardworth {

namespace {

using namespace nb::literals;

template <class Holds>
ArrayOut<std::uint32_t> numbers_where(const CoverState& state, const Holds& holds) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t number = 0; number < state.size(); ++number)
        if (holds(state, number)) numbers.push_back(static_cast<std::uint32_t>(number));
    return to_numpy(std::move(numbers));
}

struct BoundCoverDiagram {
    const SpecialisationDag& dag;
    CoverDiagram diagram;
};

std::tuple<std::int64_t, std::uint64_t> tree_sum(const BoundCoverDiagram& self,
                                                 PackedPosition position, int depth,
                                                 bool incremental) {
    const ActivationSum total = interruptible([&](const Interrupt& interrupt) {
        return activation_sum(self.dag, self.diagram, position, depth, incremental, interrupt);
    });
    return {total.sum, total.leaves};
}

void bind_followed(nb::module_& module) {
    using Active = ActiveConfigurations;
    nb::class_<Active>(module, "ActiveConfigurations",
                       "Which configurations hold in a position, followed through moves.")
        .def(
            "__init__",
            [](Active* self, const BoundCoverDiagram& diagram, PackedPosition position) {
                new (self) Active(diagram.dag.game(), diagram.diagram, position);
            },
            "diagram"_a, "position"_a, nb::keep_alive<1, 2>())
        .def("play", &Active::play, "move"_a, "Follows a legal move.")
        .def(
            "undo",
            [](Active& self) {
                if (self.moves() == 0) throw std::invalid_argument("there is no move to take back");
                self.undo();
            },
            "Takes the last move back.")
        .def_prop_ro("sum", [](const Active& self) { return self.state().sum(); })
        .def("active",
             [](const Active& self) {
                 return numbers_where(self.state(), std::mem_fn(&CoverState::active));
             })
        .def("most_specific", [](const Active& self) {
            return numbers_where(self.state(), std::mem_fn(&CoverState::most_specific));
        });
}

}  // namespace

void bind_activation(nb::module_& module) {
    nb::class_<BoundCoverDiagram>(module, "CoverDiagram",
                                  "Which configurations need what, and their weights.")
        .def(
            "__init__",
            [](BoundCoverDiagram* self, const SpecialisationDag& dag,
               const ArrayIn<std::int32_t, 1>& weights) {
                new (self) BoundCoverDiagram{
                    dag, CoverDiagram(dag, {weights.data(), weights.data() + weights.size()})};
            },
            "dag"_a, "weights"_a, nb::keep_alive<1, 2>())
        .def(
            "counters_of",
            [](const BoundCoverDiagram& self) {
                const CoverDiagram& diagram = self.diagram;
                std::vector<std::uint32_t> counters;
                for (std::size_t node = 0; node < diagram.relation_count() + diagram.size(); ++node)
                    counters.push_back(static_cast<std::uint32_t>(diagram.needed_by(node).size()));
                for (std::size_t c = 0; c < diagram.size(); ++c)
                    counters[diagram.relation_count() + c] +=
                        static_cast<std::uint32_t>(diagram.generalisations(c).size());
                return to_numpy(std::move(counters));
            },
            "For every relation, then every configuration: how many counters change when it begins "
            "or ceases to hold.")
        .def("tree_sum", &tree_sum, "position"_a, "depth"_a, "incremental"_a,
             "The sum of the weights of the most specific configurations of all positions that "
             "`depth` moves lead to, and the number of these positions.");
    bind_followed(module);
}

}  // namespace boardworth
