// Portable game notation: many games a call, as plain columns.
//
// Games are told apart by their lines alone: a tag such as [Event "?"] at the beginning of a line
// begins a game unless it follows another tag, even where a comment is not closed. So a damaged
// game costs itself only, and a file can be cut anywhere before such a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace boardworth {

// What is noted after some moves of a game.
enum class NoteKind : std::uint8_t { comment, glyph, clock, seconds, value, mate };

// The sound games of a text, and what is wrong with the others. Places in the text are given as
// its bytes from `begin` to `end`.
struct PgnGames {
    static constexpr std::int8_t no_score = -128;

    // By game.
    std::vector<std::int32_t> lines;         // where it begins
    std::vector<std::int8_t> scores;         // 1, 0, -1: white wins, a draw, black wins
    std::vector<std::int32_t> starts;        // its start among `start_positions`, or -1
    std::vector<std::int64_t> move_offsets;  // [games + 1], where its moves begin
    std::vector<std::int64_t> tag_offsets;   // [games + 1]
    std::vector<std::int64_t> note_offsets;  // [games + 1]

    std::vector<std::uint16_t> moves;
    std::vector<std::uint8_t> start_positions;  // packed
    std::vector<std::uint8_t> positions;        // packed, one more than moves a game, if wanted
    // By tag: the places of its name and of its value, in which \ escapes a character.
    std::vector<std::int64_t> tag_places;  // [tags, 4]: begin, end, begin, end
    // By note.
    std::vector<std::int32_t> note_plies;   // moves before the note
    std::vector<std::uint8_t> note_kinds;   // NoteKind
    std::vector<double> note_numbers;       // seconds, pawns, moves to mate or a glyph
    std::vector<std::int64_t> note_places;  // [notes, 2], of comments

    std::vector<std::int32_t> problem_lines;
    std::vector<std::string> problems;

    std::size_t read = 0;  // bytes; less than there are if the last game may go on
    std::int32_t lines_read = 0;
};

// Reads whole games; unless the text is `complete`, its last game is left to be read with what
// follows.
PgnGames read_pgn(std::string_view text, bool complete, bool with_positions);

}  // namespace boardworth
