// A rule sheet's game as a model of the game contract: one or two players who take turns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/game.h"
#include "rules/gdl/step/game_facts.h"
#include "rules/gdl/step/walker.h"

namespace boardworth {

// Walkers that are not in use: to make one takes long.
class WalkerPool {
  public:
    explicit WalkerPool(std::shared_ptr<const GameTables> tables) : tables_(std::move(tables)) {}

    std::unique_ptr<PropnetWalker> take();
    void give_back(std::unique_ptr<PropnetWalker> walker);

  private:
    std::shared_ptr<const GameTables> tables_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<PropnetWalker>> idle_;
};

// A walker for as long as it is needed.
class WalkerLease {
  public:
    explicit WalkerLease(std::shared_ptr<WalkerPool> pool)
        : pool_(std::move(pool)), walker_(pool_->take()) {}
    WalkerLease(const WalkerLease&) = delete;
    WalkerLease& operator=(const WalkerLease&) = delete;
    WalkerLease(WalkerLease&&) = default;
    WalkerLease& operator=(WalkerLease&&) = delete;
    ~WalkerLease() {
        if (walker_) pool_->give_back(std::move(walker_));
    }

    PropnetPosition at(std::vector<std::uint64_t> fluents) const {
        return walker_->at(std::move(fluents));
    }
    PropnetPosition with_outcome(std::vector<std::uint64_t> fluents) const {
        return walker_->with_outcome(std::move(fluents));
    }
    [[nodiscard]] std::vector<std::uint16_t> legal_moves(const PropnetPosition& position) const {
        return walker_->legal_moves(position);
    }
    [[nodiscard]] int move_count(const PropnetPosition& position) const {
        return walker_->move_count(position);
    }
    template <class OnChange>
    [[nodiscard]] PropnetPosition play_unchecked(const PropnetPosition& position,
                                                 std::uint16_t move, OnChange&& on_change) const {
        return walker_->play_unchecked(position, move, std::forward<OnChange>(on_change));
    }

  private:
    std::shared_ptr<WalkerPool> pool_;
    std::unique_ptr<PropnetWalker> walker_;
};

class PropnetGame {
  public:
    using Position = PropnetPosition;
    using Move = std::uint16_t;

    static constexpr bool mirrored = false;
    static constexpr bool alternates = false;
    static constexpr bool perft_counts_finished_games = false;
    static constexpr int max_score = 100;

    PropnetGame(std::shared_ptr<const Propnet> propnet, GameFacts facts);

    [[nodiscard]] const GameTables& tables() const { return *tables_; }
    [[nodiscard]] WalkerLease walker() const { return WalkerLease(pool_); }

    [[nodiscard]] Position start() const { return *start_; }
    [[nodiscard]] int mover(const Position& p) const { return p.mover; }
    [[nodiscard]] std::vector<Move> legal_moves(const Position& p) const {
        return walker().legal_moves(p);
    }
    [[nodiscard]] bool over(const Position& p) const { return p.over; }
    [[nodiscard]] int score(const Position& p) const { return p.score; }
    // The mover's points of goal by its score: goals of two players add up to 100.
    [[nodiscard]] float points(float score) const {
        return std::clamp(players.size() == 1 ? score : 50 + score / 2, 0.0F, 100.0F);
    }
    // Of what makes up a position, as the propnet's own states have them.
    [[nodiscard]] std::size_t state_bits() const { return tables_->propnet->fluents(); }
    // A position by its fluents, whether they can hold together or not.
    [[nodiscard]] Position without_outcome(std::vector<std::uint64_t> fluents) const {
        if (tables_->turns_by_choice) return walker().with_outcome(std::move(fluents));
        return PropnetWalker::without_outcome(*tables_, std::move(fluents));
    }
    // Calls on_fact(fact, value) for what each fluent that holds says to the mover.
    template <class OnFact>
    void each_fact(const Position& p, OnFact&& on_fact) const {
        for_each_bit(p.fluents, [&](std::uint32_t fluent) {
            const Share& share = tables_->shares[fluent][p.mover];
            on_fact(share.fact, share.value);
        });
    }
    [[nodiscard]] int progress(const Position& p) const {
        return std::clamp(p.progress, 0, max_progress);
    }
    [[nodiscard]] std::uint64_t key(const Position& p) const { return p.key; }
    template <class OnChange>
    [[nodiscard]] Position play_unchecked(const Position& p, Move move,
                                          OnChange&& on_change) const {
        return walker().play_unchecked(p, move, std::forward<OnChange>(on_change));
    }

    [[nodiscard]] int values(int atom) const {
        return tables_->facts.values[static_cast<std::size_t>(atom % atoms)];
    }
    [[nodiscard]] int fact(const Position& p, int fact) const {
        int value = 0;
        for (const auto& [fluent, own] : tables_->evidence[static_cast<std::size_t>(fact)])
            if (has_bit(p.fluents, fluent)) value += own;
        return value;
    }
    [[nodiscard]] int atom_image(int symmetry, int atom) const;
    [[nodiscard]] Move move_image(int symmetry, Move move) const {
        return tables_->facts.move_symmetries[static_cast<std::size_t>(symmetry)][move];
    }
    [[nodiscard]] Position image(int symmetry, const Position& p) const;
    [[nodiscard]] Position first_to_move(const Position& p) const;

    [[nodiscard]] std::vector<std::uint8_t> pack(const Position& p) const;
    [[nodiscard]] Position unpack(std::span<const std::uint8_t> packed) const;
    [[nodiscard]] Position unpack_facts(std::span<const std::uint8_t> packed) const;
    // The fluents that hold, one after the other.
    [[nodiscard]] std::string text(const Position& p) const;
    [[nodiscard]] Position parse(std::string_view text) const;
    [[nodiscard]] std::string move_text(const Position& /*p*/, Move move) const {
        return tables_->facts.move_names[move];
    }
    [[nodiscard]] Move parse_move(const Position& p, std::string_view text) const;

  private:
    [[nodiscard]] std::vector<std::uint64_t> state_of(std::span<const std::uint8_t> packed) const;
    [[nodiscard]] Position moved(const Position& p, std::span<const std::uint32_t> images,
                                 std::uint8_t mover) const;

    std::shared_ptr<const GameTables> tables_;
    std::shared_ptr<WalkerPool> pool_;
    std::shared_ptr<const Position> start_;
    std::shared_ptr<const std::unordered_map<std::string, std::uint32_t>> fluents_by_name_;
    std::shared_ptr<const std::unordered_map<std::string, Move>> moves_by_name_;

  public:
    std::string name;
    std::vector<std::string> players;
    Board board;
    int atoms;
    int symmetries;
    int max_progress;
    int last_move;
    std::size_t packed_size;
};

}  // namespace boardworth
