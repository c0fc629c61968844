// The contract of a game: all that perft, features, self-play and search know about one.
//
// A game is an immutable object; a position is a value. Facts (atoms) are stated from the first
// player's view. The second player's view is the same position with the colours swapped. Where a
// game is `mirrored`, that reverses the order of every atom's values: a fact v is values - 1 - v to
// the second player. Other games state it as facts of its own, numbered after the first player's.
//
// Legal moves never depend on what was played before. A game that ends when a position has occurred
// `max_repetitions` times says so, and what `repetition_score(position)` the mover then has: the
// caller that plays a game keeps the keys of its positions. Where the score depends on how the
// position came to recur, it is `repetition_score(position, keys of the positions before it)`, and
// keys tell all that it depends on.
//
// What a game is known by at run time or already when it is compiled is written in the same way:
// game.max_score may be a member of the object or of the class.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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
                        std::span<const std::uint8_t> packed, std::string_view text, int atom,
                        int symmetry, IgnoreChanges on_change) {
    requires std::equality_comparable<typename G::Position>;
    { game.name } -> std::convertible_to<std::string_view>;

    // Play. The list of legal moves is empty exactly when the game is over; the score is the
    // mover's final one and has a meaning only then.
    { game.start() } -> std::same_as<typename G::Position>;
    { game.mover(position) } -> std::same_as<int>;
    { game.legal_moves(position).empty() } -> std::same_as<bool>;
    { game.over(position) } -> std::same_as<bool>;
    { game.score(position) } -> std::same_as<int>;
    { game.max_score } -> std::convertible_to<int>;
    // Calls on_change(atom, new value - old value) for every fact that the move changes.
    { game.play_unchecked(position, move, on_change) } -> std::same_as<typename G::Position>;
    { game.key(position) } -> std::same_as<std::uint64_t>;

    { game.perft_counts_finished_games } -> std::convertible_to<bool>;

    // How far the game has come, from 0 to max_progress. Where a game is `bounded`, it never falls,
    // and the game ends after as many moves as are missing, at most.
    { game.progress(position) } -> std::same_as<int>;
    { game.max_progress } -> std::convertible_to<int>;

    // Facts and symmetries. Symmetry 0 is the identity.
    { game.board } -> std::convertible_to<Board>;
    { game.atoms } -> std::convertible_to<int>;
    { game.values(atom) } -> std::same_as<int>;
    { G::mirrored } -> std::convertible_to<bool>;
    { game.fact(position, atom) } -> std::same_as<int>;
    { game.symmetries } -> std::convertible_to<int>;
    { game.atom_image(symmetry, atom) } -> std::same_as<int>;
    { game.move_image(symmetry, move) } -> std::same_as<typename G::Move>;
    { game.image(symmetry, position) } -> std::same_as<typename G::Position>;
    // The same position with the colours swapped so that the first player moves.
    { game.first_to_move(position) } -> std::same_as<typename G::Position>;

    // Bytes and text; unpack and the parsers throw FormatError.
    { game.packed_size } -> std::convertible_to<std::size_t>;
    { game.pack(position).size() } -> std::same_as<std::size_t>;
    { game.unpack(packed) } -> std::same_as<typename G::Position>;
    { game.text(position) } -> std::same_as<std::string>;
    { game.parse(text) } -> std::same_as<typename G::Position>;
    // A move as it is written in a position in which it can be made.
    { game.move_text(position, move) } -> std::same_as<std::string>;
    { game.parse_move(position, text) } -> std::same_as<typename G::Move>;
    { game.last_move } -> std::convertible_to<int>;  // moves are numbered from 0

    // Whether the other player is always next; a pass is a move, too.
    { G::alternates } -> std::convertible_to<bool>;
};

template <class G>
constexpr bool judges_repetitions = requires(const G& game, const typename G::Position& position) {
    game.repetition_score(position, std::span<const std::uint64_t>{});
};

template <class G>
constexpr bool counts_repetitions =
    judges_repetitions<G> || requires(const G& game, const typename G::Position& position) {
        G::max_repetitions;
        game.repetition_score(position);
    };

// The mover's score where a position has occurred too often. `earlier` are the keys of the
// positions before it, at least from its first occurrence on.
template <Game G>
int repetition_score(const G& game, const typename G::Position& position,
                     std::span<const std::uint64_t> earlier) {
    if constexpr (judges_repetitions<G>)
        return game.repetition_score(position, earlier);
    else
        return game.repetition_score(position);
}

// How many facts a position states, those of the second player's view included.
template <Game G>
int fact_count(const G& game) {
    return G::mirrored ? game.atoms : 2 * game.atoms;
}

// What turns a successor's value into its predecessor's: -1, or 1 where the same player moves
// again.
template <Game G>
int sign_of(const G& game, const typename G::Position& position, const typename G::Position& next) {
    return !G::alternates && game.mover(position) == game.mover(next) ? 1 : -1;
}

// A position for callers that need nothing but its facts: whether it is over may take long to find.
template <Game G>
typename G::Position unpack_facts(const G& game, std::span<const std::uint8_t> packed) {
    if constexpr (requires { game.unpack_facts(packed); })
        return game.unpack_facts(packed);
    else
        return game.unpack(packed);
}

// A caller that plays many moves on one thread holds a walker. Most games walk by themselves; some
// are faster when they may remember where they are.
template <Game G>
decltype(auto) walker(const G& game) {
    if constexpr (requires { game.walker(); })
        return game.walker();
    else
        return (game);
}

template <Game G>
using Walker = decltype(walker(std::declval<const G&>()));

// The least packed form among all images of a position: equal for positions of equal worth.
template <Game G>
auto canonical(const G& game, const typename G::Position& position) {
    const auto relative = game.first_to_move(position);
    auto least = game.pack(relative);
    for (int symmetry = 1; symmetry < game.symmetries; ++symmetry)
        least = std::min(least, game.pack(game.image(symmetry, relative)));
    return least;
}

}  // namespace boardworth
