// The lines and words of PGN, without their meaning.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace boardworth::pgn {

// A tag at a place in a text, such as [Event "Wijk aan Zee"].
struct Tag {
    std::size_t name_begin, name_end;
    std::size_t value_begin, value_end;
    std::size_t end;  // behind the bracket
};

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
// Of moves, results and numbers, and whatever is not ASCII.
constexpr bool is_word(char c) {
    return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) > 127 ||
           std::string_view("+#=-/:_@").find(c) != std::string_view::npos;
}

// Whether a tag begins there, be it closed or not.
bool begins_tag(std::string_view text, std::size_t at);
// The tag that begins there; none if it is not closed on its line.
std::optional<Tag> read_tag(std::string_view text, std::size_t at);

// Where the line after that place begins, or the end of the text.
std::size_t next_line(std::string_view text, std::size_t at);

// Where the last game of a text begins: a tag after a line that is none. In a text that begins
// without tags, games begin with "1." after an empty line, too.
std::size_t last_game(std::string_view text);
// Whether a line begins with the number of the first move.
bool begins_moves(std::string_view text, std::size_t at);

// [%clk 1:02:03.5], [%emt 0:00:07], [%eval -1.25], [%eval #-3,20]: the argument of a command in a
// comment, or nothing.
std::string_view command(std::string_view comment, std::string_view name);
std::optional<double> read_time(std::string_view text);
std::optional<double> read_number(std::string_view text);

}  // namespace boardworth::pgn
