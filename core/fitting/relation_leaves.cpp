#include "fitting/relation_leaves.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "fitting/king_passes.h"
#include "fitting/king_tables.h"
#include "fitting/leaf_pieces.h"
#include "parallel.h"

namespace boardworth {

namespace {

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
            auto& occurs = occurs_[group.own_king];
            const auto add_all = [&](std::span<const std::uint16_t> conditions) {
                for (const std::uint16_t c : conditions)
                    occurs[c] = occurs[shape_.mirror(c)] = true;
            };
            add_all(chunk.base_of(group));
            add_all(chunk.changed_by(group));
        }
    kings_.clear();
    const bool material_alone = shape_.count(RelationKind::material) == shape_.weights();
    for (std::size_t king = 0; king < work.size() && !material_alone; ++king)
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
                    values.read(chunk, group, views[group.second_view ? 1 : 0]);
        };
    });
    const std::size_t pieces = shape_.count(RelationKind::material);
    in_parallel(pieces > 0 ? grouped_.chunks.size() : 0, threads, [&](std::size_t c) {
        add_material(grouped_.chunks[c],
                     weights.subspan(shape_.first(RelationKind::material), pieces), views[0]);
    });
    for (std::size_t leaf = 0; leaf < size(); ++leaf) {
        const float own = views[0][leaf] - views[1][leaf];
        views[0][leaf] = weights.back() + (grouped_.signs[leaf] < 0 ? -own : own);
    }
    return std::move(views[0]);
}

template <class GainOf, class PiecesOf>
void RelationLeaves::gather(const GainOf& gain_of, const PiecesOf& pieces_of, double unit,
                            std::span<float> sums, int threads) const {
    SharedKinds shared(shape_);
    for_each_king(kings_, threads, [&] {
        return [&, own = KingSums(shape_)](std::size_t king) mutable {
            KingGains gains(shape_, own.tables());
            for (const LeafChunk& chunk : grouped_.chunks)
                for (const LeafGroup& group : chunk.groups_of(king))
                    gains.add(chunk, group,
                              [&](std::size_t leaf) { return gain_of(leaf, group.second_view); });
            gains.finish();
            own.spread(king, occurs_[king], unit, sums, shared);
        };
    });
    const auto written = [&](std::int64_t sum) {
        return static_cast<float>(static_cast<double>(sum) * unit);
    };
    for (const auto& [kind, all] : {std::pair(RelationKind::piece_square, &shared.squares),
                                    std::pair(RelationKind::piece_piece, &shared.pairs)})
        std::ranges::transform(all->sums(), sums.subspan(shape_.first(kind)).begin(), written);
    const std::size_t pieces = shape_.count(RelationKind::material);
    std::vector<std::vector<std::int64_t>> of_pieces(pieces > 0 ? grouped_.chunks.size() : 0);
    in_parallel(of_pieces.size(), threads,
                [&](std::size_t c) { of_pieces[c] = pieces_of(grouped_.chunks[c], pieces); });
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        std::int64_t sum = 0;
        for (const auto& own : of_pieces) sum += own[piece];
        sums[shape_.material_weight(piece)] = written(sum);
    }
}

void RelationLeaves::transposed_product(std::span<const float> coefficients, std::span<float> sums,
                                        int threads) const {
    require(coefficients.size() == size(), "leaves: one coefficient is needed for every leaf");
    require(sums.size() == weights(), "leaves: one sum is needed for every weight");
    const int scale = scale_of(coefficients);
    const double factor = std::ldexp(1.0, scale), unit = std::ldexp(1.0, -scale);
    std::vector<std::int32_t> gains(size());  // for the root's mover
    std::int64_t all = 0;
    for (std::size_t leaf = 0; leaf < size(); ++leaf) {
        const auto gain = static_cast<std::int32_t>(
            std::nearbyint(factor * static_cast<double>(coefficients[leaf])));
        gains[leaf] = grouped_.signs[leaf] < 0 ? -gain : gain;
        all += gain;
    }
    gather(
        [&](std::size_t leaf, bool second_view) -> std::int64_t {
            return second_view ? -gains[leaf] : gains[leaf];
        },
        [&](const LeafChunk& chunk, std::size_t pieces) {
            return piece_gains(chunk, pieces, gains);
        },
        unit, sums, threads);
    sums.back() = static_cast<float>(static_cast<double>(all) * unit);
}

std::vector<float> RelationLeaves::counts(int threads) const {
    std::vector<float> sums(weights());
    gather([](std::size_t, bool) { return std::int64_t{1}; },
           [](const LeafChunk& chunk, std::size_t pieces) { return piece_counts(chunk, pieces); },
           1.0, sums, threads);
    sums.back() = static_cast<float>(size());
    return sums;
}

}  // namespace boardworth
