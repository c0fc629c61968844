// Active configurations, followed move by move.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.h"
#include "bound_types.h"
#include "features/activation_tree.h"

namespace boardworth {

namespace {

using namespace nb::literals;

struct BoundCoverNetwork {
    const BoundSpecialisationDag& dag;  // kept alive by Python
    CoverNetwork network;
};

struct BoundActiveConfigurations {
    OfAnyGame<ActiveConfigurations> active;
    std::size_t size;
};

template <class Holds>
ArrayOut<std::uint32_t> numbers_where(std::size_t size, const Holds& holds) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t number = 0; number < size; ++number)
        if (holds(number)) numbers.push_back(static_cast<std::uint32_t>(number));
    return to_numpy(std::move(numbers));
}

const CoverState& state_of(const BoundActiveConfigurations& self) {
    return std::visit([](const auto& a) -> const CoverState& { return a.state(); }, self.active);
}

std::tuple<std::int64_t, std::uint64_t> tree_sum(const BoundCoverNetwork& self,
                                                 const nb::bytes& packed, int depth,
                                                 bool incremental) {
    if (depth < 0) throw std::invalid_argument("tree_sum: the depth must not be negative");
    return std::visit(
        [&](const auto& game) {
            const auto position = from_bytes(game, packed);
            const ActivationSum total = interruptible([&](const Interrupt& interrupt) {
                return ActivationTree(game, self.dag.dag, self.network, position, interrupt)
                    .run(depth, incremental);
            });
            return std::tuple(total.sum, total.leaves);
        },
        self.dag.game);
}

void bind_followed(nb::module_& module) {
    nb::class_<BoundActiveConfigurations>(
        module, "ActiveConfigurations",
        "Which configurations hold in a position, followed through moves.")
        .def(
            "__init__",
            [](BoundActiveConfigurations* self, const BoundCoverNetwork& network,
               const nb::bytes& packed) {
                std::visit(
                    [&](const auto& game) {
                        new (self) BoundActiveConfigurations{
                            ActiveConfigurations(game, network.network, from_bytes(game, packed)),
                            network.network.size()};
                    },
                    network.dag.game);
            },
            "network"_a, "position"_a, nb::keep_alive<1, 2>())
        .def(
            "play",
            [](BoundActiveConfigurations& self, int move) {
                std::visit(
                    [&]<class G>(ActiveConfigurations<G>& active) {
                        active.play(static_cast<typename G::Move>(move));
                    },
                    self.active);
            },
            "move"_a, "Follows a legal move.")
        .def(
            "undo",
            [](BoundActiveConfigurations& self) {
                std::visit(
                    [](auto& active) {
                        if (active.moves() == 0)
                            throw std::invalid_argument("there is no move to take back");
                        active.undo();
                    },
                    self.active);
            },
            "Takes the last move back.")
        .def_prop_ro("sum",
                     [](const BoundActiveConfigurations& self) { return state_of(self).sum(); })
        .def("active",
             [](const BoundActiveConfigurations& self) {
                 return numbers_where(self.size, [&state = state_of(self)](std::size_t number) {
                     return state.active(number);
                 });
             })
        .def("most_specific", [](const BoundActiveConfigurations& self) {
            return numbers_where(self.size, [&state = state_of(self)](std::size_t number) {
                return state.most_specific(number);
            });
        });
}

}  // namespace

void bind_activation(nb::module_& module) {
    nb::class_<BoundCoverNetwork>(module, "CoverNetwork",
                                  "Which configurations need what, and their weights.")
        .def(
            "__init__",
            [](BoundCoverNetwork* self, const BoundSpecialisationDag& dag,
               const ArrayIn<std::int32_t, 1>& weights) {
                new (self) BoundCoverNetwork{
                    dag, CoverNetwork(dag.dag, {weights.data(), weights.data() + weights.size()})};
            },
            "dag"_a, "weights"_a, nb::keep_alive<1, 2>())
        .def(
            "counters_of",
            [](const BoundCoverNetwork& self) {
                const CoverNetwork& network = self.network;
                std::vector<std::uint32_t> counters;
                for (std::size_t node = 0; node < network.relation_count() + network.size(); ++node)
                    counters.push_back(static_cast<std::uint32_t>(network.needed_by(node).size()));
                for (std::size_t c = 0; c < network.size(); ++c)
                    counters[network.relation_count() + c] +=
                        static_cast<std::uint32_t>(network.generalisations(c).size());
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
