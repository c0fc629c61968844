#include "rules/games/dobutsu.h"

#include <algorithm>

#include "errors.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace dobutsu;

namespace {

struct Sets {
    unsigned own = 0;
    unsigned empty = 0;
};

Sets sets_of(Squares board) {
    Sets sets;
    for (int square = 0; square < squares; ++square) {
        if (board[square] > empty) sets.own |= 1u << square;
        if (board[square] == empty) sets.empty |= 1u << square;
    }
    return sets;
}

}  // namespace

std::span<const std::string_view> Dobutsu::value_names(int atom) {
    static constexpr std::array<std::string_view, 11> pieces{
        "opponent lion", "opponent giraffe", "opponent elephant", "opponent hen", "opponent chick",
        "empty",         "own chick",        "own hen",           "own elephant", "own giraffe",
        "own lion"};
    static constexpr std::array<std::string_view, 3> counts{"0", "1", "2"};
    if (is_square(atom)) return pieces;
    return counts;
}

Dobutsu::Position Dobutsu::start() const {
    return parse("gle/1c1/1C1/ELG b -");
}

int Dobutsu::progress(const Position& p) const {
    int pieces = 0;
    for (const int owner : {0, 1})
        for (int kind = 0; kind < hand_kinds; ++kind) pieces += p.in_hand(owner, kind);
    return pieces;
}

int Dobutsu::own_pieces(const Position& p) {
    int pieces = 0;
    for (int square = 0; square < squares; ++square) pieces += p.squares[square] > empty;
    for (int kind = 0; kind < hand_kinds; ++kind) pieces += p.in_hand(0, kind);
    return pieces;
}

// The mover's score if the lions decide the game, else 0. A side without its lion has lost. A lion
// wins on the last row if it cannot be captured: at once, or if it was not captured and cannot be
// any more. The lion that has just arrived comes first.
int Dobutsu::decided(const Position& p) {
    const int own = p.squares.find(lion), other = p.squares.find(of_opponent(lion));
    if (own < 0) return -1;
    if (is_last_row(across(other)) && !reached(p.squares, other)) return -1;
    if (is_last_row(own) && !reached(p.squares.turned(), across(own))) return 1;
    return 0;
}

// A piece in hand can be dropped: eight pieces leave squares empty.
bool Dobutsu::can_move(const Position& p) {
    if ((p.hands & 0x3F) != 0) return true;
    const unsigned own = sets_of(p.squares).own;
    bool found = false;
    each_of(own,
            [&](int from) { found = found || (steps_from(p.squares[from], from) & ~own) != 0; });
    return found;
}

Dobutsu::Moves Dobutsu::legal_moves(const Position& p) const {
    Moves moves;
    if (decided(p) != 0) return moves;
    const Sets sets = sets_of(p.squares);
    const auto add = [&](int first, int to) {
        moves.push_back(static_cast<Move>(first + seen(p, to)));
    };
    each_of(sets.own, [&](int from) {
        each_of(steps_from(p.squares[from], from) & ~sets.own,
                [&](int to) { add(squares * seen(p, from), to); });
    });
    for (int kind = 0; kind < hand_kinds; ++kind)
        if (p.in_hand(0, kind) != 0)
            each_of(sets.empty, [&](int to) { add(first_drop + squares * kind, to); });
    return moves;
}

bool Dobutsu::noisy(const Position& p, Move move) const {
    if (move >= first_drop) return false;
    const int to = seen(p, move % squares);
    if (p.squares[to] != empty) return true;
    return p.squares[seen(p, move / squares)] == lion && is_last_row(to) &&
           !reached(p.squares.turned(), across(to));
}

// What ends the game first, then the larger pieces; giraffes move as far as elephants and further.
int Dobutsu::noisy_order(const Position& p, Move move) const {
    const int taken = p.squares[seen(p, move % squares)];
    return taken == empty ? lion : of_opponent(taken);
}

int Dobutsu::fact(const Position& p, int fact) const {
    const int view = fact / atoms, atom = fact % atoms;
    const bool own = view == p.mover;
    if (is_square(atom)) return own ? p.squares[atom] : of_opponent(p.squares[across(atom)]);
    const int owner = (atom - squares) / hand_kinds;
    return p.in_hand(own ? owner : 1 - owner, (atom - squares) % hand_kinds);
}

Dobutsu::Move Dobutsu::move_image(int symmetry, Move move) const {
    const int to = atom_image(symmetry, move % squares), first = move / squares;
    const int moved = move >= first_drop ? first : atom_image(symmetry, first);
    return static_cast<Move>(squares * moved + to);
}

std::array<std::uint8_t, Dobutsu::packed_size> Dobutsu::pack(const Position& p) const {
    std::array<std::uint8_t, packed_size> packed;
    for (std::size_t i = 0; i < packed_size; ++i)
        packed[i] = static_cast<std::uint8_t>(bits(p) >> 8 * i & 255);
    return packed;
}

Dobutsu::Position Dobutsu::unpack(std::span<const std::uint8_t> packed) const {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < packed_size; ++i) word |= std::uint64_t{packed[i]} << 8 * i;
    const Position p{{word & 0xFFFFFFFFFFFF},
                     static_cast<std::uint16_t>(word >> 48 & 0xFFF),
                     static_cast<std::uint8_t>(word >> 60)};
    if (p.mover > 1) throw FormatError("packed dobutsu position: no such player to move");
    check(p, "packed dobutsu position: ");
    return p;
}

// Pieces may be missing, as in problems, but there are never more than a game has.
void Dobutsu::check(const Position& p, const std::string& subject) {
    std::array<int, 11> on_board{};
    for (int square = 0; square < squares; ++square) {
        const int piece = p.squares[square];
        if (piece > lion) throw FormatError(subject + "no such piece on a square");
        ++on_board[static_cast<std::size_t>(piece)];
    }
    if (on_board[of_opponent(lion)] != 1 || on_board[lion] > 1)
        throw FormatError(subject +
                          "each side has one lion; the side to move may have lost its own");
    std::array<int, hand_kinds> pieces{};
    for (int piece = chick; piece < lion; ++piece) {
        const int taken = of_opponent(piece);
        pieces[static_cast<std::size_t>(hand_kind(taken))] +=
            on_board[static_cast<std::size_t>(piece)] + on_board[static_cast<std::size_t>(taken)];
    }
    for (int kind = 0; kind < hand_kinds; ++kind)
        if (pieces[static_cast<std::size_t>(kind)] + p.in_hand(0, kind) + p.in_hand(1, kind) > 2)
            throw FormatError(subject + "more than two pieces of a kind");
}

static_assert(Game<Dobutsu>);

}  // namespace boardworth
