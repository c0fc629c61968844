// What a search of a tactical game (search/hooks.h) does beyond plain alpha-beta with quiescence
// search. Each feature can be switched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace boardworth {

enum class Feature : std::uint8_t {
    // These change the order of moves, or skip what cannot matter, and no value.
    killers,
    history,
    countermoves,
    mate_distance,
    // These change values.
    null_move,
    late_move_reductions,
    futility,
    reverse_futility,
    check_extensions,
    tree_repetition,
    exchange_pruning,
    delta_pruning,
    quiescence_checks,
};

inline constexpr std::array<std::string_view, 13> feature_names{
    "killers",          "history",          "countermoves",
    "mate-distance",    "null-move",        "late-move-reductions",
    "futility",         "reverse-futility", "check-extensions",
    "tree-repetition",  "exchange-pruning", "delta-pruning",
    "quiescence-checks"};

class Features {
  public:
    constexpr Features() = default;
    constexpr Features(std::initializer_list<Feature> chosen) {
        for (const Feature feature : chosen) add(feature);
    }

    constexpr void add(Feature feature) { bits_ |= bit_of(feature); }
    [[nodiscard]] constexpr bool has(Feature feature) const {
        return (bits_ & bit_of(feature)) != 0;
    }
    // Whether values may differ from those of minimax with quiescence search.
    [[nodiscard]] constexpr bool change_values() const {
        return bits_ >= bit_of(Feature::null_move);
    }

  private:
    static constexpr std::uint32_t bit_of(Feature feature) {
        return std::uint32_t{1} << static_cast<unsigned>(feature);
    }

    std::uint32_t bits_ = 0;
};

// What labels and laws rest on: values are those of minimax with quiescence search.
inline constexpr Features learning_features{Feature::killers, Feature::history,
                                            Feature::countermoves, Feature::mate_distance};

}  // namespace boardworth
