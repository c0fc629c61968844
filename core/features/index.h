// Dense patterns: every instance of a pattern is the mixed-radix number that its squares spell,
// kept as one 16-bit lane of a vector. A changed fact adds a multiple of one precomputed vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/game.h"

namespace boardworth {

class PatternIndex {
  public:
    // Lanes come in whole cache lines, so that the compiler needs no remainder loop.
    static constexpr std::size_t lanes_per_block = 32;
    static constexpr std::size_t most_configurations = 65536;

    // `instances` lists the atoms of each instance, the most significant first. Where the second
    // player has facts of its own, it has lanes of its own, too, in the same order.
    template <Game G>
    PatternIndex(const G& game, std::vector<std::vector<std::uint16_t>> instances)
        : instances_(std::move(instances)),
          second_view_(G::mirrored ? 0 : instances_.size()),
          lanes_((instances_.size() + second_view_ + lanes_per_block - 1) / lanes_per_block *
                 lanes_per_block),
          steps_(static_cast<std::size_t>(fact_count(game)) * lanes_, 0),
          used_(static_cast<std::size_t>(fact_count(game)), false) {
        for (std::size_t i = 0; i < instances_.size(); ++i) {
            std::size_t step = 1;
            for (auto atom = instances_[i].rbegin(); atom != instances_[i].rend(); ++atom) {
                if (*atom >= game.atoms)
                    throw std::invalid_argument("pattern: no atom " + std::to_string(*atom));
                add_step(*atom, i, step);
                if (!G::mirrored)
                    add_step(*atom + static_cast<std::size_t>(game.atoms), i + second_view_, step);
                step *= static_cast<std::size_t>(game.values(*atom));
                if (step > most_configurations)
                    throw std::invalid_argument("pattern: more than 65536 configurations");
            }
            sizes_.push_back(static_cast<std::uint32_t>(step));
        }
    }

    [[nodiscard]] std::size_t instances() const { return instances_.size(); }
    [[nodiscard]] std::size_t lanes() const { return lanes_; }
    [[nodiscard]] std::uint32_t size(std::size_t instance) const { return sizes_[instance]; }

    // All indices of a position: every fact is a change from nothing.
    template <Game G>
    void read(const G& game, const typename G::Position& position,
              std::span<std::uint16_t> indices) const {
        std::fill(indices.begin(), indices.end(), std::uint16_t{0});
        for (int atom = 0; atom < fact_count(game); ++atom)
            change(indices.data(), atom, game.fact(position, atom));
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
                        game.fact(position, second ? atom + game.atoms : atom);
            indices[i] = static_cast<std::uint16_t>(index);
        }
    }

    // Follows one atom's change by `difference`.
    void change(std::uint16_t* indices, int atom, int difference) const {
        if (!used_[static_cast<std::size_t>(atom)]) return;
        const std::uint16_t* step = steps_.data() + static_cast<std::size_t>(atom) * lanes_;
        const auto factor = static_cast<std::uint16_t>(difference);
        for (std::size_t block = 0; block < lanes_; block += lanes_per_block)
            for (std::size_t i = block; i < block + lanes_per_block; ++i)
                indices[i] = static_cast<std::uint16_t>(indices[i] + factor * step[i]);
    }

    // Where the lanes of a player are: the first player's, if they are mirrored for the second.
    [[nodiscard]] const std::uint16_t* view(int mover, const std::uint16_t* indices) const {
        return mover == 0 ? indices : indices + second_view_;
    }

    // What the player to move sees: the second player's view of an index is its mirror image, or
    // in lanes of its own (see rules/game.h).
    [[nodiscard]] std::uint16_t seen_by(int mover, std::size_t instance,
                                        const std::uint16_t* indices) const {
        const std::uint16_t index = view(mover, indices)[instance];
        const bool reversed = mover != 0 && second_view_ == 0;
        return reversed ? static_cast<std::uint16_t>(sizes_[instance] - 1u - index) : index;
    }

  private:
    void add_step(std::size_t atom, std::size_t lane, std::size_t step) {
        steps_[atom * lanes_ + lane] = static_cast<std::uint16_t>(step);
        used_[atom] = true;
    }

    std::vector<std::vector<std::uint16_t>> instances_;
    std::size_t second_view_;  // how many lanes after the first player's; 0 if there are none
    std::size_t lanes_;
    std::vector<std::uint16_t> steps_;  // by atom, then lane
    std::vector<bool> used_;            // by atom: whether any lane has it
    std::vector<std::uint32_t> sizes_;
};

}  // namespace boardworth
