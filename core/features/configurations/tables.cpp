#include "features/configurations/tables.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "features/configurations/subsets.h"

namespace boardworth {

namespace {

using Atoms = std::vector<std::uint16_t>;

Atoms atoms_of(const WeighedConfigurations& own, std::size_t configuration) {
    Atoms atoms;
    for (const Relation relation : own.relations(configuration))
        atoms.push_back(static_cast<std::uint16_t>(relation / own.shape().max_values()));
    return atoms;
}

// Whether its relations are about values that atoms can change to.
bool can_hold(const WeighedConfigurations& own, std::size_t configuration) {
    const FactShape& shape = own.shape();
    return std::ranges::all_of(own.relations(configuration), [&](Relation relation) {
        const int values = shape.values(relation / shape.max_values());
        return values > 1 && relation % shape.max_values() < values;
    });
}

// The entries of a table of these atoms, or more than `most`.
std::size_t entries_of(const FactShape& shape, std::span<const std::uint16_t> atoms,
                       std::size_t most) {
    std::size_t entries = 1;
    for (const std::uint16_t atom : atoms)
        if (entries <= most) entries *= static_cast<std::size_t>(shape.values(atom));
    return entries;
}

// The sets of atoms that configurations speak of, and which ones.
struct AtomSets {
    explicit AtomSets(const WeighedConfigurations& own, std::size_t max_entries) {
        std::map<Atoms, std::vector<std::uint32_t>> found;
        for (std::uint32_t one = 0; one < own.size(); ++one)
            if (Atoms set = atoms_of(own, one);
                set.size() <= SubsetIndex::longest && can_hold(own, one) &&
                entries_of(own.shape(), set, max_entries) <= max_entries)
                found[std::move(set)].push_back(one);
        for (auto& [set, own_configurations] : found) {
            atoms.insert(atoms.end(), set.begin(), set.end());
            starts.push_back(atoms.size());
            configurations.push_back(std::move(own_configurations));
        }
    }

    [[nodiscard]] std::size_t size() const { return configurations.size(); }
    [[nodiscard]] std::span<const std::uint16_t> operator[](std::size_t set) const {
        return std::span(atoms).subspan(starts[set], starts[set + 1] - starts[set]);
    }

    Atoms atoms;
    std::vector<std::size_t> starts{0};
    std::vector<std::vector<std::uint32_t>> configurations;  // by set
};

// A table for every set of atoms that is no part of a larger one, with all that is part of it.
std::vector<TablePlan> all_plans(const AtomSets& sets) {
    std::vector<std::uint32_t> largest_first(sets.size());
    for (std::uint32_t set = 0; set < sets.size(); ++set) largest_first[set] = set;
    std::ranges::stable_sort(largest_first, std::greater(),
                             [&](std::uint32_t set) { return sets[set].size(); });
    const SubsetIndex index(sets.atoms, sets.starts);
    std::vector<bool> is_planned(sets.size());
    std::vector<TablePlan> plans;
    for (const std::uint32_t whole : largest_first) {
        if (is_planned[whole]) continue;
        TablePlan& plan = plans.emplace_back();
        plan.atoms.assign(sets[whole].begin(), sets[whole].end());
        index.for_each_part(sets[whole], [&](std::uint32_t part, std::uint64_t) {
            if (is_planned[part]) return;
            is_planned[part] = true;
            const auto& own = sets.configurations[part];
            plan.configurations.insert(plan.configurations.end(), own.begin(), own.end());
        });
    }
    return plans;
}

}  // namespace

std::vector<TablePlan> table_plans(const WeighedConfigurations& own, const TableBounds& bounds) {
    std::vector<TablePlan> plans = all_plans(AtomSets(own, bounds.entries));
    std::ranges::stable_sort(plans, std::greater(),
                             [](const TablePlan& plan) { return plan.configurations.size(); });
    std::size_t numbers = 0;
    std::erase_if(plans, [&, kept = std::size_t{0}](const TablePlan& plan) mutable {
        const std::size_t added =
            own.stages() * entries_of(own.shape(), plan.atoms, bounds.entries);
        if (plan.configurations.size() < bounds.min_configurations || kept == bounds.tables ||
            numbers + added > bounds.numbers)
            return true;
        ++kept;
        numbers += added;
        return false;
    });
    return plans;
}

namespace {

class TableSum final : public ConfigurationSum {
  public:
    TableSum(const WeighedConfigurations& own, const std::vector<TablePlan>& plans)
        : words_(word_count(own.relation_count())), steps_by_(own.relation_count()) {
        for (const TablePlan& plan : plans) add_table(own, plan);
        for (std::size_t stage = 0; stage < own.stages(); ++stage) {
            starts_.push_back(entries_.size());
            for (std::size_t table = 0; table < plans.size(); ++table)
                fill(own, plans[table], firsts_[table], stage);
        }
    }

    std::unique_ptr<FollowedSum> follower() const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    // What a relation that holds adds to the index of a table.
    struct Step {
        std::uint32_t table, step;
    };

    class Follower final : public FollowedSum {
      public:
        explicit Follower(const TableSum& own)
            : own_(own), known_(2, {std::vector<std::uint32_t>(own.words_), own.firsts_}) {}

        std::int64_t sum(Holding holding, std::size_t mover, std::size_t stage) override {
            Known& known = known_[mover];
            for (std::size_t word = 0; word < holding.size(); ++word) {
                const std::uint32_t before = std::exchange(known.holding[word], holding[word]);
                step(known, word, before & ~holding[word], ~std::uint32_t{0});
                step(known, word, holding[word] & ~before, 1);
            }
            const std::int32_t* entries = own_.entries_.data() + own_.starts_[stage];
            std::int64_t sum = 0;
            for (const std::uint32_t index : known.indices) sum += entries[index];
            return sum;
        }

      private:
        struct Known {
            std::vector<std::uint32_t> holding;
            std::vector<std::uint32_t> indices;  // by table, into the entries of a stage
        };

        void step(Known& known, std::size_t word, std::uint32_t bits, std::uint32_t sign) {
            for (; bits != 0; bits &= bits - 1)
                for (const Step& one :
                     own_.steps_by_[word * bits_per_word +
                                    static_cast<std::size_t>(std::countr_zero(bits))])
                    known.indices[one.table] += sign * one.step;
        }

        const TableSum& own_;
        std::vector<Known> known_;  // by mover
    };

    void add_table(const WeighedConfigurations& own, const TablePlan& plan) {
        const FactShape& shape = own.shape();
        std::uint32_t power = 1;
        for (const std::uint16_t atom : plan.atoms) {
            for (int value = 1; value < shape.values(atom); ++value)
                steps_by_[relation_of(shape, atom, value)].push_back(
                    {static_cast<std::uint32_t>(firsts_.size()),
                     power * static_cast<std::uint32_t>(value)});
            power *= static_cast<std::uint32_t>(shape.values(atom));
        }
        firsts_.push_back(size_);
        size_ += power;
    }

    // Adds each weight wherever its configuration is active.
    void fill(const WeighedConfigurations& own, const TablePlan& plan, std::size_t first,
              std::size_t stage) {
        const FactShape& shape = own.shape();
        entries_.resize(starts_[stage] + first + entries_of(shape, plan.atoms, size_));
        for (const std::uint32_t one : plan.configurations) {
            std::vector<std::size_t> active{starts_[stage] + first};
            auto relation = own.relations(one).begin();
            std::size_t power = 1;
            for (const std::uint16_t atom : plan.atoms) {
                const auto values = static_cast<std::size_t>(shape.values(atom));
                const bool is_fixed =
                    relation != own.relations(one).end() && *relation / shape.max_values() == atom;
                std::vector<std::size_t> next;
                for (std::size_t value = 0; value < values; ++value)
                    if (!is_fixed || *relation % shape.max_values() == static_cast<int>(value))
                        for (const std::size_t entry : active)
                            next.push_back(entry + value * power);
                if (is_fixed) ++relation;
                active = std::move(next);
                power *= values;
            }
            for (const std::size_t entry : active) entries_[entry] += own.weights(one)[stage];
        }
    }

    std::size_t words_;
    std::vector<std::vector<Step>> steps_by_;  // by relation
    std::vector<std::uint32_t> firsts_;        // by table: its first entry within a stage
    std::uint32_t size_ = 0;                   // of a stage
    std::vector<std::int32_t> entries_;        // by stage, table, index
    std::vector<std::size_t> starts_;          // by stage
};

}  // namespace

std::unique_ptr<ConfigurationSum> table_sum(const WeighedConfigurations& own,
                                            const std::vector<TablePlan>& plans) {
    return std::make_unique<TableSum>(own, plans);
}

}  // namespace boardworth
