// One state at a time of any game of joint moves: any number of roles, in turns or at the same
// time. Searches that know no more than this play propnets and native games alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace boardworth {

struct Propnet;

// A virtual call per move, none per fact. Serves one thread at a time.
class StateMachine {
  public:
    virtual ~StateMachine() = default;
    // Another machine of the same game, for another thread.
    [[nodiscard]] virtual std::unique_ptr<StateMachine> another() const = 0;

    [[nodiscard]] virtual std::size_t roles() const = 0;
    // What makes up a state; bits of its words beyond these are 0.
    [[nodiscard]] virtual std::size_t state_bits() const = 0;
    // What a role can get at most.
    [[nodiscard]] virtual int max_points(std::size_t role) const = 0;
    // What each role gets for a rollout that did not end.
    [[nodiscard]] virtual float unfinished_points() const = 0;
    // The game as a propnet, whose states can be simulated in lanes, if it is one.
    [[nodiscard]] virtual const Propnet* propnet() const { return nullptr; }

    [[nodiscard]] virtual std::span<const std::uint64_t> state() const = 0;
    virtual void go_to(std::span<const std::uint64_t> state) = 0;

    [[nodiscard]] virtual bool terminal() const = 0;
    // A role that only waits has one move. By faulty rules a role may have none in a state that is
    // not terminal: the game cannot go on there, and every role gets 0.
    [[nodiscard]] virtual std::vector<std::uint32_t> legal_moves(std::size_t role) = 0;
    // Fills in what each role gets where the game has ended, 0 to 100.
    virtual void points(std::span<float> by_role) = 0;

    // Makes one legal move for each role.
    virtual void play(std::span<const std::uint32_t> joint_move) = 0;
    // Takes the last move back that was played since go_to or roll_out.
    virtual void undo() = 0;
    // Plays random moves to the end of the game; false if it goes on after max_moves.
    virtual bool roll_out(std::uint64_t max_moves, std::mt19937_64& random) = 0;
};

inline std::size_t state_words(const StateMachine& machine) {
    return (machine.state_bits() + 63) / 64;
}

// The first bytes of a state's words, and the words that bytes fill.
inline std::vector<std::uint8_t> packed_bytes(std::span<const std::uint64_t> state,
                                              std::size_t size) {
    std::vector<std::uint8_t> packed(size);
    for (std::size_t i = 0; i < size; ++i)
        packed[i] = static_cast<std::uint8_t>(state[i / 8] >> (i % 8 * 8));
    return packed;
}
inline void fill_words(std::span<const std::uint8_t> packed, std::span<std::uint64_t> state) {
    std::ranges::fill(state, 0);
    for (std::size_t i = 0; i < packed.size(); ++i)
        state[i / 8] |= std::uint64_t{packed[i]} << (i % 8 * 8);
}

// Each word is mixed twice: after one multiplication its last bits change so few others that the
// next word could make up for them.
inline std::uint64_t state_key(std::span<const std::uint64_t> state) {
    std::uint64_t key = 0;
    for (const std::uint64_t word : state) {
        key = (key ^ word) * 0x9E3779B97F4A7C15;
        key = (key ^ (key >> 32)) * 0xD6E8FEB86659FD93;
        key ^= key >> 32;
    }
    return key;
}

}  // namespace boardworth
