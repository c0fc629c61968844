// Records of games: columns cross the border as arrays, games are made of them in Python.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings.h"
#include "rules/games/chess/chess.h"
#include "rules/records/pgn.h"

namespace boardworth {

namespace {

using namespace nb::literals;

nb::dict columns(PgnGames&& games) {
    const std::size_t starts = games.start_positions.size() / Chess::packed_size;
    const std::size_t positions = games.positions.size() / Chess::packed_size;
    const std::size_t tags = games.tag_places.size() / 4, notes = games.note_kinds.size();
    nb::dict columns;
    columns["lines"] = to_numpy(std::move(games.lines));
    columns["scores"] = to_numpy(std::move(games.scores));
    columns["starts"] = to_numpy(std::move(games.starts));
    columns["move_offsets"] = to_numpy(std::move(games.move_offsets));
    columns["tag_offsets"] = to_numpy(std::move(games.tag_offsets));
    columns["note_offsets"] = to_numpy(std::move(games.note_offsets));
    columns["moves"] = to_numpy(std::move(games.moves));
    columns["start_positions"] =
        to_numpy(std::move(games.start_positions), {starts, Chess::packed_size});
    columns["positions"] = to_numpy(std::move(games.positions), {positions, Chess::packed_size});
    columns["tag_places"] = to_numpy(std::move(games.tag_places), {tags, 4});
    columns["note_plies"] = to_numpy(std::move(games.note_plies));
    columns["note_kinds"] = to_numpy(std::move(games.note_kinds));
    columns["note_numbers"] = to_numpy(std::move(games.note_numbers));
    columns["note_places"] = to_numpy(std::move(games.note_places), {notes, 2});
    columns["problem_lines"] = to_numpy(std::move(games.problem_lines));
    columns["problems"] = games.problems;
    columns["read"] = games.read;
    columns["lines_read"] = games.lines_read;
    return columns;
}

// Moves that follow each other in SAN; draws that a player could have claimed do not end a game.
std::vector<std::string> chess_moves(PackedPosition start, const std::vector<int>& moves) {
    const Chess game;
    Chess::Position position = unpack_checked(game, start);
    std::vector<std::string> texts;
    for (const int number : moves) {
        const auto move = static_cast<Chess::Move>(number);
        const Chess::Moves legal = chess::generate_moves(position);
        if (number != move || std::find(legal.begin(), legal.end(), move) == legal.end())
            throw IllegalMove("chess: move " + std::to_string(texts.size() + 1) +
                              " is illegal in " + game.text(position));
        texts.push_back(game.move_text(position, move));
        position = chess::play(position, move);
    }
    return texts;
}

}  // namespace

void bind_records(nb::module_& module) {
    module.def(
        "read_pgn",
        [](const nb::bytes& text, bool complete, bool with_positions) {
            const std::string_view view(text.c_str(), text.size());
            return columns(without_gil([&] { return read_pgn(view, complete, with_positions); }));
        },
        nb::sig("def read_pgn(text: bytes, complete: bool, with_positions: bool) -> "
                "dict[str, typing.Any]"),
        "text"_a, "complete"_a, "with_positions"_a,
        "The games of a PGN text as columns; see core/rules/records/pgn.h.");
    module.def("chess_moves", &chess_moves, "start"_a, "moves"_a,
               "Moves that follow each other in SAN. Raises IllegalMove.");
}

}  // namespace boardworth
