#include "rules/games/shogi/moves.h"

namespace boardworth::shogi {

namespace {

// The legal moves of one side. Pieces that shield their king move along the line of the slider that
// they shield it from. In check, all but the king capture the piece that gives it, or come between.
template <int us>
class Generator {
  public:
    explicit Generator(const Position& p)
        : p_(p),
          occupied_(p.occupied()),
          own_(p.of[us]),
          king_(p.king_of(us)),
          checkers_(stepping_attackers(p, them, king_)) {
        for (SquareSet sliders = sliders_towards(p, them, king_); sliders.any();) {
            const int slider = sliders.pop();
            const SquareSet shield = between(king_, slider) & occupied_;
            if (!shield.any())
                checkers_ |= single(slider);
            else if (!shield.has_several())
                shielding_ |= shield & own_;
        }
    }

    void add_all(Moves& moves) {
        add_board_moves(moves);
        if (checkers_.has_several()) return;
        const bool checked = checkers_.any();
        add_drops(moves, (checked ? between(king_, checkers_.first()) : whole_board) - occupied_);
        if (!checked && may_declare(p_)) moves.push_back(declaration);
    }

    void add_noisy(Moves& moves) {
        plain_goals_ = p_.of[them];
        add_board_moves(moves);
    }

    // Nearly always a pawn can move.
    [[nodiscard]] bool has_pawn_move() const {
        return !checkers_.any() && (ahead_of((own_ - shielding_) & p_.moving[pawn]) - own_).any();
    }

  private:
    static constexpr int them = us ^ 1;
    static constexpr int forward = us == sente ? -1 : 1;

    void add_board_moves(Moves& moves) {
        if (checkers_.has_several()) return add_king_moves(moves);
        const bool checked = checkers_.any();
        goals_ = checked ? between(king_, checkers_.first()) | checkers_ : whole_board - own_;
        add_moves_of_free_pieces(moves);
        if (!checked) each_square(shielding_, [&](int from) { add_moves_on_line(moves, from); });
        add_king_moves(moves);
    }

    static void add(Moves& moves, int first, SquareSet to) {
        each_square(to, [&](int square) { moves.push_back(static_cast<Move>(first + square)); });
    }
    void add_from(Moves& moves, int from, SquareSet to) const {
        add(moves, from_unit * from, to & plain_goals_);
    }

    // Moves of a piece that may promote, which cannot stand on the squares `stuck` otherwise.
    void add_with_promotions(Moves& moves, int from, SquareSet to, SquareSet stuck) const {
        const SquareSet promoting = camp<us>.contains(from) ? to : to & camp<us>;
        add(moves, promotion + from_unit * from, promoting);
        add_from(moves, from, to - stuck);
    }

    void add_moves_of_free_pieces(Moves& moves) const {
        const SquareSet free = own_ - shielding_;
        add_pawn_moves(moves, free & p_.moving[pawn]);
        for (SquareSet pieces = free & p_.moving[lance]; pieces.any();) {
            const int from = pieces.pop();
            add_with_promotions(moves, from, lance_attacks(us, from, occupied_) & goals_,
                                last_rank<us>);
        }
        for (SquareSet pieces = free & p_.moving[knight]; pieces.any();) {
            const int from = pieces.pop();
            add_with_promotions(moves, from, steps_from(us, knight, from) & goals_,
                                last_two_ranks<us>);
        }
        for (SquareSet pieces = free & p_.moving[silver]; pieces.any();) {
            const int from = pieces.pop();
            add_with_promotions(moves, from, steps_from(us, silver, from) & goals_, {});
        }
        for (SquareSet pieces = free & p_.moving[gold]; pieces.any();) {
            const int from = pieces.pop();
            add_from(moves, from, steps_from(us, gold, from) & goals_);
        }
        for (SquareSet pieces = free & p_.moving[bishop]; pieces.any();) {
            const int from = pieces.pop();
            add_moves_of_large_piece(moves, from, bishop_attacks(from, occupied_));
        }
        for (SquareSet pieces = free & p_.moving[rook]; pieces.any();) {
            const int from = pieces.pop();
            add_moves_of_large_piece(moves, from, rook_attacks(from, occupied_));
        }
    }

    void add_moves_of_large_piece(Moves& moves, int from, SquareSet slides) const {
        if (p_.moving[king_steps].contains(from))
            add_from(moves, from, (slides | steps_from(us, king_steps, from)) & goals_);
        else
            add_with_promotions(moves, from, slides & goals_, {});
    }

    // No pawn stands on its last rank, so all can be moved by one bit within their files.
    static SquareSet ahead_of(SquareSet pawns) {
        return us == sente ? SquareSet{pawns.low >> 1, pawns.high >> 1}
                           : SquareSet{pawns.low << 1, pawns.high << 1};
    }
    void add_pawn_moves(Moves& moves, SquareSet pawns) const {
        const SquareSet to = ahead_of(pawns) & goals_;
        each_square(to & camp<us>, [&](int square) {
            moves.push_back(board_move(square - forward, square, true));
        });
        each_square((to - last_rank<us>)&plain_goals_, [&](int square) {
            moves.push_back(board_move(square - forward, square, false));
        });
    }

    void add_moves_on_line(Moves& moves, int from) const {
        const int kind = kind_of(p_.piece(from));
        const SquareSet to =
            attacks_from(us, kind, from, occupied_) & goals_ & line_through(king_, from);
        if (!promotes(kind)) return add_from(moves, from, to);
        add_with_promotions(moves, from, to, stuck_squares(kind));
    }

    void add_king_moves(Moves& moves) const {
        const SquareSet others = occupied_ - single(king_);
        each_square((steps_from(us, king_steps, king_) - own_) & plain_goals_, [&](int to) {
            if (!attacked(p_, them, to, others)) moves.push_back(board_move(king_, to, false));
        });
    }

    void add_drops(Moves& moves, SquareSet to) const {
        if (!to.any()) return;
        if (p_.in_hand(us, pawn) != 0) add_pawn_drops(moves, to);
        for (int kind = lance; kind <= gold; ++kind)
            if (p_.in_hand(us, kind) != 0) add(moves, drop_move(kind, 0), to - stuck_squares(kind));
    }

    // On files without an own pawn, and not where the drop would mate.
    void add_pawn_drops(Moves& moves, SquareSet empty_squares) const {
        SquareSet to = (empty_squares & free_files(p_.pieces_of(us, pawn))) - last_rank<us>;
        const SquareSet checking = steps_from(them, pawn, p_.king_of(them)) & to;
        if (checking.any() && drop_mates(checking.first())) to = to - checking;
        add(moves, drop_move(pawn, 0), to);
    }
    bool drop_mates(int square) const {
        if (!attacked(p_, us, square, occupied_)) return false;
        Position next = p_;
        next.put(square, piece_of(us, pawn));
        next.pass_the_turn();
        return legal_moves(next).empty();
    }

    static SquareSet stuck_squares(int kind) {
        if (kind == knight) return last_two_ranks<us>;
        return kind <= lance ? last_rank<us> : SquareSet{};
    }

    const Position& p_;
    SquareSet occupied_;
    SquareSet own_;
    int king_;
    SquareSet checkers_;
    SquareSet shielding_;  // own pieces that alone stand between the king and a slider
    SquareSet goals_;      // where pieces other than the king may go
    SquareSet plain_goals_ = whole_board;  // where pieces may go without promoting
};

template <int us>
bool may_declare_as(const Position& p) {
    if (!camp<us>.contains(p.king_of(us))) return false;
    const SquareSet arrived = p.of[us] & camp<us>;
    const int pieces = arrived.count() - 1;
    if (pieces < 10) return false;
    const auto large = p.moving[bishop] | p.moving[rook];
    int points = pieces + 4 * (arrived & large).count();
    for (int kind = pawn; kind <= gold; ++kind)
        points += p.in_hand(us, kind) * (kind == bishop || kind == rook ? 5 : 1);
    return points >= (us == sente ? 28 : 27) && !in_check(p, us);
}

}  // namespace

bool may_declare(const Position& p) {
    if (p.declared) return false;
    return p.mover == sente ? may_declare_as<sente>(p) : may_declare_as<gote>(p);
}

Moves legal_moves(const Position& p) {
    Moves moves;
    if (p.declared) return moves;
    if (p.mover == sente)
        Generator<sente>(p).add_all(moves);
    else
        Generator<gote>(p).add_all(moves);
    return moves;
}

Moves noisy_moves(const Position& p) {
    Moves moves;
    if (p.declared) return moves;
    if (p.mover == sente)
        Generator<sente>(p).add_noisy(moves);
    else
        Generator<gote>(p).add_noisy(moves);
    return moves;
}

bool any_move(const Position& p) {
    if (p.declared) return false;
    const bool pawns =
        p.mover == sente ? Generator<sente>(p).has_pawn_move() : Generator<gote>(p).has_pawn_move();
    return pawns || !legal_moves(p).empty();
}

}  // namespace boardworth::shogi
