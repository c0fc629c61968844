// Evaluators and searches of a game that is known only at run time: what the bindings talk to.
// Positions are packed, one after the other.
//
// Each game has one file in core/games that instantiates the templates of search/engine_of.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "evaluators/combination.h"
#include "evaluators/evaluator.h"
#include "evaluators/state_function.h"
#include "evaluators/table_evaluator.h"
#include "evaluators/tree_sum.h"
#include "features/configurations/activation.h"
#include "features/index.h"
#include "features/sparse_table.h"
#include "rules/packed.h"
#include "search/plan.h"
#include "search/probcut.h"

namespace boardworth {

// An alpha-beta search. It serves one thread at a time.
class Search {
  public:
    struct Result {
        std::vector<int> pv;
        Value value;
        std::optional<int> distance;
        int depth;
        int selectivity;
        bool exact;
        std::uint64_t nodes;
        double seconds;
    };

    virtual ~Search() = default;
    virtual Result search(PackedPosition packed, const SearchRequest& request,
                          const Interrupt& interrupt) = 0;
};

// What many searches say about positions, row by row (search/many.h).
struct PackedJudgements {
    std::vector<Value> values;
    std::vector<std::uint8_t> successors;
    std::vector<std::int8_t> signs;
};

struct PackedSamples {
    std::vector<std::uint8_t> positions;
    std::vector<std::uint32_t> rows;  // which position each of them is from
};

struct PackedGames {
    std::vector<std::uint8_t> positions;
    std::vector<Value> values;
    std::vector<std::int16_t> scores;
    std::vector<std::uint32_t> games;
};

// How the searches of one call are made.
struct SearchSettings {
    ProbCut probcut;
    std::size_t memory;
    int threads;
};

// An evaluator, and the searches that it serves.
class AnyEvaluator {
  public:
    virtual ~AnyEvaluator() = default;

    // Its values as points of every role, for searches that ask for these.
    [[nodiscard]] virtual std::shared_ptr<StateFunction> state_function() const = 0;
    [[nodiscard]] virtual std::size_t packed_size() const = 0;
    [[nodiscard]] virtual int max_progress() const = 0;
    [[nodiscard]] virtual std::vector<Value> values(const PackedPositions& packed) const = 0;
    [[nodiscard]] virtual TreeSum tree_sum(PackedPosition packed, int depth, bool incremental,
                                           const Interrupt& interrupt) const = 0;

    [[nodiscard]] virtual std::unique_ptr<Search> search(const SearchSettings& settings,
                                                         Driver driver) const = 0;
    [[nodiscard]] virtual PackedJudgements judge(const SearchSettings& settings,
                                                 const PackedPositions& packed,
                                                 std::span<const std::int32_t> depths,
                                                 const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual PackedSamples sample(const SearchSettings& settings,
                                               const PackedPositions& packed, int depth,
                                               std::size_t size, std::uint64_t seed,
                                               const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual PackedGames self_play(const SearchSettings& settings, int depth,
                                                const SelfPlayPlan& plan,
                                                const Interrupt& interrupt) const = 0;
};

using SharedEvaluator = std::shared_ptr<const AnyEvaluator>;

// Parts of an evaluation, whatever the game.
struct TablePartData {
    PatternIndex index;
    std::vector<SparseInstance> sparse;
    TableWeights weights;
    std::optional<Combination> combination;
};

struct ConfigurationPartData {
    std::shared_ptr<const CoverDiagram> diagram;
    std::vector<Value> constants;      // by stage
    std::vector<std::uint8_t> stages;  // by progress
};

struct MobilityPartData {
    std::vector<Value> weights;        // by stage, then measure
    std::vector<std::uint8_t> stages;  // by progress
};

using PartData = std::variant<TablePartData, ConfigurationPartData, MobilityPartData>;

// What searches offer for one game.
class GameSearches {
  public:
    virtual ~GameSearches() = default;

    [[nodiscard]] virtual SharedEvaluator tables(PatternIndex index,
                                                 std::span<const SparseInstance> sparse,
                                                 TableWeights weights, int scale,
                                                 Target target) const = 0;
    [[nodiscard]] virtual SharedEvaluator sum(std::span<const PartData> parts, int scale,
                                              Target target) const = 0;
    [[nodiscard]] virtual bool has_mobility() const = 0;
    // The mover's exact scores; plainly, by a search that any game has.
    [[nodiscard]] virtual std::vector<std::int16_t> solve(const PackedPositions& packed,
                                                          int threads, bool plainly,
                                                          const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual PackedGames random_self_play(const SelfPlayPlan& plan, int threads,
                                                       const Interrupt& interrupt) const = 0;

    // What a position is known by in the history of a game.
    [[nodiscard]] virtual std::uint64_t key(PackedPosition packed) const = 0;
    // The hooks of search/hooks.h.
    [[nodiscard]] virtual int extension(PackedPosition packed, int move) const = 0;
    [[nodiscard]] virtual bool noisy(PackedPosition packed, int move) const = 0;
    [[nodiscard]] virtual bool in_check(PackedPosition packed) const = 0;
};

}  // namespace boardworth
