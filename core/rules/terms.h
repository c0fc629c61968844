// Terms: numbers that games tell about a position beside its facts, for evaluations that ask.
//
// Every game counts the mover's legal moves, some by a `move_count` of their own. A game that knows
// more lists it in `terms` and answers by `term(position, place in that list)`. Terms are the
// mover's view, and follow from the facts alone.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace boardworth {

struct Term {
    std::string_view name;
    std::string_view counted;  // by both sides, such as moves; empty where it is one number
};

// What a term counts for both sides; a single number is the mover's.
struct TermCounts {
    int own = 0;
    int opponent = 0;

    [[nodiscard]] int number() const { return own - opponent; }
};

constexpr Term moves_term{"moves", ""};

template <class G>
constexpr bool has_own_terms = requires(const G& game, const typename G::Position& position) {
    { game.term(position, std::size_t{}) } -> std::same_as<TermCounts>;
};

// All that a game offers. Terms are known by their places in this list.
template <Game G>
std::vector<Term> terms_of(const G& game) {
    std::vector<Term> terms{moves_term};
    if constexpr (has_own_terms<G>) terms.insert(terms.end(), game.terms.begin(), game.terms.end());
    return terms;
}

// Reads terms off positions, for one thread.
template <Game G>
class TermReader {
  public:
    using Position = typename G::Position;

    explicit TermReader(const G& game) : game_(game), walker_(walker(game)) {}

    [[nodiscard]] TermCounts operator()(const Position& position, std::size_t term) const {
        if constexpr (has_own_terms<G>)
            if (term > 0) return game_.term(position, term - 1);
        return {.own = move_count(position)};
    }

  private:
    [[nodiscard]] int move_count(const Position& position) const {
        if constexpr (requires { walker_.move_count(position); })
            return walker_.move_count(position);
        else
            return static_cast<int>(walker_.legal_moves(position).size());
    }

    const G& game_;
    Walker<G> walker_;
};

}  // namespace boardworth
