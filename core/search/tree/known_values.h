// What the transposition table says about positions of a search.
#pragma once

#include <cstddef>
#include <optional>

#include "search/path.h"
#include "search/record.h"
#include "search/shared_search.h"
#include "search/tree/leaves.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class KnownValues {
  public:
    // How a position is to be searched.
    struct Wanted {
        int depth;
        int selectivity;
    };

    KnownValues(const G& game, const SearchPath<G, E>& path, Leaves<G, E>& leaves,
                const SharedSearch<G>& shared)
        : game_(game), path_(path), leaves_(leaves), shared_(shared) {}

    // The value of a ply's position, if what is known about it decides the window.
    std::optional<Value> value(const std::optional<SearchRecord>& known, std::size_t ply,
                               Value alpha, Value beta, Wanted wanted) {
        if (!known) return std::nullopt;
        const Value found = leaves_.distances().from_table(known->value(), ply);
        if (!usable(*known, found, wanted, alpha, beta)) return std::nullopt;
        leaves_.horizon += known->horizon();
        return found;
    }

    // Enhanced transposition cutoff: a successor whose stored value already refutes the window.
    std::optional<Value> cutoff(std::size_t ply, Value beta, Wanted wanted) {
        const Ply<G>& here = path_[ply];
        for (const Child<G>& child : here.children) {
            const int left = wanted.depth - 1 + extension(game_, here.position, child.move);
            const auto known = shared_.table.find(table_key(game_, child.position));
            if (!known || path_.would_repeat(ply, game_.key(child.position))) continue;
            const Value side = sign_of(game_, here.position, child.position);
            const Value low = side > 0 ? beta - 1 : -beta;
            const Value found = leaves_.distances().from_table(known->value(), ply + 1);
            if (known->bound() != (side > 0 ? Bound::upper : Bound::lower) &&
                side * found >= beta &&
                usable(*known, found, {left, wanted.selectivity}, low, low + 1)) {
                leaves_.horizon += known->horizon();
                return side * found;
            }
        }
        return std::nullopt;
    }

  private:
    // Whether a stored value decides a window. One that rests on no evaluation holds at every
    // greater depth too.
    bool usable(const SearchRecord& record, Value found, Wanted wanted, Value alpha,
                Value beta) const {
        const bool deep_enough = record.depth() == wanted.depth ||
                                 (!record.horizon() && record.depth() < wanted.depth) ||
                                 (shared_.deeper_will_do && record.depth() > wanted.depth);
        return deep_enough && record.selectivity() <= wanted.selectivity &&
               decides(record.bound(), found, alpha, beta);
    }

    const G& game_;
    const SearchPath<G, E>& path_;
    Leaves<G, E>& leaves_;
    const SharedSearch<G>& shared_;
};

}  // namespace boardworth
