// Configurations as masks of bits, eight side by side, to be compared with the relations that hold.
//
// A configuration has masks only for the words in which it has relations. Those with relations in
// the same words stand together, so that the words that hold are loaded once for all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

// Eight numbers, one of each of eight configurations.
struct Lanes {
    static constexpr std::size_t count = 8;
    using Vector = std::uint32_t __attribute__((vector_size(4 * count)));

    Vector numbers{};
};

class PackedMasks {
  public:
    struct Item {
        std::uint32_t number;
        std::vector<Relation> relations;
    };
    static constexpr std::uint32_t nothing = ~std::uint32_t{0};

    // Adds a list of some items, which gets the next number.
    void add_list(std::vector<Item> items);

    [[nodiscard]] std::size_t blocks() const { return numbers_.size() / Lanes::count; }
    // How many items a list has.
    [[nodiscard]] std::size_t size(std::size_t list) const { return sizes_[list]; }
    // The numbers of the items of a block, or `nothing` where it has less than eight.
    [[nodiscard]] std::span<const std::uint32_t> numbers(std::size_t block) const {
        return std::span(numbers_).subspan(block * Lanes::count, Lanes::count);
    }

    // Calls on_block(block, met) for all blocks of a list: the lanes of `met` have all bits set
    // where all relations of an item hold.
    template <class OnBlock>
    void look(std::size_t list, Holding holding, const OnBlock& on_block) const {
        for (std::size_t i = list_ends_[list]; i < list_ends_[list + 1]; ++i) {
            const Run& run = runs_[i];
            switch (run.words) {
                case 0: look_at<0>(run, holding, on_block); break;
                case 1: look_at<1>(run, holding, on_block); break;
                case 2: look_at<2>(run, holding, on_block); break;
                case 3: look_at<3>(run, holding, on_block); break;
                case 4: look_at<4>(run, holding, on_block); break;
                case 5: look_at<5>(run, holding, on_block); break;
                default: look_at_many(run, holding, on_block);
            }
        }
    }

  private:
    // Blocks whose items have relations in the same words, or in fewer.
    struct Run {
        std::uint32_t first_block, blocks, first_mask, first_word, words;
    };

    template <std::size_t words, class OnBlock>
    void look_at(const Run& run, Holding holding, const OnBlock& on_block) const {
        Lanes missing[words + 1];
        for (std::size_t i = 0; i < words; ++i)
            missing[i].numbers = ~(Lanes::Vector{} + holding[words_[run.first_word + i]]);
        const Lanes* mask = masks_.data() + run.first_mask;
        for (std::size_t block = 0; block < run.blocks; ++block, mask += words) {
            Lanes::Vector unmet{};
            for (std::size_t i = 0; i < words; ++i) unmet |= mask[i].numbers & missing[i].numbers;
            on_block(run.first_block + block, Lanes::Vector(unmet == 0));
        }
    }

    template <class OnBlock>
    void look_at_many(const Run& run, Holding holding, const OnBlock& on_block) const {
        const Lanes* mask = masks_.data() + run.first_mask;
        for (std::size_t block = 0; block < run.blocks; ++block) {
            Lanes::Vector unmet{};
            for (std::size_t i = 0; i < run.words; ++i, ++mask)
                unmet |= mask->numbers & ~(Lanes::Vector{} + holding[words_[run.first_word + i]]);
            on_block(run.first_block + block, Lanes::Vector(unmet == 0));
        }
    }

    void add_run(std::span<const Item> items, std::span<const std::uint16_t> words);

    std::vector<std::uint32_t> list_ends_{0};  // into runs_
    std::vector<std::size_t> sizes_;           // by list
    std::vector<Run> runs_;
    std::vector<std::uint16_t> words_;
    std::vector<Lanes> masks_;
    std::vector<std::uint32_t> numbers_;
};

// Adds up the weights of all configurations whose relations are met.
class PackedWeights {
  public:
    PackedWeights(const WeighedConfigurations& configurations, const PackedMasks& masks);

    // Modulo 2^32, which no sum of active weights comes near.
    [[nodiscard]] std::int32_t met(const PackedMasks& masks, std::size_t list, Holding holding,
                                   std::size_t stage) const {
        const Lanes* weights = weights_.data() + stage * blocks_;
        Lanes::Vector sums{};
        masks.look(list, holding, [&](std::size_t block, const Lanes::Vector& met) {
            sums += met & weights[block].numbers;
        });
        std::uint32_t sum = 0;
        for (std::size_t lane = 0; lane < Lanes::count; ++lane) sum += sums[lane];
        return static_cast<std::int32_t>(sum);
    }

  private:
    std::size_t blocks_;
    std::vector<Lanes> weights_;  // by stage, then block
};

}  // namespace boardworth
