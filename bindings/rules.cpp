// Games: positions cross the border as packed bytes, moves as numbers.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "rules/othello_stability.h"
#include "rules/perft.h"
#include "rules/replay.h"

namespace boardworth {

namespace {

using namespace nb::literals;

template <std::size_t i = 0>
AnyGame make_game(std::string_view name) {
    if constexpr (i == std::variant_size_v<NativeGames>) {
        throw nb::key_error(std::string(name).c_str());
    } else {
        using G = std::variant_alternative_t<i, NativeGames>;
        return name == G::name ? AnyGame(G{}) : make_game<i + 1>(name);
    }
}

template <std::size_t... i>
std::vector<std::string_view> game_names(std::index_sequence<i...>) {
    return {std::variant_alternative_t<i, NativeGames>::name...};
}

template <Game G>
typename G::Move to_move(const G& game, int move) {
    if (move < 0 || move > game.last_move)
        throw IllegalMove(std::string(game.name) + ": " + std::to_string(move) + " is not a move");
    return static_cast<typename G::Move>(move);
}

// The position that a notation asks for. Without one no move is legal, and squares tell it all.
template <Game G>
typename G::Position for_notation(const G& game, const std::optional<nb::bytes>& packed) {
    if constexpr (requires { G::notation_needs_position; })
        if (packed) return from_bytes(game, *packed);
    return {};
}

template <Game G>
nb::bytes play(const G& game, const nb::bytes& packed, int number) {
    const auto position = from_bytes(game, packed);
    const auto move = to_move(game, number);
    const auto legal = game.legal_moves(position);
    if (std::find(legal.begin(), legal.end(), move) == legal.end())
        throw IllegalMove(std::string(game.name) + ": illegal move " +
                          game.move_text(position, move) + " in " + game.text(position));
    return to_bytes(game, game.play_unchecked(position, move, IgnoreChanges{}));
}

template <Game G>
std::uint64_t count_sequences(const G& game, const nb::bytes& packed, int depth) {
    const auto position = from_bytes(game, packed);
    if (depth < 0) throw std::invalid_argument("perft: the depth must not be negative");
    return interruptible(
        [&](const Interrupt& interrupt) { return perft(game, position, depth, interrupt); });
}

template <Game G>
nb::tuple play_record(const G& game, const nb::bytes& start, const std::vector<int>& record) {
    std::vector<typename G::Move> moves;
    for (const int move : record) moves.push_back(to_move(game, move));
    const auto played = replay<G>(game, from_bytes(game, start), moves);
    return nb::make_tuple(to_array<G>(game, played.positions),
                          std::vector<int>(played.moves.begin(), played.moves.end()), played.used);
}

template <Game G>
ArrayOut<std::uint8_t> canonical_forms(const G& game, const ArrayIn<std::uint8_t, 2>& packed) {
    const auto positions = facts_from_array(game, packed);
    std::vector<std::uint8_t> forms(positions.size() * game.packed_size);
    auto* out = forms.data();
    for (const auto& position : positions)
        out = std::ranges::copy(canonical(game, position), out).out;
    return to_numpy(std::move(forms), {positions.size(), game.packed_size});
}

template <Game G>
std::vector<int> facts(const G& game, const nb::bytes& packed, int mover) {
    const auto position = from_bytes(game, packed);
    std::vector<int> seen;
    for (int atom = 0; atom < game.atoms; ++atom) {
        if (G::mirrored) {
            const int fact = game.fact(position, atom);
            seen.push_back(mover == 0 ? fact : game.values(atom) - 1 - fact);
        } else {
            seen.push_back(game.fact(position, mover == 0 ? atom : atom + game.atoms));
        }
    }
    return seen;
}

// One number for each of many positions.
template <class T, Game G, class Number>
ArrayOut<T> for_each_position(const G& game, const ArrayIn<std::uint8_t, 2>& packed,
                              const Number& number) {
    std::vector<T> numbers;
    for (const auto& position : facts_from_array(game, packed))
        numbers.push_back(static_cast<T>(number(position)));
    return to_numpy(std::move(numbers));
}

// What a method asks of whichever game it is called on.
template <class Ask>
auto of_game(const Ask& ask) {
    return [ask](const AnyGame& any) { return std::visit(ask, any); };
}

template <class Ask>
auto of_position(const Ask& ask) {
    return [ask](const AnyGame& any, const nb::bytes& packed) {
        return std::visit([&](const auto& game) { return ask(game, from_bytes(game, packed)); },
                          any);
    };
}

template <class Ask>
auto of_positions(const Ask& ask) {
    return [ask](const AnyGame& any, const ArrayIn<std::uint8_t, 2>& packed) {
        return std::visit([&](const auto& game) { return ask(game, packed); }, any);
    };
}

template <class Values>
std::vector<std::string_view> to_list(const Values& values) {
    return {values.begin(), values.end()};
}

using Class = nb::class_<AnyGame>;

// What only native games have is empty for others: Python knows better there.
template <class G>
constexpr bool is_native = !std::is_same_v<G, NetworkGame>;

void bind_constants(Class& game) {
    game.def_prop_ro("name", of_game([](const auto& g) { return std::string(g.name); }))
        .def_prop_ro("players", of_game([](const auto& g) { return to_list(g.players); }))
        .def_prop_ro("columns", of_game([](const auto& g) { return g.board.columns; }))
        .def_prop_ro("rows", of_game([](const auto& g) { return g.board.rows; }))
        .def_prop_ro("value_names", of_game([]<class G>(const G& g) {
                         std::vector<std::vector<std::string_view>> names;
                         if constexpr (is_native<G>)
                             for (int atom = 0; atom < g.atoms; ++atom)
                                 names.push_back(to_list(g.value_names(atom)));
                         return names;
                     }),
                     "By atom.")
        .def_prop_ro("loose_names", of_game([]<class G>(const G& g) {
                         if constexpr (requires { g.loose_names; })
                             return to_list(g.loose_names);
                         else
                             return std::vector<std::string_view>{};
                     }),
                     "Of the atoms that are no squares.")
        .def_prop_ro("symbols", of_game([]<class G>(const G& g) -> std::string_view {
                         if constexpr (is_native<G>)
                             return g.symbols;
                         else
                             return "";
                     }),
                     "How a square's values are drawn, the first player's view.")
        .def_prop_ro("view_symbols", of_game([]<class G>(const G& g) -> std::string_view {
                         if constexpr (is_native<G>)
                             return g.view_symbols;
                         else
                             return "";
                     }),
                     "How they are drawn as the player to move sees them.")
        .def_prop_ro("move_pattern", of_game([]<class G>(const G& g) -> std::string_view {
                         if constexpr (is_native<G>)
                             return g.move_pattern;
                         else
                             return "";
                     }))
        .def_prop_ro("notation_needs_position", of_game([]<class G>(const G&) {
                         return requires { G::notation_needs_position; };
                     }),
                     "Whether a move is written in another way in other positions.")
        .def_prop_ro("bounded", of_game([]<class G>(const G&) {
                         if constexpr (is_native<G>)
                             return G::bounded;
                         else
                             return false;
                     }),
                     "Whether a game ends after as many moves as progress is missing, at most.")
        .def_prop_ro("usual_length", of_game([]<class G>(const G&) {
                         if constexpr (is_native<G>)
                             return G::usual_length;
                         else
                             return 0;
                     }),
                     "About how many moves a game takes.")
        .def_prop_ro("mirrored", of_game([]<class G>(const G&) { return G::mirrored; }),
                     "Whether both players see the same squares, with the values reversed.")
        .def_prop_ro("max_score", of_game([](const auto& g) { return g.max_score; }))
        .def_prop_ro("max_progress", of_game([](const auto& g) { return g.max_progress; }))
        .def_prop_ro("packed_size", of_game([](const auto& g) { return g.packed_size; }));
}

void bind_play(Class& game) {
    game.def("start", of_game([](const auto& g) { return to_bytes(g, g.start()); }))
        .def("mover", of_position([](const auto& g, const auto& p) { return g.mover(p); }),
             "position"_a)
        .def("legal_moves", of_position([](const auto& g, const auto& p) {
                 const auto moves = g.legal_moves(p);
                 return std::vector<int>(moves.begin(), moves.end());
             }),
             "position"_a)
        .def(
            "play",
            [](const AnyGame& any, const nb::bytes& packed, int move) {
                return std::visit([&](const auto& g) { return play(g, packed, move); }, any);
            },
            "position"_a, "move"_a, "Raises IllegalMove.")
        .def("over", of_position([](const auto& g, const auto& p) { return g.over(p); }),
             "position"_a)
        .def("score", of_position([](const auto& g, const auto& p) { return g.score(p); }),
             "position"_a, "The mover's final score; it has a meaning only when the game is over.")
        .def("in_check", of_position([]<class G>(const G& g, const typename G::Position& p) {
                 if constexpr (requires { g.in_check(p); })
                     return g.in_check(p);
                 else
                     return false;
             }),
             "position"_a, "Whether the mover would lose at once if it had to pass.")
        .def_prop_ro("max_repetitions", of_game([]<class G>(const G&) -> std::optional<int> {
                         if constexpr (requires { G::max_repetitions; })
                             return G::max_repetitions;
                         else
                             return std::nullopt;
                     }),
                     "A position that occurs so often ends the game; None if it never does.")
        .def("repetition_score", of_position([](const auto& g, const auto& p) {
                 if constexpr (requires { g.repetition_score(p); })
                     return g.repetition_score(p);
                 else
                     return 0;
             }),
             "position"_a, "The mover's score if the game ends there by repetition.")
        .def(
            "replay",
            [](const AnyGame& any, const nb::bytes& start, const std::vector<int>& moves) {
                return std::visit([&](const auto& g) { return play_record(g, start, moves); }, any);
            },
            nb::sig("def replay(self, start: bytes, moves: collections.abc.Sequence[int]) -> "
                    "tuple[numpy.typing.NDArray[numpy.uint8], list[int], int]"),
            "Positions from the start on, the moves with forced passes put back, and how many of "
            "the given moves were legal.")
        .def(
            "perft",
            [](const AnyGame& any, const nb::bytes& packed, int depth) {
                return std::visit([&](const auto& g) { return count_sequences(g, packed, depth); },
                                  any);
            },
            "position"_a, "depth"_a);
}

void bind_facts_and_symmetries(Class& game) {
    game.def(
            "facts",
            [](const AnyGame& any, const nb::bytes& packed, int mover) {
                return std::visit([&](const auto& g) { return facts(g, packed, mover); }, any);
            },
            "position"_a, "mover"_a, "The value of every atom, as a player sees it at turn.")
        .def("movers", of_positions([](const auto& g, const auto& packed) {
                 return for_each_position<std::uint8_t>(g, packed,
                                                        [&](const auto& p) { return g.mover(p); });
             }),
             "positions"_a, "The player to move in each of many positions.")
        .def("progress", of_positions([](const auto& g, const auto& packed) {
                 return for_each_position<std::int16_t>(
                     g, packed, [&](const auto& p) { return g.progress(p); });
             }),
             "positions"_a)
        .def("canonical",
             of_positions([](const auto& g, const auto& p) { return canonical_forms(g, p); }),
             "positions"_a, "The least among each position's images, the first player to move.")
        .def("canonical_keys", of_positions([](const auto& g, const auto& packed) {
                 return for_each_position<std::uint64_t>(
                     g, packed, [&](const auto& p) { return g.key(g.unpack(canonical(g, p))); });
             }),
             "positions"_a, "A hash of each position's canonical form.")
        .def("symmetries", of_game([](const auto& g) {
                 std::vector<std::vector<int>> images(static_cast<std::size_t>(g.symmetries));
                 for (int symmetry = 0; symmetry < g.symmetries; ++symmetry)
                     for (int atom = 0; atom < g.atoms; ++atom)
                         images[static_cast<std::size_t>(symmetry)].push_back(
                             g.atom_image(symmetry, atom));
                 return images;
             }),
             "Where each symmetry takes each atom; the first is the identity.")
        .def(
            "image",
            [](const AnyGame& any, int symmetry, const nb::bytes& packed) {
                return std::visit(
                    [&](const auto& g) {
                        return to_bytes(g, g.image(symmetry, from_bytes(g, packed)));
                    },
                    any);
            },
            "symmetry"_a, "position"_a)
        .def("first_to_move", of_position([](const auto& g, const auto& p) {
                 return to_bytes(g, g.first_to_move(p));
             }),
             "position"_a,
             "The same position with the colours swapped so that the first player moves.")
        .def(
            "move_image",
            [](const AnyGame& any, int symmetry, int move) {
                return std::visit(
                    [&](const auto& g) -> int { return g.move_image(symmetry, to_move(g, move)); },
                    any);
            },
            "symmetry"_a, "move"_a);
}

void bind_text(Class& game) {
    game.def("text", of_position([](const auto& g, const auto& p) { return g.text(p); }),
             "position"_a)
        .def(
            "parse",
            [](const AnyGame& any, std::string_view text) {
                return std::visit([&](const auto& g) { return to_bytes(g, g.parse(text)); }, any);
            },
            "text"_a)
        .def(
            "move_text",
            [](const AnyGame& any, const std::optional<nb::bytes>& packed, int move) {
                return std::visit(
                    [&](const auto& g) {
                        return g.move_text(for_notation(g, packed), to_move(g, move));
                    },
                    any);
            },
            "position"_a.none(), "move"_a,
            "Without a position: in the form that is read in all of them.")
        .def(
            "parse_move",
            [](const AnyGame& any, const std::optional<nb::bytes>& packed, std::string_view text) {
                return std::visit(
                    [&](const auto& g) -> int {
                        return g.parse_move(for_notation(g, packed), text);
                    },
                    any);
            },
            "position"_a.none(), "text"_a);
}

// Othello's sets of squares, each by its plain and by its fast function, so that they can be
// compared.
void bind_othello(nb::module_& module) {
    module.def(
        "othello_mobility",
        [](Bitboard own, Bitboard opponent, bool plainly) {
            return plainly ? othello_plain::mobility(own, opponent)
                           : othello_wide::mobility(own, opponent);
        },
        "own"_a, "opponent"_a, "plainly"_a);
    module.def(
        "othello_flips",
        [](Bitboard own, Bitboard opponent, int square, bool plainly) {
            return plainly ? othello_plain::flips(own, opponent, square)
                           : othello_wide::flips(own, opponent, square);
        },
        "own"_a, "opponent"_a, "square"_a, "plainly"_a);
    module.def("othello_flips_of_last", &flips_of_last, "own"_a, "square"_a);
    module.def("othello_stable", &stable_discs, "own"_a, "opponent"_a);
}

}  // namespace

void bind_rules(nb::module_& module) {
    module.def(
        "game_names",
        [] { return game_names(std::make_index_sequence<std::variant_size_v<NativeGames>>{}); },
        "Names of the native games.");
    Class game(module, "Game", "A native game, over packed positions and numbered moves.");
    game.def(
        "__init__",
        [](AnyGame* self, std::string_view name) { new (self) AnyGame(make_game(name)); },
        "name"_a);
    bind_constants(game);
    bind_network_game(game);
    bind_play(game);
    bind_facts_and_symmetries(game);
    bind_text(game);
    bind_othello(module);
}

}  // namespace boardworth
