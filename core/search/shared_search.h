// What the threads of a search share: tables, and who is at what.
#pragma once

#include <cstddef>

#include "rules/game.h"
#include "search/busy.h"
#include "search/hooks.h"
#include "search/record.h"
#include "search/sample.h"
#include "search/shared_table.h"

namespace boardworth {

template <Game G>
struct SharedSearch {
    SharedSearch(std::size_t bytes, int threads)
        : table(has_ending<G> ? bytes / 2 : bytes),
          ending(has_ending<G> ? bytes / 2 : 0),
          several_threads(threads > 1) {}

    void new_search(bool fresh) {
        // Deeper values are better ones, but not the ones that a search of a given depth finds.
        deeper_will_do = !fresh;
        table.new_search(fresh);
        ending.new_search(fresh);
        if (several_threads) busy.clear();
    }

    SharedTable<SearchRecord> table;  // the transposition table
    typename Ending<G>::Table ending;
    BusyPositions busy;
    bool several_threads;
    bool deeper_will_do = false;
    Sample<G>* sample = nullptr;  // of what is evaluated, if someone wants one
};

}  // namespace boardworth
