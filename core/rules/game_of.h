// The run-time interface of a game, from its compiled rules. Only core/games instantiates it.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "parallel.h"
#include "rules/any_game.h"
#include "rules/perft.h"
#include "rules/replay.h"
#include "rules/turn_machine.h"

namespace boardworth {

// What a player at turn sees of a position's facts: a value for every atom, behind those before.
template <Game G>
void add_facts(const G& game, const typename G::Position& position, int mover,
               std::vector<std::uint16_t>& facts) {
    const std::size_t first = facts.size();
    facts.resize(first + static_cast<std::size_t>(game.atoms));
    for (int atom = 0; atom < game.atoms; ++atom) {
        int fact = game.fact(position, G::mirrored || mover == 0 ? atom : atom + game.atoms);
        if (G::mirrored && mover != 0) fact = game.values(atom) - 1 - fact;
        facts[first + static_cast<std::size_t>(atom)] = static_cast<std::uint16_t>(fact);
    }
}

// Games whose symbols are single characters write them in a row.
template <class Symbols>
std::vector<std::string> symbol_texts(const Symbols& symbols) {
    std::vector<std::string> texts;
    for (const auto& symbol : symbols) {
        if constexpr (std::is_same_v<Symbols, std::string_view>)
            texts.emplace_back(1, symbol);
        else
            texts.emplace_back(symbol);
    }
    return texts;
}

template <Game G>
GameConstants constants_of(const G& game) {
    const auto texts = [](const auto& all) {
        return std::vector<std::string>(all.begin(), all.end());
    };
    GameConstants constants{.name = std::string(game.name),
                            .players = texts(game.players),
                            .board = game.board,
                            .max_score = game.max_score,
                            .max_progress = game.max_progress,
                            .packed_size = game.packed_size,
                            .facts = fact_shape(game),
                            .terms = terms_of(game)};
    if constexpr (requires { game.symbols; }) {
        for (int atom = 0; atom < game.atoms; ++atom)
            constants.value_names.push_back(texts(game.value_names(atom)));
        constants.symbols = symbol_texts(game.symbols);
        constants.view_symbols = symbol_texts(game.view_symbols);
        constants.bounded = game.bounded;
        constants.usual_length = game.usual_length;
    }
    if constexpr (requires { game.loose_names; }) constants.loose_names = texts(game.loose_names);
    if constexpr (requires { game.move_pattern; }) constants.move_pattern = game.move_pattern;
    if constexpr (requires { game.unicode_symbols; })
        constants.unicode_symbols = texts(game.unicode_symbols);
    if constexpr (requires { game.column_names; })
        constants.column_names = texts(game.column_names);
    if constexpr (requires { game.row_names; }) constants.row_names = texts(game.row_names);
    if constexpr (requires { game.max_repetitions; })
        constants.max_repetitions = game.max_repetitions;
    constants.recurring_size = game.packed_size;
    if constexpr (requires { game.recurring_size; }) constants.recurring_size = game.recurring_size;
    return constants;
}

template <Game G>
class GameOf final : public AnyGame {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    GameOf(G game, std::shared_ptr<const GameSearches> searches)
        : AnyGame(constants_of(game), std::move(searches)), game_(std::move(game)) {}

    Bytes start() const override { return pack(game_.start()); }
    int mover(PackedPosition packed) const override { return game_.mover(unpack(packed)); }
    std::vector<int> legal_moves(PackedPosition packed) const override {
        const auto legal = game_.legal_moves(unpack(packed));
        return {legal.begin(), legal.end()};
    }
    Bytes play(PackedPosition packed, int number) const override {
        const Position position = unpack(packed);
        const Move move = to_move(number);
        const auto legal = game_.legal_moves(position);
        if (std::find(legal.begin(), legal.end(), move) == legal.end())
            throw IllegalMove(std::string(game_.name) + ": illegal move " +
                              game_.move_text(position, move) + " in " + game_.text(position));
        return pack(game_.play_unchecked(position, move, IgnoreChanges{}));
    }
    bool over(PackedPosition packed) const override { return game_.over(unpack(packed)); }
    int score(PackedPosition packed) const override { return game_.score(unpack(packed)); }
    int repetition_score(const PackedPositions& played) const override {
        if constexpr (counts_repetitions<G>) {
            check(played);
            std::vector<std::uint64_t> keys;
            for (const Position& position : unpack_all(game_, played))
                keys.push_back(game_.key(position));
            if (keys.empty()) throw std::invalid_argument("repetition: a game has a position");
            keys.pop_back();
            return boardworth::repetition_score(game_, unpack(played[played.count - 1]), keys);
        } else {
            throw std::invalid_argument(std::string(game_.name) + ": repetition ends no game");
        }
    }
    PlayedRecord replay(PackedPosition start, std::span<const int> record) const override {
        std::vector<Move> moves;
        for (const int move : record) moves.push_back(to_move(move));
        const auto played = boardworth::replay<G>(game_, unpack(start), moves);
        return {pack_all<G>(game_, played.positions),
                {played.moves.begin(), played.moves.end()},
                played.used};
    }
    std::uint64_t perft(PackedPosition packed, int depth,
                        const Interrupt& interrupt) const override {
        const Position position = unpack(packed);
        if (depth < 0) throw std::invalid_argument("perft: the depth must not be negative");
        return boardworth::perft(game_, position, depth, interrupt);
    }

    std::vector<std::uint16_t> facts(PackedPosition packed, int mover) const override {
        std::vector<std::uint16_t> facts;
        add_facts(game_, unpack(packed), mover, facts);
        return facts;
    }
    std::vector<std::uint16_t> seen_facts(const PackedPositions& packed) const override {
        std::vector<std::uint16_t> facts;
        facts.reserve(packed.count * static_cast<std::size_t>(game_.atoms));
        for_each(packed, [&](const Position& p) { add_facts(game_, p, game_.mover(p), facts); });
        return facts;
    }
    std::vector<std::uint8_t> movers(const PackedPositions& packed) const override {
        return numbers<std::uint8_t>(packed, [&](const Position& p) { return game_.mover(p); });
    }
    std::vector<std::int16_t> progress(const PackedPositions& packed) const override {
        return numbers<std::int16_t>(packed, [&](const Position& p) { return game_.progress(p); });
    }
    std::vector<std::int16_t> term_counts(const PackedPositions& packed,
                                          std::span<const std::size_t> terms,
                                          int threads) const override {
        constexpr std::size_t positions_per_piece = 8192;
        check(packed);
        for (const std::size_t term : terms)
            if (term >= constants().terms.size())
                throw std::invalid_argument(std::string(game_.name) + ": no such term");
        std::vector<std::int16_t> counts(packed.count * terms.size() * 2);
        const std::size_t pieces = (packed.count + positions_per_piece - 1) / positions_per_piece;
        in_parallel(pieces, threads, [&](std::size_t piece) {
            const TermReader<G> read(game_);
            const std::size_t first = piece * positions_per_piece;
            const std::size_t last = std::min(first + positions_per_piece, packed.count);
            std::int16_t* count = counts.data() + first * terms.size() * 2;
            for_each(packed.part(first, last), [&](const Position& position) {
                for (const std::size_t term : terms) {
                    const TermCounts both = read(position, term);
                    *count++ = static_cast<std::int16_t>(both.own);
                    *count++ = static_cast<std::int16_t>(both.opponent);
                }
            });
        });
        return counts;
    }
    Bytes canonical(const PackedPositions& packed) const override {
        Bytes forms;
        forms.reserve(packed.count * packed.width);
        for_each(packed, [&](const Position& p) {
            const auto form = boardworth::canonical(game_, p);
            forms.insert(forms.end(), form.begin(), form.end());
        });
        return forms;
    }
    std::vector<std::uint64_t> canonical_keys(const PackedPositions& packed) const override {
        return numbers<std::uint64_t>(packed, [&](const Position& p) {
            return game_.key(game_.unpack(boardworth::canonical(game_, p)));
        });
    }

    std::vector<std::vector<int>> symmetries() const override {
        std::vector<std::vector<int>> images(static_cast<std::size_t>(game_.symmetries));
        for (int symmetry = 0; symmetry < game_.symmetries; ++symmetry)
            for (int atom = 0; atom < game_.atoms; ++atom)
                images[static_cast<std::size_t>(symmetry)].push_back(
                    game_.atom_image(symmetry, atom));
        return images;
    }
    Bytes image(int symmetry, PackedPosition packed) const override {
        return pack(game_.image(symmetry, unpack(packed)));
    }
    int move_image(int symmetry, int move) const override {
        return game_.move_image(symmetry, to_move(move));
    }
    Bytes first_to_move(PackedPosition packed) const override {
        return pack(game_.first_to_move(unpack(packed)));
    }

    std::string text(PackedPosition packed) const override { return game_.text(unpack(packed)); }
    Bytes parse(std::string_view text) const override { return pack(game_.parse(text)); }
    std::string move_text(PackedPosition packed, int move) const override {
        return game_.move_text(unpack(packed), to_move(move));
    }
    int parse_move(PackedPosition packed, std::string_view text) const override {
        return game_.parse_move(unpack(packed), text);
    }

    std::unique_ptr<StateMachine> machine() const override {
        return std::make_unique<TurnMachine<G>>(game_);
    }

  private:
    [[nodiscard]] Position unpack(PackedPosition packed) const {
        return unpack_checked(game_, packed);
    }
    [[nodiscard]] Bytes pack(const Position& position) const {
        const auto packed = game_.pack(position);
        return {packed.begin(), packed.end()};
    }
    [[nodiscard]] Move to_move(int move) const {
        if (move < 0 || move > game_.last_move)
            throw IllegalMove(std::string(game_.name) + ": " + std::to_string(move) +
                              " is not a move");
        return static_cast<Move>(move);
    }

    template <class OnPosition>
    void for_each(const PackedPositions& packed, const OnPosition& on_position) const {
        for_each_position(game_, packed, true, on_position);
    }
    template <class T, class Number>
    [[nodiscard]] std::vector<T> numbers(const PackedPositions& packed,
                                         const Number& number) const {
        std::vector<T> all;
        for_each(packed, [&](const Position& p) { all.push_back(static_cast<T>(number(p))); });
        return all;
    }

    G game_;
};

}  // namespace boardworth
