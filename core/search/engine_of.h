// The run-time interfaces of search/engine.h, implemented for a game. Only core/games includes
// this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "errors.h"
#include "evaluators/configuration_part.h"
#include "evaluators/model_function.h"
#include "evaluators/relation_part.h"
#include "evaluators/sum_evaluator.h"
#include "evaluators/table_parts.h"
#include "evaluators/term_part.h"
#include "parallel.h"
#include "search/alphabeta.h"
#include "search/engine.h"
#include "search/many.h"
#include "search/self_play.h"
#include "search/solve.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class SearchOf final : public Search {
  public:
    SearchOf(std::shared_ptr<const E> evaluator, const SearchSettings& settings, Driver driver)
        : search_(std::move(evaluator), settings, driver) {}

    SearchResult search(PackedPosition packed, const SearchRequest& request,
                        const Interrupt& interrupt) override {
        const G& game = search_.game();
        const auto position = unpack_checked(game, packed);
        if (game.over(position))
            throw IllegalMove(std::string(game.name) + ": the game is over in " +
                              game.text(position));
        const auto legal = game.legal_moves(position);
        for (const int move : request.root_moves)
            if (std::find(legal.begin(), legal.end(), move) == legal.end())
                throw IllegalMove(std::string(game.name) + ": a search of move " +
                                  std::to_string(move) + ", which is illegal in " +
                                  game.text(position));
        return search_.search(position, request, interrupt);
    }

  private:
    AlphaBeta<G, E> search_;
};

template <Game G, Evaluator<G> E>
class EvaluatorOf final : public AnyEvaluator {
  public:
    explicit EvaluatorOf(E evaluator)
        : evaluator_(std::make_shared<const E>(std::move(evaluator))) {}

    std::shared_ptr<StateFunction> state_function() const override {
        return std::make_shared<ModelFunction<G, E>>(evaluator_);
    }
    std::size_t packed_size() const override { return game().packed_size; }
    int max_progress() const override { return game().max_progress; }

    std::vector<Value> values(const PackedPositions& packed) const override {
        typename E::Stack stack(*evaluator_, 1);
        std::vector<Value> values;
        for_each_position(game(), packed, true, [&](const auto& position) {
            evaluator_->start(stack, position);
            values.push_back(evaluator_->value(stack, 0, position));
        });
        return values;
    }

    TreeSum tree_sum(PackedPosition packed, int depth, bool incremental,
                     const Interrupt& interrupt) const override {
        return TreeSummation<G, E>(*evaluator_, incremental, interrupt)
            .run(unpack_checked(game(), packed), depth);
    }

    std::unique_ptr<Search> search(const SearchSettings& settings, Driver driver) const override {
        return std::make_unique<SearchOf<G, E>>(evaluator_, settings, driver);
    }

    SearchedPositions search_all(const SearchSettings& settings, const PackedPositions& packed,
                                 std::span<const std::int32_t> depths,
                                 const Interrupt& interrupt) const override {
        return ManySearches<G, E>(evaluator_, settings).search(packed, depths, interrupt);
    }
    SampledPositions sample(const SearchSettings& settings, const PackedPositions& packed,
                            int depth, std::size_t size, std::uint64_t seed,
                            const Interrupt& interrupt) const override {
        return ManySearches<G, E>(evaluator_, settings)
            .sample(packed, depth, size, seed, interrupt);
    }
    PvLeaves leaves(const SearchSettings& settings, const PackedPositions& packed, int depth,
                    const Interrupt& interrupt) const override {
        return ManySearches<G, E>(evaluator_, settings).leaves(packed, depth, interrupt);
    }
    PlayedGames self_play(const SearchSettings& settings, int depth, const SelfPlayPlan& plan,
                          const Interrupt& interrupt) const override {
        return searched_self_play<G, E>(evaluator_, settings, depth, plan, interrupt);
    }

  private:
    [[nodiscard]] const G& game() const { return evaluator_->game(); }

    std::shared_ptr<const E> evaluator_;
};

template <Game G>
class SearchesOf final : public GameSearches {
  public:
    explicit SearchesOf(G game) : game_(std::move(game)) {}

    SharedEvaluator evaluator(std::span<const PartData> parts, int scale,
                              Target target) const override {
        if (is_table_sum(parts)) {
            std::optional<TermSum<G>> terms;
            if (parts.size() == 2) terms = term_sum(std::get<TermPartData>(parts[1]));
            return std::make_shared<const EvaluatorOf<G, TableEvaluator<G>>>(
                tables(std::get<TablePartData>(parts[0]), scale, target, std::move(terms)));
        }
        typename SumEvaluator<G>::Parts own;
        for (const PartData& part : parts)
            own.push_back(std::visit([&](const auto& any) { return this->part(any); }, part));
        return std::make_shared<const EvaluatorOf<G, SumEvaluator<G>>>(
            SumEvaluator<G>(game_, std::move(own), scale, target));
    }

    std::vector<std::int16_t> solve(const PackedPositions& packed, int threads, bool plainly,
                                    const Interrupt& interrupt) const override {
        constexpr std::size_t positions_per_piece = 64;
        const auto positions = unpack_all(game_, packed);
        std::vector<std::int16_t> scores(positions.size());
        const std::size_t pieces =
            (positions.size() + positions_per_piece - 1) / positions_per_piece;
        in_parallel(pieces, threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
            const std::size_t first = piece * positions_per_piece;
            const std::size_t count = std::min(positions_per_piece, positions.size() - first);
            solve_some(std::span(positions).subspan(first, count),
                       std::span(scores).subspan(first, count), plainly, stopped);
        });
        return scores;
    }

    PlayedGames random_self_play(const SelfPlayPlan& plan, int threads,
                                 const Interrupt& interrupt) const override {
        return boardworth::random_self_play(game_, plan, threads, interrupt);
    }

    std::uint64_t key(PackedPosition packed) const override {
        return game_.key(unpack_checked(game_, packed));
    }
    int extension(PackedPosition packed, int move) const override {
        return boardworth::extension(game_, unpack_checked(game_, packed),
                                     static_cast<typename G::Move>(move));
    }
    std::optional<bool> quiescence() const override {
        return has_noisy_moves<G> ? std::optional(quiescence_by_default<G>) : std::nullopt;
    }
    bool noisy(PackedPosition packed, int move) const override {
        return boardworth::noisy(game_, unpack_checked(game_, packed),
                                 static_cast<typename G::Move>(move));
    }
    bool in_check(PackedPosition packed) const override {
        return boardworth::in_check(game_, unpack_checked(game_, packed));
    }
    bool tactical() const override { return is_tactical<G>; }
    std::vector<int> noisy_moves(PackedPosition packed) const override {
        return boardworth::noisy_moves(game_, unpack_checked(game_, packed));
    }
    int exchange(PackedPosition packed, int move) const override {
        return boardworth::exchange(game_, unpack_checked(game_, packed),
                                    static_cast<typename G::Move>(move));
    }
    bool gives_check(PackedPosition packed, int move) const override {
        return boardworth::gives_check(game_, unpack_checked(game_, packed),
                                       static_cast<typename G::Move>(move));
    }

  private:
    using Part = std::unique_ptr<const EvaluatorPart<G>>;

    // Whether the parts are tables that are added up, and perhaps terms.
    static bool is_table_sum(std::span<const PartData> parts) {
        const auto* data = parts.empty() ? nullptr : std::get_if<TablePartData>(&parts[0]);
        if (data == nullptr || data->combination) return false;
        return parts.size() == 1 ||
               (parts.size() == 2 && std::holds_alternative<TermPartData>(parts[1]));
    }

    TableEvaluator<G> tables(const TablePartData& data, int scale, Target target,
                             std::optional<TermSum<G>> terms = std::nullopt) const {
        return {game_, data.index, data.sparse, data.weights, scale, target, std::move(terms)};
    }
    TermSum<G> term_sum(const TermPartData& data) const {
        return {game_, data.terms, data.weights, data.stages};
    }

    Part part(const TablePartData& data) const {
        // Scale and target are the sum's.
        return std::make_unique<TablePart<G>>(tables(data, 1, Target::score), data.combination);
    }
    Part part(const ConfigurationPartData& data) const {
        return std::make_unique<ConfigurationPart<G>>(game_, data.configurations, data.sum,
                                                      data.constants, data.stages);
    }
    Part part(const TermPartData& data) const {
        return std::make_unique<TermPart<G>>(game_, term_sum(data));
    }
    Part part(const RelationPartData& data) const {
        return std::make_unique<RelationPart<G>>(game_, data.tables, data.stages);
    }

    void solve_some(std::span<const typename G::Position> positions, std::span<std::int16_t> scores,
                    bool plainly, const Interrupt& interrupt) const {
        const auto solve_each = [&](const auto& solve) {
            for (std::size_t i = 0; i < positions.size(); ++i)
                scores[i] = static_cast<std::int16_t>(solve(positions[i]));
        };
        if constexpr (has_ending<G>)
            if (!plainly) {
                typename Ending<G>::Table table(1 << 20);
                Clock clock({}, interrupt);
                Ending<G> ending(table, clock);
                solve_each([&](const auto& p) {
                    return ending.solve(p, -game_.max_score, game_.max_score);
                });
                return;
            }
        Solver<G> solver(game_);
        solve_each([&](const auto& p) { return solver.solve(p, interrupt); });
    }

    G game_;
};

}  // namespace boardworth
