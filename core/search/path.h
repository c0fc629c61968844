// The line of play that one thread's search stands on: a position per ply, with all that is kept up
// to date from ply to ply to evaluate it, and to see whether it has occurred before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "evaluators/evaluator.h"
#include "search/hooks.h"
#include "search/ply.h"

namespace boardworth {

// The keys of the positions on the way to the one that is searched, for games in which a position
// that occurs several times ends the game.
class KeyPath {
  public:
    // `history` are the keys of the positions before the root, from the last irreversible move on.
    KeyPath(std::span<const std::uint64_t> history, std::uint64_t root, std::size_t plies)
        : keys_(history.begin(), history.end()), root_(history.size()), begins_(plies, 0) {
        keys_.resize(root_ + plies);
        restart(root);
    }

    // Another root after the same history.
    void restart(std::uint64_t root) { keys_[root_] = root; }

    // Enters a ply from the one before it.
    void enter(std::size_t ply, std::uint64_t key, bool irreversible) {
        keys_[root_ + ply] = key;
        begins_[ply] = irreversible ? root_ + ply : begins_[ply - 1];
    }

    // Those before a ply that can recur there.
    [[nodiscard]] std::span<const std::uint64_t> before(std::size_t ply) const {
        return std::span(keys_).subspan(begins_[ply], root_ + ply - begins_[ply]);
    }

    // How often the position of a ply has occurred, itself included.
    [[nodiscard]] int occurrences(std::size_t ply) const {
        return occurrences(ply, keys_[root_ + ply]);
    }
    // How often a position has occurred up to a ply, that one included.
    [[nodiscard]] int occurrences(std::size_t ply, std::uint64_t key) const {
        const auto begin = keys_.begin();
        return static_cast<int>(std::count(begin + static_cast<std::ptrdiff_t>(begins_[ply]),
                                           begin + static_cast<std::ptrdiff_t>(root_ + ply + 1),
                                           key));
    }

    // Whether the position of a ply has occurred before at one of the others.
    [[nodiscard]] bool in_tree(std::size_t ply) const {
        const std::size_t first = std::max(begins_[ply], root_), here = root_ + ply;
        for (std::size_t at = here; at >= first + 2;) {
            at -= 2;
            if (keys_[at] == keys_[here]) return true;
        }
        return false;
    }

  private:
    std::vector<std::uint64_t> keys_;
    std::size_t root_;                 // where the root's key is
    std::vector<std::size_t> begins_;  // by ply: the first key that can recur
};

template <Game G, Evaluator<G> E>
class SearchPath {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    // `history` are the keys of the positions before the root, where the game counts repetitions.
    SearchPath(const E& evaluator, const Position& root, std::span<const std::uint64_t> history,
               std::size_t plies)
        : evaluator_(evaluator),
          walker_(walker(evaluator.game())),
          stack_(evaluator, plies),
          plies_(plies),
          keys_(make_keys(evaluator.game(), root, history, plies)) {
        plies_[0].position = root;
        evaluator.start(stack_, root);
    }

    // Stands at another root after the same history.
    void restart(const Position& root) {
        plies_[0].position = root;
        evaluator_.start(stack_, root);
        if constexpr (counts_repetitions<G>) keys_.restart(evaluator_.game().key(root));
    }

    [[nodiscard]] Ply<G>& operator[](std::size_t ply) { return plies_[ply]; }
    [[nodiscard]] const Ply<G>& operator[](std::size_t ply) const { return plies_[ply]; }

    [[nodiscard]] auto legal_moves(const Position& position) {
        return walker_.legal_moves(position);
    }
    // Plays a move without following it.
    [[nodiscard]] Position after(const Position& position, Move move) {
        return walker_.play_unchecked(position, move, IgnoreChanges{});
    }

    // Plays a move of one ply into the next.
    void play(std::size_t ply, Move move) {
        const Position& position = plies_[ply].position;
        plies_[ply + 1].position =
            walker_.play_unchecked(position, move, evaluator_.enter(stack_, ply + 1));
        if constexpr (counts_repetitions<G>)
            keys_.enter(ply + 1, evaluator_.game().key(plies_[ply + 1].position),
                        irreversible(evaluator_.game(), position, move));
    }

    // The same in a tactical game, where it is known whether the move gives check.
    void play(std::size_t ply, Move move, bool checks) {
        Ply<G>& next = plies_[ply + 1];
        play_noisy(ply, move, checks);
        if constexpr (counts_repetitions<G>)
            keys_.enter(ply + 1, key_of(evaluator_.game(), next.position, checks),
                        irreversible(evaluator_.game(), plies_[ply].position, move));
    }
    // The same without looking for repetitions, until the next ply is played otherwise.
    void play_noisy(std::size_t ply, Move move, bool checks) {
        Ply<G>& next = plies_[ply + 1];
        next.position =
            walker_.play_unchecked(plies_[ply].position, move, evaluator_.enter(stack_, ply + 1));
        next.last = move;
        next.passed = false;
        next.checked = checks;
    }
    // Lets the opponent move.
    void pass(std::size_t ply) {
        Ply<G>& next = plies_[ply + 1];
        next.position =
            evaluator_.game().pass(plies_[ply].position, evaluator_.enter(stack_, ply + 1));
        next.passed = true;
        next.checked = false;
        if constexpr (counts_repetitions<G>)
            keys_.enter(ply + 1, key_of(evaluator_.game(), next.position, false), true);
    }

    // The value of the next ply, for the player to move at this one.
    template <class Search>
    Value reply(std::size_t ply, Value alpha, Value beta, const Search& search) {
        const bool same =
            sign_of(evaluator_.game(), plies_[ply].position, plies_[ply + 1].position) > 0;
        return same ? search(alpha, beta) : -search(-beta, -alpha);
    }

    // What a search takes the position of a ply for.
    [[nodiscard]] Value estimate(std::size_t ply) {
        return evaluator_.units().estimate(evaluator_.value(stack_, ply, plies_[ply].position));
    }

    // Whether the position of a ply ends the game because it has occurred before.
    [[nodiscard]] bool repeated(std::size_t ply) const {
        if constexpr (counts_repetitions<G>)
            return ply > 0 && keys_.occurrences(ply) >= G::max_repetitions;
        else
            return false;
    }
    // Whether it has occurred before in the tree.
    [[nodiscard]] bool repeated_in_tree(std::size_t ply) const {
        if constexpr (counts_repetitions<G>)
            return keys_.in_tree(ply);
        else
            return false;
    }
    // What it then is worth to the mover.
    [[nodiscard]] int repetition_score(std::size_t ply) const {
        return boardworth::repetition_score(evaluator_.game(), plies_[ply].position,
                                            keys_.before(ply));
    }
    // Whether a successor of a ply's position would.
    [[nodiscard]] bool would_repeat(std::size_t ply, std::uint64_t key) const {
        if constexpr (counts_repetitions<G>)
            return keys_.occurrences(ply, key) + 1 >= G::max_repetitions;
        else
            return false;
    }

  private:
    using Keys = std::conditional_t<counts_repetitions<G>, KeyPath, std::monostate>;

    static Keys make_keys(const G& game, const Position& root,
                          std::span<const std::uint64_t> history, std::size_t plies) {
        if constexpr (counts_repetitions<G>)
            return KeyPath(history, game.key(root), plies);
        else
            return {};
    }

    const E& evaluator_;
    Walker<G> walker_;
    typename E::Stack stack_;
    std::vector<Ply<G>> plies_;
    [[no_unique_address]] Keys keys_;
};

}  // namespace boardworth
