// Dense patterns: every instance of a pattern is the mixed-radix number that its squares spell,
// 16 bits of a vector. A changed fact adds a multiple of one precomputed vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/facts.h"
#include "rules/game.h"

namespace boardworth {

class PatternIndex {
  public:
    // Indices come in whole cache lines, so that the compiler needs no remainder loop.
    static constexpr std::size_t indices_per_block = 32;
    static constexpr std::size_t max_configurations = 65536;

    // `instances` lists the atoms of each instance, the most significant first. Where the second
    // player has facts of its own, it has indices of its own, too, in the same order.
    PatternIndex(FactShape shape, std::vector<std::vector<std::uint16_t>> instances);

    [[nodiscard]] std::size_t instances() const { return instances_.size(); }
    // How many numbers the indices of a position take, those that fill the last block included.
    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] std::uint32_t size(std::size_t instance) const { return sizes_[instance]; }

    // All indices of a position: every fact is a change from nothing. Given only the facts that the
    // mover sees, the first player's indices become those that the mover sees.
    void read(FactsView facts, std::span<std::uint16_t> indices) const {
        add_up(
            static_cast<int>(facts.size()),
            [&](int fact) { return facts[static_cast<std::size_t>(fact)]; }, indices);
    }
    template <Game G>
    void read(const G& game, const typename G::Position& position,
              std::span<std::uint16_t> indices) const {
        add_up(fact_count(game), [&](int fact) { return game.fact(position, fact); }, indices);
    }

    // The plain twin of `read`, digit by digit.
    template <Game G>
    void read_plainly(const G& game, const typename G::Position& position,
                      std::span<std::uint16_t> indices) const {
        for (std::size_t i = 0; i < instances_.size() + second_view_; ++i) {
            const bool second = i >= instances_.size();
            int index = 0;
            for (const auto atom : instances_[second ? i - second_view_ : i])
                index = index * game.values(atom) +
                        game.fact(position, second ? atom + game.atoms : int{atom});
            indices[i] = static_cast<std::uint16_t>(index);
        }
    }

    // Follows one atom's change by `difference`.
    void change(std::uint16_t* indices, int atom, int difference) const {
        if (!used_[static_cast<std::size_t>(atom)]) return;
        const std::uint16_t* step = steps_.data() + static_cast<std::size_t>(atom) * width_;
        const auto factor = static_cast<std::uint16_t>(difference);
        for (std::size_t block = 0; block < width_; block += indices_per_block)
            for (std::size_t i = block; i < block + indices_per_block; ++i)
                indices[i] = static_cast<std::uint16_t>(indices[i] + factor * step[i]);
    }

    // Where the indices of a player are: the first player's, if they are mirrored for the second.
    [[nodiscard]] const std::uint16_t* view(int mover, const std::uint16_t* indices) const {
        return mover == 0 ? indices : indices + second_view_;
    }

    // What the player to move sees: the second player's view of an index is its mirror image, or
    // an index of its own (see rules/game.h).
    [[nodiscard]] std::uint16_t seen_by(int mover, std::size_t instance,
                                        const std::uint16_t* indices) const {
        const std::uint16_t index = view(mover, indices)[instance];
        const bool reversed = mover != 0 && second_view_ == 0;
        return reversed ? static_cast<std::uint16_t>(sizes_[instance] - 1u - index) : index;
    }

  private:
    void add_step(std::size_t atom, std::size_t place, std::size_t step);

    template <class FactOf>
    void add_up(int facts, const FactOf& fact_of, std::span<std::uint16_t> indices) const {
        std::fill(indices.begin(), indices.end(), std::uint16_t{0});
        for (int fact = 0; fact < facts; ++fact) change(indices.data(), fact, fact_of(fact));
    }

    FactShape shape_;
    std::vector<std::vector<std::uint16_t>> instances_;
    std::size_t second_view_;  // how many indices after the first player's; 0 if there are none
    std::size_t width_;
    std::vector<std::uint16_t> steps_;  // by atom, then index
    std::vector<bool> used_;            // by atom: whether any instance has it
    std::vector<std::uint32_t> sizes_;
};

}  // namespace boardworth
