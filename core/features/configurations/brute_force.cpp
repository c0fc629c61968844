#include "features/configurations/brute_force.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "features/configurations/packed_masks.h"

namespace boardworth {

namespace {

using Shared = std::shared_ptr<const WeighedConfigurations>;

// Sums whose followers remember nothing but a list that they use again. A finder calls
// on_active(configuration) for all that are active.
template <class Finder>
class FoundAnew final : public ConfigurationSum {
  public:
    FoundAnew(Shared configurations, Finder finder)
        : configurations_(std::move(configurations)), finder_(std::move(finder)) {}

    std::unique_ptr<FollowedSum> follower() const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    class Follower final : public FollowedSum {
      public:
        explicit Follower(const FoundAnew& own) : own_(own), sum_(*own.configurations_) {}

        std::int64_t sum(Holding holding, std::size_t /*mover*/, std::size_t stage) override {
            if constexpr (requires { own_.finder_.sum(holding, stage); })
                if (own_.configurations_->added() == ActiveWeights::all)
                    return own_.finder_.sum(holding, stage);
            active_.clear();
            own_.finder_(holding, [this](std::uint32_t one) { active_.push_back(one); });
            return sum_(active_, stage);
        }

      private:
        const FoundAnew& own_;
        ActiveSum sum_;
        std::vector<std::uint32_t> active_;
    };

    Shared configurations_;
    Finder finder_;
};

bool all_hold(Holding holding, std::span<const Relation> relations) {
    return std::ranges::all_of(relations, [&](Relation r) { return holds(holding, r); });
}

struct OneByOne {
    Shared configurations;

    template <class OnActive>
    void operator()(Holding holding, const OnActive& on_active) const {
        for (std::uint32_t one = 0; one < configurations->size(); ++one)
            if (all_hold(holding, configurations->relations(one))) on_active(one);
    }
};

// Configurations hang below one of their generalisations each, or else below their first relation.
class Walk {
  public:
    Walk(const WeighedConfigurations& own, const SpecialisationDag& dag)
        : relation_count_(own.relation_count()), below_({}), rest_starts_{0} {
        std::vector<std::vector<std::uint32_t>> below(relation_count_ + own.size());
        for (std::uint32_t one = 0; one < own.size(); ++one) {
            const auto generalisations = dag.generalisations()[one];
            const auto longest = std::ranges::max_element(
                generalisations, {}, [&](std::uint32_t g) { return own.relations(g).size(); });
            const bool has_general = longest != generalisations.end();
            const auto relations = own.relations(one);
            const auto held = has_general ? own.relations(*longest) : relations.first(1);
            below[has_general ? relation_count_ + *longest : relations.front()].push_back(one);
            std::ranges::set_difference(relations, held, std::back_inserter(rests_));
            rest_starts_.push_back(rests_.size());
        }
        below_ = NodeLists(below);
    }

    template <class OnActive>
    void operator()(Holding holding, const OnActive& on_active) const {
        for (std::size_t relation = 0; relation < relation_count_; ++relation)
            if (holds(holding, static_cast<Relation>(relation)))
                go_below(relation, holding, on_active);
    }

  private:
    template <class OnActive>
    void go_below(std::size_t node, Holding holding, const OnActive& on_active) const {
        for (const std::uint32_t one : below_[node])
            if (all_hold(holding, rest(one))) {
                on_active(one);
                go_below(relation_count_ + one, holding, on_active);
            }
    }
    [[nodiscard]] std::span<const Relation> rest(std::size_t one) const {
        return std::span(rests_).subspan(rest_starts_[one],
                                         rest_starts_[one + 1] - rest_starts_[one]);
    }

    std::size_t relation_count_;
    NodeLists below_;  // by relation, then by configuration
    std::vector<Relation> rests_;
    std::vector<std::size_t> rest_starts_;
};

PackedMasks one_list(const WeighedConfigurations& own, std::span<const std::uint32_t> chosen) {
    std::vector<PackedMasks::Item> items;
    for (const std::uint32_t one : chosen)
        items.push_back({one, {own.relations(one).begin(), own.relations(one).end()}});
    PackedMasks masks;
    masks.add_list(std::move(items));
    return masks;
}

class Scan {
  public:
    Scan(const WeighedConfigurations& own, std::span<const std::uint32_t> chosen)
        : masks_(one_list(own, chosen)), weights_(own, masks_) {}

    [[nodiscard]] std::int64_t sum(Holding holding, std::size_t stage) const {
        return weights_.met(masks_, 0, holding, stage);
    }
    template <class OnActive>
    void operator()(Holding holding, const OnActive& on_active) const {
        masks_.for_each_met(0, holding, on_active);
    }

  private:
    PackedMasks masks_;
    PackedWeights weights_;
};

}  // namespace

std::unique_ptr<ConfigurationSum> one_by_one(Shared own) {
    return std::make_unique<FoundAnew<OneByOne>>(own, OneByOne{own});
}

std::unique_ptr<ConfigurationSum> dag_walk(Shared own, const SpecialisationDag& dag) {
    Walk walk(*own, dag);
    return std::make_unique<FoundAnew<Walk>>(std::move(own), std::move(walk));
}

std::unique_ptr<ConfigurationSum> mask_scan(Shared own, const std::vector<std::uint32_t>& chosen) {
    Scan scan(*own, chosen);
    return std::make_unique<FoundAnew<Scan>>(std::move(own), std::move(scan));
}

}  // namespace boardworth
