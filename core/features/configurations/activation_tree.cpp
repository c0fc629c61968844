#include "features/configurations/activation_tree.h"

#include <stdexcept>

namespace boardworth {

namespace {

class ActivationTree {
  public:
    ActivationTree(const SpecialisationDag& dag, const CoverDiagram& diagram, PackedPosition root,
                   const Interrupt& interrupt)
        : diagram_(diagram),
          interrupt_(interrupt),
          anew_(dag),
          followed_(dag.game(), diagram, root),
          walk_(followed_.walk()) {}

    ActivationSum run(int depth, bool incremental) {
        visit(depth, incremental);
        return total_;
    }

  private:
    void visit(int depth, bool incremental) {
        if (depth == 0) {
            total_.sum += incremental ? followed_.state().sum() : found_anew();
            ++total_.leaves;
            return;
        }
        if (interrupt_()) throw Interrupted{};
        for (const int move : walk_.legal_moves()) {
            if (incremental)
                followed_.play(move);
            else
                walk_.play_unchecked(move);
            visit(depth - 1, incremental);
            if (incremental)
                followed_.undo();
            else
                walk_.undo();
        }
    }

    std::int64_t found_anew() {
        anew_.see(walk_.seen_facts());
        std::int64_t sum = 0;
        for (const std::uint32_t c : anew_.most_specific()) sum += diagram_.weight(c);
        return sum;
    }

    const CoverDiagram& diagram_;
    const Interrupt& interrupt_;
    SpecialisationDag::Visit anew_;
    ActiveConfigurations followed_;
    AnyWalk& walk_;
    ActivationSum total_;
};

}  // namespace

ActivationSum activation_sum(const SpecialisationDag& dag, const CoverDiagram& diagram,
                             PackedPosition root, int depth, bool incremental,
                             const Interrupt& interrupt) {
    if (depth < 0) throw std::invalid_argument("tree_sum: the depth must not be negative");
    return ActivationTree(dag, diagram, root, interrupt).run(depth, incremental);
}

}  // namespace boardworth
