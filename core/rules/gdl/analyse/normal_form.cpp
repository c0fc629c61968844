#include "rules/gdl/analyse/normal_form.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "rules/gdl/analyse/definitions.h"

namespace boardworth {

namespace {

// Definitions are written out where they are used only if they are short: whether they are does
// not depend on where that is, so that what was symmetric stays so.
constexpr std::size_t longest_conjunction = 64;
constexpr std::size_t max_alternatives = 256;

class Normaliser {
  public:
    explicit Normaliser(Definitions definitions)
        : definitions_(std::move(definitions)),
          same_(definitions_.size()),
          written_out_(definitions_.size()) {
        for (std::size_t atom = 0; atom < same_.size(); ++atom)
            same_[atom] = static_cast<std::int32_t>(atom);
    }

    // Components come after those they depend on; atoms of the same one are left alone in it.
    Definitions run() {
        for (const std::vector<std::int32_t>& component : definitions_.components()) {
            for (const std::int32_t atom : component) rewrite(atom);
            if (component.size() == 1) settle(component[0]);
        }
        return std::move(definitions_);
    }

  private:
    void rewrite(std::int32_t atom) {
        if (definitions_.is_input(atom)) return;
        std::vector<Body> rewritten;
        for (const Body& body : definitions_.bodies(atom)) add_rewritten(body, rewritten);
        std::ranges::sort(rewritten);
        const auto repeated = std::ranges::unique(rewritten);
        rewritten.erase(repeated.begin(), repeated.end());
        if (!rewritten.empty() && rewritten.front().empty()) rewritten.resize(1);
        definitions_.bodies(atom) = std::move(rewritten);
    }

    void add_rewritten(const Body& body, std::vector<Body>& rewritten) const {
        Body literals;
        for (const std::int32_t literal : body)
            if (!add_literal(literal, literals)) return;
        std::ranges::sort(literals);
        const auto repeated = std::ranges::unique(literals);
        literals.erase(repeated.begin(), repeated.end());
        for (const std::int32_t literal : literals)
            if (literal > 0 && std::ranges::binary_search(literals, -literal)) return;
        if (literals.size() == 1 && literals[0] > 0 && is_short_choice(literals[0])) {
            const std::vector<Body>& choice = definitions_.bodies(literals[0]);
            rewritten.insert(rewritten.end(), choice.begin(), choice.end());
        } else {
            rewritten.push_back(std::move(literals));
        }
    }

    // Adds what a literal means; false if it cannot hold.
    bool add_literal(std::int32_t literal, Body& literals) const {
        const std::int32_t atom = same_[static_cast<std::size_t>(std::abs(literal))];
        if (!written_out_[static_cast<std::size_t>(atom)]) {
            literals.push_back(literal > 0 ? atom : -atom);
            return true;
        }
        const std::vector<Body>& bodies = definitions_.bodies(atom);
        if (literal > 0) {
            if (bodies.empty()) return false;
            if (bodies.size() == 1)
                literals.insert(literals.end(), bodies[0].begin(), bodies[0].end());
            else
                literals.push_back(atom);
            return true;
        }
        if (bodies.size() == 1 && bodies[0].empty()) return false;
        if (std::ranges::all_of(bodies, [](const Body& body) { return body.size() == 1; }))
            for (const Body& body : bodies) literals.push_back(-body[0]);
        else
            literals.push_back(-atom);
        return true;
    }

    bool is_short_choice(std::int32_t atom) const {
        return written_out_[static_cast<std::size_t>(atom)] && definitions_.bodies(atom).size() > 1;
    }

    // Decides how an atom that does not depend on itself appears in the rules of others.
    void settle(std::int32_t atom) {
        if (definitions_.is_input(atom)) return;
        const std::vector<Body>& bodies = definitions_.bodies(atom);
        for (const Body& body : bodies)
            if (std::ranges::any_of(body, [&](std::int32_t l) { return std::abs(l) == atom; }))
                return;
        const auto index = static_cast<std::size_t>(atom);
        same_[index] = first_with_.emplace(bodies, atom).first->second;
        written_out_[index] =
            bodies.size() <= max_alternatives && std::ranges::all_of(bodies, [&](const Body& body) {
                return body.size() <= longest_conjunction &&
                       std::ranges::none_of(body, [&](std::int32_t literal) {
                           return definitions_.is_marker(std::abs(literal));
                       });
            });
    }

    Definitions definitions_;
    std::vector<std::int32_t> same_;  // atom -> the first one with the same rules
    std::vector<bool> written_out_;   // atoms that may be replaced by their rules
    std::map<std::vector<Body>, std::int32_t> first_with_;
};

}  // namespace

NormalForm normal_form(const GroundRules& rules, const std::vector<std::int32_t>& inputs,
                       const std::vector<std::int32_t>& outputs) {
    Definitions definitions(rules, inputs, outputs);
    recognise_ways(definitions);
    recognise_counts(definitions);
    definitions = Normaliser(std::move(definitions)).run();
    return {definitions.rules_below(outputs), definitions.last_atom(), definitions.counts()};
}

}  // namespace boardworth
