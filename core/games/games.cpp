#include "games/games.h"

#include <array>

namespace boardworth {

SharedGame make_othello();
SharedGame make_tic_tac_toe();
SharedGame make_dobutsu();
SharedGame make_chess();
SharedGame make_shogi();

std::span<const NativeGame> native_games() {
    static constexpr std::array games{
        NativeGame{"othello", make_othello}, NativeGame{"tic_tac_toe", make_tic_tac_toe},
        NativeGame{"dobutsu", make_dobutsu}, NativeGame{"chess", make_chess},
        NativeGame{"shogi", make_shogi},
    };
    return games;
}

}  // namespace boardworth
