// Games: positions cross the border as packed bytes, moves as numbers.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "rules/perft.h"
#include "rules/replay.h"

namespace boardworth {

namespace {

using namespace nb::literals;

template <std::size_t i = 0>
AnyGame make_game(std::string_view name) {
    if constexpr (i == std::variant_size_v<AnyGame>) {
        throw nb::key_error(std::string(name).c_str());
    } else {
        using G = std::variant_alternative_t<i, AnyGame>;
        return name == G::name ? AnyGame(G{}) : make_game<i + 1>(name);
    }
}

template <std::size_t... i>
std::vector<std::string_view> game_names(std::index_sequence<i...>) {
    return {std::variant_alternative_t<i, AnyGame>::name...};
}

template <Game G>
typename G::Move to_move(int move) {
    constexpr int most = std::numeric_limits<typename G::Move>::max();
    if (move < 0 || move > most)
        throw IllegalMove(std::string(G::name) + ": " + std::to_string(move) + " is not a move");
    return static_cast<typename G::Move>(move);
}

template <Game G>
nb::bytes play(const G& game, const nb::bytes& packed, int number) {
    const auto position = from_bytes(game, packed);
    const auto move = to_move<G>(number);
    const auto legal = game.legal_moves(position);
    if (std::find(legal.begin(), legal.end(), move) == legal.end())
        throw IllegalMove(std::string(G::name) + ": illegal move " + game.move_text(move) + " in " +
                          game.text(position));
    return to_bytes(game, game.play_unchecked(position, move, IgnoreChanges{}));
}

template <Game G>
std::uint64_t count_sequences(const G& game, const nb::bytes& packed, int depth) {
    const auto position = from_bytes(game, packed);
    return interruptible(
        [&](const Interrupt& interrupt) { return perft(game, position, depth, interrupt); });
}

template <Game G>
nb::tuple play_record(const G& game, const nb::bytes& start, const std::vector<int>& record) {
    std::vector<typename G::Move> moves;
    for (const int move : record) moves.push_back(to_move<G>(move));
    const auto played = replay<G>(game, from_bytes(game, start), moves);
    return nb::make_tuple(to_array<G>(game, played.positions),
                          std::vector<int>(played.moves.begin(), played.moves.end()), played.used);
}

template <Game G>
ArrayOut<std::uint8_t> canonical_forms(const G& game, const ArrayIn<std::uint8_t, 2>& packed) {
    const auto positions = from_array(game, packed);
    std::vector<std::uint8_t> forms(positions.size() * G::packed_size);
    auto* out = forms.data();
    for (const auto& position : positions)
        out = std::ranges::copy(canonical(game, position), out).out;
    return to_numpy(std::move(forms), {positions.size(), G::packed_size});
}

// One number for each of many positions.
template <class T, Game G, class Number>
ArrayOut<T> for_each_position(const G& game, const ArrayIn<std::uint8_t, 2>& packed,
                              const Number& number) {
    std::vector<T> numbers;
    for (const auto& position : from_array(game, packed))
        numbers.push_back(static_cast<T>(number(position)));
    return to_numpy(std::move(numbers));
}

}  // namespace

void bind_rules(nb::module_& module) {
    module.def(
        "game_names",
        [] { return game_names(std::make_index_sequence<std::variant_size_v<AnyGame>>{}); },
        "Names of the native games.");

    nb::class_<AnyGame>(module, "Game", "A native game, over packed positions and numbered moves.")
        .def(
            "__init__",
            [](AnyGame* self, std::string_view name) { new (self) AnyGame(make_game(name)); },
            "name"_a)
        .def_prop_ro("name",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.name; }, self);
                     })
        .def_prop_ro(
            "players",
            [](const AnyGame& self) {
                return std::visit(
                    [](const auto& g) { return std::vector(g.players.begin(), g.players.end()); },
                    self);
            })
        .def_prop_ro("columns",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.board.columns; }, self);
                     })
        .def_prop_ro("rows",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.board.rows; }, self);
                     })
        .def_prop_ro("value_names",
                     [](const AnyGame& self) {
                         return std::visit(
                             [](const auto& g) {
                                 return std::vector(g.value_names.begin(), g.value_names.end());
                             },
                             self);
                     })
        .def_prop_ro("symbols",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.symbols; }, self);
                     })
        .def_prop_ro("move_pattern",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.move_pattern; }, self);
                     })
        .def_prop_ro("max_score",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.max_score; }, self);
                     })
        .def_prop_ro("max_progress",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.max_progress; }, self);
                     })
        .def_prop_ro("packed_size",
                     [](const AnyGame& self) {
                         return std::visit([](const auto& g) { return g.packed_size; }, self);
                     })
        .def("start",
             [](const AnyGame& self) {
                 return std::visit([](const auto& g) { return to_bytes(g, g.start()); }, self);
             })
        .def("mover",
             [](const AnyGame& self, const nb::bytes& p) {
                 return std::visit([&](const auto& g) { return g.mover(from_bytes(g, p)); }, self);
             })
        .def("legal_moves",
             [](const AnyGame& self, const nb::bytes& p) {
                 return std::visit(
                     [&](const auto& g) {
                         const auto moves = g.legal_moves(from_bytes(g, p));
                         return std::vector<int>(moves.begin(), moves.end());
                     },
                     self);
             })
        .def(
            "play",
            [](const AnyGame& self, const nb::bytes& p, int move) {
                return std::visit([&](const auto& g) { return play(g, p, move); }, self);
            },
            "Raises IllegalMove.")
        .def("over",
             [](const AnyGame& self, const nb::bytes& p) {
                 return std::visit([&](const auto& g) { return g.over(from_bytes(g, p)); }, self);
             })
        .def(
            "score",
            [](const AnyGame& self, const nb::bytes& p) {
                return std::visit([&](const auto& g) { return g.score(from_bytes(g, p)); }, self);
            },
            "The mover's final score; it has a meaning only when the game is over.")
        .def(
            "movers",
            [](const AnyGame& self, const ArrayIn<std::uint8_t, 2>& positions) {
                return std::visit(
                    [&](const auto& g) {
                        return for_each_position<std::uint8_t>(
                            g, positions, [&](const auto& p) { return g.mover(p); });
                    },
                    self);
            },
            "positions"_a, "The player to move in each of many positions.")
        .def(
            "progress",
            [](const AnyGame& self, const ArrayIn<std::uint8_t, 2>& positions) {
                return std::visit(
                    [&](const auto& g) {
                        return for_each_position<std::int16_t>(
                            g, positions, [&](const auto& p) { return g.progress(p); });
                    },
                    self);
            },
            "positions"_a)
        .def(
            "canonical_keys",
            [](const AnyGame& self, const ArrayIn<std::uint8_t, 2>& positions) {
                return std::visit(
                    [&](const auto& g) {
                        return for_each_position<std::uint64_t>(g, positions, [&](const auto& p) {
                            return g.key(g.unpack(canonical(g, p)));
                        });
                    },
                    self);
            },
            "positions"_a, "A hash of each position's canonical form.")
        .def(
            "facts",
            [](const AnyGame& self, const nb::bytes& p) {
                return std::visit(
                    [&]<class G>(const G& g) {
                        const auto position = from_bytes(g, p);
                        std::vector<int> facts;
                        for (int atom = 0; atom < atom_count<G>; ++atom)
                            facts.push_back(g.fact(position, atom));
                        return facts;
                    },
                    self);
            },
            "The value of every atom, first player's view.")
        .def(
            "symmetries",
            [](const AnyGame& self) {
                return std::visit(
                    []<class G>(const G& g) {
                        std::vector<std::vector<int>> images(G::symmetries);
                        for (int symmetry = 0; symmetry < G::symmetries; ++symmetry)
                            for (int atom = 0; atom < atom_count<G>; ++atom)
                                images[static_cast<std::size_t>(symmetry)].push_back(
                                    g.atom_image(symmetry, atom));
                        return images;
                    },
                    self);
            },
            "Where each symmetry takes each atom; the first is the identity.")
        .def(
            "image",
            [](const AnyGame& self, int symmetry, const nb::bytes& p) {
                return std::visit(
                    [&](const auto& g) { return to_bytes(g, g.image(symmetry, from_bytes(g, p))); },
                    self);
            })
        .def("move_image",
             [](const AnyGame& self, int symmetry, int move) -> int {
                 return std::visit(
                     [&]<class G>(const G& g) -> int {
                         return g.move_image(symmetry, to_move<G>(move));
                     },
                     self);
             })
        .def(
            "canonical",
            [](const AnyGame& self, const ArrayIn<std::uint8_t, 2>& positions) {
                return std::visit([&](const auto& g) { return canonical_forms(g, positions); },
                                  self);
            },
            "The least among each position's images, the first player to move.")
        .def("text",
             [](const AnyGame& self, const nb::bytes& p) {
                 return std::visit([&](const auto& g) { return g.text(from_bytes(g, p)); }, self);
             })
        .def("parse",
             [](const AnyGame& self, std::string_view text) {
                 return std::visit([&](const auto& g) { return to_bytes(g, g.parse(text)); }, self);
             })
        .def("move_text",
             [](const AnyGame& self, int move) {
                 return std::visit(
                     [&]<class G>(const G& g) { return g.move_text(to_move<G>(move)); }, self);
             })
        .def("parse_move",
             [](const AnyGame& self, std::string_view text) -> int {
                 return std::visit([&](const auto& g) -> int { return g.parse_move(text); }, self);
             })
        .def(
            "replay",
            [](const AnyGame& self, const nb::bytes& start, const std::vector<int>& moves) {
                return std::visit([&](const auto& g) { return play_record(g, start, moves); },
                                  self);
            },
            nb::sig("def replay(self, start: bytes, moves: collections.abc.Sequence[int]) -> "
                    "tuple[numpy.typing.NDArray[numpy.uint8], list[int], int]"),
            "Positions from the start on, the moves with forced passes put back, and how many of "
            "the given moves were legal.")
        .def("perft", [](const AnyGame& self, const nb::bytes& p, int depth) {
            return std::visit([&](const auto& g) { return count_sequences(g, p, depth); }, self);
        });
}

}  // namespace boardworth
