#include "features/configurations/methods.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "features/configurations/brute_force.h"
#include "features/configurations/changes.h"
#include "features/configurations/cover.h"
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

std::unique_ptr<ConfigurationSum> tables_and_changes(const Shared& own) {
    const std::vector<TablePlan> plans = table_plans(*own);
    std::vector<bool> is_in_table(own->size());
    for (const TablePlan& plan : plans)
        for (const std::uint32_t one : plan.configurations) is_in_table[one] = true;
    std::vector<std::uint32_t> rest = all_of(*own);
    std::erase_if(rest, [&](std::uint32_t one) { return is_in_table[one]; });
    if (plans.empty()) return change_scan(own, rest);
    auto tables = table_sum(*own, plans);
    if (rest.empty()) return tables;
    return std::make_unique<BothSums>(std::move(tables), change_scan(own, std::move(rest)));
}

}  // namespace

std::shared_ptr<const ConfigurationSum> configuration_sum(std::string_view method, Shared own,
                                                          const SpecialisationDag& dag) {
    const bool tables = own->added() == ActiveWeights::all;
    if (method == "tables" || (method == "best" && tables)) return tables_and_changes(own);
    if (method == "counters" || method == "best") return cover_propagation(std::move(own), dag);
    if (method == "changes") return change_scan(own, all_of(*own));
    if (method == "scan") return mask_scan(std::move(own));
    if (method == "walk") return dag_walk(std::move(own), dag);
    if (method == "plain") return one_by_one(std::move(own));
    throw std::invalid_argument("configurations: no method '" + std::string(method) + "'");
}

}  // namespace boardworth
