#include "features/configurations/touches.h"

#include <cstddef>

namespace boardworth {

std::vector<std::uint32_t> touched_counters(const SpecialisationDag& dag, ActiveWeights added) {
    const CoverDiagram diagram(dag, std::vector<std::int32_t>(dag.size()), 1, added);
    const std::size_t relations = dag.relation_count();
    std::vector<std::uint32_t> touched;
    for (std::size_t node = 0; node < relations + dag.size(); ++node) {
        std::size_t count = diagram.needed_by(node).size();
        if (node >= relations && added == ActiveWeights::most_specific)
            count += diagram.generalisations(node - relations).size();
        touched.push_back(static_cast<std::uint32_t>(count));
    }
    return touched;
}

}  // namespace boardworth
