// A game in which players take turns as a state machine of joint moves.
//
// A state is a packed position, padded with zeros to whole words. The moves of the player to move
// have the game's own numbers; a player that is not to move has the one move `waiting_move`, which
// no move of the game is numbered as. Two players get 100 points for a win, 50 for a draw and 0 for
// a loss, unless the game's scores are points already (`game.points`).
//
// Rollouts know no history: where positions may recur, they may never end. One that is cut off
// counts as a draw between two players; a lone player, which has not reached a goal, gets 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "random.h"
#include "rules/game.h"
#include "rules/state_machine.h"

namespace boardworth {

// What a final score is worth to the mover, 0 to 100 points.
template <Game G>
float score_points(const G& game, int score) {
    if constexpr (requires { game.points(score); })
        return game.points(static_cast<float>(score));
    else
        return score > 0 ? 100.0F : score < 0 ? 0.0F : 50.0F;
}

template <Game G>
std::size_t state_bits(const G& game) {
    if constexpr (requires { game.state_bits(); })
        return game.state_bits();
    else
        return 8 * static_cast<std::size_t>(game.packed_size);
}

template <Game G>
class TurnMachine final : public StateMachine {
  public:
    using Position = typename G::Position;

    explicit TurnMachine(G game)
        : game_(std::move(game)),
          walker_(walker(game_)),
          state_((boardworth::state_bits(game_) + 63) / 64) {
        stand_at(game_.start());
    }
    // Most walkers are references to the game in here.
    TurnMachine(const TurnMachine&) = delete;
    TurnMachine& operator=(const TurnMachine&) = delete;

    std::unique_ptr<StateMachine> another() const override {
        return std::make_unique<TurnMachine>(game_);
    }

    std::size_t roles() const override { return game_.players.size(); }
    std::size_t state_bits() const override { return boardworth::state_bits(game_); }
    int max_points(std::size_t /*role*/) const override { return 100; }
    float unfinished_points() const override { return roles() == 2 ? 50.0F : 0.0F; }

    std::span<const std::uint64_t> state() const override { return state_; }
    // Throws FormatError where there is no such position.
    void go_to(std::span<const std::uint64_t> state) override {
        before_.clear();
        if (std::ranges::equal(state, state_)) return;
        stand_at(game_.unpack(packed_bytes(state, game_.packed_size)));
    }

    bool terminal() const override { return game_.over(position_); }
    std::vector<std::uint32_t> legal_moves(std::size_t role) override {
        if (role != mover()) return terminal() ? Moves{} : Moves{waiting_move()};
        const auto moves = walker_.legal_moves(position_);
        return {moves.begin(), moves.end()};
    }
    void points(std::span<float> by_role) override {
        const float own = score_points(game_, game_.score(position_));
        std::ranges::fill(by_role, 100 - own);
        by_role[mover()] = own;
    }

    void play(std::span<const std::uint32_t> joint_move) override {
        before_.push_back(position_);
        stand_at(walker_.play_unchecked(position_, to_move(joint_move[mover()]), IgnoreChanges{}));
    }
    void undo() override {
        stand_at(std::move(before_.back()));
        before_.pop_back();
    }

    bool roll_out(std::uint64_t max_moves, std::mt19937_64& random) override {
        before_.clear();
        Position position = position_;
        auto moves = walker_.legal_moves(position);
        for (std::uint64_t left = max_moves; !moves.empty() && left > 0; --left) {
            const auto move =
                moves.size() == 1 ? moves[0] : moves[random_below(random, moves.size())];
            position = walker_.play_unchecked(position, move, IgnoreChanges{});
            moves = walker_.legal_moves(position);
        }
        stand_at(std::move(position));
        return moves.empty();
    }

  private:
    using Moves = std::vector<std::uint32_t>;

    [[nodiscard]] std::size_t mover() const {
        return static_cast<std::size_t>(game_.mover(position_));
    }
    [[nodiscard]] std::uint32_t waiting_move() const {
        return static_cast<std::uint32_t>(game_.last_move) + 1;
    }
    static typename G::Move to_move(std::uint32_t number) {
        return static_cast<typename G::Move>(number);
    }
    void stand_at(Position position) {
        position_ = std::move(position);
        fill_words(game_.pack(position_), state_);
    }

    G game_;
    Walker<G> walker_;
    Position position_;
    std::vector<std::uint64_t> state_;
    std::vector<Position> before_;
};

}  // namespace boardworth
