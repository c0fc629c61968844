// Rule sheets' games behind the contract of all games.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings.h"
#include "games/games.h"

namespace boardworth {

using namespace nb::literals;

void bind_propnet_game(nb::class_<AnyGame>& game) {
    using Numbers = std::vector<std::uint32_t>;
    game.def_static(
        "of_propnet",
        [](std::shared_ptr<Propnet> propnet, std::string name, std::vector<std::string> players,
           std::pair<int, int> board, std::vector<int> values, Numbers atom_of,
           std::vector<int> value_of, std::vector<std::uint8_t> complete,
           std::vector<std::uint8_t> proven, std::vector<Numbers> turns, Numbers swap,
           std::vector<int> progress, int progress_offset, int max_progress, std::vector<Numbers> symmetries,
           std::vector<std::vector<std::uint16_t>> move_symmetries,
           std::vector<std::string> fluent_names, std::vector<std::string> move_names,
           std::vector<std::vector<std::uint16_t>> role_moves) {
            return make_propnet_game(std::move(propnet), {std::move(name),
                                                          std::move(players),
                                                          {board.first, board.second},
                                                          std::move(values),
                                                          std::move(atom_of),
                                                          std::move(value_of),
                                                          std::move(complete),
                                                          std::move(proven),
                                                          std::move(turns),
                                                          std::move(swap),
                                                          std::move(progress),
                                                          progress_offset,
                                                          max_progress,
                                                          std::move(symmetries),
                                                          std::move(move_symmetries),
                                                          std::move(fluent_names),
                                                          std::move(move_names),
                                                          std::move(role_moves)});
        },
        "propnet"_a, nb::kw_only(), "name"_a, "players"_a, "board"_a, "values"_a, "atom_of"_a,
        "value_of"_a, "complete"_a, "proven"_a, "turns"_a, "swap"_a, "progress"_a,
        "progress_offset"_a, "max_progress"_a, "symmetries"_a, "move_symmetries"_a,
        "fluent_names"_a, "move_names"_a, "role_moves"_a,
        "A game whose rules are a propnet, with what its fluents and moves mean.");
}

}  // namespace boardworth
