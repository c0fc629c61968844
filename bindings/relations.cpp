// Relations of kings and pieces: their numbering, and the rows that positions become under them.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <tuple>

#include "bindings.h"
#include "features/relations/rows.h"

namespace boardworth {

namespace {

using namespace nb::literals;

constexpr std::array<const char*, relation_kinds> kind_names{
    "material", "piece-square", "king-piece", "piece-piece", "king-king-piece", "king-piece-piece"};

RelationKind to_kind(const std::string& name) {
    for (std::size_t i = 0; i < kind_names.size(); ++i)
        if (name == kind_names[i]) return static_cast<RelationKind>(i);
    throw FormatError(
        "relations are material, piece-square, king-piece, piece-piece, king-king-piece and "
        "king-piece-piece, not '" +
        name + "'");
}

std::vector<RelationKind> to_kinds(const std::vector<std::string>& names) {
    std::vector<RelationKind> kinds;
    for (const std::string& name : names) kinds.push_back(to_kind(name));
    return kinds;
}

// [facts, 5], the facts of one atom after the other.
std::vector<std::vector<RelationFact>> to_facts(const std::vector<std::size_t>& values,
                                                const ArrayIn<std::int16_t, 2>& facts) {
    std::vector<std::vector<RelationFact>> by_atom;
    std::size_t row = 0;
    for (const std::size_t count : values) {
        auto& own = by_atom.emplace_back();
        if (row + count > facts.shape(0) || facts.shape(1) != 5)
            throw std::invalid_argument("relations: five numbers are needed of every fact");
        for (const std::size_t end = row + count; row < end; ++row) {
            const std::int16_t* fact = facts.data() + 5 * row;
            own.push_back({fact[0], fact[1], fact[2], fact[3], fact[4]});
        }
    }
    return by_atom;
}

template <class T>
std::vector<T> to_vector(const ArrayIn<T, 1>& array) {
    return {array.data(), array.data() + array.size()};
}

void bind_numbers(nb::class_<RelationShape>& shape) {
    shape.def_prop_ro("weights", &RelationShape::weights, "How many there are.")
        .def_prop_ro("conditions", &RelationShape::conditions, "The own ones come first.")
        .def_prop_ro("kings", &RelationShape::kings, "The squares of the board.")
        .def_prop_ro("pieces", &RelationShape::pieces, "Kinds of pieces.")
        .def(
            "count",
            [](const RelationShape& self, const std::string& kind) {
                return self.count(to_kind(kind));
            },
            "kind"_a, "How many weights the relations of a kind have.")
        .def(
            "first",
            [](const RelationShape& self, const std::string& kind) {
                return self.first(to_kind(kind));
            },
            "kind"_a, "The number of the first weight of a kind.")
        .def(
            "members",
            [](const RelationShape& self, std::size_t weight) {
                const RelationMembers found = self.members(weight);
                return std::tuple(std::string(kind_names[static_cast<std::size_t>(found.kind)]),
                                  found.piece, found.own_king, found.opponent_king, found.first,
                                  found.second);
            },
            "weight"_a,
            "A relation that uses a weight: its kind, the kind of piece, the own and the "
            "opponent's "
            "king, two conditions; -1 for what takes no part.");
}

void require(bool exists) {
    if (!exists) throw std::invalid_argument("relations: no such square or condition");
}

void bind_weights(nb::class_<RelationShape>& shape) {
    shape
        .def(
            "piece_square",
            [](const RelationShape& self, std::size_t condition) {
                require(self.has(RelationKind::piece_square) && condition < self.own_conditions());
                return self.piece_square_weight(condition);
            },
            "condition"_a, "The weight; the condition is an own one.")
        .def(
            "king_piece",
            [](const RelationShape& self, std::size_t king, std::size_t condition) {
                require(self.has(RelationKind::king_piece) && king < self.kings() &&
                        condition < self.conditions());
                return self.king_piece_weight(king, condition);
            },
            "king"_a, "condition"_a, "The weight, or -1 where both are on one square.")
        .def(
            "piece_piece",
            [](const RelationShape& self, std::size_t one, std::size_t other) {
                require(self.has(RelationKind::piece_piece) && one < self.conditions() &&
                        other < self.conditions() && one != other);
                return self.piece_piece_weight(one, other);
            },
            "one"_a, "other"_a, "The weight of two conditions, or -1 if both are the opponent's.")
        .def(
            "king_king_piece",
            [](const RelationShape& self, std::size_t king, std::size_t other,
               std::size_t condition) {
                require(self.has(RelationKind::king_king_piece) && king < self.kings() &&
                        other < self.kings() && condition < self.own_conditions());
                return self.king_king_piece_weight(king, other, condition);
            },
            "king"_a, "other"_a, "condition"_a, "The weight; the condition is an own one.")
        .def(
            "king_piece_piece",
            [](const RelationShape& self, std::size_t king, std::size_t one, std::size_t other) {
                require(self.has(RelationKind::king_piece_piece) && king < self.kings() &&
                        one < self.conditions() && other < self.conditions() && one != other);
                return self.king_piece_piece_weight(king, one, other);
            },
            "king"_a, "one"_a, "other"_a, "The weight of two conditions, in any order.");
}

}  // namespace

void bind_relations(nb::module_& module) {
    auto shape = nb::class_<RelationShape>(
        module, "RelationShape", "How the weights of relations of kings and pieces are numbered.");
    shape
        .def(
            "__init__",
            [](RelationShape* self, const std::vector<std::size_t>& values,
               const ArrayIn<std::int16_t, 2>& facts, const ArrayIn<std::uint16_t, 1>& mirror,
               const ArrayIn<std::int16_t, 1>& squares,
               const ArrayIn<std::uint16_t, 1>& king_mirror,
               const ArrayIn<std::uint16_t, 1>& across, const std::vector<std::string>& kinds,
               bool apart) {
                new (self)
                    RelationShape({to_facts(values, facts), to_vector(mirror), to_vector(squares),
                                   to_vector(king_mirror), to_vector(across)},
                                  to_kinds(kinds), apart);
            },
            "values"_a, "facts"_a, "mirror"_a, "squares"_a, "king_mirror"_a, "across"_a, "kinds"_a,
            "apart"_a,
            "`values` by atom; of every fact its condition, own king, opponent's king, piece and "
            "count; of every condition its mirror image and square; of every square its mirror "
            "image, and itself as the other player sees it.")
        .def(
            "rows",
            [](const RelationShape& self, const AnyGame& game, const PackedPositions& positions,
               std::uint32_t first, int threads) {
                CompressedRows rows = interruptible([&](const Interrupt& interrupt) {
                    return relation_weights(game, self, positions, first, threads, interrupt);
                });
                return std::tuple(to_numpy(std::move(rows.starts)),
                                  to_numpy(std::move(rows.numbers)));
            },
            "game"_a, "positions"_a, "first"_a, "threads"_a,
            "Starts and weights, counted from `first`; 2**31 is added to those that count -1.")
        .def(
            "piece_differences",
            [](const RelationShape& self, const AnyGame& game, const PackedPositions& positions,
               int threads) {
                return to_numpy(
                    without_gil([&] { return piece_differences(game, self, positions, threads); }),
                    {positions.count, self.pieces()});
            },
            "game"_a, "positions"_a, "threads"_a,
            "[positions, kinds of pieces], how many more the mover has than the opponent.");
    bind_weights(shape);
    bind_numbers(shape);
}

}  // namespace boardworth
