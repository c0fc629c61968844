// Legal moves without trying them: what attacks the king says where others may go, and what would
// attack it behind one of its own pieces keeps that piece on a line.
#include "rules/games/chess/moves.h"

#include <algorithm>
#include <bit>

namespace boardworth::chess {

namespace {

constexpr Bitboard all_squares = ~Bitboard{0};

// Takes moves in groups, one by one.
struct ListedMoves {
    Moves moves;

    void piece(int from, Bitboard targets) {
        each_square(targets, [&](int to) { moves.push_back(make_move(from, to)); });
    }
    void pawns(Bitboard targets, int back) {
        each_square(targets, [&](int to) { moves.push_back(make_move(to + back, to)); });
    }
    void promotions(Bitboard targets, int back) {
        each_square(targets, [&](int to) {
            for (const int kind : {queen, rook, bishop, knight})
                moves.push_back(make_move(to + back, to, kind));
        });
    }
};

// Only counts them.
struct CountedMoves {
    int count = 0;

    void piece(int /*from*/, Bitboard targets) { count += std::popcount(targets); }
    void pawns(Bitboard targets, int /*back*/) { count += std::popcount(targets); }
    void promotions(Bitboard targets, int /*back*/) { count += 4 * std::popcount(targets); }
};

// What the opponent's pieces do to the mover's king.
struct Threats {
    Bitboard checkers;
    Bitboard pinned;
};

Threats threats_to(const ChessPosition& p, int king_square) {
    const Bitboard own = p.of(p.mover), other = p.of(p.opponent());
    Threats threats{(knight_attacks(king_square) & p.of_kind(knight) & other) |
                        (pawn_attacks(bit(king_square), p.mover) & p.of_kind(pawn) & other),
                    0};
    const Bitboard behind_own = (bishop_attacks(king_square, other) & p.diagonal() & other) |
                                (rook_attacks(king_square, other) & p.straight() & other);
    each_square(behind_own, [&](int from) {
        const Bitboard shields = between(king_square, from) & own;
        if (shields == 0)
            threats.checkers |= bit(from);
        else if (!several(shields))
            threats.pinned |= shields;
    });
    return threats;
}

template <class Taker>
class Generation {
  public:
    Generation(const ChessPosition& p, Taker& taker, bool noisy = false)
        : p_(p),
          taker_(taker),
          own_(p.of(p.mover)),
          occupied_(p.occupied()),
          goals_(noisy ? p.of(p.opponent()) : ~own_),
          pawn_goals_(noisy ? row(0) | row(7) : all_squares),
          king_(p.king(p.mover)) {}

    void run() {
        const Threats threats = threats_to(p_, king_);
        king_steps();
        en_passant();
        if (several(threats.checkers)) return;
        const Bitboard answers =
            threats.checkers == 0
                ? all_squares
                : between(king_, first_square(threats.checkers)) | threats.checkers;
        pieces(threats.pinned, answers & goals_);
        pawns(p_.of(p_.mover, pawn) & ~threats.pinned, answers);
        each_square(p_.of(p_.mover, pawn) & threats.pinned,
                    [&](int from) { pawns(bit(from), answers & line_through(king_, from)); });
        if (threats.checkers == 0 && pawn_goals_ == all_squares)
            each_square(p_.castling_rooks(p_.mover), [&](int from) { castling(from); });
    }

  private:
    [[nodiscard]] bool attacked(int square, Bitboard occupied) const {
        return attackers(p_, square, p_.opponent(), occupied) != 0;
    }

    // A king does not hide behind itself.
    void king_steps() {
        Bitboard safe = 0;
        each_square(king_attacks(king_) & goals_, [&](int to) {
            if (!attacked(to, occupied_ ^ bit(king_))) safe |= bit(to);
        });
        taker_.piece(king_, safe);
    }

    void pieces(Bitboard pinned, Bitboard targets) {
        each_square(p_.of_kind(knight) & own_ & ~pinned,
                    [&](int from) { taker_.piece(from, knight_attacks(from) & targets); });
        sliders(p_.diagonal() & own_, pinned, targets,
                [&](int from) { return bishop_attacks(from, occupied_); });
        sliders(p_.straight() & own_, pinned, targets,
                [&](int from) { return rook_attacks(from, occupied_); });
    }

    template <class Attacks>
    void sliders(Bitboard pieces, Bitboard pinned, Bitboard targets, const Attacks& attacks) {
        each_square(pieces & ~pinned,
                    [&](int from) { taker_.piece(from, attacks(from) & targets); });
        each_square(pieces & pinned, [&](int from) {
            taker_.piece(from, attacks(from) & targets & line_through(king_, from));
        });
    }

    void pawns(Bitboard pieces, Bitboard allowed) {
        const int player = p_.mover, back = player == white ? size : -size;
        const Bitboard free = ~occupied_, others = p_.of(p_.opponent()) & allowed;
        const Bitboard one = forward(pieces, player) & free;
        const Bitboard third = row(player == white ? 5 : 2);
        const Bitboard ahead = allowed & pawn_goals_;
        taker_.pawns(forward(one & third, player) & free & ahead, 2 * back);
        steps(one & ahead, back);
        steps(captures_left(pieces, player) & others, back + 1);
        steps(captures_right(pieces, player) & others, back - 1);
    }

    void steps(Bitboard targets, int back) {
        constexpr Bitboard last = row(0) | row(7);
        taker_.pawns(targets & ~last, back);
        taker_.promotions(targets & last, back);
    }

    void en_passant() {
        if (p_.en_passant == ChessPosition::no_file) return;
        const Bitboard to = bit(en_passant_square(p_, p_.en_passant));
        each_square(en_passant_pawns(p_, p_.en_passant), [&](int from) { taker_.piece(from, to); });
    }

    // King and rook leave their squares at once: neither is in the way of the other, nor hides it.
    void castling(int rook_from) {
        const Castling castling(king_, rook_from);
        const Bitboard others = occupied_ ^ bit(king_) ^ bit(rook_from);
        const Bitboard way = between(king_, castling.king_to) | bit(castling.king_to);
        const Bitboard rooks_way = between(rook_from, castling.rook_to) | bit(castling.rook_to);
        if (((way | rooks_way) & others) != 0) return;
        bool safe = true;
        each_square(way, [&](int square) { safe = safe && !attacked(square, others); });
        if (safe) taker_.piece(king_, bit(rook_from));
    }

    const ChessPosition& p_;
    Taker& taker_;
    Bitboard own_;
    Bitboard occupied_;
    Bitboard goals_;       // where pieces may go
    Bitboard pawn_goals_;  // where pawns may go without a capture
    int king_;
};

void move_rook_and_king(ChessPosition& next, int player, int king_from, int rook_from) {
    const Castling castling(king_from, rook_from);
    next.toggle(player, king, king_from);
    next.toggle(player, rook, rook_from);
    next.toggle(player, king, castling.king_to);
    next.toggle(player, rook, castling.rook_to);
}

}  // namespace

Moves generate_moves(const ChessPosition& p) {
    ListedMoves listed;
    Generation(p, listed).run();
    return listed.moves;
}

int count_moves(const ChessPosition& p) {
    CountedMoves counted;
    Generation(p, counted).run();
    return counted.count;
}

// Nearly always a pawn or a knight can move.
bool any_move(const ChessPosition& p) {
    const Threats threats = threats_to(p, p.king(p.mover));
    if (threats.checkers == 0) {
        const Bitboard own = p.of(p.mover), free = own & ~threats.pinned;
        if ((forward(free & p.of_kind(pawn), p.mover) & ~p.occupied()) != 0) return true;
        bool able = false;
        each_square(free & p.of_kind(knight),
                    [&](int from) { able = able || (knight_attacks(from) & ~own) != 0; });
        if (able) return true;
    }
    return count_moves(p) != 0;
}

Moves generate_noisy_moves(const ChessPosition& p) {
    ListedMoves listed;
    Generation(p, listed, true).run();
    return listed.moves;
}

ChessPosition play(const ChessPosition& p, Move move) {
    const int player = p.mover, other = p.opponent();
    const int from = from_of(move), to = to_of(move), kind = p.kind_on(from);
    ChessPosition next = p;
    if (p.en_passant != ChessPosition::no_file) next.set_en_passant(ChessPosition::no_file);
    bool reversible = kind != pawn;
    if (castles(p, move)) {
        move_rook_and_king(next, player, from, to);
    } else {
        if ((p.of(other) & bit(to)) != 0) {
            next.toggle(other, p.kind_on(to), to);
            reversible = false;
        } else if (captures_en_passant(p, move)) {
            next.toggle(other, pawn, size * row_of(from) + file_of(to));
        }
        next.toggle(player, kind, from);
        next.toggle(player, std::max(kind, promotion_of(move)), to);
    }
    if ((p.rights[0] | p.rights[1]) != 0) {
        const Bitboard untouched = ~(bit(from) | bit(to));
        next.keep_rights(player, kind == king ? 0 : untouched);
        next.keep_rights(other, untouched);
    }
    next.clock = reversible ? static_cast<std::uint8_t>(std::min(p.clock + 1, 255)) : 0;
    if (player == black && p.number < 0xFFFF) ++next.number;
    next.pass_turn();
    if (kind == pawn && (from ^ to) == 2 * size && en_passant_pawns(next, file_of(to)) != 0)
        next.set_en_passant(file_of(to));
    return next;
}

}  // namespace boardworth::chess
