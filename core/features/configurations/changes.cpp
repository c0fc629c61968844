#include "features/configurations/changes.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "features/configurations/packed_masks.h"

namespace boardworth {

namespace {

// Of every relation the configurations that have it, as masks of their other relations.
PackedMasks masks_by_relation(const WeighedConfigurations& own,
                              std::span<const std::uint32_t> chosen) {
    std::vector<std::vector<std::uint32_t>> having(own.relation_count());
    for (const std::uint32_t one : chosen)
        for (const Relation relation : own.relations(one)) having[relation].push_back(one);
    PackedMasks masks;
    for (std::size_t relation = 0; relation < having.size(); ++relation) {
        std::vector<PackedMasks::Item> items;
        for (const std::uint32_t one : having[relation]) {
            PackedMasks::Item item{one, {}};
            std::ranges::remove_copy(own.relations(one), std::back_inserter(item.relations),
                                     static_cast<Relation>(relation));
            items.push_back(std::move(item));
        }
        masks.add_list(std::move(items));
    }
    return masks;
}

class ChangeScan final : public ConfigurationSum {
  public:
    ChangeScan(const WeighedConfigurations& own, std::span<const std::uint32_t> chosen)
        : words_(word_count(own.relation_count())),
          stages_(own.stages()),
          masks_(masks_by_relation(own, chosen)),
          weights_(own, masks_) {}

    std::unique_ptr<FollowedSum> follower() const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    // A sum is followed for each mover and stage that it is asked for: all that it takes to know is
    // the relations that it is the sum of.
    class Follower final : public FollowedSum {
      public:
        explicit Follower(const ChangeScan& own)
            : own_(own), known_(2 * own.stages_, {std::vector<std::uint32_t>(own.words_), 0}) {}

        std::int64_t sum(Holding holding, std::size_t mover, std::size_t stage) override {
            Known& known = known_[mover * own_.stages_ + stage];
            for (std::size_t word = 0; word < holding.size(); ++word)
                change<false>(known, word, known.holding[word] & ~holding[word], stage);
            for (std::size_t word = 0; word < holding.size(); ++word)
                change<true>(known, word, holding[word] & ~known.holding[word], stage);
            return known.sum;
        }

      private:
        struct Known {
            std::vector<std::uint32_t> holding;
            std::int64_t sum;
        };

        // One relation after the other: what has two of them is added once.
        template <bool begins>
        void change(Known& known, std::size_t word, std::uint32_t bits, std::size_t stage) {
            for (; bits != 0; bits &= bits - 1) {
                known.holding[word] ^= bits & -bits;
                const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
                const std::int64_t met = own_.weights_.met(
                    own_.masks_, word * bits_per_word + bit, known.holding, stage);
                known.sum += begins ? met : -met;
            }
        }

        const ChangeScan& own_;
        std::vector<Known> known_;  // by mover, then stage
    };

    std::size_t words_, stages_;
    PackedMasks masks_;  // a list for every relation
    PackedWeights weights_;
};

}  // namespace

std::unique_ptr<ConfigurationSum> change_scan(std::shared_ptr<const WeighedConfigurations> own,
                                              std::vector<std::uint32_t> chosen) {
    if (own->added() != ActiveWeights::all)
        throw std::invalid_argument("changes: only all active configurations can be followed so");
    return std::make_unique<ChangeScan>(*own, chosen);
}

std::vector<std::uint32_t> looked_at(const WeighedConfigurations& own) {
    std::vector<std::uint32_t> counts(own.relation_count());
    for (std::size_t one = 0; one < own.size(); ++one)
        for (const Relation relation : own.relations(one)) ++counts[relation];
    return counts;
}

}  // namespace boardworth
