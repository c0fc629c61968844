#include "search/paranoid/two_sides.h"

#include <cmath>
#include <string>

#include "errors.h"

namespace boardworth {

namespace {

// Turns in a row without a choice: more are a game that goes round in circles.
constexpr std::size_t max_turns_without_choice = 64;

// Weights whose sum cannot leave its range, in points.
constexpr double largest_sum = 1e9;

// Numbers unlike each other, and unlike those that tables salt their keys with.
std::uint64_t mixed(std::uint64_t number) {  // splitmix64
    number += 0x9e3779b97f4a7c15;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

}  // namespace

TwoSides::TwoSides(const Propnet& propnet, const FluentSum& function)
    : propnet_(propnet),
      function_(function),
      follower_(propnet),
      fluent_keys_(propnet.fluents()),
      weights_(propnet.fluents()),
      turns_(1) {
    if (function.roles() != propnet.roles() || function.fluents() != propnet.fluents())
        throw FormatError("a search: the function is one of another game");
    for (std::size_t role = 0; role < function.roles(); ++role) {
        double sum = std::abs(double{function.constant(role)});
        for (const float weight : function.weights(role)) sum += std::abs(double{weight});
        if (sum > largest_sum) throw FormatError("a search: the function's weights are too large");
    }
    for (std::size_t i = 0; i < fluent_keys_.size(); ++i) fluent_keys_[i] = mixed(i);
}

void TwoSides::begin(std::span<const std::uint8_t> packed, std::size_t role) {
    role_ = role;
    const std::span<const float> weights = function_.weights(role);
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights_[i] = std::llround(double{weights[i]} * one_point);
    follower_.set_state(packed);
    if (terminal()) throw IllegalMove("the game is over");
    for (std::size_t each = 0; each < propnet_.roles(); ++each)
        if (!follower_.can_move(each))
            throw IllegalMove("role " + std::to_string(each) + " has no legal move");
    sum_ = sum_from_scratch();
    key_ = 0;
    for (std::uint32_t i = 0; i < fluent_keys_.size(); ++i)
        if (follower_.fluent_holds(i)) key_ ^= fluent_keys_[i];
    turn_ = 0;
    turns_[0].chosen = 0;
}

std::int64_t TwoSides::sum_from_scratch() const {
    std::int64_t sum = std::llround(double{function_.constant(role_)} * one_point);
    for (std::uint32_t i = 0; i < weights_.size(); ++i)
        if (follower_.fluent_holds(i)) sum += weights_[i];
    return sum;
}

std::uint32_t TwoSides::first_move() {
    static_cast<void>(follower_.legal_count(role_));
    return follower_.legal_move(role_, 0);
}

int TwoSides::goal() {
    return follower_.goals()[role_].value_or(0);
}

TwoSides::Next TwoSides::open_turn() {
    const std::size_t first = turn_;
    while (!terminal()) {
        Turn& turn = turns_[turn_];
        if (!find_choosers(turn)) return Next::stuck;
        if (!turn.choosers.empty()) break;
        if (turn_ - first == max_turns_without_choice) return Next::endless;
        play();
    }
    return Next::decision;
}

// Whether every role has a move; a role that has only one will make it.
bool TwoSides::find_choosers(Turn& turn) {
    turn.key = key_;
    turn.choosers.clear();
    turn.joint_move.resize(propnet_.roles());
    const auto look = [&](std::size_t role) {
        const std::uint32_t count = follower_.legal_count(role);
        if (count > 1) turn.choosers.push_back(role);
        if (count == 1) turn.joint_move[role] = follower_.legal_move(role, 0);
        return count > 0;
    };
    if (!look(role_)) return false;
    for (std::size_t role = 0; role < propnet_.roles(); ++role)
        if (role != role_ && !look(role)) return false;
    return true;
}

void TwoSides::add_moves(std::vector<std::uint32_t>& moves) {
    const std::size_t role = chooser();
    // Another state may have been asked since the first of them chose.
    if (mid_turn()) static_cast<void>(follower_.legal_count(role));
    follower_.each_counted(role, [&](std::uint32_t move) { moves.push_back(move); });
}

int TwoSides::plies() const {
    const Turn& turn = turns_[turn_];
    return turn.chosen == 0 || (turn.chosen == 1 && turn.choosers[0] == role_) ? 1 : 0;
}

std::uint64_t TwoSides::choice_key(std::size_t role, std::uint32_t move) const {
    return mixed(propnet_.fluents() + number_of(role, move));
}

void TwoSides::decide(std::uint32_t move) {
    Turn& turn = turns_[turn_];
    const std::size_t role = turn.choosers[turn.chosen++];
    turn.joint_move[role] = move;
    if (turn.chosen == turn.choosers.size())
        play();
    else
        key_ ^= choice_key(role, move);
}

void TwoSides::take_back() {
    if (!mid_turn()) {
        undo();
        --turns_[turn_].chosen;
        return;
    }
    Turn& turn = turns_[turn_];
    const std::size_t role = turn.choosers[--turn.chosen];
    key_ ^= choice_key(role, turn.joint_move[role]);
}

void TwoSides::return_to(std::size_t turns) {
    while (turn_ > turns) undo();
}

void TwoSides::play() {
    Turn& turn = turns_[turn_];
    turn.complete_key = key_;
    turn.sum = sum_;
    follower_.play(turn.joint_move);
    key_ = turn.key;
    for (const std::uint32_t fluent : follower_.last_changes()) {
        key_ ^= fluent_keys_[fluent];
        sum_ += follower_.fluent_holds(fluent) ? weights_[fluent] : -weights_[fluent];
    }
    if (++turn_ == turns_.size()) turns_.emplace_back();
    turns_[turn_].chosen = 0;
}

void TwoSides::undo() {
    const Turn& turn = turns_[--turn_];
    follower_.undo();
    key_ = turn.complete_key;
    sum_ = turn.sum;
}

}  // namespace boardworth
