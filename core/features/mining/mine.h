// GenConf (GLEM, section 4.2): all configurations that are active in enough positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "features/configurations/relations.h"
#include "features/mining/and_count.h"
#include "features/mining/bit_rows.h"
#include "interrupt.h"

namespace boardworth {

// The sequential test of GLEM, figure 2. Whether a configuration is active in n of m positions in
// random order is decided after d of them, u being active, as soon as u leaves the band
// d q +- t sqrt(d q (1 - q)), q = n / m.
struct MatchHeuristic {
    std::size_t chunk_lines = 0;  // s, in lines of 512 positions; 0: no test, every count is exact
    double confidence = 0;        // t
};

struct MineSettings {
    std::uint32_t support;  // n, at least 1
    std::size_t longest;
    MatchHeuristic heuristic;
};

// Configurations, the relations of each in ascending order, all of them in one row.
struct Configurations {
    std::vector<Relation> relations;
    std::vector<std::uint8_t> lengths;
    std::vector<std::uint32_t> supports;
};

// What comes of one piece of the work.
struct Mined {
    Configurations found;                  // unless they were only to be counted
    std::vector<std::uint64_t> by_length;  // how many of length 1, 2, ...
    std::uint64_t decisions = 0;           // candidates that were tried
};

// Depth-first specialisation in a total order of the relations: a configuration is only extended by
// relations greater than its largest. The rarest relation is the least, so that the configurations
// with the most extensions have the fewest positions.
//
// Below a configuration only its own positions matter. They are gathered (BitSelection) into rows
// of their own for the relations that can extend it; the support of a further pair of relations is
// then the popcount of two short rows that the cache holds. Relations of one atom exclude each
// other by themselves: they share no position.
class Miner {
  public:
    // `rows` has a row for every relation.
    Miner(const BitRows& rows, MineSettings settings);

    // The configurations whose least relation is the same are one piece of the work.
    [[nodiscard]] std::size_t pieces() const { return root_.relations.size(); }

    // The pieces from first on, as many as given, in order. More configurations than `most` throw
    // TooMany; without a bound they are only counted.
    [[nodiscard]] std::vector<Mined> mine(std::size_t first, std::size_t count,
                                          std::optional<std::size_t> most, AndCount kernel,
                                          int threads, const Interrupt& interrupt) const;

    // The relations that can extend a configuration, with their rows over its positions and the
    // supports of the configurations that they lead to.
    struct Node {
        // After one more chunk: matches from `enough` on suffice, fewer than `too_few` do not;
        // `scale` makes an estimate of them.
        struct Band {
            std::uint32_t enough, too_few;
            double scale;
        };

        BitRows rows;
        std::size_t positions = 0;
        std::vector<Relation> relations;
        std::vector<std::uint32_t> supports;
        std::vector<Band> bands;  // of the heuristic, if it is used
        // Where the rows hold a sample only, the node whose rows hold all positions, and where its
        // rows of the configuration itself and of each relation are.
        const Node* above = nullptr;
        std::size_t own_row = 0;
        std::vector<std::size_t> rows_above;
    };

  private:
    MineSettings settings_;
    Node root_;
};

}  // namespace boardworth
