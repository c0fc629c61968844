#include "features/configurations/packed_masks.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace boardworth {

namespace {

// From as many blocks on it pays to load what holds once for all of them.
constexpr std::size_t min_blocks = 4;

// The words in which relations have their bits, ascending as the relations are.
std::vector<std::uint16_t> words_of(std::span<const Relation> relations) {
    std::vector<std::uint16_t> words;
    for (const Relation relation : relations)
        if (const auto word = static_cast<std::uint16_t>(relation / bits_per_word);
            words.empty() || words.back() != word)
            words.push_back(word);
    return words;
}

std::uint32_t mask_of(std::span<const Relation> relations, std::size_t word) {
    std::uint32_t mask = 0;
    for (const Relation relation : relations)
        if (relation / bits_per_word == word) mask |= std::uint32_t{1} << relation % bits_per_word;
    return mask;
}

}  // namespace

void PackedMasks::add_list(std::vector<Item> items) {
    std::vector<Block> blocks;
    {
        // Those of the same words, or of similar ones, stand together.
        std::vector<std::pair<Words, Item>> sorted;
        for (Item& item : items) {
            Words words = words_of(item.relations);
            sorted.emplace_back(std::move(words), std::move(item));
        }
        std::ranges::stable_sort(sorted, {}, [](const auto& one) { return one.first; });
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (i % Lanes::count == 0) blocks.emplace_back();
            Block& block = blocks.back();
            Words joined;
            std::ranges::set_union(block.words, sorted[i].first, std::back_inserter(joined));
            block.words = std::move(joined);
            block.items.push_back(std::move(sorted[i].second));
        }
    }
    std::ranges::stable_sort(
        blocks, {}, [](const Block& block) { return std::pair(block.words.size(), block.words); });
    const auto mixed = [&](std::size_t first, std::size_t last) {
        if (first < last) add_run(std::span(blocks).subspan(first, last - first), false);
    };
    std::size_t open = 0;  // the first block without a run
    for (std::size_t first = 0, last = 0; first < blocks.size(); first = last) {
        while (last < blocks.size() && blocks[last].words == blocks[first].words) ++last;
        if (blocks[first].words.size() != blocks[open].words.size()) {
            mixed(open, first);
            open = first;
        }
        if (last - first < min_blocks || blocks[first].words.size() > max_shared) continue;
        mixed(open, first);
        add_run(std::span(blocks).subspan(first, last - first), true);
        open = last;
    }
    mixed(open, blocks.size());
    list_ends_.push_back(static_cast<std::uint32_t>(runs_.size()));
}

void PackedMasks::add_run(std::span<const Block> run, bool shares_words) {
    runs_.push_back({.first_block = static_cast<std::uint32_t>(blocks()),
                     .blocks = static_cast<std::uint32_t>(run.size()),
                     .first_mask = static_cast<std::uint32_t>(masks_.size()),
                     .first_word = static_cast<std::uint32_t>(words_.size()),
                     .words = static_cast<std::uint32_t>(run.front().words.size()),
                     .shares_words = shares_words});
    for (const Block& block : run) {
        if (!shares_words || &block == &run.front())
            words_.insert(words_.end(), block.words.begin(), block.words.end());
        add_masks(block);
    }
}

void PackedMasks::add_masks(const Block& block) {
    for (const std::uint16_t word : block.words) {
        Lanes& mask = masks_.emplace_back();
        for (std::size_t lane = 0; lane < block.items.size(); ++lane)
            mask.numbers[lane] = mask_of(block.items[lane].relations, word);
    }
    for (std::size_t lane = 0; lane < Lanes::count; ++lane)
        numbers_.push_back(lane < block.items.size() ? block.items[lane].number : nothing);
}

PackedWeights::PackedWeights(const WeighedConfigurations& configurations, const PackedMasks& masks)
    : blocks_(masks.blocks()), weights_(configurations.stages() * blocks_) {
    if (configurations.added() == ActiveWeights::solutions) return;
    for (std::size_t block = 0; block < blocks_; ++block)
        for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
            const std::uint32_t number = masks.numbers(block)[lane];
            if (number == PackedMasks::nothing) continue;
            const auto weights = configurations.weights(number);
            for (std::size_t stage = 0; stage < weights.size(); ++stage)
                weights_[stage * blocks_ + block].numbers[lane] =
                    static_cast<std::uint32_t>(weights[stage]);
        }
}

}  // namespace boardworth
