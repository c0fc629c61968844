// Configurations as masks of bits, eight side by side, to be compared with the relations that hold.
//
// A block of eight has masks only for the words in which they have relations. Where many blocks
// have the same words, what holds is loaded once for all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
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
                case 0:
                    look_at<0>(run, holding, on_block);
                    break;
                case 1:
                    look_at<1>(run, holding, on_block);
                    break;
                case 2:
                    look_at<2>(run, holding, on_block);
                    break;
                case 3:
                    look_at<3>(run, holding, on_block);
                    break;
                case 4:
                    look_at<4>(run, holding, on_block);
                    break;
                case 5:
                    look_at<5>(run, holding, on_block);
                    break;
                case max_shared:
                    look_at<max_shared>(run, holding, on_block);
                    break;
                default:
                    look_at_each(run, run.words, holding, on_block);
            }
        }
    }

    // Calls on_met(number) for all items of a list all of whose relations hold.
    template <class OnMet>
    void for_each_met(std::size_t list, Holding holding, const OnMet& on_met) const {
        look(list, holding, [&](std::size_t block, const Lanes::Vector& met) {
            if (!is_any(met)) return;
            for (std::size_t lane = 0; lane < Lanes::count; ++lane)
                if (const auto number = numbers_[block * Lanes::count + lane];
                    met[lane] != 0 && number != nothing)
                    on_met(number);
        });
    }

  private:
    static bool is_any(const Lanes::Vector& met) {
        using Words64 = std::uint64_t __attribute__((vector_size(4 * Lanes::count)));
        const auto words = reinterpret_cast<Words64>(met);
        return (words[0] | words[1] | words[2] | words[3]) != 0;
    }

    // Blocks of more words do not share them.
    static constexpr std::size_t max_shared = 6;

    // Blocks with masks for the same number of words, if not for the same words.
    struct Run {
        std::uint32_t first_block, blocks, first_mask, first_word, words;
        bool shares_words;
    };
    using Words = std::vector<std::uint16_t>;
    struct Block {
        Words words;
        std::vector<Item> items;
    };

    template <std::size_t words, class OnBlock>
    void look_at(const Run& run, Holding holding, const OnBlock& on_block) const {
        if (!run.shares_words) {
            look_at_each(run, std::integral_constant<std::size_t, words>(), holding, on_block);
            return;
        }
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
    void look_at_each(const Run& run, auto words, Holding holding, const OnBlock& on_block) const {
        const Lanes* mask = masks_.data() + run.first_mask;
        const std::uint16_t* word = words_.data() + run.first_word;
        const std::uint32_t* held = holding.data();
        for (std::size_t block = 0; block < run.blocks; ++block, mask += words, word += words) {
            Lanes::Vector unmet{};
            for (std::size_t i = 0; i < words; ++i)
                unmet |= mask[i].numbers & ~(Lanes::Vector{} + held[word[i]]);
            on_block(run.first_block + block, Lanes::Vector(unmet == 0));
        }
    }

    // Blocks of as many words each.
    void add_run(std::span<const Block> blocks, bool shares_words);
    void add_masks(const Block& block);

    std::vector<std::uint32_t> list_ends_{0};  // into runs_
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
