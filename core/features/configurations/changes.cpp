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

// The relations that a sum is the sum of, changed one after the other: what has two of those that
// begin is met once. Calls on_change(relation) with those that hold before it begins, or after it
// has ceased.
class KnownRelations {
  public:
    explicit KnownRelations(std::size_t words) : holding_(words) {}

    [[nodiscard]] Holding holding() const { return holding_; }

    template <class OnCease, class OnBegin>
    void follow(Holding holding, const OnCease& on_cease, const OnBegin& on_begin) {
        const auto each = [](std::uint32_t bits, const auto& on_bit) {
            for (; bits != 0; bits &= bits - 1)
                on_bit(bits & -bits, static_cast<std::size_t>(std::countr_zero(bits)));
        };
        for (std::size_t word = 0; word < holding.size(); ++word)
            each(holding_[word] & ~holding[word], [&](std::uint32_t bit, std::size_t place) {
                holding_[word] ^= bit;
                on_cease(word * bits_per_word + place);
            });
        for (std::size_t word = 0; word < holding.size(); ++word)
            each(holding[word] & ~holding_[word], [&](std::uint32_t bit, std::size_t place) {
                on_begin(word * bits_per_word + place);
                holding_[word] ^= bit;
            });
    }

  private:
    std::vector<std::uint32_t> holding_;
};

// A sum is followed for each mover and stage that it is asked for: all that it takes to know is the
// relations that it is the sum of.
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
    class Follower final : public FollowedSum {
      public:
        explicit Follower(const ChangeScan& own)
            : own_(own), known_(2 * own.stages_, {KnownRelations(own.words_), 0}) {}

        std::int64_t sum(Holding holding, std::size_t mover, std::size_t stage) override {
            auto& [relations, sum] = known_[mover * own_.stages_ + stage];
            const auto met = [&, &known = relations](std::size_t relation) {
                return own_.weights_.met(own_.masks_, relation, known.holding(), stage);
            };
            relations.follow(
                holding, [&, &own = sum](std::size_t relation) { own -= met(relation); },
                [&, &own = sum](std::size_t relation) { own += met(relation); });
            return sum;
        }

      private:
        struct Known {
            KnownRelations relations;
            std::int64_t sum;
        };

        const ChangeScan& own_;
        std::vector<Known> known_;  // by mover, then stage
    };

    std::size_t words_, stages_;
    PackedMasks masks_;  // a list for every relation
    PackedWeights weights_;
};

}  // namespace

std::unique_ptr<ConfigurationSum> change_scan(const WeighedConfigurations& own,
                                              const std::vector<std::uint32_t>& chosen) {
    if (own.added() != ActiveWeights::all)
        throw std::invalid_argument("changes: only all active configurations can be followed so");
    return std::make_unique<ChangeScan>(own, chosen);
}

}  // namespace boardworth
