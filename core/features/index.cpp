#include "features/index.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace boardworth {

PatternIndex::PatternIndex(FactShape shape, std::vector<std::vector<std::uint16_t>> instances)
    : shape_(std::move(shape)),
      instances_(std::move(instances)),
      second_view_(shape_.mirrored ? 0 : instances_.size()),
      width_((instances_.size() + second_view_ + indices_per_block - 1) / indices_per_block *
             indices_per_block),
      steps_(static_cast<std::size_t>(shape_.facts()) * width_, 0),
      used_(static_cast<std::size_t>(shape_.facts()), false) {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
        std::size_t step = 1;
        for (auto atom = instances_[i].rbegin(); atom != instances_[i].rend(); ++atom) {
            if (*atom >= shape_.atoms())
                throw std::invalid_argument("pattern: no atom " + std::to_string(*atom));
            add_step(*atom, i, step);
            if (!shape_.mirrored)
                add_step(*atom + static_cast<std::size_t>(shape_.atoms()), i + second_view_, step);
            step *= static_cast<std::size_t>(shape_.values(*atom));
            if (step > max_configurations)
                throw std::invalid_argument("pattern: more than 65536 configurations");
        }
        sizes_.push_back(static_cast<std::uint32_t>(step));
    }
}

void PatternIndex::add_step(std::size_t atom, std::size_t place, std::size_t step) {
    steps_[atom * width_ + place] = static_cast<std::uint16_t>(step);
    used_[atom] = true;
}

}  // namespace boardworth
