#include "features/configurations/methods.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "features/configurations/brute_force.h"
#include "features/configurations/changes.h"
#include "features/configurations/cover.h"
#include "features/configurations/subsets.h"
#include "features/configurations/tables.h"

namespace boardworth {

namespace {

using Shared = std::shared_ptr<const WeighedConfigurations>;

std::vector<std::uint32_t> all_of(const WeighedConfigurations& own) {
    std::vector<std::uint32_t> all(own.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

// Two sums of different configurations.
class BothSums final : public ConfigurationSum {
  public:
    BothSums(std::unique_ptr<ConfigurationSum> first, std::unique_ptr<ConfigurationSum> second)
        : first_(std::move(first)), second_(std::move(second)) {}

    std::unique_ptr<FollowedSum> follower() const override {
        return std::make_unique<Follower>(first_->follower(), second_->follower());
    }

  private:
    class Follower final : public FollowedSum {
      public:
        Follower(std::unique_ptr<FollowedSum> first, std::unique_ptr<FollowedSum> second)
            : first_(std::move(first)), second_(std::move(second)) {}

        std::int64_t sum(Holding holding, std::size_t mover, std::size_t stage) override {
            return first_->sum(holding, mover, stage) + second_->sum(holding, mover, stage);
        }

      private:
        std::unique_ptr<FollowedSum> first_, second_;
    };

    std::unique_ptr<ConfigurationSum> first_, second_;
};

// What tables add up, and what is left.
struct Division {
    std::vector<TablePlan> plans;
    std::vector<std::uint32_t> rest;
};

Division divided(const WeighedConfigurations& own) {
    if (own.added() != ActiveWeights::all)
        throw std::invalid_argument("tables: only all active configurations can be looked up");
    Division division{table_plans(own), all_of(own)};
    std::vector<bool> is_in_table(own.size());
    for (const TablePlan& plan : division.plans)
        for (const std::uint32_t one : plan.configurations) is_in_table[one] = true;
    std::erase_if(division.rest, [&](std::uint32_t one) { return is_in_table[one]; });
    return division;
}

// Of fewer configurations a scan is faster than lists of those that have a changed relation.
constexpr std::size_t min_for_changes = 2000;

std::unique_ptr<ConfigurationSum> tables_and_rest(const Shared& own, const Division& division) {
    const auto& [plans, rest] = division;
    if (rest.empty()) return table_sum(*own, plans);
    auto of_rest = rest.size() < min_for_changes ? mask_scan(own, rest) : change_scan(*own, rest);
    if (plans.empty()) return of_rest;
    return std::make_unique<BothSums>(table_sum(*own, plans), std::move(of_rest));
}

// Counters are faster than scanning changes where the configurations have so many relations in
// common, by way of generalisations, that they need this many times fewer by themselves.
constexpr std::size_t min_saved = 24;

bool counters_save_most(const Shared& own, const SpecialisationDag& dag,
                        std::span<const std::uint32_t> rest) {
    std::size_t had = 0, needed = 0;
    for (const std::uint32_t one : rest) had += own->relations(one).size();
    if (had < min_saved * own->relation_count()) return false;
    for (std::size_t one = 0; one < own->size(); ++one)
        if (own->relations(one).size() > SubsetIndex::longest) return false;  // no diagram
    const CoverDiagram diagram(own, dag);
    for (std::size_t relation = 0; relation < own->relation_count(); ++relation)
        needed += diagram.needed_by(relation).size();
    return had >= min_saved * needed;
}

std::unique_ptr<ConfigurationSum> best_sum(const Shared& own, const SpecialisationDag& dag) {
    if (own->added() != ActiveWeights::all) return cover_propagation(own, dag);
    const Division division = divided(*own);
    if (counters_save_most(own, dag, division.rest)) return cover_propagation(own, dag);
    return tables_and_rest(own, division);
}

}  // namespace

std::shared_ptr<const ConfigurationSum> configuration_sum(std::string_view method, Shared own,
                                                          const SpecialisationDag& dag) {
    if (method == "best") return best_sum(own, dag);
    if (method == "tables") return tables_and_rest(own, divided(*own));
    if (method == "changes") return change_scan(*own, all_of(*own));
    if (method == "counters") return cover_propagation(std::move(own), dag);
    if (method == "scan") return mask_scan(own, all_of(*own));
    if (method == "walk") return dag_walk(std::move(own), dag);
    if (method == "plain") return one_by_one(std::move(own));
    throw std::invalid_argument("configurations: no method '" + std::string(method) + "'");
}

}  // namespace boardworth
