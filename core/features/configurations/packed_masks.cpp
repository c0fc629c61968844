#include "features/configurations/packed_masks.h"

#include <algorithm>
#include <utility>

namespace boardworth {

namespace {

using Words = std::vector<std::uint16_t>;

// The words in which relations have their bits, ascending as the relations are.
Words words_of(std::span<const Relation> relations) {
    Words words;
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

// Items of the same words fill blocks; what is left over shares blocks of more words.
void PackedMasks::add_list(std::vector<Item> items) {
    sizes_.push_back(items.size());
    std::vector<std::pair<Words, Item>> sorted;
    for (Item& item : items) {
        Words words = words_of(item.relations);
        sorted.emplace_back(std::move(words), std::move(item));
    }
    std::ranges::stable_sort(sorted, {}, [](const auto& one) { return one.first; });
    std::vector<Item> alike, left_over;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        alike.push_back(std::move(sorted[i].second));
        if (i + 1 < sorted.size() && sorted[i + 1].first == sorted[i].first) continue;
        const std::size_t whole = alike.size() / Lanes::count * Lanes::count;
        if (whole > 0) add_run(std::span(alike).first(whole), sorted[i].first);
        std::move(alike.begin() + static_cast<std::ptrdiff_t>(whole), alike.end(),
                  std::back_inserter(left_over));
        alike.clear();
    }
    for (std::size_t first = 0; first < left_over.size(); first += Lanes::count) {
        const auto some = std::span(left_over)
                              .subspan(first, std::min(Lanes::count, left_over.size() - first));
        Words words;
        for (const Item& item : some) {
            Words joined;
            std::ranges::set_union(words, words_of(item.relations), std::back_inserter(joined));
            words = std::move(joined);
        }
        add_run(some, words);
    }
    list_ends_.push_back(static_cast<std::uint32_t>(runs_.size()));
}

void PackedMasks::add_run(std::span<const Item> items, std::span<const std::uint16_t> words) {
    const std::size_t added = (items.size() + Lanes::count - 1) / Lanes::count;
    runs_.push_back({.first_block = static_cast<std::uint32_t>(blocks()),
                     .blocks = static_cast<std::uint32_t>(added),
                     .first_mask = static_cast<std::uint32_t>(masks_.size()),
                     .first_word = static_cast<std::uint32_t>(words_.size()),
                     .words = static_cast<std::uint32_t>(words.size())});
    words_.insert(words_.end(), words.begin(), words.end());
    for (std::size_t first = 0; first < items.size(); first += Lanes::count) {
        const auto some = items.subspan(first, std::min(Lanes::count, items.size() - first));
        for (const std::uint16_t word : words) {
            Lanes& mask = masks_.emplace_back();
            for (std::size_t lane = 0; lane < some.size(); ++lane)
                mask.numbers[lane] = mask_of(some[lane].relations, word);
        }
        for (std::size_t lane = 0; lane < Lanes::count; ++lane)
            numbers_.push_back(lane < some.size() ? some[lane].number : nothing);
    }
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
