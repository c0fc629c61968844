// Facts read by a pattern: what is known of them, what is asked for.
#pragma once

#include <span>
#include <vector>

#include "rules/gdl/interpreter/program.h"

namespace boardworth {

struct Match {
    std::vector<TermId> inputs;
    std::vector<TermId> outputs;

    // False if the fact does not have the pattern's functors.
    bool read(const Program& program, std::uint32_t pattern, std::span<const TermId> arguments) {
        inputs.clear();
        outputs.clear();
        const std::int32_t* part = program.patterns.data() + pattern;
        for (const TermId argument : arguments)
            if (!read_part(program, part, argument)) return false;
        return true;
    }

  private:
    // Patterns are no deeper than rules are written.
    bool read_part(const Program& program, const std::int32_t*& part, TermId term) {
        const std::int32_t kind = *part++;
        if (kind == known_part) inputs.push_back(term);
        if (kind == asked_part) outputs.push_back(term);
        if (kind < 0) return true;
        if (program.terms.functor(term) != kind) return false;
        for (const TermId argument : program.terms.arguments(term))
            if (!read_part(program, part, argument)) return false;
        return true;
    }
};

}  // namespace boardworth
