#include "fitting/relation_leaves.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "fitting/king_tables.h"
#include "parallel.h"

namespace boardworth {

namespace {

using Conditions = std::span<const std::uint16_t>;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// make_worker() is called on every thread; what it returns is called with each king that this
// thread has taken.
template <class MakeWorker>
void for_each_king(std::span<const std::size_t> kings, int threads, const MakeWorker& make_worker) {
    std::atomic<std::size_t> next{0};
    const auto workers = std::min(kings.size(), static_cast<std::size_t>(std::max(threads, 1)));
    in_parallel(workers, threads, [&](std::size_t) {
        auto work = make_worker();
        for (std::size_t i = next++; i < kings.size(); i = next++) work(kings[i]);
    });
}

Conditions base_of(const LeafChunk& chunk, const LeafGroup& group) {
    return Conditions(chunk.bases).subspan(group.base, group.base_size);
}
Conditions changed_of(const LeafChunk& chunk, const LeafGroup& group) {
    return Conditions(chunk.changed).subspan(group.first_changed, group.changed);
}

// Calls visit(weight of the pair) for one condition and each of others, itself left out; these
// rise.
template <class T, class Visit>
void visit_pairs_with(T* pairs, Conditions others, std::size_t condition, const Visit& visit) {
    std::size_t i = 0;
    T* const row = pairs + pair_row(condition);
    for (; i < others.size() && others[i] < condition; ++i) visit(row[others[i]]);
    if (i < others.size() && others[i] == condition) ++i;
    for (; i < others.size(); ++i) visit(pairs[pair_row(others[i]) + condition]);
}

// The same for all pairs among conditions that rise.
template <class T, class Visit>
void visit_pairs_among(T* pairs, Conditions conditions, const Visit& visit) {
    for (std::size_t i = 1; i < conditions.size(); ++i) {
        T* const row = pairs + pair_row(conditions[i]);
        for (std::size_t j = 0; j < i; ++j) visit(row[conditions[j]]);
    }
}

// The conditions that a leaf changes, rising, and whether each is removed.
struct Differences {
    explicit Differences(std::span<const std::uint16_t> numbers) : numbers_(numbers) {}

    [[nodiscard]] std::size_t size() const { return numbers_.size(); }
    [[nodiscard]] std::size_t place(std::size_t i) const { return numbers_[i] / 2; }
    template <class T>
    [[nodiscard]] T signed_by(std::size_t i, T value) const {
        return numbers_[i] % 2 == 0 ? value : -value;
    }

  private:
    std::span<const std::uint16_t> numbers_;
};

// Calls on_leaf(leaf, differences) for every leaf of a group.
template <class OnLeaf>
void for_each_leaf(const LeafChunk& chunk, const LeafGroup& group, const OnLeaf& on_leaf) {
    const std::uint16_t* next = chunk.differences.data() + group.first_difference;
    for (std::size_t i = group.first_leaf; i < group.first_leaf + group.leaves; ++i) {
        const std::size_t size = chunk.sizes[i];
        on_leaf(chunk.leaves[i], Differences({next, size}));
        next += size;
    }
}

// What the leaves of one king are worth, view by view.
class KingValues {
  public:
    KingValues(const RelationShape& shape, const KingTables<const float>& tables)
        : own_conditions_(shape.own_conditions()), tables_(tables) {}

    void read(const LeafChunk& chunk, const LeafGroup& group,
              std::array<std::vector<float>, 2>& values) {
        const Conditions base = base_of(chunk, group), changed = changed_of(chunk, group);
        if (base.data() != base_.data() || base.size() != base_.size()) read_base(base);
        const float* kings = nullptr;
        if (tables_.king_king_piece && group.opponent_king != no_king)
            kings = tables_.king_king_piece + group.opponent_king * own_conditions_;
        double sum = base_sum_;
        if (kings)
            for (const std::uint16_t c : base)
                if (c < own_conditions_) sum += static_cast<double>(kings[c]);
        worth_.clear();
        for (const std::uint16_t c : changed) worth_.push_back(worth(c, kings));
        float* const out = values[group.second_view ? 1 : 0].data();
        for_each_leaf(chunk, group, [&](std::size_t leaf, const Differences& differences) {
            float value = 0;
            for (std::size_t i = 0; i < differences.size(); ++i)
                value += differences.signed_by(i, worth_[differences.place(i)]);
            if (tables_.king_piece_piece) value += pairs(changed, differences);
            out[leaf] = static_cast<float>(sum + static_cast<double>(value));
        });
    }

  private:
    void read_base(Conditions base) {
        base_ = base;
        base_sum_ = 0;
        for (const std::uint16_t c : base) base_sum_ += static_cast<double>(tables_.king_piece[c]);
        if (!tables_.king_piece_piece) return;
        double sum = 0;
        for (std::size_t i = 1; i < base.size(); ++i) {
            const float* row = tables_.king_piece_piece + pair_row(base[i]);
            float own = 0;
            for (std::size_t j = 0; j < i; ++j) own += row[base[j]];
            sum += static_cast<double>(own);
        }
        base_sum_ += sum;
    }
    // Of a condition beside those of the root.
    [[nodiscard]] float worth(std::size_t condition, const float* kings) const {
        float sum = tables_.king_piece[condition];
        if (kings && condition < own_conditions_) sum += kings[condition];
        if (tables_.king_piece_piece)
            visit_pairs_with(tables_.king_piece_piece, base_, condition,
                             [&](float weight) { sum += weight; });
        return sum;
    }
    [[nodiscard]] float pairs(Conditions changed, const Differences& differences) const {
        float value = 0;
        for (std::size_t i = 1; i < differences.size(); ++i) {
            const float* row = tables_.king_piece_piece + pair_row(changed[differences.place(i)]);
            float own = 0;
            for (std::size_t j = 0; j < i; ++j)
                own += differences.signed_by(j, row[changed[differences.place(j)]]);
            value += differences.signed_by(i, own);
        }
        return value;
    }

    std::size_t own_conditions_;
    KingTables<const float> tables_;
    Conditions base_;  // at work, and what it is worth without the opponent's king
    double base_sum_ = 0;
    std::vector<float> worth_;  // by condition that the group at work changes
};

// The other way round: what the leaves' coefficients add to the relations of one king.
class KingGains {
  public:
    KingGains(const RelationShape& shape, const KingTables<std::int64_t>& tables)
        : own_conditions_(shape.own_conditions()), tables_(tables) {}
    ~KingGains() { spread_base(); }
    KingGains(const KingGains&) = delete;
    KingGains& operator=(const KingGains&) = delete;

    // gain_of(leaf) is an integer.
    template <class GainOf>
    void add(const LeafChunk& chunk, const LeafGroup& group, const GainOf& gain_of) {
        const Conditions base = base_of(chunk, group), changed = changed_of(chunk, group);
        if (base.data() != base_.data() || base.size() != base_.size()) {
            spread_base();
            base_ = base;
        }
        std::int64_t* kings = nullptr;
        if (tables_.king_king_piece && group.opponent_king != no_king)
            kings = tables_.king_king_piece + group.opponent_king * own_conditions_;
        gains_.assign(changed.size(), 0);
        std::int64_t all = 0;
        for_each_leaf(chunk, group, [&](std::size_t leaf, const Differences& differences) {
            const std::int64_t gain = gain_of(leaf);
            if (gain == 0) return;
            all += gain;
            for (std::size_t i = 0; i < differences.size(); ++i)
                gains_[differences.place(i)] += differences.signed_by(i, gain);
            if (tables_.king_piece_piece) add_pairs(changed, differences, gain);
        });
        for (std::size_t i = 0; i < changed.size(); ++i)
            if (gains_[i] != 0) spread(changed[i], kings, gains_[i]);
        base_gain_ += all;
        if (kings && all != 0)
            for (const std::uint16_t c : base)
                if (c < own_conditions_) kings[c] += all;
    }

  private:
    void spread_base() {
        if (base_gain_ != 0) {
            for (const std::uint16_t c : base_) tables_.king_piece[c] += base_gain_;
            if (tables_.king_piece_piece)
                visit_pairs_among(tables_.king_piece_piece, base_,
                                  [&](std::int64_t& sum) { sum += base_gain_; });
        }
        base_gain_ = 0;
    }
    void spread(std::size_t condition, std::int64_t* kings, std::int64_t gain) {
        tables_.king_piece[condition] += gain;
        if (kings && condition < own_conditions_) kings[condition] += gain;
        if (tables_.king_piece_piece)
            visit_pairs_with(tables_.king_piece_piece, base_, condition,
                             [&](std::int64_t& sum) { sum += gain; });
    }
    void add_pairs(Conditions changed, const Differences& differences, std::int64_t gain) {
        for (std::size_t i = 1; i < differences.size(); ++i) {
            std::int64_t* row = tables_.king_piece_piece + pair_row(changed[differences.place(i)]);
            const std::int64_t own = differences.signed_by(i, gain);
            for (std::size_t j = 0; j < i; ++j)
                row[changed[differences.place(j)]] += differences.signed_by(j, own);
        }
    }

    std::size_t own_conditions_;
    KingTables<std::int64_t> tables_;
    Conditions base_;  // at work, and what all its leaves have gained
    std::int64_t base_gain_ = 0;
    std::vector<std::int64_t> gains_;  // by condition that the group at work changes
};

// How many more men of each kind the root's mover has, leaf by leaf: calls on_leaf(leaf, counts).
template <class OnLeaf>
void for_each_men(const LeafChunk& chunk, std::size_t kinds, const OnLeaf& on_leaf) {
    std::vector<int> men(kinds);
    for (std::size_t root = 0; root + 1 < chunk.root_starts.size(); ++root) {
        for (std::size_t man = 0; man < kinds; ++man) men[man] = chunk.root_men[root * kinds + man];
        for (std::size_t i = chunk.root_starts[root]; i < chunk.root_starts[root + 1]; ++i) {
            const auto change = [&](int sign) {
                for (std::size_t d = chunk.man_starts[i]; d < chunk.man_starts[i + 1]; ++d)
                    men[chunk.men[d]] += sign * chunk.man_differences[d];
            };
            change(1);
            on_leaf(chunk.first + i, std::span<const int>(men));
            change(-1);
        }
    }
}

// What a power of two has to be for the largest of some numbers to become less than 2^30.
int scale_of(std::span<const float> numbers) {
    float largest = 0;
    for (const float number : numbers) {
        require(std::isfinite(number), "leaves: a coefficient is not finite");
        largest = std::max(largest, std::abs(number));
    }
    int exponent = 0;
    std::frexp(largest, &exponent);
    return 30 - exponent;
}

}  // namespace

RelationLeaves::RelationLeaves(const RelationShape& shape)
    : shape_(shape), occurs_(shape_.representatives(), std::vector<bool>(shape_.conditions())) {}

void RelationLeaves::add(const AnyGame& game, const PackedPositions& roots,
                         const PackedPositions& leaves, std::span<const std::uint32_t> root_of,
                         int threads, const Interrupt& interrupt) {
    grouped_.add(game, shape_, roots, leaves, root_of, threads, interrupt);
    std::vector<std::size_t> work(shape_.representatives());
    for (const LeafChunk& chunk : grouped_.chunks)
        for (const LeafGroup& group : chunk.groups) {
            work[group.own_king] += group.leaves + group.changed;
            for (const Conditions own : {base_of(chunk, group), changed_of(chunk, group)})
                for (const std::uint16_t c : own) occurs_[group.own_king][c] = true;
        }
    kings_.clear();
    for (std::size_t king = 0; king < work.size(); ++king)
        if (work[king] > 0) kings_.push_back(king);
    std::ranges::stable_sort(kings_, std::greater{}, [&](std::size_t king) { return work[king]; });
}

std::size_t RelationLeaves::bytes() const {
    std::size_t bytes = grouped_.signs.capacity();
    for (const LeafChunk& chunk : grouped_.chunks)
        LeafChunk::each_array(
            chunk, [&](const auto& array) { bytes += array.capacity() * sizeof array[0]; });
    return bytes;
}

std::vector<float> RelationLeaves::predict(std::span<const float> weights, int threads) const {
    require(weights.size() == this->weights(), "leaves: one weight is needed for every relation");
    std::array<std::vector<float>, 2> views{std::vector<float>(size()), std::vector<float>(size())};
    for_each_king(kings_, threads, [&] {
        return [&, own = KingWeights(shape_, weights)](std::size_t king) mutable {
            KingValues values(shape_, own.of(king));
            for (const LeafChunk& chunk : grouped_.chunks)
                for (const LeafGroup& group : chunk.groups_of(king))
                    values.read(chunk, group, views);
        };
    });
    const std::size_t men = shape_.count(RelationKind::men);
    in_parallel(men > 0 ? grouped_.chunks.size() : 0, threads, [&](std::size_t c) {
        for_each_men(grouped_.chunks[c], men, [&](std::size_t leaf, std::span<const int> counts) {
            float sum = 0;
            for (std::size_t man = 0; man < men; ++man)
                sum += static_cast<float>(counts[man]) * weights[shape_.man_weight(man)];
            views[0][leaf] += sum;
        });
    });
    for (std::size_t leaf = 0; leaf < size(); ++leaf) {
        const float own = views[0][leaf] - views[1][leaf];
        views[0][leaf] = weights.back() + (grouped_.signs[leaf] < 0 ? -own : own);
    }
    return std::move(views[0]);
}

template <class GainOf, class ManGain>
std::vector<float> RelationLeaves::gathered(const GainOf& gain_of, const ManGain& man_gain,
                                            double unit, int threads) const {
    std::vector<float> sums(weights());
    for_each_king(kings_, threads, [&] {
        return [&, own = KingSums(shape_)](std::size_t king) mutable {
            {
                KingGains gains(shape_, own.tables());
                for (const LeafChunk& chunk : grouped_.chunks)
                    for (const LeafGroup& group : chunk.groups_of(king))
                        gains.add(chunk, group, [&](std::size_t leaf) {
                            return gain_of(leaf, group.second_view);
                        });
            }
            own.spread(king, occurs_[king], unit, sums);
        };
    });
    const std::size_t men = shape_.count(RelationKind::men);
    std::vector<std::vector<std::int64_t>> of_men(men > 0 ? grouped_.chunks.size() : 0);
    in_parallel(of_men.size(), threads, [&](std::size_t c) {
        of_men[c].resize(men);
        for_each_men(grouped_.chunks[c], men, [&](std::size_t leaf, std::span<const int> counts) {
            for (std::size_t man = 0; man < men; ++man)
                of_men[c][man] += man_gain(leaf, counts[man]);
        });
    });
    for (std::size_t man = 0; man < men; ++man) {
        std::int64_t sum = 0;
        for (const auto& own : of_men) sum += own[man];
        sums[shape_.man_weight(man)] = static_cast<float>(static_cast<double>(sum) * unit);
    }
    return sums;
}

std::vector<float> RelationLeaves::transposed_product(std::span<const float> coefficients,
                                                      int threads) const {
    require(coefficients.size() == size(), "leaves: one coefficient is needed for every leaf");
    const int scale = scale_of(coefficients);
    std::vector<std::int32_t> gains(size());  // for the root's mover
    std::int64_t all = 0;
    for (std::size_t leaf = 0; leaf < size(); ++leaf) {
        const auto gain = static_cast<std::int32_t>(
            std::lround(std::ldexp(static_cast<double>(coefficients[leaf]), scale)));
        gains[leaf] = grouped_.signs[leaf] < 0 ? -gain : gain;
        all += gain;
    }
    const double unit = std::ldexp(1.0, -scale);
    std::vector<float> sums = gathered(
        [&](std::size_t leaf, bool second_view) -> std::int64_t {
            return second_view ? -gains[leaf] : gains[leaf];
        },
        [&](std::size_t leaf, int men) { return std::int64_t{gains[leaf]} * men; }, unit, threads);
    sums.back() = static_cast<float>(static_cast<double>(all) * unit);
    return sums;
}

std::vector<float> RelationLeaves::counts(int threads) const {
    std::vector<float> sums =
        gathered([](std::size_t, bool) { return std::int64_t{1}; },
                 [](std::size_t, int men) { return std::int64_t{men != 0}; }, 1.0, threads);
    sums.back() = static_cast<float>(size());
    return sums;
}

}  // namespace boardworth
