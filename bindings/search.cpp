// Alpha-beta search of one position or of many, self-play, and exact endings.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bindings.h"
#include "bound_types.h"
#include "propnet_states.h"
#include "search/features.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using Checks = ArrayIn<double, 3>;

// Multi-ProbCut's checks as Python hands them over.
ProbCut to_probcut(int max_progress, const Checks& checks, int selectivity) {
    if (checks.shape(0) != static_cast<std::size_t>(max_progress) + 1 || checks.shape(2) != 4)
        throw std::invalid_argument("probcut: expected four numbers for every progress and depth");
    if (selectivity < ProbCut::full_width || selectivity > ProbCut::max_selectivity)
        throw std::invalid_argument("probcut: no such selectivity level");
    ProbCut probcut;
    probcut.depths = static_cast<int>(checks.shape(1));
    probcut.selectivity = selectivity;
    const double* next = checks.data();
    for (std::size_t i = 0; i < checks.shape(0) * checks.shape(1); ++i, next += 4) {
        const int shallow = static_cast<int>(next[0]);
        const int depth = static_cast<int>(i % checks.shape(1));
        if (shallow >= depth || !(next[1] > 0) || !(next[3] >= 0))
            throw std::invalid_argument("probcut: a check that makes no sense");
        probcut.checks.push_back({shallow, next[1], next[2], next[3]});
    }
    return probcut;
}

SearchSettings to_settings(const BoundEvaluator& evaluator, const Checks& checks, int selectivity,
                           std::size_t memory, int threads,
                           std::optional<bool> quiescence = std::nullopt,
                           Features features = learning_features) {
    return {to_probcut(evaluator.evaluator->max_progress(), checks, selectivity), memory, threads,
            quiescence, features};
}

Features to_features(const std::vector<std::string>& names) {
    Features features;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(feature_names, name);
        if (found == feature_names.end())
            throw std::invalid_argument("search: no feature is called " + name);
        features.add(static_cast<Feature>(found - feature_names.begin()));
    }
    return features;
}

struct BoundAlphaBeta {
    std::unique_ptr<Search> search;
};

// Searches of many positions, each by one thread and as if it were the only one.
struct BoundSearches {
    SharedEvaluator evaluator;
    SearchSettings settings;
};

Driver to_driver(const std::string& name) {
    if (name == "pvs") return Driver::pvs;
    if (name == "mtdf") return Driver::mtdf;
    throw std::invalid_argument("search: the drivers are pvs and mtdf");
}

ArrayOut<std::uint8_t> to_rows(std::vector<std::uint8_t>&& packed, std::size_t size) {
    const std::size_t rows = packed.size() / size;
    return to_numpy(std::move(packed), {rows, size});
}

SelfPlayPlan to_plan(std::uint64_t games, double seconds, std::pair<int, int> opening,
                     int max_moves, std::uint64_t seed) {
    if (opening.first < 0 || opening.second < opening.first)
        throw std::invalid_argument("self-play: openings from a least to a greatest length");
    return {games, seconds, opening.first, opening.second, max_moves, seed};
}

auto to_arrays(PlayedGames&& played, std::size_t size) {
    return std::tuple(to_rows(std::move(played.positions), size),
                      to_numpy(std::move(played.values)), to_numpy(std::move(played.scores)),
                      to_numpy(std::move(played.games)));
}

void require_depth(int depth) {
    if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
}

void bind_hooks(nb::module_& module) {
    module.def(
        "position_key",
        [](const AnyGame& game, PackedPosition position) { return game.searches().key(position); },
        "game"_a, "position"_a, "What a position is known by in the history of a search.");
    module.def(
        "extension",
        [](const AnyGame& game, PackedPosition position, int move) {
            return game.searches().extension(position, move);
        },
        "game"_a, "position"_a, "move"_a,
        "Plies by which a move does not count towards the depth of a search.");
    module.def(
        "quiescence", [](const AnyGame& game) { return game.searches().quiescence(); }, "game"_a,
        "Whether searches play noisy moves beyond their depth unless told otherwise; None where "
        "there are none.");
    module.def(
        "noisy",
        [](const AnyGame& game, PackedPosition position, int move) {
            return game.searches().noisy(position, move);
        },
        "game"_a, "position"_a, "move"_a,
        "Whether quiescence search plays a move before a position is evaluated.");
    module.def(
        "noisy_moves",
        [](const AnyGame& game, PackedPosition position) {
            return game.searches().noisy_moves(position);
        },
        "game"_a, "position"_a, "The noisy ones among the legal moves.");
    module.def(
        "exchange",
        [](const AnyGame& game, PackedPosition position, int move) {
            return game.searches().exchange(position, move);
        },
        "game"_a, "position"_a, "move"_a,
        "What a move gains, in hundredths of a pawn, when both players have captured on its square "
        "as long as that pays; 0 in games that are not tactical.");
    module.def(
        "gives_check",
        [](const AnyGame& game, PackedPosition position, int move) {
            return game.searches().gives_check(position, move);
        },
        "game"_a, "position"_a, "move"_a, "Whether the opponent is in check after a move.");
    module.def(
        "features",
        [](const AnyGame& game) {
            return game.searches().tactical()
                       ? std::vector<std::string>(feature_names.begin(), feature_names.end())
                       : std::vector<std::string>();
        },
        "game"_a,
        "The names of what searches of the game can do beyond alpha-beta with quiescence search.");
    module.def(
        "in_check",
        [](const AnyGame& game, PackedPosition position) {
            return game.searches().in_check(position);
        },
        "game"_a, "position"_a,
        "Whether quiescence search plays all moves and does not evaluate the position, in its "
        "first plies.");
}

void bind_many_searches(nb::module_& module) {
    using Self = BoundSearches;
    nb::class_<Self>(module, "ManySearches",
                     "Searches of many positions, each as if it were the only one.")
        .def(
            "__init__",
            [](Self* self, const BoundEvaluator& evaluator, const Checks& checks, int selectivity,
               std::size_t memory, int threads,
               const std::optional<std::vector<std::string>>& features) {
                new (self) Self{evaluator.evaluator,
                                to_settings(evaluator, checks, selectivity, memory, threads, {},
                                            features ? to_features(*features) : learning_features)};
            },
            "evaluator"_a, "checks"_a, "selectivity"_a, "memory"_a, "threads"_a,
            "features"_a.none() = nb::none(),
            "features: as an AlphaBeta has them; else those that change no value.")
        .def(
            "search",
            [](const Self& self, const PackedPositions& positions,
               const ArrayIn<std::int32_t, 1>& depths) {
                if (depths.size() != positions.count)
                    throw std::invalid_argument("searches: one depth is needed for every position");
                for (const auto depth : to_span(depths)) require_depth(depth);
                auto found = interruptible([&](const Interrupt& interrupt) {
                    return self.evaluator->search_all(self.settings, positions, to_span(depths),
                                                      interrupt);
                });
                return std::tuple(
                    to_numpy(std::move(found.values)),
                    to_rows(std::move(found.successors), self.evaluator->packed_size()),
                    to_numpy(std::move(found.signs)));
            },
            "positions"_a, "depths"_a,
            "For every position its mover's value, the position after the best move, and the sign "
            "that turns the one's value into the other's: 0 where the game is over.")
        .def(
            "sample",
            [](const Self& self, const PackedPositions& positions, int depth, std::size_t size,
               std::uint64_t seed) {
                require_depth(depth);
                auto found = interruptible([&](const Interrupt& interrupt) {
                    return self.evaluator->sample(self.settings, positions, depth, size, seed,
                                                  interrupt);
                });
                return std::tuple(
                    to_rows(std::move(found.positions), self.evaluator->packed_size()),
                    to_numpy(std::move(found.rows)));
            },
            "positions"_a, "depth"_a, "size"_a, "seed"_a,
            "At most `size` of the positions that a search from each position evaluates, and the "
            "row that each of them comes from.")
        .def(
            "leaves",
            [](const Self& self, const PackedPositions& positions, int depth) {
                require_depth(depth);
                auto found = interruptible([&](const Interrupt& interrupt) {
                    return self.evaluator->leaves(self.settings, positions, depth, interrupt);
                });
                return std::tuple(
                    to_numpy(std::move(found.moves)), to_numpy(std::move(found.starts)),
                    to_rows(std::move(found.positions), self.evaluator->packed_size()),
                    to_numpy(std::move(found.signs)), to_numpy(std::move(found.values)));
            },
            "positions"_a, "depth"_a,
            "The legal moves of all positions, where each position's begin, where the principal "
            "variation of every move ends, and the sign that turns the evaluation there into the "
            "last: the move's value for its mover. The sign is 0 where that is no evaluation.")
        .def(
            "self_play",
            [](const Self& self, int depth, std::uint64_t games, double seconds,
               std::pair<int, int> opening, int max_moves, std::uint64_t seed) {
                require_depth(depth);
                const SelfPlayPlan plan = to_plan(games, seconds, opening, max_moves, seed);
                return to_arrays(interruptible([&](const Interrupt& interrupt) {
                                     return self.evaluator->self_play(self.settings, depth, plan,
                                                                      interrupt);
                                 }),
                                 self.evaluator->packed_size());
            },
            "depth"_a, nb::kw_only(), "games"_a, "seconds"_a, "opening"_a, "max_moves"_a, "seed"_a,
            "Games against itself after random openings: the positions in which it chose, their "
            "values by the search and the final scores, both the mover's, and the numbers of the "
            "games.");
    module.def(
        "random_self_play",
        [](const AnyGame& game, std::uint64_t games, double seconds, std::pair<int, int> opening,
           int max_moves, std::uint64_t seed, int threads) {
            const SelfPlayPlan plan = to_plan(games, seconds, opening, max_moves, seed);
            return to_arrays(interruptible([&](const Interrupt& interrupt) {
                                 return game.searches().random_self_play(plan, threads, interrupt);
                             }),
                             game.constants().packed_size);
        },
        "game"_a, nb::kw_only(), "games"_a, "seconds"_a, "opening"_a, "max_moves"_a, "seed"_a,
        "threads"_a, "The same of random moves; every value is 0.");
}

}  // namespace

void bind_search(nb::module_& module) {
    bind_hooks(module);
    bind_many_searches(module);
    nb::class_<SearchResult>(module, "SearchResult")
        .def_ro("pv", &SearchResult::pv, "The best move and what is expected to follow.")
        .def_ro("value", &SearchResult::value, "For the side to move, in the evaluator's units.")
        .def_ro("distance", &SearchResult::distance,
                "After how many plies the game is won or lost, where that is proven; not counted "
                "in games with a solver of endings, nor for scores short of the greatest.")
        .def_ro("depth", &SearchResult::depth, "Depth of the last finished iteration.")
        .def_ro("selectivity", &SearchResult::selectivity,
                "Forward pruning of that iteration, 0 for none.")
        .def_ro("exact", &SearchResult::exact,
                "Whether the value is the outcome under perfect play.")
        .def_ro("nodes", &SearchResult::nodes)
        .def_ro("seconds", &SearchResult::seconds)
        .def_ro("selective_depth", &SearchResult::selective_depth,
                "Plies of the longest line, quiescence search included.")
        .def_ro("table_use", &SearchResult::table_use,
                "How many slots of the table the search has filled, of a thousand.")
        .def_ro("variation", &SearchResult::variation,
                "Its rank among the variations that were asked for, from 1.");

    nb::class_<BoundAlphaBeta>(module, "AlphaBeta", "Iterative deepening alpha-beta search.")
        .def(
            "__init__",
            [](BoundAlphaBeta* self, const BoundEvaluator& evaluator, const Checks& checks,
               int selectivity, const std::string& driver, std::size_t memory, int threads,
               bool quiescence, const std::vector<std::string>& features) {
                new (self) BoundAlphaBeta{evaluator.evaluator->search(
                    to_settings(evaluator, checks, selectivity, memory, threads, quiescence,
                                to_features(features)),
                    to_driver(driver))};
            },
            "evaluator"_a, "checks"_a, "selectivity"_a, "driver"_a, "memory"_a, "threads"_a,
            "quiescence"_a, "features"_a,
            "checks: for every progress and depth the shallow depth (or -1), slope, offset and "
            "sigma of Multi-ProbCut; selectivity: how much it prunes, 0 for nothing; driver: pvs "
            "or "
            "mtdf; memory: bytes of the table; features: names of `features`, for tactical games.")
        .def(
            "search",
            [](BoundAlphaBeta& self, PackedPosition position, std::optional<int> depth,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds,
               std::optional<double> soft_seconds, const StopSign* stop,
               std::optional<std::pair<int, int>> window, std::vector<std::uint64_t> history,
               int selectivity, const StartSign* start, std::vector<int> moves, int variations,
               const std::optional<nb::typed<nb::callable, void(SearchResult)>>& report) {
                SearchRequest request{to_limit(depth, nodes, seconds, stop),
                                      window,
                                      selectivity,
                                      std::move(history),
                                      std::move(moves),
                                      variations};
                if (soft_seconds) request.limit.soft_seconds = *soft_seconds;
                request.limit.start = start;
                if (report)
                    request.report = [&](const SearchResult& result) {
                        const nb::gil_scoped_acquire gil;
                        (*report)(result);
                    };
                return interruptible([&](const Interrupt& interrupt) {
                    return self.search->search(position, request, interrupt);
                });
            },
            "position"_a, "depth"_a.none() = nb::none(), "nodes"_a.none() = nb::none(),
            "seconds"_a.none() = nb::none(), "soft_seconds"_a.none() = nb::none(),
            "stop"_a.none() = nb::none(), "window"_a.none() = nb::none(),
            "history"_a = std::vector<std::uint64_t>(), "selectivity"_a = 0,
            "start"_a.none() = nb::none(), "moves"_a = std::vector<int>(), "variations"_a = 1,
            "report"_a.none() = nb::none(),
            "selectivity: how much a search to the end of the game may prune, 0 for nothing; "
            "history: the keys of the positions before this one since the last irreversible move, "
            "for games that count repetitions; start: from when on seconds count; moves: those to "
            "choose from, all if there are none; variations: how many of the best moves are "
            "searched; report: is told each of them after every iteration, the best one first.");

    module.def(
        "solve_all",
        [](const AnyGame& game, const PackedPositions& positions, int threads, bool plainly) {
            return to_numpy(interruptible([&](const Interrupt& interrupt) {
                return game.searches().solve(positions, threads, plainly, interrupt);
            }));
        },
        "game"_a, "positions"_a, "threads"_a, "plainly"_a = false,
        "The mover's exact score of every position; plainly, by a search that any game has.");
}

}  // namespace boardworth
