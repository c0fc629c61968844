// Chess positions as FEN, Forsyth-Edwards notation, and its extensions for Chess960.
#include <charconv>
#include <sstream>
#include <string>

#include "errors.h"
#include "rules/games/chess/chess.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace chess;

namespace {

constexpr std::string_view letters = "PNBRQKpnbrqk";  // white's kinds, then black's
constexpr std::string_view subject = "chess position: ";

[[noreturn]] void refuse(const std::string& why) {
    throw FormatError(std::string(subject) + why);
}

char file_letter(int file, int player) {
    return static_cast<char>((player == white ? 'A' : 'a') + file);
}

std::string board_text(const ChessPosition& p) {
    std::string text;
    for (int square = 0; square < squares; ++square) {
        if (square > 0 && file_of(square) == 0) text += '/';
        if ((p.occupied() & bit(square)) != 0) {
            const int player = (p.of(white) & bit(square)) != 0 ? white : black;
            text += letters[static_cast<std::size_t>(kinds * player + p.kind_on(square))];
        } else if (!text.empty() && text.back() >= '1' && text.back() <= '8') {
            ++text.back();
        } else {
            text += '1';
        }
    }
    return text;
}

// The player's rook in the first row that is nearest to the edge on a side of the king.
Bitboard outer_rook(const ChessPosition& p, int player, bool king_side) {
    if (p.of(player, king) == 0) return 0;
    const Bitboard towards_a = bit(p.king(player)) - 1;
    const Bitboard rooks =
        p.of(player, rook) & row(first_row(player)) & (king_side ? ~towards_a : towards_a);
    return king_side ? std::bit_floor(rooks) : rooks & -rooks;
}

std::string rights_text(const ChessPosition& p) {
    std::string text;
    for (const int player : {white, black}) {
        const Bitboard towards_a = bit(p.king(player)) - 1, rooks = p.castling_rooks(player);
        for (const bool king_side : {true, false}) {
            const Bitboard right = rooks & (king_side ? ~towards_a : towards_a);
            if (right == 0) continue;
            const char side = king_side ? 'K' : 'Q';
            if (right != outer_rook(p, player, king_side))
                text += file_letter(file_of(first_square(right)), player);
            else
                text += static_cast<char>(player == white ? side : side | 0x20);
        }
    }
    return text.empty() ? "-" : text;
}

void read_board(ChessPosition& p, std::string_view text) {
    int square = 0, row_end = size;
    for (const char c : text) {
        if (c == '/') {
            if (square != row_end || square == squares)
                refuse("eight ranks of eight squares expected, separated by /");
            row_end += size;
            continue;
        }
        const bool gap = c >= '1' && c <= '8';
        const auto piece = letters.find(c);
        if (!gap && piece == std::string_view::npos)
            refuse("unexpected character " + quoted({&c, 1}) + " on the board");
        if (square + (gap ? c - '0' : 1) > row_end)
            refuse("more than eight squares in rank " + std::to_string(size + 1 - row_end / size));
        if (gap)
            square += c - '0';
        else
            p.toggle(static_cast<int>(piece) / kinds, static_cast<int>(piece) % kinds, square++);
    }
    if (square != squares) refuse("expected 64 squares, found " + std::to_string(square));
}

void read_rights(ChessPosition& p, std::string_view text) {
    if (text == "-") return;
    for (const char c : text) {
        const int player = c >= 'a' ? black : white;
        const char upper = static_cast<char>(c & ~0x20);
        Bitboard right = 0;
        if (upper == 'K' || upper == 'Q')
            right = outer_rook(p, player, upper == 'K');
        else if (upper >= 'A' && upper <= 'H')
            right = bit(size * first_row(player) + upper - 'A');
        else
            refuse("rights to castle are KQkq, files of rooks or -, not " + quoted(text));
        if (right == 0) refuse("there is no rook for the right to castle " + quoted({&c, 1}));
        p.rights[static_cast<std::size_t>(player)] |=
            static_cast<std::uint8_t>(1 << file_of(first_square(right)));
    }
}

// The file of a square such as e3, as the other player's pawns pass it.
int read_en_passant(const ChessPosition& p, std::string_view text) {
    if (text == "-") return ChessPosition::no_file;
    const char rank = p.mover == white ? '6' : '3';
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] != rank)
        refuse("the en passant square is on rank " + std::string{rank} + " or -, not " +
               quoted(text));
    return text[0] - 'a';
}

int read_number(const std::string& text, int most, const char* what) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number > most)
        refuse(std::string(what) + " is a number from 0 to " + std::to_string(most) + ", not " +
               quoted(text));
    return number;
}

}  // namespace

std::string Chess::text(const Position& p) const {
    std::string text = board_text(p) + (p.mover == white ? " w " : " b ") + rights_text(p) + ' ';
    if (p.en_passant == Position::no_file)
        text += '-';
    else
        text += {static_cast<char>('a' + p.en_passant), p.mover == white ? '6' : '3'};
    return text + ' ' + std::to_string(p.clock) + ' ' + std::to_string(p.number);
}

Chess::Position Chess::parse(std::string_view text) const {
    std::istringstream words{std::string(text)};
    std::string board_word, side, rights, en_passant, clock = "0", number = "1", rest;
    words >> board_word >> side >> rights >> en_passant;
    if (en_passant.empty())
        refuse(quoted(text) +
               " is not FEN: a board, the side to move (w or b), rights to castle "
               "(KQkq) and an en passant square (-)");
    if (std::string word; words >> word) clock = word;
    if (std::string word; words >> word) number = word;
    if (words >> rest) refuse("nothing may follow the number of the move, not " + quoted(rest));
    if (side != "w" && side != "b") refuse("the side to move is w or b, not " + quoted(side));
    Position p{};
    p.en_passant = Position::no_file;
    p.mover = side == "w" ? white : black;
    read_board(p, board_word);
    read_rights(p, rights);
    p.en_passant = static_cast<std::uint8_t>(read_en_passant(p, en_passant));
    p.clock = static_cast<std::uint8_t>(read_number(clock, 255, "the half-move clock"));
    p.number = static_cast<std::uint16_t>(
        std::max(read_number(number, 0xFFFF, "the number of the move"), 1));
    check(p, subject);
    if (p.en_passant != Position::no_file && en_passant_pawns(p, p.en_passant) == 0)
        p.en_passant = Position::no_file;
    p.key = key_from_scratch(p);
    return p;
}

}  // namespace boardworth
