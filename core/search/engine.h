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
#include "evaluators/relation_tables.h"
#include "evaluators/state_function.h"
#include "evaluators/table_evaluator.h"
#include "evaluators/tree_sum.h"
#include "features/configurations/weighed.h"
#include "features/index.h"
#include "features/sparse_table.h"
#include "rules/packed.h"
#include "search/plan.h"
#include "search/probcut.h"

namespace boardworth {

// An alpha-beta search. It serves one thread at a time.
class Search {
  public:
    virtual ~Search() = default;
    virtual SearchResult search(PackedPosition packed, const SearchRequest& request,
                                const Interrupt& interrupt) = 0;
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
    // Searches of many positions (search/many.h) and self-play (search/self_play.h).
    [[nodiscard]] virtual SearchedPositions search_all(const SearchSettings& settings,
                                                       const PackedPositions& packed,
                                                       std::span<const std::int32_t> depths,
                                                       const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual SampledPositions sample(const SearchSettings& settings,
                                                  const PackedPositions& packed, int depth,
                                                  std::size_t size, std::uint64_t seed,
                                                  const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual PvLeaves leaves(const SearchSettings& settings,
                                          const PackedPositions& packed, int depth,
                                          const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual PlayedGames self_play(const SearchSettings& settings, int depth,
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
    std::shared_ptr<const WeighedConfigurations> configurations;
    std::shared_ptr<const ConfigurationSum> sum;
    std::vector<Value> constants;      // by stage
    std::vector<std::uint8_t> stages;  // by progress
};

struct TermPartData {
    std::vector<std::size_t> terms;    // by their places among the game's
    std::vector<Value> weights;        // by stage, then term
    std::vector<std::uint8_t> stages;  // by progress
};

struct RelationPartData {
    std::shared_ptr<const RelationTables> tables;
    std::vector<std::uint8_t> stages;  // by progress
};

using PartData = std::variant<TablePartData, ConfigurationPartData, TermPartData, RelationPartData>;

// What searches offer for one game.
class GameSearches {
  public:
    virtual ~GameSearches() = default;

    // The sum of parts. Tables that are added up, alone or before terms, have a faster evaluator of
    // their own.
    [[nodiscard]] virtual SharedEvaluator evaluator(std::span<const PartData> parts, int scale,
                                                    Target target) const = 0;
    // The mover's exact scores; plainly, by a search that any game has.
    [[nodiscard]] virtual std::vector<std::int16_t> solve(const PackedPositions& packed,
                                                          int threads, bool plainly,
                                                          const Interrupt& interrupt) const = 0;
    [[nodiscard]] virtual PlayedGames random_self_play(const SelfPlayPlan& plan, int threads,
                                                       const Interrupt& interrupt) const = 0;

    // What a position is known by in the history of a game.
    [[nodiscard]] virtual std::uint64_t key(PackedPosition packed) const = 0;
    // The hooks of search/hooks.h.
    [[nodiscard]] virtual int extension(PackedPosition packed, int move) const = 0;
    // Whether searches play noisy moves beyond their depth unless told otherwise; nothing where
    // there are none.
    [[nodiscard]] virtual std::optional<bool> quiescence() const = 0;
    [[nodiscard]] virtual bool noisy(PackedPosition packed, int move) const = 0;
    [[nodiscard]] virtual bool in_check(PackedPosition packed) const = 0;
    [[nodiscard]] virtual bool tactical() const = 0;
    [[nodiscard]] virtual std::vector<int> noisy_moves(PackedPosition packed) const = 0;
    [[nodiscard]] virtual int exchange(PackedPosition packed, int move) const = 0;
    [[nodiscard]] virtual bool gives_check(PackedPosition packed, int move) const = 0;
};

}  // namespace boardworth
