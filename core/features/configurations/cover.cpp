#include "features/configurations/cover.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace boardworth {

namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

// Chooses what a configuration needs: again and again the generalisation that adds most relations
// to those chosen, of equal ones the rarest (configurations come most frequent first); then single
// relations.
std::vector<std::uint32_t> chosen_needs(const SpecialisationDag& dag, std::size_t configuration) {
    const auto relations = dag.relations(configuration);
    std::vector<Relation> left(relations.begin(), relations.end());
    std::vector<std::uint32_t> needs;
    const auto gain = [&](std::uint32_t general) {
        return std::ranges::count_if(dag.relations(general), [&](Relation r) {
            return std::ranges::binary_search(left, r);
        });
    };
    while (!left.empty()) {
        std::uint32_t best = 0;
        std::ptrdiff_t most = 1;  // a single relation adds as much
        for (const std::uint32_t general : dag.generalisations()[configuration])
            if (const auto adds = gain(general); adds > 1 && adds >= most) {
                best = general;
                most = adds;
            }
        if (most == 1) break;
        needs.push_back(static_cast<std::uint32_t>(dag.relation_count()) + best);
        std::erase_if(
            left, [&](Relation r) { return std::ranges::binary_search(dag.relations(best), r); });
    }
    needs.insert(needs.end(), left.begin(), left.end());
    return needs;
}

// For every node the lists that name it.
Lists inverted(const Lists& lists, std::size_t nodes) {
    Lists named_in(nodes);
    for (std::size_t list = 0; list < lists.size(); ++list)
        for (const std::uint32_t node : lists[list])
            named_in[node].push_back(static_cast<std::uint32_t>(list));
    return named_in;
}

}  // namespace

CoverDiagram::CoverDiagram(std::shared_ptr<const WeighedConfigurations> own,
                           const SpecialisationDag& dag)
    : configurations_(std::move(own)), needed_by_({}) {
    Lists needs;
    for (std::size_t node = 0; node < dag.size(); ++node) {
        needs.push_back(chosen_needs(dag, node));
        needs_.push_back(static_cast<std::uint8_t>(needs.back().size()));
    }
    needed_by_ = NodeLists(inverted(needs, dag.relation_count() + dag.size()));
}

CoverState::CoverState(const CoverDiagram& diagram)
    : diagram_(&diagram),
      holding_(word_count(diagram.configurations().relation_count())),
      missing_(diagram.needs().begin(), diagram.needs().end()),
      sums_(diagram.configurations()) {}

void CoverState::follow(Holding holding) {
    for (std::size_t word = 0; word < holding.size(); ++word)
        propagate<false>(word, holding_[word] & ~holding[word]);
    for (std::size_t word = 0; word < holding.size(); ++word)
        propagate<true>(word, holding[word] & ~holding_[word]);
    std::ranges::copy(holding, holding_.begin());
}

// A work list: configurations that begin or cease to be active change those that need them.
template <bool begins>
void CoverState::propagate(std::size_t word, std::uint32_t bits) {
    for (; bits != 0; bits &= bits - 1) {
        count<begins>(word * bits_per_word + static_cast<std::size_t>(std::countr_zero(bits)));
        while (!turned_.empty()) {
            const std::size_t node = diagram_->configurations().relation_count() + turned_.back();
            turned_.pop_back();
            count<begins>(node);
        }
    }
}

template <bool begins>
void CoverState::count(std::size_t node) {
    std::uint8_t* const missing = missing_.data();  // stays in a register: bytes alias everything
    for (const std::uint32_t one : diagram_->needed_by(node))
        if ((begins ? --missing[one] : missing[one]++) == 0) turn<begins>(one);
}

template <bool begins>
void CoverState::turn(std::uint32_t configuration) {
    const std::size_t node = diagram_->configurations().relation_count() + configuration;
    if (!diagram_->needed_by(node).empty()) turned_.push_back(configuration);
    sums_.turn<begins>(configuration);
}

namespace {

class CoverSum final : public ConfigurationSum {
  public:
    explicit CoverSum(CoverDiagram diagram) : diagram_(std::move(diagram)) {}

    std::unique_ptr<FollowedSum> follower() const override {
        return std::make_unique<Follower>(diagram_);
    }

  private:
    // Either player's view is followed for itself, and only where a value is asked for it.
    class Follower final : public FollowedSum {
      public:
        explicit Follower(const CoverDiagram& diagram)
            : states_{CoverState(diagram), CoverState(diagram)} {}

        std::int64_t sum(Holding holding, std::size_t mover, std::size_t stage) override {
            states_[mover].follow(holding);
            return states_[mover].sum(stage);
        }

      private:
        std::array<CoverState, 2> states_;
    };

    CoverDiagram diagram_;
};

}  // namespace

std::vector<std::uint32_t> touched_counters(const SpecialisationDag& dag, ActiveWeights added) {
    const auto own = std::make_shared<const WeighedConfigurations>(
        dag, std::vector<std::int32_t>(dag.size()), 1, added);
    const CoverDiagram diagram(own, dag);
    const std::size_t relations = dag.relation_count();
    std::vector<std::uint32_t> touched;
    for (std::size_t node = 0; node < relations + dag.size(); ++node) {
        std::size_t count = diagram.needed_by(node).size();
        if (node >= relations) count += own->concerned(node - relations).size();
        touched.push_back(static_cast<std::uint32_t>(count));
    }
    return touched;
}

std::unique_ptr<ConfigurationSum> cover_propagation(
    std::shared_ptr<const WeighedConfigurations> own, const SpecialisationDag& dag) {
    return std::make_unique<CoverSum>(CoverDiagram(std::move(own), dag));
}

}  // namespace boardworth
