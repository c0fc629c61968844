#include "rules/gdl/step/game_facts.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "bits.h"

namespace boardworth {

GameTables::GameTables(std::shared_ptr<const Propnet> rules, GameFacts known)
    : propnet(std::move(rules)),
      facts(std::move(known)),
      words((propnet->fluents() + 63) / 64),
      evidence(2 * facts.values.size()),
      shares(propnet->fluents()),
      fluents_of(facts.values.size()),
      swaps(!facts.swap.empty()),
      turns_by_choice(facts.players.size() == 2 && facts.turns.empty()) {
    if (facts.swap.empty()) {
        facts.swap.resize(propnet->fluents());
        std::iota(facts.swap.begin(), facts.swap.end(), 0u);
    }
    check();
    for (std::uint32_t fluent = 0; fluent < propnet->fluents(); ++fluent) {
        const std::uint32_t image = facts.swap[fluent];
        const std::size_t first = facts.atom_of[fluent];
        const std::size_t second = atoms() + facts.atom_of[image];
        shares[fluent] = {Share{static_cast<int>(first), facts.value_of[fluent]},
                          Share{static_cast<int>(second), facts.value_of[image]}};
        for (const auto& [fact, value] : shares[fluent])
            evidence[static_cast<std::size_t>(fact)].push_back({fluent, value});
        fluents_of[first].push_back(fluent);
    }
    for (const auto& moves : facts.role_moves) {
        std::vector<std::uint32_t> numbers(facts.move_names.size(), no_number);
        for (std::size_t number = 0; number < moves.size(); ++number)
            numbers[moves[number]] = static_cast<std::uint32_t>(number);
        own_numbers.push_back(std::move(numbers));
    }
}

int GameTables::holding(std::span<const std::uint64_t> state, std::size_t atom) const {
    return static_cast<int>(std::ranges::count_if(
        fluents_of[atom], [&](auto fluent) { return has_bit(state, fluent); }));
}

// Tables are looked up without a check later: what is wrong with them must be found now.
void GameTables::check() const {
    const std::size_t fluents = propnet->fluents(), moves = facts.move_names.size();
    const auto below = [](const auto& numbers, std::size_t end) {
        return std::ranges::all_of(numbers,
                                   [&](auto n) { return static_cast<std::size_t>(n) < end; });
    };
    const auto permutes = [&](const auto& images, std::size_t end) {
        std::vector<bool> met(end, false);
        for (const auto image : images)
            if (image < end) met[image] = true;
        return images.size() == end && std::ranges::all_of(met, [](bool m) { return m; });
    };
    bool right = facts.atom_of.size() == fluents && facts.value_of.size() == fluents &&
                 facts.progress.size() == fluents && facts.fluent_names.size() == fluents &&
                 facts.complete.size() == atoms() && facts.proven.size() == atoms() &&
                 below(facts.atom_of, atoms()) && permutes(facts.swap, fluents) &&
                 facts.max_progress >= 0 && !facts.symmetries.empty() &&
                 facts.symmetries.size() == facts.move_symmetries.size() &&
                 facts.players.size() == propnet->roles() && facts.players.size() <= 2 &&
                 (facts.turns.empty() || facts.turns.size() == facts.players.size()) &&
                 facts.role_moves.size() == propnet->roles() &&
                 static_cast<std::size_t>(facts.board.columns * facts.board.rows) <= atoms();
    for (std::size_t fluent = 0; right && fluent < fluents; ++fluent)
        right =
            facts.value_of[fluent] >= 0 &&
            facts.value_of[fluent] < facts.values[facts.atom_of[fluent]] &&
            facts.values[facts.atom_of[fluent]] == facts.values[facts.atom_of[facts.swap[fluent]]];
    for (const auto& telling : facts.turns) right = right && below(telling, fluents);
    for (const auto& images : facts.symmetries) right = right && permutes(images, fluents);
    for (const auto& images : facts.move_symmetries) right = right && permutes(images, moves);
    for (std::size_t role = 0; right && role < propnet->roles(); ++role)
        right = facts.role_moves[role].size() ==
                    propnet->role_starts[role + 1] - propnet->role_starts[role] &&
                below(facts.role_moves[role], moves);
    if (!right) throw std::invalid_argument("game: its facts and its propnet do not fit together");
}

}  // namespace boardworth
