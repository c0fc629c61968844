// Games: positions cross the border as packed bytes, moves as numbers.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings.h"
#include "games/games.h"
#include "rules/games/chess/chess.h"
#include "rules/games/othello_stability.h"
#include "rules/games/shogi/shogi.h"

namespace boardworth {

namespace {

using namespace nb::literals;
using Class = nb::class_<AnyGame>;

SharedGame make_game(std::string_view name) {
    for (const NativeGame& game : native_games())
        if (game.name == name) return game.make();
    throw nb::key_error(std::string(name).c_str());
}

template <class T>
auto constant(T GameConstants::* member) {
    return [member](const AnyGame& game) { return game.constants().*member; };
}

// A question whose answer is a packed position.
template <class... Args>
auto packed(Bytes (AnyGame::*ask)(Args...) const) {
    return [ask](const AnyGame& game, Args... args) {
        const Bytes answer = (game.*ask)(args...);
        return nb::bytes(answer.data(), answer.size());
    };
}

// One number for each of many positions.
template <class T>
auto numbers(std::vector<T> (AnyGame::*ask)(const PackedPositions&) const) {
    return [ask](const AnyGame& game, const PackedPositions& positions) {
        return to_numpy((game.*ask)(positions));
    };
}

void bind_constants(Class& game) {
    game.def_prop_ro("name", constant(&GameConstants::name))
        .def_prop_ro("players", constant(&GameConstants::players))
        .def_prop_ro("columns", [](const AnyGame& g) { return g.constants().board.columns; })
        .def_prop_ro("rows", [](const AnyGame& g) { return g.constants().board.rows; })
        .def_prop_ro("value_names", constant(&GameConstants::value_names), "By atom.")
        .def_prop_ro("loose_names", constant(&GameConstants::loose_names),
                     "Of the atoms that are no squares.")
        .def_prop_ro("symbols", constant(&GameConstants::symbols),
                     "How a square's values are drawn, the first player's view.")
        .def_prop_ro("view_symbols", constant(&GameConstants::view_symbols),
                     "How they are drawn as the player to move sees them.")
        .def_prop_ro("unicode_symbols", constant(&GameConstants::unicode_symbols),
                     "Better ones of the first player's view, where characters need not be ASCII.")
        .def_prop_ro("column_names", constant(&GameConstants::column_names),
                     "Of the board; letters if it is empty.")
        .def_prop_ro("row_names", constant(&GameConstants::row_names),
                     "Of the board; numbers if it is empty.")
        .def_prop_ro("move_pattern", constant(&GameConstants::move_pattern),
                     "What moves look like; empty where that depends on the position.")
        .def_prop_ro("bounded", constant(&GameConstants::bounded),
                     "Whether a game ends after as many moves as progress is missing, at most.")
        .def_prop_ro("usual_length", constant(&GameConstants::usual_length),
                     "About how many moves a game takes.")
        .def_prop_ro("max_repetitions", constant(&GameConstants::max_repetitions),
                     "How often a position must occur to end the game; None if it never does.")
        .def_prop_ro("recurring_size", constant(&GameConstants::recurring_size),
                     "How many of the first bytes of a packed position are equal where it recurs.")
        .def_prop_ro(
            "mirrored", [](const AnyGame& g) { return g.constants().facts.mirrored; },
            "Whether both players see the same squares, with the values reversed.")
        .def_prop_ro(
            "terms",
            [](const AnyGame& g) {
                std::vector<std::pair<std::string_view, std::string_view>> terms;
                for (const Term& term : g.constants().terms)
                    terms.emplace_back(term.name, term.counted);
                return terms;
            },
            "Numbers that it tells about positions: names, and what they count for both sides.")
        .def_prop_ro("max_score", constant(&GameConstants::max_score))
        .def_prop_ro("max_progress", constant(&GameConstants::max_progress))
        .def_prop_ro("packed_size", constant(&GameConstants::packed_size));
}

void bind_play(Class& game) {
    game.def("start", packed(&AnyGame::start))
        .def("mover", &AnyGame::mover, "position"_a)
        .def("legal_moves", &AnyGame::legal_moves, "position"_a)
        .def("play", packed(&AnyGame::play), "position"_a, "move"_a, "Raises IllegalMove.")
        .def("over", &AnyGame::over, "position"_a)
        .def("score", &AnyGame::score, "position"_a,
             "The mover's final score; it has a meaning only when the game is over.")
        .def("repetition_score", &AnyGame::repetition_score, "positions"_a,
             "The mover's score if a game of these positions ends with the last by repetition.")
        .def(
            "replay",
            [](const AnyGame& g, PackedPosition start, const std::vector<int>& moves) {
                PlayedRecord played = g.replay(start, moves);
                const std::size_t width = g.constants().packed_size;
                return nb::make_tuple(
                    to_numpy(std::move(played.positions), {played.moves.size() + 1, width}),
                    played.moves, played.used);
            },
            nb::sig("def replay(self, start: bytes, moves: collections.abc.Sequence[int]) -> "
                    "tuple[numpy.typing.NDArray[numpy.uint8], list[int], int]"),
            "Positions from the start on, the moves with forced passes put back, and how many of "
            "the given moves were legal.")
        .def(
            "perft",
            [](const AnyGame& g, PackedPosition position, int depth) {
                return interruptible([&](const Interrupt& interrupt) {
                    return g.perft(position, depth, interrupt);
                });
            },
            "position"_a, "depth"_a);
}

void bind_facts_and_symmetries(Class& game) {
    game.def("facts", &AnyGame::facts, "position"_a, "mover"_a,
             "The value of every atom, as a player sees it at turn.")
        .def("movers", numbers(&AnyGame::movers), "positions"_a,
             "The player to move in each of many positions.")
        .def("progress", numbers(&AnyGame::progress), "positions"_a)
        .def(
            "term_counts",
            [](const AnyGame& g, const PackedPositions& positions,
               const std::vector<std::size_t>& terms, int threads) {
                return to_numpy(
                    without_gil([&] { return g.term_counts(positions, terms, threads); }),
                    {positions.count, terms.size(), 2});
            },
            "positions"_a, "terms"_a, "threads"_a,
            "[positions, terms, sides], what terms count for the mover and for the opponent. A "
            "term is known by its place among the game's.")
        .def(
            "canonical",
            [](const AnyGame& g, const PackedPositions& positions) {
                return to_numpy(g.canonical(positions), {positions.count, positions.width});
            },
            "positions"_a, "The least among each position's images, the first player to move.")
        .def("canonical_keys", numbers(&AnyGame::canonical_keys), "positions"_a,
             "A hash of each position's canonical form.")
        .def("symmetries", &AnyGame::symmetries,
             "Where each symmetry takes each atom; the first is the identity.")
        .def("image", packed(&AnyGame::image), "symmetry"_a, "position"_a)
        .def("first_to_move", packed(&AnyGame::first_to_move), "position"_a,
             "The same position with the colours swapped so that the first player moves.")
        .def("move_image", &AnyGame::move_image, "symmetry"_a, "move"_a);
}

void bind_text(Class& game) {
    game.def("text", &AnyGame::text, "position"_a)
        .def("parse", packed(&AnyGame::parse), "text"_a)
        .def("move_text", &AnyGame::move_text, "position"_a, "move"_a)
        .def("parse_move", &AnyGame::parse_move, "position"_a, "text"_a);
}

// A rule sheet's game behind the contract of all games.
void bind_propnet_game(Class& game) {
    using Numbers = std::vector<std::uint32_t>;
    game.def_static(
        "of_propnet",
        [](std::shared_ptr<Propnet> propnet, std::string name, std::vector<std::string> players,
           std::pair<int, int> board, std::vector<int> values, Numbers atom_of,
           std::vector<int> value_of, std::vector<std::uint8_t> complete,
           std::vector<std::uint8_t> proven, std::vector<Numbers> turns, Numbers swap,
           std::vector<int> progress, int progress_offset, int max_progress,
           std::vector<Numbers> symmetries, std::vector<std::vector<std::uint16_t>> move_symmetries,
           std::vector<std::string> fluent_names, std::vector<std::string> move_names,
           std::vector<std::vector<std::uint16_t>> role_moves) {
            return make_propnet_game(std::move(propnet), {std::move(name),
                                                          std::move(players),
                                                          {board.first, board.second},
                                                          std::move(values),
                                                          std::move(atom_of),
                                                          std::move(value_of),
                                                          std::move(complete),
                                                          std::move(proven),
                                                          std::move(turns),
                                                          std::move(swap),
                                                          std::move(progress),
                                                          progress_offset,
                                                          max_progress,
                                                          std::move(symmetries),
                                                          std::move(move_symmetries),
                                                          std::move(fluent_names),
                                                          std::move(move_names),
                                                          std::move(role_moves)});
        },
        "propnet"_a, nb::kw_only(), "name"_a, "players"_a, "board"_a, "values"_a, "atom_of"_a,
        "value_of"_a, "complete"_a, "proven"_a, "turns"_a, "swap"_a, "progress"_a,
        "progress_offset"_a, "max_progress"_a, "symmetries"_a, "move_symmetries"_a,
        "fluent_names"_a, "move_names"_a, "role_moves"_a,
        "A game whose rules are a propnet, with what its fluents and moves mean.");
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

void bind_protocol_moves(nb::module_& module) {
    module.def(
        "chess_uci",
        [](PackedPosition position, int move, bool chess960) {
            if (move < 0 || move > Chess::last_move) throw IllegalMove("chess: no such move");
            return Chess::uci_text(unpack_checked(Chess{}, position),
                                   static_cast<Chess::Move>(move), chess960);
        },
        "position"_a, "move"_a, "chess960"_a,
        "A move in UCI; with chess960 a king that castles goes to its rook's square.");
    module.def(
        "shogi_usi",
        [](int move) {
            if (move < 0 || move > Shogi::last_move) throw IllegalMove("shogi: no such move");
            return Shogi::usi(static_cast<Shogi::Move>(move));
        },
        "move"_a, "A move in USI.");
}

}  // namespace

void bind_rules(nb::module_& module) {
    module.def(
        "game_names",
        [] {
            std::vector<std::string_view> names;
            for (const NativeGame& game : native_games()) names.push_back(game.name);
            return names;
        },
        "Names of the native games.");
    Class game(module, "Game", "A native game, over packed positions and numbered moves.");
    game.def(nb::new_(&make_game), "name"_a);
    bind_constants(game);
    bind_propnet_game(game);
    bind_play(game);
    bind_facts_and_symmetries(game);
    bind_text(game);
    bind_othello(module);
    bind_protocol_moves(module);
}

}  // namespace boardworth
