// Positions of shogi as text: SFEN, and names of starts.
#include <algorithm>
#include <sstream>

#include "errors.h"
#include "rules/games/shogi/check.h"
#include "rules/games/shogi/handicaps.h"
#include "rules/games/shogi/shogi.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace shogi;

namespace {

constexpr std::string_view subject = "shogi position: ";
// Pieces in hand are written in this order.
constexpr std::array hand_order{rook, bishop, gold, silver, knight, lance, pawn};

[[noreturn]] void refuse(const std::string& why) {
    throw FormatError(std::string(subject) + why);
}

char lower(char letter) {
    return static_cast<char>(letter | 0x20);
}

std::string rank_text(const Position& p, int rank) {
    std::string text;
    int gap = 0;
    const auto end_gap = [&] {
        if (gap > 0) text += static_cast<char>('0' + gap);
        gap = 0;
    };
    for (int file = files - 1; file >= 0; --file) {
        const int piece = p.piece(square_at(file, rank));
        if (piece == empty) {
            ++gap;
        } else {
            end_gap();
            text += symbol(piece);
        }
    }
    end_gap();
    return text;
}

// The pieces of a rank, from file 9 on.
void parse_rank(Position& p, int rank, std::string_view text) {
    const std::string where =
        "rank " + std::string{static_cast<char>('a' + rank)} + " (" + quoted(text) + ") ";
    int file = files;  // of the last square that is filled
    bool promoting = false;
    for (const char c : text) {
        if (c == '+' && !promoting) {
            promoting = true;
            continue;
        }
        const bool gap = c >= '1' && c <= '9' && !promoting;
        const bool of_gote = c >= 'a' && c <= 'z';
        const int kind = parse_kind(of_gote ? static_cast<char>(c & ~0x20) : c);
        if (!gap && kind == no_kind)
            refuse(where + "has an unexpected character " + quoted({&c, 1}));
        if (promoting && !promotes(kind)) refuse(where + "promotes a king or a gold");
        file -= gap ? c - '0' : 1;
        if (file < 0) refuse(where + "has more than 9 squares");
        if (!gap)
            p.put(square_at(file, rank),
                  piece_of(of_gote ? gote : sente, promoting ? promoted(kind) : kind));
        promoting = false;
    }
    if (file > 0 || promoting)
        refuse(where + "has " + std::to_string(files - file) + " squares, not 9");
}

void parse_board(Position& p, std::string_view text) {
    const auto rows = std::count(text.begin(), text.end(), '/') + 1;
    if (rows != ranks) refuse("a board has 9 ranks, not " + std::to_string(rows));
    for (int rank = 0; rank < ranks; ++rank) {
        const auto end = std::min(text.find('/'), text.size());
        parse_rank(p, rank, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void parse_hands(Position& p, std::string_view text) {
    if (text == "-") return;
    int count = 0;
    for (const char c : text) {
        if (c >= '0' && c <= '9' && count < 10) {
            count = 10 * count + c - '0';
            continue;
        }
        const bool of_gote = c >= 'a' && c <= 'z';
        const int side = of_gote ? gote : sente;
        const int kind = parse_kind(of_gote ? static_cast<char>(c & ~0x20) : c);
        if (kind == no_kind || kind == king)
            refuse("pieces in hand are written like R2Pbp, not " + quoted(text));
        const int added = std::max(count, 1), most = pieces_in_game[static_cast<std::size_t>(kind)];
        if (p.in_hand(side, kind) + added > most)
            refuse("more than " + std::to_string(most) + " of " + std::string(kind_symbol(kind)) +
                   " in hand");
        p.add_to_hand(side, kind, added);
        count = 0;
    }
    if (count != 0) refuse("pieces in hand end with a number: " + quoted(text));
}

std::string hands_text(const Position& p) {
    std::string text;
    for (const int side : {sente, gote})
        for (const int kind : hand_order) {
            const int count = p.in_hand(side, kind);
            if (count == 0) continue;
            if (count > 1) text += std::to_string(count);
            const char letter = kind_symbol(kind)[0];
            text += side == sente ? letter : lower(letter);
        }
    return text.empty() ? "-" : text;
}

std::string handicap_sfen(std::string_view name) {
    std::string names;
    for (const Handicap& handicap : handicaps) {
        if (handicap.name == name) return std::string(handicap.camp) + std::string(below_the_camp);
        names += (names.empty() ? "" : ", ") + std::string(handicap.name);
    }
    refuse("no handicap " + quoted(name) + "; there are " + names);
}

}  // namespace

std::string Shogi::text(const Position& p) const {
    std::string text = rank_text(p, 0);
    for (int rank = 1; rank < ranks; ++rank) text += '/' + rank_text(p, rank);
    return text + (p.mover == sente ? " b " : " w ") + hands_text(p) + (p.declared ? " win" : " 1");
}

Shogi::Position Shogi::parse(std::string_view text) const {
    std::istringstream words{std::string(text)};
    std::string board_word, side, hand_word, number, rest;
    words >> board_word >> side >> hand_word >> number >> rest;
    if (board_word == "sfen") return parse(text.substr(text.find("sfen") + 4));
    if (board_word == "startpos" && side.empty()) return start();
    if (board_word == "handicap" && hand_word.empty()) return parse(handicap_sfen(side));
    if (hand_word.empty())
        refuse(
            quoted(text) +
            " is not a board, the side to move (b or w) and the pieces in hand (-), nor startpos");
    const bool counted =
        std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    if ((!counted && number != "win") || !rest.empty())
        refuse("only the number of the move may follow the pieces in hand");
    if (side != "b" && side != "w") refuse("the side to move is b or w, not " + quoted(side));
    Position p;
    parse_board(p, board_word);
    parse_hands(p, hand_word);
    if (side == "w") p.pass_the_turn();
    check(p, std::string(subject));
    if (number == "win") p.declare();
    return p;
}

}  // namespace boardworth
