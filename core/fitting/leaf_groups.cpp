#include "fitting/leaf_groups.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "features/relations/view.h"
#include "parallel.h"

namespace boardworth {

namespace {

constexpr std::size_t roots_per_chunk = 256;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// Which conditions a leaf has and its root has not, and the other way round.
class Comparison {
  public:
    explicit Comparison(std::size_t conditions) : root_(conditions), leaf_(conditions) {}

    void set_root(std::span<const std::uint16_t> conditions) {
        ++round_;
        for (const std::uint16_t c : conditions) root_[c] = round_;
        base_ = conditions;
    }
    // Twice the condition, and 1 if it is removed.
    void differences(std::span<const std::uint16_t> conditions, std::vector<std::uint16_t>& found) {
        ++leaf_round_;
        for (const std::uint16_t c : conditions) {
            leaf_[c] = leaf_round_;
            if (root_[c] != round_) found.push_back(static_cast<std::uint16_t>(2 * c));
        }
        for (const std::uint16_t c : base_)
            if (leaf_[c] != leaf_round_) found.push_back(static_cast<std::uint16_t>(2 * c + 1));
    }

  private:
    std::vector<std::uint64_t> root_, leaf_;  // by condition: when it was last seen
    std::uint64_t round_ = 0, leaf_round_ = 0;
    std::span<const std::uint16_t> base_;
};

// The leaves of one root, before they are grouped.
struct RootLeaves {
    struct Leaf {
        std::uint32_t number;
        std::uint32_t first_difference, last_difference;
        int own_king, opponent_king;  // as the root's mover sees them
    };
    std::vector<Leaf> leaves;
    std::vector<std::uint16_t> differences;
};

class ChunkBuilder {
  public:
    explicit ChunkBuilder(const RelationShape& shape)
        : shape_(shape), place_of_(shape.conditions(), none) {}

    // Groups of a view of one root.
    void add_view(const RelationView& root, const RootLeaves& all, bool second_view) {
        kings_.clear();
        for (std::uint32_t i = 0; i < all.leaves.size(); ++i) {
            const auto [own, opponent] = kings_of(all.leaves[i], second_view);
            if (own >= 0) kings_.push_back({own, opponent, i});
        }
        std::ranges::sort(kings_, {},
                          [](const Kings& k) { return std::tuple(k.own, k.opponent, k.leaf); });
        int base_king = -1;
        for (std::size_t first = 0, last = 0; first < kings_.size(); first = last) {
            const Kings& kings = kings_[first];
            while (last < kings_.size() && kings_[last].own == kings.own &&
                   kings_[last].opponent == kings.opponent)
                ++last;
            if (kings.own != base_king) add_base(root, kings.own, second_view);
            base_king = kings.own;
            add_group(all, std::span(kings_).subspan(first, last - first));
        }
    }

    LeafChunk finished() {
        // A view's groups follow one another, king by king.
        std::ranges::stable_sort(chunk.groups, {}, &LeafGroup::own_king);
        std::size_t group = 0;
        for (std::size_t king = 0; king <= shape_.representatives(); ++king) {
            while (group < chunk.groups.size() && chunk.groups[group].own_king < king) ++group;
            chunk.first_group.push_back(static_cast<std::uint32_t>(group));
        }
        LeafChunk::each_array(chunk, [](auto& array) { array.shrink_to_fit(); });
        return std::move(chunk);
    }

    LeafChunk chunk;

  private:
    struct Kings {
        int own, opponent;
        std::uint32_t leaf;
    };

    [[nodiscard]] std::pair<int, int> kings_of(const RootLeaves::Leaf& leaf,
                                               bool second_view) const {
        if (!second_view) return {leaf.own_king, leaf.opponent_king};
        return {across(leaf.opponent_king), across(leaf.own_king)};
    }
    [[nodiscard]] int across(int king) const {
        return king < 0 ? king : static_cast<int>(shape_.across(static_cast<std::size_t>(king)));
    }

    // Of a condition that the root's mover sees, in the view at work.
    [[nodiscard]] std::uint16_t image(std::size_t condition) const {
        const std::size_t seen = second_view_ ? shape_.swapped(condition) : condition;
        return static_cast<std::uint16_t>(mirrored_ ? shape_.mirror(seen) : seen);
    }

    [[nodiscard]] std::uint16_t turned_king(int king) const {
        if (king < 0) return no_king;
        const auto seen = static_cast<std::size_t>(king);
        return static_cast<std::uint16_t>(mirrored_ ? shape_.king_mirror(seen) : seen);
    }

    void add_base(const RelationView& root, int king, bool second_view) {
        second_view_ = second_view;
        mirrored_ = shape_.is_mirrored(static_cast<std::size_t>(king));
        base_ = static_cast<std::uint32_t>(chunk.bases.size());
        for (const std::uint16_t c : root.conditions) chunk.bases.push_back(image(c));
        std::sort(chunk.bases.begin() + base_, chunk.bases.end());
    }

    void add_group(const RootLeaves& all, std::span<const Kings> kings) {
        const auto [own, opponent, _] = kings.front();
        LeafGroup group{.base = base_,
                        .first_changed = static_cast<std::uint32_t>(chunk.changed.size()),
                        .first_leaf = static_cast<std::uint32_t>(chunk.leaves.size()),
                        .first_difference = static_cast<std::uint32_t>(chunk.differences.size()),
                        .leaves = static_cast<std::uint32_t>(kings.size()),
                        .base_size = static_cast<std::uint16_t>(chunk.bases.size() - base_),
                        .changed = 0,
                        .own_king = static_cast<std::uint16_t>(
                            shape_.representative(static_cast<std::size_t>(own))),
                        .opponent_king = turned_king(opponent),
                        .second_view = second_view_};
        number_changed(all, kings, group);
        for (const Kings& k : kings) {
            const RootLeaves::Leaf& leaf = all.leaves[k.leaf];
            const auto first = static_cast<std::ptrdiff_t>(chunk.differences.size());
            for (std::size_t i = leaf.first_difference; i < leaf.last_difference; ++i) {
                const std::uint16_t both = all.differences[i];
                chunk.differences.push_back(
                    static_cast<std::uint16_t>(2 * place_of_[image(both / 2)] + both % 2));
            }
            std::sort(chunk.differences.begin() + first, chunk.differences.end());
            chunk.leaves.push_back(leaf.number);
            chunk.sizes.push_back(
                static_cast<std::uint8_t>(leaf.last_difference - leaf.first_difference));
        }
        for (std::size_t i = 0; i < group.changed; ++i)
            place_of_[chunk.changed[group.first_changed + i]] = none;
        chunk.groups.push_back(group);
    }

    void number_changed(const RootLeaves& all, std::span<const Kings> kings, LeafGroup& group) {
        const auto first = static_cast<std::ptrdiff_t>(chunk.changed.size());
        for (const Kings& k : kings) {
            const RootLeaves::Leaf& leaf = all.leaves[k.leaf];
            for (std::size_t i = leaf.first_difference; i < leaf.last_difference; ++i) {
                const std::uint16_t condition = image(all.differences[i] / 2);
                if (place_of_[condition] == none) {
                    place_of_[condition] = 0;
                    chunk.changed.push_back(condition);
                }
            }
        }
        std::sort(chunk.changed.begin() + first, chunk.changed.end());
        group.changed = static_cast<std::uint16_t>(chunk.changed.size() - group.first_changed);
        for (std::size_t i = 0; i < group.changed; ++i)
            place_of_[chunk.changed[group.first_changed + i]] = static_cast<std::uint16_t>(i);
    }

    static constexpr std::uint16_t none = 0xffff;
    const RelationShape& shape_;
    std::vector<std::uint16_t> place_of_;  // by condition, in the group at work
    // The view and own king at work, and where their root's conditions begin.
    bool second_view_ = false, mirrored_ = false;
    std::uint32_t base_ = 0;
    std::vector<Kings> kings_;
};

// Reads positions one after the other, a few at a time so that their facts stay in the cache.
class PositionReader {
  public:
    PositionReader(const AnyGame& game, const RelationShape& shape,
                   const PackedPositions& positions)
        : game_(game), shape_(shape), positions_(positions), movers_(game.movers(positions)) {}

    [[nodiscard]] int mover(std::size_t position) const { return movers_[position]; }
    // As the mover sees it.
    [[nodiscard]] RelationView read(std::size_t position) {
        constexpr std::size_t at_once = 32;
        if (position < first_ || position >= last_) {
            first_ = position;
            last_ = std::min(position + at_once, positions_.count);
            facts_ = game_.seen_facts(positions_.part(first_, last_));
        }
        const FactsView all(facts_);
        return read_relations(shape_,
                              all.subspan((position - first_) * shape_.atoms(), shape_.atoms()));
    }

  private:
    const AnyGame& game_;
    const RelationShape& shape_;
    PackedPositions positions_;
    std::vector<std::uint8_t> movers_;
    std::size_t first_ = 0, last_ = 0;
    std::vector<std::uint16_t> facts_;
};

void add_pieces(const RelationView& root, const RelationView& leaf, LeafChunk& chunk) {
    for (std::size_t piece = 0; piece < root.pieces.size(); ++piece) {
        const int more = leaf.pieces[piece] - root.pieces[piece];
        if (more == 0) continue;
        require(more >= -128 && more < 128, "leaves: too many pieces differ from the root's");
        chunk.pieces.push_back(static_cast<std::uint8_t>(piece));
        chunk.piece_differences.push_back(static_cast<std::int8_t>(more));
    }
    chunk.piece_starts.push_back(static_cast<std::uint32_t>(chunk.pieces.size()));
}

// One root after the other, with its leaves.
class ChunkReader {
  public:
    // Leaf i of `leaves` has the number first + i.
    ChunkReader(const AnyGame& game, const RelationShape& shape, const PackedPositions& roots,
                const PackedPositions& leaves, std::size_t first)
        : shape_(shape),
          roots_(game, shape, roots),
          leaves_(game, shape, leaves),
          comparison_(shape.conditions()),
          builder_(shape) {
        builder_.chunk.first = first;
        builder_.chunk.count = leaves.count;
        builder_.chunk.piece_starts.push_back(0);
    }

    void read(std::size_t number, std::size_t first_leaf, std::size_t last_leaf,
              std::int8_t* signs) {
        const RelationView root = roots_.read(number);
        comparison_.set_root(root.conditions);
        LeafChunk& chunk = builder_.chunk;
        RootLeaves own;
        for (std::size_t leaf = first_leaf; leaf < last_leaf; ++leaf) {
            RelationView seen = leaves_.read(leaf);
            const bool same_mover = leaves_.mover(leaf) == roots_.mover(number);
            if (!same_mover) seen = seen.swapped(shape_);
            signs[leaf] = same_mover ? 1 : -1;
            if (shape_.has(RelationKind::material)) add_pieces(root, seen, chunk);
            const auto first = static_cast<std::uint32_t>(own.differences.size());
            comparison_.differences(seen.conditions, own.differences);
            const auto last = static_cast<std::uint32_t>(own.differences.size());
            require(last - first <= max_differences,
                    "leaves: too many conditions differ from the root's");
            own.leaves.push_back({static_cast<std::uint32_t>(chunk.first + leaf), first, last,
                                  seen.own_king, seen.opponent_king});
        }
        chunk.root_starts.push_back(static_cast<std::uint32_t>(first_leaf));
        if (shape_.has(RelationKind::material))
            for (const int more : root.pieces)
                chunk.root_pieces.push_back(static_cast<std::int16_t>(more));
        for (const bool second_view : {false, true}) builder_.add_view(root, own, second_view);
    }

    LeafChunk finished() {
        builder_.chunk.root_starts.push_back(static_cast<std::uint32_t>(builder_.chunk.count));
        return builder_.finished();
    }

  private:
    const RelationShape& shape_;
    PositionReader roots_, leaves_;
    Comparison comparison_;
    ChunkBuilder builder_;
};

std::vector<std::size_t> starts_of(std::span<const std::uint32_t> root_of, std::size_t roots) {
    require(std::ranges::is_sorted(root_of), "leaves: those of one root follow one another");
    require(root_of.empty() || root_of.back() < roots, "leaves: no such root");
    std::vector<std::size_t> starts(roots + 1, 0);
    for (const std::uint32_t root : root_of) ++starts[root + 1];
    for (std::size_t r = 0; r < roots; ++r) starts[r + 1] += starts[r];
    return starts;
}

}  // namespace

void GroupedLeaves::add(const AnyGame& game, const RelationShape& shape,
                        const PackedPositions& roots, const PackedPositions& leaves,
                        std::span<const std::uint32_t> root_of, int threads,
                        const Interrupt& interrupt) {
    game.check(roots);
    game.check(leaves);
    require_fits(shape, game.constants().facts);
    require(root_of.size() == leaves.count, "leaves: a root is needed for every leaf");
    require(signs.size() + leaves.count < std::numeric_limits<std::uint32_t>::max(),
            "leaves: too many");
    const std::vector<std::size_t> starts = starts_of(root_of, roots.count);
    std::vector<LeafChunk> added((roots.count + roots_per_chunk - 1) / roots_per_chunk);
    std::vector<std::int8_t> own_signs(leaves.count);
    in_parallel(added.size(), threads, interrupt, [&](std::size_t i, const Interrupt& stopped) {
        if (stopped()) throw Interrupted{};
        const std::size_t first = i * roots_per_chunk;
        const std::size_t last = std::min(first + roots_per_chunk, roots.count);
        ChunkReader reader(game, shape, roots.part(first, last),
                           leaves.part(starts[first], starts[last]), signs.size() + starts[first]);
        for (std::size_t r = first; r < last; ++r)
            reader.read(r - first, starts[r] - starts[first], starts[r + 1] - starts[first],
                        own_signs.data() + starts[first]);
        added[i] = reader.finished();
    });
    std::ranges::move(added, std::back_inserter(chunks));
    signs.insert(signs.end(), own_signs.begin(), own_signs.end());
}

}  // namespace boardworth
