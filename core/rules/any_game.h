// A game at run time, whichever it is: packed positions, numbered moves, and one virtual call for a
// move or for a whole batch, never for a fact. core/games implements it for every game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interrupt.h"
#include "rules/facts.h"
#include "rules/packed.h"
#include "rules/state_machine.h"
#include "rules/terms.h"

namespace boardworth {

class GameSearches;

struct GameConstants {
    std::string name;
    std::vector<std::string> players;
    Board board;
    int max_score = 0;
    int max_progress = 0;
    std::size_t packed_size = 0;
    FactShape facts;
    std::vector<Term> terms = {};
    // What only native games have is empty for others: Python knows better there.
    std::vector<std::vector<std::string>> value_names = {};  // by atom
    std::vector<std::string> loose_names = {};               // of the atoms that are no squares
    std::vector<std::string> symbols = {};       // of a square's values, first player's view
    std::vector<std::string> view_symbols = {};  // the mover's view
    std::vector<std::string> unicode_symbols =
        {};                                      // of the first player's, if there are better ones
    std::vector<std::string> column_names = {};  // letters if there are none
    std::vector<std::string> row_names = {};     // numbers if there are none
    std::string move_pattern = {};               // empty where notation depends on the position
    bool bounded = false;
    int usual_length = 0;
    std::optional<int> max_repetitions = {};
    // The first bytes of a packed position are equal where it recurs; clocks come behind them.
    std::size_t recurring_size = 0;
};

// A record played through the rules (rules/replay.h).
struct PlayedRecord {
    Bytes positions;
    std::vector<int> moves;
    std::size_t used;
};

// Positions and moves are checked: FormatError, IllegalMove.
class AnyGame {
  public:
    virtual ~AnyGame() = default;
    AnyGame(const AnyGame&) = delete;
    AnyGame& operator=(const AnyGame&) = delete;

    [[nodiscard]] const GameConstants& constants() const { return constants_; }

    [[nodiscard]] virtual Bytes start() const = 0;
    [[nodiscard]] virtual int mover(PackedPosition packed) const = 0;
    [[nodiscard]] virtual std::vector<int> legal_moves(PackedPosition packed) const = 0;
    [[nodiscard]] virtual Bytes play(PackedPosition packed, int move) const = 0;
    [[nodiscard]] virtual bool over(PackedPosition packed) const = 0;
    // The mover's final score; it has a meaning only when the game is over.
    [[nodiscard]] virtual int score(PackedPosition packed) const = 0;
    // The same where repetition ends the game, whose positions are given from the first one on.
    [[nodiscard]] virtual int repetition_score(const PackedPositions& played) const = 0;
    [[nodiscard]] virtual PlayedRecord replay(PackedPosition start,
                                              std::span<const int> moves) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(PackedPosition packed, int depth,
                                              const Interrupt& interrupt) const = 0;

    // The value of every atom, as a player sees it at turn.
    [[nodiscard]] virtual std::vector<std::uint16_t> facts(PackedPosition packed,
                                                           int mover) const = 0;

    // Batches. `check` throws FormatError unless they are as wide as the game's positions.
    void check(const PackedPositions& packed) const {
        check_width(constants_.name, constants_.packed_size, packed.width);
    }
    // The value of every atom, as the mover sees it, position by position.
    [[nodiscard]] virtual std::vector<std::uint16_t> seen_facts(
        const PackedPositions& packed) const = 0;
    [[nodiscard]] virtual std::vector<std::uint8_t> movers(const PackedPositions& packed) const = 0;
    [[nodiscard]] virtual std::vector<std::int16_t> progress(
        const PackedPositions& packed) const = 0;
    // For every position and some of the terms what each side counts, the mover first.
    [[nodiscard]] virtual std::vector<std::int16_t> term_counts(const PackedPositions& packed,
                                                                std::span<const std::size_t> terms,
                                                                int threads) const = 0;
    [[nodiscard]] virtual Bytes canonical(const PackedPositions& packed) const = 0;
    [[nodiscard]] virtual std::vector<std::uint64_t> canonical_keys(
        const PackedPositions& packed) const = 0;

    // Where each symmetry takes each atom; the first is the identity.
    [[nodiscard]] virtual std::vector<std::vector<int>> symmetries() const = 0;
    [[nodiscard]] virtual Bytes image(int symmetry, PackedPosition packed) const = 0;
    [[nodiscard]] virtual int move_image(int symmetry, int move) const = 0;
    [[nodiscard]] virtual Bytes first_to_move(PackedPosition packed) const = 0;

    [[nodiscard]] virtual std::string text(PackedPosition packed) const = 0;
    [[nodiscard]] virtual Bytes parse(std::string_view text) const = 0;
    [[nodiscard]] virtual std::string move_text(PackedPosition packed, int move) const = 0;
    [[nodiscard]] virtual int parse_move(PackedPosition packed, std::string_view text) const = 0;

    // As a machine of joint moves, which has a copy of the game.
    [[nodiscard]] virtual std::unique_ptr<StateMachine> machine() const = 0;
    // What a later stage has made of the game and handed over (search/engine.h).
    [[nodiscard]] const GameSearches& searches() const { return *searches_; }

  protected:
    AnyGame(GameConstants constants, std::shared_ptr<const GameSearches> searches)
        : constants_(std::move(constants)), searches_(std::move(searches)) {}

  private:
    GameConstants constants_;
    std::shared_ptr<const GameSearches> searches_;
};

}  // namespace boardworth
