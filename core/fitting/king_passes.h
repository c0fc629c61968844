// Both directions of a pass over the groups of one king: what leaves are worth by its relations,
// and what leaves' coefficients add to them (fitting/leaf_groups.h has the formula).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/relations/shape.h"
#include "fitting/king_tables.h"
#include "fitting/leaf_groups.h"

namespace boardworth {

// The conditions of a group's root, and where each one's pairs with smaller conditions begin.
class RootConditions {
  public:
    // Whether a group has those of the group before.
    [[nodiscard]] bool same(const LeafChunk& chunk, const LeafGroup& group) const {
        return chunk.bases.data() + group.base == first_;
    }
    void enter(const LeafChunk& chunk, const LeafGroup& group) {
        const std::uint16_t* first = chunk.bases.data() + group.base;
        first_ = first;
        own_.assign(first, first + group.base_size);
        rows_.clear();
        for (const std::uint32_t c : own_) rows_.push_back(static_cast<std::uint32_t>(pair_row(c)));
    }
    [[nodiscard]] std::span<const std::uint32_t> conditions() const { return own_; }

    // A table of pairs is read through lists of places: visit(first place, places from there on).
    // For a condition and each other one. Conditions that are asked for may only rise: `smaller`,
    // how many others are, is kept by the caller.
    template <class Visit>
    void visit_pairs(std::size_t condition, std::size_t& smaller, const Visit& visit) const {
        while (smaller < own_.size() && own_[smaller] < condition) ++smaller;
        const bool itself = smaller < own_.size() && own_[smaller] == condition;
        visit(pair_row(condition), conditions().first(smaller));
        visit(condition, std::span(rows_).subspan(smaller + (itself ? 1 : 0)));
    }
    template <class Visit>
    void visit_own_pairs(const Visit& visit) const {
        for (std::size_t i = 1; i < own_.size(); ++i) visit(rows_[i], conditions().first(i));
    }

  private:
    const std::uint16_t* first_ = nullptr;
    std::vector<std::uint32_t> own_, rows_;
};

// The conditions that a leaf changes, rising, each with an amount that is negative if it is
// removed.
template <class T>
struct LeafChanges {
    std::size_t size = 0;
    std::array<std::uint32_t, max_differences> conditions;
    std::array<T, max_differences> amounts;
};

// Calls on_leaf(leaf, its differences) for every leaf of a group.
template <class OnLeaf>
void for_each_leaf(const LeafChunk& chunk, const LeafGroup& group, const OnLeaf& on_leaf) {
    const std::uint16_t* next = chunk.differences.data() + group.first_difference;
    for (std::size_t i = group.first_leaf; i < group.first_leaf + group.leaves; ++i) {
        const std::size_t size = chunk.sizes[i];
        on_leaf(chunk.leaves[i], std::span(next, size));
        next += size;
    }
}

// Several sums at a time: one alone would wait for each addition in turn.
inline float sum_at(const float* table, std::span<const std::uint32_t> places) {
    float a = 0, b = 0, c = 0, d = 0;
    std::size_t i = 0;
    for (; i + 4 <= places.size(); i += 4) {
        a += table[places[i]];
        b += table[places[i + 1]];
        c += table[places[i + 2]];
        d += table[places[i + 3]];
    }
    for (; i < places.size(); ++i) a += table[places[i]];
    return (a + b) + (c + d);
}

class KingValues {
  public:
    KingValues(const RelationShape& shape, const KingTables<const float>& tables)
        : own_conditions_(shape.own_conditions()), tables_(tables) {}

    // Writes what the leaves of a group are worth.
    void read(const LeafChunk& chunk, const LeafGroup& group, std::span<float> values) {
        if (!root_.same(chunk, group)) {
            root_.enter(chunk, group);
            read_root();
        }
        const float* kings = tables_.of_kings(group.opponent_king, own_conditions_);
        double sum = root_sum_;
        if (kings)
            for (const std::uint32_t c : root_.conditions())
                if (c < own_conditions_) sum += static_cast<double>(kings[c]);
        const auto changed = chunk.changed_by(group);
        weigh(changed, kings);
        for_each_leaf(chunk, group, [&](std::size_t leaf, auto differences) {
            float value = 0;
            changes_.size = differences.size();
            for (std::size_t i = 0; i < differences.size(); ++i) {
                const std::size_t place = differences[i] / 2;
                changes_.conditions[i] = changed[place];
                changes_.amounts[i] = differences[i] % 2 == 0 ? 1.0F : -1.0F;
                value += changes_.amounts[i] * worth_[place];
            }
            if (tables_.king_piece_piece) value += pairs();
            values[leaf] = static_cast<float>(sum + static_cast<double>(value));
        });
    }

  private:
    void read_root() {
        root_sum_ = 0;
        for (const std::uint32_t c : root_.conditions())
            root_sum_ += static_cast<double>(tables_.king_piece[c]);
        if (!tables_.king_piece_piece) return;
        root_.visit_own_pairs([&](std::size_t first, auto places) {
            root_sum_ += static_cast<double>(sum_at(tables_.king_piece_piece + first, places));
        });
    }
    // Conditions beside those of the root.
    void weigh(std::span<const std::uint16_t> changed, const float* kings) {
        worth_.clear();
        std::size_t smaller = 0;
        for (const std::uint16_t c : changed) {
            float sum = tables_.king_piece[c];
            if (kings && c < own_conditions_) sum += kings[c];
            if (tables_.king_piece_piece)
                root_.visit_pairs(c, smaller, [&](std::size_t first, auto places) {
                    sum += sum_at(tables_.king_piece_piece + first, places);
                });
            worth_.push_back(sum);
        }
    }
    [[nodiscard]] float pairs() const {
        float sum = 0;
        for (std::size_t i = 1; i < changes_.size; ++i) {
            const float* row = tables_.king_piece_piece + pair_row(changes_.conditions[i]);
            float own = 0;
            for (std::size_t j = 0; j < i; ++j)
                own += changes_.amounts[j] * row[changes_.conditions[j]];
            sum += changes_.amounts[i] * own;
        }
        return sum;
    }

    std::size_t own_conditions_;
    KingTables<const float> tables_;
    RootConditions root_;       // at work
    double root_sum_ = 0;       // without the opponent's king
    std::vector<float> worth_;  // by condition that the group at work changes
    LeafChanges<float> changes_;
};

inline void add_at(std::int64_t* table, std::span<const std::uint32_t> places, std::int64_t gain) {
    for (const std::uint32_t place : places) table[place] += gain;
}

class KingGains {
  public:
    KingGains(const RelationShape& shape, const KingTables<std::int64_t>& tables)
        : own_conditions_(shape.own_conditions()), tables_(tables) {}

    // gain_of(leaf) is an integer.
    template <class GainOf>
    void add(const LeafChunk& chunk, const LeafGroup& group, const GainOf& gain_of) {
        if (!root_.same(chunk, group)) {
            finish();
            root_.enter(chunk, group);
        }
        const auto changed = chunk.changed_by(group);
        gains_.assign(changed.size(), 0);
        std::int64_t all = 0;
        for_each_leaf(chunk, group, [&](std::size_t leaf, auto differences) {
            const std::int64_t gain = gain_of(leaf);
            if (gain == 0) return;
            all += gain;
            changes_.size = differences.size();
            for (std::size_t i = 0; i < differences.size(); ++i) {
                const std::size_t place = differences[i] / 2;
                changes_.conditions[i] = changed[place];
                changes_.amounts[i] = differences[i] % 2 == 0 ? gain : -gain;
                gains_[place] += changes_.amounts[i];
            }
            if (tables_.king_piece_piece) add_pairs(differences);
        });
        std::int64_t* kings = tables_.of_kings(group.opponent_king, own_conditions_);
        spread(changed, kings);
        root_gain_ += all;
        if (kings && all != 0)
            for (const std::uint32_t c : root_.conditions())
                if (c < own_conditions_) kings[c] += all;
    }

    // Has to be called at last: groups of one root that follow one another are added together.
    void finish() {
        if (root_gain_ == 0) return;
        for (const std::uint32_t c : root_.conditions()) tables_.king_piece[c] += root_gain_;
        if (tables_.king_piece_piece)
            root_.visit_own_pairs([&](std::size_t first, auto places) {
                add_at(tables_.king_piece_piece + first, places, root_gain_);
            });
        root_gain_ = 0;
    }

  private:
    void spread(std::span<const std::uint16_t> changed, std::int64_t* kings) {
        std::size_t smaller = 0;
        for (std::size_t i = 0; i < changed.size(); ++i) {
            const std::size_t c = changed[i];
            const std::int64_t gain = gains_[i];
            if (gain == 0) continue;
            tables_.king_piece[c] += gain;
            if (kings && c < own_conditions_) kings[c] += gain;
            if (tables_.king_piece_piece)
                root_.visit_pairs(c, smaller, [&](std::size_t first, auto places) {
                    add_at(tables_.king_piece_piece + first, places, gain);
                });
        }
    }
    void add_pairs(std::span<const std::uint16_t> differences) {
        for (std::size_t i = 1; i < changes_.size; ++i) {
            std::int64_t* row = tables_.king_piece_piece + pair_row(changes_.conditions[i]);
            const std::int64_t sign = -std::int64_t{differences[i] % 2};
            for (std::size_t j = 0; j < i; ++j)
                row[changes_.conditions[j]] += (changes_.amounts[j] ^ sign) - sign;
        }
    }

    std::size_t own_conditions_;
    KingTables<std::int64_t> tables_;
    RootConditions root_;  // at work
    std::int64_t root_gain_ = 0;
    std::vector<std::int64_t> gains_;  // by condition that the group at work changes
    LeafChanges<std::int64_t> changes_;
};

}  // namespace boardworth
