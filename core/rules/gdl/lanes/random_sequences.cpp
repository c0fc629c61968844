#include "rules/gdl/lanes/random_sequences.h"

#include <random>
#include <span>

#include "rules/gdl/step/follower.h"

namespace boardworth {

namespace {

// Beginnings that are tried for each sequence, on average.
constexpr std::size_t max_tries = 32;

class SequencePlay {
  public:
    SequencePlay(const Propnet& propnet, std::uint64_t seed)
        : follower_(propnet),
          start_(follower_.state()),
          joint_move_(propnet.roles()),
          random_(seed) {}

    // Appends the states of a sequence; tells how many.
    std::uint32_t append(const SequenceShape& shape, std::vector<std::uint8_t>& states) {
        follower_.set_state(start_);
        std::uint32_t moves = draw(shape.max_depth + 1);
        const std::uint32_t length =
            shape.min_states + draw(shape.max_states - shape.min_states + 1);
        for (std::uint32_t found = 0; found < length; ++found) {
            if (!play(moves)) return found;
            const std::vector<std::uint8_t> state = follower_.state();
            states.insert(states.end(), state.begin(), state.end());
            moves = 1 + draw(shape.max_apart);
        }
        return length;
    }

  private:
    std::uint32_t draw(std::uint32_t count) {
        return static_cast<std::uint32_t>((random_() >> 32) * count >> 32);
    }

    // Makes random moves; whether the game goes on after them.
    bool play(std::uint32_t moves) {
        for (; choose(); --moves) {
            if (moves == 0) return true;
            follower_.play(joint_move_);
        }
        return false;
    }

    // Draws a move for every role, if the game goes on.
    bool choose() {
        if (follower_.terminal()) return false;
        for (std::size_t role = 0; role < joint_move_.size(); ++role) {
            const std::uint32_t count = follower_.legal_count(role);
            if (count == 0) return false;
            joint_move_[role] = follower_.legal_move(role, draw(count));
        }
        return true;
    }

    Follower follower_;
    std::vector<std::uint8_t> start_;
    std::vector<std::uint32_t> joint_move_;
    std::mt19937_64 random_;
};

}  // namespace

StateSequences random_sequences(const Propnet& propnet, std::size_t sequences,
                                const SequenceShape& shape, std::uint64_t seed,
                                const Interrupt& interrupt) {
    StateSequences found;
    SequencePlay play(propnet, seed);
    for (std::size_t tries = max_tries * sequences; tries != 0 && found.lengths.size() < sequences;
         --tries) {
        if (interrupt()) throw Interrupted{};
        const std::size_t before = found.states.size();
        const std::uint32_t length = play.append(shape, found.states);
        if (length >= shape.min_states)
            found.lengths.push_back(length);
        else
            found.states.resize(before);
    }
    return found;
}

}  // namespace boardworth
