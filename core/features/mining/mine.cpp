#include "features/mining/mine.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>

#include "errors.h"
#include "parallel.h"

namespace boardworth {

namespace {

using Node = Miner::Node;

// The heuristic's limits for all candidates of a node, after every chunk.
void set_bands(Node& node, const MineSettings& settings) {
    node.bands.clear();
    const auto [chunk, t] = settings.heuristic;
    if (chunk == 0 || node.positions == 0) return;
    const auto m = static_cast<double>(node.positions);
    const double q = std::min(1.0, settings.support / m);
    const std::size_t last = node.above != nullptr ? chunk + 1 : node.rows.lines();
    for (std::size_t seen = chunk; seen < last; seen += chunk) {
        const double d = static_cast<double>(seen * BitLine::bits);
        const double band = t * std::sqrt(d * q * (1 - q));
        const auto limit = [&](double u) {
            return static_cast<std::uint32_t>(std::clamp(std::ceil(u), 0.0, d + 1));
        };
        node.bands.push_back({limit(d * q + band), limit(d * q - band), m / d});
    }
}

// A sample is one chunk: as many of a row's first lines as it takes to have that many bits set. A
// candidate that it leaves undecided is counted in all positions.
std::size_t sample_lines(std::span<const BitLine> row, std::size_t chunk_lines) {
    const std::size_t wanted = chunk_lines * BitLine::bits;
    std::size_t lines = 0, set = 0;
    while (lines < row.size() && set < wanted)
        for (const std::uint64_t word : row[lines++].words)
            set += static_cast<std::size_t>(std::popcount(word));
    return lines;
}

// One piece of the work, on one thread.
class Specialisation {
  public:
    Specialisation(const Node& root, const MineSettings& settings, AndCount kernel,
                   std::optional<std::size_t> most, std::atomic<std::size_t>& total,
                   const Interrupt& stopped)
        : root_(root),
          settings_(settings),
          kernel_(kernel),
          most_(most),
          total_(total),
          stopped_(stopped) {}

    Mined run(std::size_t piece) {
        nodes_.resize(std::min(settings_.longest, root_.relations.size()));
        visit(root_, piece, 0);
        return std::move(mined_);
    }

  private:
    void visit_all(const Node& node, std::size_t depth) {
        for (std::size_t i = 0; i < node.relations.size(); ++i) visit(node, i, depth);
    }

    // The configuration that relation i of a node leads to, and all its specialisations.
    void visit(const Node& node, std::size_t i, std::size_t depth) {
        if (stopped_()) throw Interrupted();
        support_ = node.supports[i];
        pair_.clear();
        if (settings_.heuristic.chunk_lines != 0 && node.above == nullptr) {
            // Taken at its word the test would let errors grow; a count of its own is cheap here.
            kernel_(node.rows.row(i), node.rows.row(i), 0, node.rows.lines(), 1, &support_);
            if (support_ < settings_.support) return;
        }
        prefix_.push_back(node.relations[i]);
        report(support_);
        if (prefix_.size() < settings_.longest) specialise(node, i, depth);
        prefix_.pop_back();
    }

    void specialise(const Node& node, std::size_t i, std::size_t depth) {
        const auto counts = supports_with(node, i);
        if (!most_ && prefix_.size() + 1 == settings_.longest) {
            const auto frequent = std::ranges::count_if(
                counts, [&](std::uint32_t count) { return count >= settings_.support; });
            add_up(settings_.longest, static_cast<std::uint64_t>(frequent));
            return;
        }
        kept_.clear();
        for (std::size_t k = 0; k < counts.size(); ++k)
            if (counts[k] >= settings_.support) kept_.push_back(k);
        if (kept_.empty()) return;
        if (prefix_.size() + 1 == settings_.longest) {
            for (const std::size_t k : kept_) {
                prefix_.push_back(node.relations[i + 1 + k]);
                report(counts[k]);
                prefix_.pop_back();
            }
            return;
        }
        gather(node, i, nodes_[depth]);
        for (const std::size_t k : kept_) nodes_[depth].supports.push_back(counts[k]);
        visit_all(nodes_[depth], depth + 1);
    }

    // The node of the configuration that relation i leads to. Where the heuristic is used and only
    // candidates of the greatest length are left, a sample of the positions will do.
    void gather(const Node& node, std::size_t i, Node& below) {
        std::span<const BitLine> mask(node.rows.row(i), node.rows.lines());
        below.above = nullptr;
        if (settings_.heuristic.chunk_lines != 0 && prefix_.size() + 2 == settings_.longest) {
            const std::size_t lines = sample_lines(mask, settings_.heuristic.chunk_lines);
            if (lines < mask.size()) below.above = &node;
            mask = mask.first(lines);
        }
        const BitSelection selection(mask);
        below.positions = below.above != nullptr ? support_ : selection.bits();
        below.own_row = i;
        below.relations.clear();
        below.supports.clear();
        below.rows_above.clear();
        below.rows.resize(kept_.size(), selection.bits());
        for (std::size_t row = 0; row < kept_.size(); ++row) {
            const std::size_t from = i + 1 + kept_[row];
            below.relations.push_back(node.relations[from]);
            below.rows_above.push_back(from);
            selection.apply(node.rows.row(from), below.rows.row(row));
        }
        set_bands(below, settings_);
    }

    // The supports of relation i together with every greater one of its node.
    std::span<const std::uint32_t> supports_with(const Node& node, std::size_t i) {
        const std::size_t count = node.relations.size() - i - 1;
        counts_.resize(count);
        mined_.decisions += count;
        const std::size_t lines = node.rows.lines();
        // What leads to a node with a sample is counted: there it could no longer be.
        const bool tested = !node.bands.empty() && prefix_.size() + 2 != settings_.longest;
        const std::size_t first = tested ? settings_.heuristic.chunk_lines : lines;
        kernel_(node.rows.row(i), node.rows.row(i + 1), lines, first, count, counts_.data());
        if (tested) test(node, i);
        return counts_;
    }

    // MatchHeuristic for relation i and every greater one, their matches in the first chunk being
    // counted. A count becomes 0 for no, and for yes the estimate u m / d; the support itself
    // where no look decides.
    void test(const Node& node, std::size_t i) {
        const double scale = node.bands.front().scale;
        const std::size_t undecided =
            most_ ? first_look(node, [&](std::uint32_t u) { return estimate(u, scale); })
                  : first_look(node, [&](std::uint32_t) { return settings_.support; });
        for (std::size_t open = 0; open < undecided; ++open) {
            const auto [k, u] = undecided_[open];
            counts_[k] = look_further(node, i, i + 1 + k, u);
        }
    }

    // Decides most, without a branch to be mispredicted; lists the others and gives their number.
    // Where nothing is reported, estimates are not needed.
    template <class Estimate>
    std::size_t first_look(const Node& node, const Estimate& estimated) {
        const std::uint32_t enough = node.bands.front().enough;
        const std::uint32_t too_few = node.bands.front().too_few;
        undecided_.resize(counts_.size());
        std::size_t undecided = 0;
        for (std::size_t k = 0; k < counts_.size(); ++k) {
            const std::uint32_t u = counts_[k];
            undecided_[undecided] = {static_cast<std::uint32_t>(k), u};
            undecided += u - too_few < enough - too_few ? 1 : 0;
            counts_[k] = u >= enough ? estimated(u) : 0;
        }
        return undecided;
    }

    std::uint32_t look_further(const Node& node, std::size_t i, std::size_t other,
                               std::uint32_t u) {
        const std::size_t chunk = settings_.heuristic.chunk_lines, lines = node.rows.lines();
        std::size_t seen = chunk;
        const auto look = [&] {
            std::uint32_t more = 0;
            const std::size_t next = std::min(chunk, lines - seen);
            kernel_(node.rows.row(i) + seen, node.rows.row(other) + seen, 0, next, 1, &more);
            seen += next;
            u += more;
        };
        for (std::size_t k = 1; k < node.bands.size(); ++k) {
            look();
            const auto [enough, too_few, scale] = node.bands[k];
            if (u < too_few) return 0;
            if (u >= enough) return estimate(u, scale);
        }
        if (node.above != nullptr) return count_above(node, i, other);
        if (seen < lines) look();
        return u;
    }

    [[nodiscard]] std::uint32_t estimate(std::uint32_t u, double scale) const {
        return std::max(settings_.support, static_cast<std::uint32_t>(u * scale));
    }

    // The support of two relations of a sampled node, from the rows of the node above.
    std::uint32_t count_above(const Node& node, std::size_t one, std::size_t other) {
        const Node& above = *node.above;
        if (pair_.empty()) {
            const BitLine *a = above.rows.row(node.own_row),
                          *b = above.rows.row(node.rows_above[one]);
            pair_.resize(above.rows.lines());
            for (std::size_t line = 0; line < pair_.size(); ++line)
                for (std::size_t word = 0; word < 8; ++word)
                    pair_[line].words[word] = a[line].words[word] & b[line].words[word];
        }
        std::uint32_t support = 0;
        kernel_(pair_.data(), above.rows.row(node.rows_above[other]), 0, pair_.size(), 1, &support);
        return support;
    }

    void add_up(std::size_t length, std::uint64_t count) {
        if (count == 0) return;
        if (mined_.by_length.size() < length) mined_.by_length.resize(length);
        mined_.by_length[length - 1] += count;
    }

    void report(std::uint32_t support) {
        const std::size_t length = prefix_.size();
        add_up(length, 1);
        if (!most_) return;
        if (++total_ > *most_)
            throw TooMany("more than " + std::to_string(*most_) +
                          " configurations occur in at least " + std::to_string(settings_.support) +
                          " positions");
        Configurations& found = mined_.found;
        const auto start = static_cast<std::ptrdiff_t>(found.relations.size());
        found.relations.insert(found.relations.end(), prefix_.begin(), prefix_.end());
        std::sort(found.relations.begin() + start, found.relations.end());
        found.lengths.push_back(static_cast<std::uint8_t>(length));
        found.supports.push_back(support);
    }

    const Node& root_;
    const MineSettings& settings_;
    AndCount kernel_;
    std::optional<std::size_t> most_;
    std::atomic<std::size_t>& total_;
    const Interrupt& stopped_;
    std::vector<Node> nodes_;  // by depth, used again and again
    std::vector<Relation> prefix_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::size_t> kept_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> undecided_;  // candidates, their matches
    std::vector<BitLine> pair_;  // where the configuration and relation i of its node are active
    std::uint32_t support_ = 0;  // of the configuration that is being specialised
    Mined mined_;
};

}  // namespace

Miner::Miner(const BitRows& rows, MineSettings settings) : settings_(settings) {
    const std::size_t relations = rows.row_count();
    std::vector<std::uint32_t> supports(relations);
    const AndCount count = and_count_kernels().back().count;
    for (std::size_t r = 0; r < relations; ++r)
        count(rows.row(r), rows.row(r), 0, rows.lines(), 1, &supports[r]);
    std::vector<Relation> order(relations);
    std::iota(order.begin(), order.end(), Relation{0});
    std::erase_if(order, [&](Relation r) { return supports[r] < settings_.support; });
    std::ranges::stable_sort(order, {}, [&](Relation r) { return supports[r]; });
    root_.relations = order;
    root_.positions = rows.bits();
    root_.rows.resize(order.size(), rows.bits());
    for (std::size_t i = 0; i < order.size(); ++i) {
        root_.supports.push_back(supports[order[i]]);
        std::copy_n(rows.row(order[i]), rows.lines(), root_.rows.row(i));
    }
    set_bands(root_, settings_);
}

std::vector<Mined> Miner::mine(std::size_t first, std::size_t count,
                               std::optional<std::size_t> most, AndCount kernel, int threads,
                               const Interrupt& interrupt) const {
    first = std::min(first, pieces());
    std::vector<Mined> mined(std::min(count, pieces() - first));
    if (settings_.longest == 0) return mined;
    std::atomic<std::size_t> total{0};
    in_parallel(mined.size(), threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
        mined[piece] =
            Specialisation(root_, settings_, kernel, most, total, stopped).run(first + piece);
    });
    return mined;
}

}  // namespace boardworth
