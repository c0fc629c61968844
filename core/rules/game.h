// The contract of a game: all that perft, features, self-play and search know about one.
//
// A game is an immutable object; a position is a small value. Facts (atoms) are stated from the
// first player's view, and the values of an atom are ordered so that swapping the colours reverses
// them: the mover's view of a fact v is v for the first player and values - 1 - v for the second.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace boardworth {

// The legal moves of one position, kept on the stack.
template <class Move, std::size_t capacity>
class MoveList {
  public:
    static constexpr std::size_t most = capacity;

    void push_back(Move move) { moves_[size_++] = move; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
    Move operator[](std::size_t i) const { return moves_[i]; }

  private:
    std::array<Move, capacity> moves_;
    std::size_t size_ = 0;
};

// Atoms 0 .. columns * rows - 1 are the squares of the board, row by row.
struct Board {
    int columns;
    int rows;
};

struct IgnoreChanges {
    void operator()(int /*atom*/, int /*difference*/) const {}
};

template <class G>
concept Game = requires(const G& game, const typename G::Position& position, typename G::Move move,
                        std::span<const std::uint8_t, G::packed_size> packed, std::string_view text,
                        int atom, int symmetry, IgnoreChanges on_change) {
    requires std::equality_comparable<typename G::Position>;
    { G::name } -> std::convertible_to<std::string_view>;

    // Play. The list of legal moves is empty exactly when the game is over; the score is the
    // mover's final one and has a meaning only then.
    { game.start() } -> std::same_as<typename G::Position>;
    { game.mover(position) } -> std::same_as<int>;
    { game.legal_moves(position).empty() } -> std::same_as<bool>;
    { game.over(position) } -> std::same_as<bool>;
    { game.score(position) } -> std::same_as<int>;
    { G::max_score } -> std::convertible_to<int>;
    // Calls on_change(atom, new value - old value) for every fact that the move changes.
    { game.play_unchecked(position, move, on_change) } -> std::same_as<typename G::Position>;
    { game.key(position) } -> std::same_as<std::uint64_t>;

    { G::perft_counts_finished_games } -> std::convertible_to<bool>;

    // How far the game has come, from 0 to max_progress; it never falls during a game.
    { game.progress(position) } -> std::same_as<int>;
    { G::max_progress } -> std::convertible_to<int>;

    // Facts and symmetries. Symmetry 0 is the identity.
    { G::board } -> std::convertible_to<Board>;
    { G::value_names[0] } -> std::convertible_to<std::string_view>;
    { game.fact(position, atom) } -> std::same_as<int>;
    { G::symmetries } -> std::convertible_to<int>;
    { game.atom_image(symmetry, atom) } -> std::same_as<int>;
    { game.move_image(symmetry, move) } -> std::same_as<typename G::Move>;
    { game.image(symmetry, position) } -> std::same_as<typename G::Position>;
    // The same position with the colours swapped so that the first player moves.
    { game.first_to_move(position) } -> std::same_as<typename G::Position>;

    // Bytes and text; unpack and the parsers throw FormatError.
    { game.pack(position) } -> std::same_as<std::array<std::uint8_t, G::packed_size>>;
    { game.unpack(packed) } -> std::same_as<typename G::Position>;
    { game.text(position) } -> std::same_as<std::string>;
    { game.parse(text) } -> std::same_as<typename G::Position>;
    { game.move_text(move) } -> std::same_as<std::string>;
    { game.parse_move(text) } -> std::same_as<typename G::Move>;
    { G::move_pattern } -> std::convertible_to<std::string_view>;
    { G::last_move } -> std::convertible_to<int>;  // moves are numbered from 0
};

template <Game G>
constexpr int atom_count = G::board.columns * G::board.rows;

template <Game G>
constexpr int value_count = static_cast<int>(G::value_names.size());

// The least packed form among all images of a position: equal for positions of equal worth.
template <Game G>
std::array<std::uint8_t, G::packed_size> canonical(const G& game,
                                                   const typename G::Position& position) {
    const auto relative = game.first_to_move(position);
    auto least = game.pack(relative);
    for (int symmetry = 1; symmetry < G::symmetries; ++symmetry)
        least = std::min(least, game.pack(game.image(symmetry, relative)));
    return least;
}

}  // namespace boardworth
