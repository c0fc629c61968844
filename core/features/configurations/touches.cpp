#include "features/configurations/touches.h"

#include <cstddef>
#include <memory>

namespace boardworth {

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

}  // namespace boardworth
