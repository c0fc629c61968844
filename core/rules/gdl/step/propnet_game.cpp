#include "rules/gdl/step/propnet_game.h"

#include <algorithm>

#include "errors.h"
#include "rules/games/square_text.h"

namespace boardworth {

std::unique_ptr<PropnetWalker> WalkerPool::take() {
    {
        const std::scoped_lock lock(mutex_);
        if (!idle_.empty()) {
            auto walker = std::move(idle_.back());
            idle_.pop_back();
            return walker;
        }
    }
    return std::make_unique<PropnetWalker>(tables_);
}

void WalkerPool::give_back(std::unique_ptr<PropnetWalker> walker) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(walker));
}

namespace {

template <class Number>
auto numbered(const std::vector<std::string>& names) {
    auto numbers = std::make_shared<std::unordered_map<std::string, Number>>();
    for (std::size_t i = 0; i < names.size(); ++i)
        numbers->emplace(names[i], static_cast<Number>(i));
    return numbers;
}

// The terms of a text, each up to the bracket that closes it.
std::vector<std::string> split_terms(std::string_view text) {
    std::vector<std::string> terms;
    std::string term;
    int depth = 0;
    const auto finish = [&] {
        if (!term.empty()) terms.push_back(std::exchange(term, {}));
    };
    for (const char c : text) {
        if (c == ' ' && depth == 0) {
            finish();
            continue;
        }
        term += c;
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ')' && depth == 0) finish();
    }
    finish();
    return terms;
}

}  // namespace

PropnetGame::PropnetGame(std::shared_ptr<const Propnet> propnet, GameFacts facts)
    : tables_(std::make_shared<const GameTables>(std::move(propnet), std::move(facts))),
      pool_(std::make_shared<WalkerPool>(tables_)),
      start_(std::make_shared<const Position>(walker().at(initial_state(*tables_->propnet)))),
      fluents_by_name_(numbered<std::uint32_t>(tables_->facts.fluent_names)),
      moves_by_name_(numbered<Move>(tables_->facts.move_names)),
      name(tables_->facts.name),
      players(tables_->facts.players),
      board(tables_->facts.board),
      atoms(static_cast<int>(tables_->atoms())),
      symmetries(static_cast<int>(tables_->facts.symmetries.size())),
      max_progress(tables_->facts.max_progress),
      last_move(static_cast<int>(tables_->facts.move_names.size()) - 1),
      packed_size(tables_->propnet->packed_size()) {}

int PropnetGame::atom_image(int symmetry, int atom) const {
    const auto& fluents = tables_->fluents_of[static_cast<std::size_t>(atom)];
    if (fluents.empty()) return atom;
    const auto& images = tables_->facts.symmetries[static_cast<std::size_t>(symmetry)];
    return static_cast<int>(tables_->facts.atom_of[images[fluents[0]]]);
}

PropnetPosition PropnetGame::moved(const Position& p, std::span<const std::uint32_t> images,
                                   std::uint8_t mover) const {
    std::vector<std::uint64_t> state(p.fluents.size());
    for_each_bit(p.fluents, [&](std::uint32_t fluent) { add_bit(state, images[fluent]); });
    // The rules are the same there: it is over just when this one is, with the same score.
    Position there = PropnetWalker::without_outcome(*tables_, std::move(state));
    there.over = p.over;
    there.score = p.score;
    if (tables_->turns_by_choice) there.mover = mover;
    return there;
}

PropnetPosition PropnetGame::image(int symmetry, const Position& p) const {
    return moved(p, tables_->facts.symmetries[static_cast<std::size_t>(symmetry)], p.mover);
}

PropnetPosition PropnetGame::first_to_move(const Position& p) const {
    return p.mover == 0 ? p : moved(p, tables_->facts.swap, tables_->swaps ? 0 : 1);
}

std::vector<std::uint8_t> PropnetGame::pack(const Position& p) const {
    return packed_bytes(p.fluents, packed_size);
}

PropnetPosition PropnetGame::unpack(std::span<const std::uint8_t> packed) const {
    return walker().at(state_of(packed));
}

PropnetPosition PropnetGame::unpack_facts(std::span<const std::uint8_t> packed) const {
    std::vector<std::uint64_t> state = state_of(packed);
    PropnetWalker::check(*tables_, state);
    return without_outcome(std::move(state));
}

std::vector<std::uint64_t> PropnetGame::state_of(std::span<const std::uint8_t> packed) const {
    std::vector<std::uint64_t> state(tables_->words);
    fill_words(packed, state);
    const std::size_t fluents = tables_->propnet->fluents();
    if (fluents % 64 != 0 && state.back() >> (fluents % 64) != 0)
        throw FormatError("packed " + name + " position: more than its fluents");
    return state;
}

std::string PropnetGame::text(const Position& p) const {
    std::string text;
    for_each_bit(p.fluents, [&](std::uint32_t fluent) {
        text += (text.empty() ? "" : " ") + tables_->facts.fluent_names[fluent];
    });
    return text;
}

PropnetPosition PropnetGame::parse(std::string_view text) const {
    std::vector<std::uint64_t> state(tables_->words);
    for (const std::string& term : split_terms(text)) {
        const auto found = fluents_by_name_->find(term);
        if (found == fluents_by_name_->end())
            throw FormatError(name + " position: " + quoted(term) + " never holds");
        add_bit(state, found->second);
    }
    return walker().at(std::move(state));
}

PropnetGame::Move PropnetGame::parse_move(const Position& /*p*/, std::string_view text) const {
    const auto found = moves_by_name_->find(std::string(text));
    if (found == moves_by_name_->end())
        throw FormatError(name + " move: there is no move " + quoted(text));
    return found->second;
}

static_assert(Game<PropnetGame>);

}  // namespace boardworth
