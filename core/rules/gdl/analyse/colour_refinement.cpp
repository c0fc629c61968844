#include "rules/gdl/analyse/colour_refinement.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace boardworth {

namespace {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

std::uint64_t paired(std::uint64_t first, std::uint64_t second) {
    return mixed(mixed(first + 0x9e3779b97f4a7c15) ^ second);
}

std::uint64_t of_literal(std::int32_t literal, const std::vector<std::uint64_t>& colours) {
    const std::uint64_t colour = colours[static_cast<std::size_t>(std::abs(literal))];
    return paired(colour, literal < 0 ? 1 : 2);
}

std::size_t classes(std::vector<std::uint64_t> colours) {
    std::ranges::sort(colours);
    return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

// Sums make the order of rules and of conditions immaterial.
std::vector<std::uint64_t> refined_once(const GroundRules& rules,
                                        const std::vector<std::uint64_t>& colours, bool both_ways) {
    std::vector<std::uint64_t> sums(colours.size());
    for (std::size_t rule = 0; rule < rules.heads.size(); ++rule) {
        const auto head = static_cast<std::size_t>(rules.heads[rule]);
        const std::span<const std::int32_t> body(rules.literals.data() + rules.starts[rule],
                                                 rules.literals.data() + rules.starts[rule + 1]);
        std::uint64_t sum = 0;
        for (const std::int32_t literal : body) sum += of_literal(literal, colours);
        sums[head] += paired(sum, 3);
        if (!both_ways) continue;
        const std::uint64_t seen = paired(sum, colours[head]);
        for (const std::int32_t literal : body)
            sums[static_cast<std::size_t>(std::abs(literal))] += paired(seen, literal < 0 ? 4 : 5);
    }
    std::vector<std::uint64_t> next(colours.size());
    for (std::size_t atom = 0; atom < colours.size(); ++atom)
        next[atom] = sums[atom] == 0 ? colours[atom] : paired(colours[atom], sums[atom]);
    return next;
}

}  // namespace

std::vector<std::uint64_t> refine_colours(const GroundRules& rules,
                                          std::vector<std::uint64_t> colours, bool both_ways) {
    const auto has_colour = [&](std::int32_t literal) {
        return static_cast<std::size_t>(std::abs(literal)) < colours.size();
    };
    if (rules.starts.size() != rules.heads.size() + 1 ||
        rules.starts.back() != rules.literals.size() ||
        !std::ranges::all_of(rules.heads, has_colour) ||
        !std::ranges::all_of(rules.literals, has_colour))
        throw std::invalid_argument("refine_colours: every atom of the rules needs a colour");
    std::size_t before = 0;
    for (std::size_t now = classes(colours); now > before; now = classes(colours)) {
        before = now;
        colours = refined_once(rules, colours, both_ways);
    }
    return colours;
}

}  // namespace boardworth
