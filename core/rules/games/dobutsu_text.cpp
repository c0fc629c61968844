// How positions and moves of dobutsu shogi are written.
#include <algorithm>
#include <optional>
#include <sstream>

#include "errors.h"
#include "rules/games/dobutsu.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace dobutsu;

namespace {

constexpr std::string_view hand_letters = "CEG";
constexpr std::string_view subject = "dobutsu position: ";

char letter(int piece) {
    return Dobutsu::symbols[static_cast<std::size_t>(piece)];
}

[[noreturn]] void refuse(const std::string& why) {
    throw FormatError(std::string(subject) + why);
}

std::string board_text(Squares board) {
    std::string text;
    for (int square = 0; square < squares; ++square) {
        if (square > 0 && square % columns == 0) text += '/';
        if (board[square] != empty)
            text += letter(board[square]);
        else if (!text.empty() && text.back() >= '1' && text.back() <= '9')
            ++text.back();
        else
            text += '1';
    }
    return text;
}

Squares parse_board(std::string_view text) {
    Squares board{Squares::each * empty};
    int square = 0;
    bool promoted = false;
    for (const char c : text) {
        if (c == '/') {
            if (square == 0 || square % columns != 0) refuse("rows of three squares expected");
            continue;
        }
        if (c == '+') {
            promoted = true;
            continue;
        }
        const bool gap = c >= '1' && c <= '3';
        const auto piece = Dobutsu::symbols.find(c);
        if (c == '-' || (!gap && piece == std::string_view::npos))
            refuse("unexpected character " + quoted({&c, 1}));
        if (square + (gap ? c - '0' : 1) > squares) refuse("more than 12 squares");
        if (promoted && c != 'C' && c != 'c') refuse("only chicks promote");
        if (gap)
            square += c - '0';
        else
            board.put(square++,
                      promoted ? (c == 'C' ? hen : of_opponent(hen)) : static_cast<int>(piece));
        promoted = false;
    }
    if (promoted || square != squares)
        refuse("expected 12 squares, found " + std::to_string(square));
    return board;
}

// Sente's pieces in the lower bits.
std::uint16_t parse_hands(std::string_view text) {
    std::uint16_t hands = 0;
    if (text == "-") return hands;
    int count = 1;
    for (const char c : text) {
        if (c == '1' || c == '2') {
            count = c - '0';
            continue;
        }
        const auto kind = hand_letters.find(static_cast<char>(c & ~0x20));
        if (kind == std::string_view::npos)
            refuse("pieces in hand are C, E and G or c, e and g, not " + quoted({&c, 1}));
        const int owner = c >= 'a' ? 1 : 0;
        const int shift = 2 * (hand_kinds * owner + static_cast<int>(kind));
        if ((hands >> shift & 3) + count > 2) refuse("more than two pieces of a kind");
        hands = static_cast<std::uint16_t>(hands + (count << shift));
        count = 1;
    }
    return hands;
}

std::uint16_t turned_hands(std::uint16_t hands) {
    return static_cast<std::uint16_t>((hands >> 6 | hands << 6) & 0xFFF);
}

}  // namespace

std::string Dobutsu::text(const Position& p) const {
    std::string hands;
    for (const int owner : {0, 1})
        for (int kind = hand_kinds - 1; kind >= 0; --kind) {
            const int count = p.in_hand(owner == p.mover ? 0 : 1, kind);
            if (count > 1) hands += static_cast<char>('0' + count);
            const char piece = hand_letters[static_cast<std::size_t>(kind)];
            if (count > 0) hands += static_cast<char>(owner == 0 ? piece : piece | 0x20);
        }
    return board_text(p.mover == 0 ? p.squares : p.squares.turned()) +
           (p.mover == 0 ? " b " : " w ") + (hands.empty() ? "-" : hands);
}

Dobutsu::Position Dobutsu::parse(std::string_view text) const {
    std::istringstream words{std::string(text)};
    std::string board_word, side, hand_word, number, rest;
    words >> board_word >> side >> hand_word >> number >> rest;
    if (hand_word.empty())
        refuse(quoted(text) +
               " is not a board, the side to move (b or w) and the pieces in hand (-)");
    const bool counted =
        std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!counted || !rest.empty()) refuse("only a number may follow the pieces in hand");
    if (side != "b" && side != "w") refuse("the side to move is b or w, not " + quoted(side));
    const Squares squares = parse_board(board_word);
    const std::uint16_t hands = parse_hands(hand_word);
    const Position p = side == "b" ? Position{squares, hands, 0}
                                   : Position{squares.turned(), turned_hands(hands), 1};
    check(p, std::string(subject));
    return p;
}

std::string Dobutsu::move_text(const Position& p, Move move) const {
    const std::string to = square_text<Dobutsu>(move % squares);
    if (move >= first_drop)
        return std::string{hand_letters[static_cast<std::size_t>((move - first_drop) / squares)],
                           '*'} +
               to;
    const int from = move / squares, piece = p.squares[seen(p, from)];
    const std::string origin = square_text<Dobutsu>(from);
    const auto moves = legal_moves(p);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) return origin + to;
    const bool alone = std::none_of(moves.begin(), moves.end(), [&](Move other) {
        return other < first_drop && other != move && other % squares == move % squares &&
               p.squares[seen(p, other / squares)] == piece;
    });
    const int target = seen(p, move % squares);
    const bool promotes = piece == chick && is_last_row(target);
    return letter(piece) + (alone ? "" : origin) + (p.squares[target] != empty ? "x" : "") + to +
           (promotes ? "+" : "");
}

Dobutsu::Move Dobutsu::parse_move(const Position& p, std::string_view text) const {
    const FormatError unreadable("dobutsu move: " + quoted(text) +
                                 " is not a move such as Cb2, Gb2a2, b3b2 or C*b2");
    std::string_view left = text;
    if (left.ends_with('+')) left.remove_suffix(1);
    if (left.size() < 2) throw unreadable;
    const int to = parse_square<Dobutsu>(left.substr(left.size() - 2));
    left.remove_suffix(2);
    if (to < 0) throw unreadable;
    if (left.size() == 2 && left[1] == '*') {
        const auto kind = hand_letters.find(left[0]);
        if (kind == std::string_view::npos) throw unreadable;
        return static_cast<Move>(first_drop + squares * static_cast<int>(kind) + to);
    }
    if (left.ends_with('x')) left.remove_suffix(1);
    char piece = 0;
    if (!left.empty() && std::string_view("CHEGL").find(left[0]) != std::string_view::npos) {
        piece = left[0];
        left.remove_prefix(1);
    }
    if (left.empty() && piece != 0) return only_move(p, piece, to, text);
    const int from = parse_square<Dobutsu>(left);
    if (from < 0) throw unreadable;
    if (piece != 0 && letter(p.squares[seen(p, from)]) != piece)
        throw FormatError("dobutsu move: " + quoted(text) + ": no such piece on " +
                          square_text<Dobutsu>(from) + " in " + this->text(p));
    return static_cast<Move>(squares * from + to);
}

// The move of a piece whose square is not given.
Dobutsu::Move Dobutsu::only_move(const Position& p, char piece, int to,
                                 std::string_view text) const {
    std::optional<Move> found;
    for (const Move move : legal_moves(p)) {
        if (move >= first_drop || move % squares != to) continue;
        if (letter(p.squares[seen(p, move / squares)]) != piece) continue;
        if (found)
            throw FormatError("dobutsu move: " + quoted(text) + " may mean " +
                              move_text(p, *found) + " or " + move_text(p, move) + " in " +
                              this->text(p));
        found = move;
    }
    if (!found)
        throw FormatError("dobutsu move: no piece can make " + quoted(text) + " in " +
                          this->text(p));
    return *found;
}

}  // namespace boardworth
