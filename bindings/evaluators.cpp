// Compiled evaluators.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.h"
#include "bound_types.h"
#include "evaluators/tree_sum.h"

namespace boardworth {

namespace {

using namespace nb::literals;

Target to_target(std::string_view name) {
    if (name == "score") return Target::score;
    if (name == "win") return Target::win;
    throw std::invalid_argument("evaluator: target must be 'score' or 'win'");
}

BoundEvaluator make_evaluator(const BoundPatterns& patterns, const ArrayIn<std::int16_t, 2>& tables,
                              std::vector<Value> constants, std::vector<std::uint32_t> offsets,
                              std::vector<std::uint8_t> stages, int scale, std::string_view target,
                              std::optional<Combination> combination) {
    if (tables.shape(0) != constants.size())
        throw std::invalid_argument("evaluator: one constant is needed for every stage");
    LinearWeights weights{{tables.data(), tables.data() + tables.size()},
                          std::move(constants),
                          std::move(offsets),
                          std::move(stages),
                          scale,
                          to_target(target)};
    return with_game(
        [&]<class G>(const G& game) -> BoundEvaluator {
            return {std::make_shared<const LinearEvaluator<G>>(
                game, patterns.index, patterns.sparse, std::move(weights), std::move(combination))};
        },
        patterns.game);
}

template <Game G>
ArrayOut<Value> values(const LinearEvaluator<G>& evaluator,
                       const ArrayIn<std::uint8_t, 2>& packed) {
    const auto positions = facts_from_array(evaluator.game(), packed);
    std::vector<Value> values;
    {
        const nb::gil_scoped_release release;
        for (const auto& position : positions) values.push_back(evaluator.value(position));
    }
    return to_numpy(std::move(values));
}

template <class Array>
std::vector<double> to_vector(const Array& array) {
    return {array.data(), array.data() + array.size()};
}

void bind_combinations(nb::module_& module) {
    module.def(
        "has_mobility",
        [](const AnyGame& game) {
            return with_game([]<class G>(const G&) { return has_mobility<G>; }, game);
        },
        "game"_a, "Whether evaluations of a game's positions may ask for mobility.");
    nb::class_<Combination>(module, "Combination",
                            "A linear or quadratic function of patterns' sums and mobility.")
        .def(
            "__init__",
            [](Combination* self, std::vector<std::uint32_t> ends, bool mobility,
               const ArrayIn<double, 1>& constants, const ArrayIn<double, 2>& linear,
               const std::optional<ArrayIn<double, 3>>& quadratic,
               std::vector<std::uint8_t> stages) {
                new (self) Combination(
                    std::move(ends), mobility,
                    {to_vector(constants), to_vector(linear),
                     quadratic ? to_vector(*quadratic) : std::vector<double>{}, std::move(stages)});
            },
            "ends"_a, "mobility"_a, "constants"_a, "linear"_a, "quadratic"_a.none(), "stages"_a);
}

}  // namespace

void bind_evaluators(nb::module_& module) {
    bind_combinations(module);
    nb::class_<BoundEvaluator>(module, "Evaluator",
                               "Table look-ups by pattern index, in 16-bit weights.")
        .def(
            "__init__",
            [](BoundEvaluator* self, const BoundPatterns& patterns,
               const ArrayIn<std::int16_t, 2>& tables, std::vector<Value> constants,
               std::vector<std::uint32_t> offsets, std::vector<std::uint8_t> stages, int scale,
               std::string_view target, std::optional<Combination> combination) {
                new (self) BoundEvaluator(make_evaluator(patterns, tables, std::move(constants),
                                                         std::move(offsets), std::move(stages),
                                                         scale, target, std::move(combination)));
            },
            "patterns"_a, "tables"_a, "constants"_a, "offsets"_a, "stages"_a, "scale"_a, "target"_a,
            "combination"_a = nb::none())
        .def(
            "value",
            [](const BoundEvaluator& self, const nb::bytes& packed) {
                return std::visit(
                    [&](const auto& e) { return e->value(from_bytes(e->game(), packed)); },
                    self.evaluator);
            },
            "position"_a, "For the side to move, in units of 1 / scale.")
        .def(
            "values",
            [](const BoundEvaluator& self, const ArrayIn<std::uint8_t, 2>& positions) {
                return std::visit([&](const auto& e) { return values(*e, positions); },
                                  self.evaluator);
            },
            "positions"_a)
        .def(
            "tree_sum",
            [](const BoundEvaluator& self, const nb::bytes& packed, int depth, bool incremental) {
                return std::visit(
                    [&]<class G>(const SharedEvaluator<G>& e) {
                        const auto position = from_bytes(e->game(), packed);
                        if (depth < 0)
                            throw std::invalid_argument("tree_sum: the depth must not be negative");
                        const TreeSum total = interruptible([&](const Interrupt& interrupt) {
                            return TreeSummation<G>(*e, incremental, interrupt)
                                .run(position, depth);
                        });
                        return nb::make_tuple(total.sum, total.leaves);
                    },
                    self.evaluator);
            },
            nb::sig("def tree_sum(self, position: bytes, depth: int, incremental: bool) -> "
                    "tuple[int, int]"),
            "The sum of the values of all positions that `depth` moves lead to, and their number.");
}

}  // namespace boardworth
