// What the threads of a search share: tables, settings, and which positions are being searched.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "evaluators/evaluator.h"
#include "rules/game.h"
#include "search/features.h"
#include "search/hooks.h"
#include "search/record.h"
#include "search/sample.h"
#include "search/shared_table.h"

namespace boardworth {

// What the threads of a search are at, so that they do not all do the same (simplified ABDADA): a
// successor that another thread is searching is put off until the others are done. By then its
// value is likely to be in the table.
//
// What a position is known by while it is searched to a depth.
inline std::uint64_t busy_mark(std::uint64_t key, int depth) {
    return key ^ (static_cast<std::uint64_t>(depth) << 56);
}

class BusyPositions {
  public:
    // A mark that is overwritten by another costs time, never correctness.
    void enter(std::uint64_t key) { place(key).store(key, std::memory_order_relaxed); }
    void leave(std::uint64_t key) {
        if (searched(key)) place(key).store(0, std::memory_order_relaxed);
    }
    [[nodiscard]] bool searched(std::uint64_t key) const {
        return places_[key % places_.size()].load(std::memory_order_relaxed) == key;
    }
    void clear() {
        for (auto& place : places_) place.store(0, std::memory_order_relaxed);
    }

  private:
    std::atomic<std::uint64_t>& place(std::uint64_t key) { return places_[key % places_.size()]; }

    std::array<std::atomic<std::uint64_t>, 4096> places_{};
};

template <Game G>
struct SharedSearch {
    SharedSearch(std::size_t bytes, int threads, bool quiesced, Features chosen, Value of_pawn)
        : table(has_ending<G> ? bytes / 2 : bytes),
          ending(has_ending<G> ? bytes / 2 : 0),
          several_threads(threads > 1),
          quiescence(quiesced),
          features(chosen),
          pawn(of_pawn) {}

    void new_search(bool fresh) {
        // Deeper values are better ones, but not the ones that a search of a given depth finds.
        deeper_will_do = !fresh || features.change_values();
        table.new_search(fresh);
        ending.new_search(fresh);
        if (several_threads) busy.clear();
    }

    SharedTable<SearchRecord> table;  // the transposition table
    typename Ending<G>::Table ending;
    BusyPositions busy;
    bool several_threads;
    bool quiescence;    // whether noisy moves are played beyond the depth
    Features features;  // of tactical games
    Value pawn;         // what the evaluator takes a pawn for, in tactical games
    bool deeper_will_do = false;
    Sample<G>* sample = nullptr;  // of what is evaluated, if one is wanted
};

}  // namespace boardworth
