// Compiled evaluators, the parts that they may be a sum of, and functions of rule sheets' states.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bindings.h"
#include "bound_types.h"
#include "evaluators/fluent_sum.h"
#include "features/configurations/methods.h"
#include "features/configurations/specialisation.h"
#include "features/patterns.h"
#include "propnet_states.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using Stages = std::vector<std::uint8_t>;

struct BoundPart {
    PartData data;
};

Target to_target(std::string_view name) {
    if (name == "score") return Target::score;
    if (name == "win") return Target::win;
    throw std::invalid_argument("evaluator: target must be 'score' or 'win'");
}

ActiveWeights to_active_weights(std::string_view name) {
    if (name == "all") return ActiveWeights::all;
    if (name == "most specific") return ActiveWeights::most_specific;
    throw std::invalid_argument("configurations: weights of 'all' or of the 'most specific' ones");
}

TableWeights to_weights(const ArrayIn<std::int16_t, 2>& tables, std::vector<Value> constants,
                        std::vector<std::uint32_t> offsets, Stages stages) {
    if (tables.shape(0) != constants.size())
        throw std::invalid_argument("evaluator: one constant is needed for every stage");
    return {{tables.data(), tables.data() + tables.size()},
            std::move(constants),
            std::move(offsets),
            std::move(stages)};
}

template <class Array>
std::vector<double> to_vector(const Array& array) {
    return {array.data(), array.data() + array.size()};
}

void bind_combinations(nb::module_& module) {
    nb::class_<Combination>(module, "Combination",
                            "A linear or quadratic function of patterns' sums and a game's terms.")
        .def(
            "__init__",
            [](Combination* self, std::vector<std::uint32_t> ends, std::vector<std::size_t> terms,
               const ArrayIn<double, 1>& constants, const ArrayIn<double, 2>& linear,
               const std::optional<ArrayIn<double, 3>>& quadratic, Stages stages) {
                new (self) Combination(
                    std::move(ends), std::move(terms),
                    {to_vector(constants), to_vector(linear),
                     quadratic ? to_vector(*quadratic) : std::vector<double>{}, std::move(stages)});
            },
            "ends"_a, "terms"_a, "constants"_a, "linear"_a, "quadratic"_a.none(), "stages"_a);
}

// Weights [stages, columns] become those of one column after the other.
std::vector<std::int32_t> by_column(const ArrayIn<std::int32_t, 2>& weights) {
    const std::size_t rows = weights.shape(0), columns = weights.shape(1);
    std::vector<std::int32_t> turned(rows * columns);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            turned[column * rows + row] = weights.data()[row * columns + column];
    return turned;
}

BoundPart configuration_part(WeighedConfigurations configurations, const SpecialisationDag& dag,
                             std::vector<Value> constants, Stages stages, std::string_view method) {
    auto own = std::make_shared<const WeighedConfigurations>(std::move(configurations));
    auto sum = configuration_sum(method, own, dag);
    return BoundPart{ConfigurationPartData{std::move(own), std::move(sum), std::move(constants),
                                           std::move(stages)}};
}

// Configuration i proves solutions[starts[i]] up to solutions[starts[i + 1]].
NodeLists to_lists(const ArrayIn<std::uint32_t, 1>& starts,
                   const ArrayIn<std::uint32_t, 1>& solutions) {
    const auto ends = to_span(starts);
    if (ends.empty() || !std::ranges::is_sorted(ends) || ends.back() != solutions.size())
        throw std::invalid_argument("solutions: starts and solutions do not fit");
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
        lists.emplace_back(solutions.data() + ends[i], solutions.data() + ends[i + 1]);
    return NodeLists(lists);
}

void bind_parts(nb::module_& module) {
    nb::class_<BoundPart>(module, "EvaluatorPart",
                          "What a sum of evaluations is made of; stages are given by progress, "
                          "weights in units of 1 / scale.")
        .def_static(
            "tables",
            [](const Patterns& patterns, const ArrayIn<std::int16_t, 2>& tables,
               std::vector<Value> constants, std::vector<std::uint32_t> offsets, Stages stages,
               std::optional<Combination> combination) {
                return BoundPart{TablePartData{
                    patterns.index, patterns.sparse,
                    to_weights(tables, std::move(constants), std::move(offsets), std::move(stages)),
                    std::move(combination)}};
            },
            "patterns"_a, "tables"_a, "constants"_a, "offsets"_a, "stages"_a,
            "combination"_a = nb::none(),
            "Table look-ups by pattern index, added up or combined in another way.")
        .def_static(
            "configurations",
            [](const SpecialisationDag& dag, const ArrayIn<std::int32_t, 2>& weights,
               std::vector<Value> constants, Stages stages, std::string_view added,
               std::string_view method) {
                return configuration_part(
                    {dag, by_column(weights), weights.shape(0), to_active_weights(added)}, dag,
                    std::move(constants), std::move(stages), method);
            },
            "dag"_a, "weights"_a, "constants"_a, "stages"_a, "added"_a, "method"_a = "best",
            "The weights [stages, configurations] of 'all' active configurations are added up, or "
            "of the 'most specific' ones. Methods find the same sums: 'counters', 'changes', "
            "'tables', 'scan', 'walk', 'plain'.")
        .def_static(
            "solutions",
            [](const SpecialisationDag& dag, const ArrayIn<std::uint32_t, 1>& starts,
               const ArrayIn<std::uint32_t, 1>& solutions, const ArrayIn<std::int32_t, 2>& weights,
               std::vector<Value> constants, Stages stages, std::string_view method) {
                return configuration_part(
                    {dag, to_lists(starts, solutions), by_column(weights), weights.shape(0)}, dag,
                    std::move(constants), std::move(stages), method);
            },
            "dag"_a, "starts"_a, "solutions"_a, "weights"_a, "constants"_a, "stages"_a,
            "method"_a = "best",
            "The weights [stages, solutions] of those that an active configuration proves: "
            "configuration i proves solutions[starts[i]:starts[i + 1]]. Methods as for "
            "configurations, but for 'changes' and 'tables'.")
        .def_static(
            "terms",
            [](std::vector<std::size_t> terms, const ArrayIn<std::int32_t, 2>& weights,
               Stages stages) {
                return BoundPart{TermPartData{std::move(terms),
                                              {weights.data(), weights.data() + weights.size()},
                                              std::move(stages)}};
            },
            "terms"_a, "weights"_a, "stages"_a,
            "Weights [stages, terms] of some of the game's terms, by their places among them.")
        .def_static(
            "relations",
            [](const std::shared_ptr<RelationShape>& shape, const ArrayIn<std::int16_t, 2>& weights,
               Stages stages) {
                auto tables = without_gil([&] {
                    return std::make_shared<const RelationTables>(
                        shape, std::span(weights.data(), weights.size()));
                });
                return BoundPart{RelationPartData{std::move(tables), std::move(stages)}};
            },
            "shape"_a, "weights"_a, "stages"_a, "Weights [stages, weights] of kings and pieces.");
}

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

}  // namespace

void bind_evaluators(nb::module_& module) {
    bind_state_functions(module);
    bind_combinations(module);
    bind_parts(module);
    nb::class_<BoundEvaluator>(module, "Evaluator", "A sum of parts of any kinds.")
        .def(
            "__init__",
            [](BoundEvaluator* self, const AnyGame& game,
               const std::vector<const BoundPart*>& parts, int scale, std::string_view target) {
                std::vector<PartData> data;
                for (const BoundPart* part : parts) data.push_back(part->data);
                new (self)
                    BoundEvaluator{game.searches().evaluator(data, scale, to_target(target))};
            },
            "game"_a, "parts"_a, "scale"_a, "target"_a)
        .def(
            "value",
            [](const BoundEvaluator& self, PackedPosition position) {
                return self.evaluator->values({position.data(), 1, position.size()})[0];
            },
            "position"_a, "For the side to move, in units of 1 / scale.")
        .def(
            "values",
            [](const BoundEvaluator& self, const PackedPositions& positions) {
                return to_numpy(without_gil([&] { return self.evaluator->values(positions); }));
            },
            "positions"_a)
        .def(
            "state_function",
            [](const BoundEvaluator& self) { return self.evaluator->state_function(); },
            "Its values as points of 0 to 100: the mover's, and what they leave to the other.")
        .def(
            "tree_sum",
            [](const BoundEvaluator& self, PackedPosition position, int depth, bool incremental) {
                if (depth < 0)
                    throw std::invalid_argument("tree_sum: the depth must not be negative");
                const TreeSum total = interruptible([&](const Interrupt& interrupt) {
                    return self.evaluator->tree_sum(position, depth, incremental, interrupt);
                });
                return nb::make_tuple(total.sum, total.leaves);
            },
            nb::sig("def tree_sum(self, position: bytes, depth: int, incremental: bool) -> "
                    "tuple[int, int]"),
            "The sum of the values of all positions that `depth` moves lead to, and their number.");
}

}  // namespace boardworth
