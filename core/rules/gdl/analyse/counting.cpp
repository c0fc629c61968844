// Chains of rules that count: the same whatever the order of what they count.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "rules/gdl/analyse/definitions.h"

namespace boardworth {

namespace {

// Exactly `count` of a set of atoms hold.
struct Count {
    std::int32_t count;
    std::size_t set;
};

class CountSearch {
  public:
    explicit CountSearch(Definitions& definitions)
        : definitions_(definitions), found_(definitions.size()) {}

    void run() {
        const auto components = definitions_.components();
        for (const auto& component : components)
            if (component.size() == 1) look_at(component[0]);
        for (const auto& component : components)
            if (component.size() == 1) replace(component[0]);
    }

  private:
    void look_at(std::int32_t atom) {
        if (definitions_.is_input(atom)) return;
        const std::vector<Body>& bodies = definitions_.bodies(atom);
        auto& found = found_[static_cast<std::size_t>(atom)];
        if (bodies.size() == 1 && bodies[0].size() == 1)
            found = of_literal(bodies[0][0]);
        else if (bodies.size() == 1 && bodies[0].size() == 2)
            found = all_or_none(bodies[0]);
        else if (bodies.size() == 2 && bodies[0].size() == 2 && bodies[1].size() == 2)
            found = one_more(bodies[0], bodies[1]);
    }

    // Exactly so many of a set; all and none are plain conjunctions, however long the chain was.
    void replace(std::int32_t atom) {
        const auto& found = found_[static_cast<std::size_t>(atom)];
        if (!found) return;
        Body body = sets_[found->set];
        if (found->count == 0)
            for (std::int32_t& counted : body) counted = -counted;
        else if (static_cast<std::size_t>(found->count) < body.size())
            body.push_back(definitions_.marker(found->count));
        definitions_.bodies(atom) = {std::move(body)};
    }

    std::optional<Count> of_literal(std::int32_t literal) {
        const std::int32_t atom = std::abs(literal);
        const auto& known = found_[static_cast<std::size_t>(atom)];
        if (known && literal > 0) return known;
        return Count{literal > 0 ? 1 : 0, number_of({atom})};
    }

    // "All so far, and this one": n of n; "none so far, nor this one": 0 of n.
    std::optional<Count> all_or_none(const Body& body) {
        for (const auto& [last, others] : {std::pair{body[0], body[1]}, {body[1], body[0]}}) {
            const auto before = of_literal(others);
            if (!is_input(last) || !before || contains(before->set, std::abs(last))) continue;
            const bool all = static_cast<std::size_t>(before->count) == sets_[before->set].size();
            if (last > 0 ? all : before->count == 0)
                return Count{before->count + (last > 0 ? 1 : 0), with(before->set, std::abs(last))};
        }
        return std::nullopt;
    }

    // "One less so far, and this one" or "as many so far, and not this one".
    std::optional<Count> one_more(const Body& first, const Body& second) {
        for (const std::size_t i : {0, 1})
            for (const std::size_t j : {0, 1}) {
                if (first[i] != -second[j]) continue;
                const bool positive = first[i] > 0;
                const auto less = of_literal(positive ? first[1 - i] : second[1 - j]);
                const auto as_many = of_literal(positive ? second[1 - j] : first[1 - i]);
                const std::int32_t last = std::abs(first[i]);
                if (less && as_many && less->set == as_many->set &&
                    less->count + 1 == as_many->count && !contains(less->set, last))
                    return Count{as_many->count, with(less->set, last)};
            }
        return std::nullopt;
    }

    bool is_input(std::int32_t literal) const { return definitions_.is_input(std::abs(literal)); }

    bool contains(std::size_t set, std::int32_t atom) const {
        return std::ranges::binary_search(sets_[set], atom);
    }

    std::size_t with(std::size_t set, std::int32_t atom) {
        Body atoms = sets_[set];
        atoms.insert(std::ranges::lower_bound(atoms, atom), atom);
        return number_of(std::move(atoms));
    }

    std::size_t number_of(Body atoms) {
        const auto [known, is_new] = numbers_.emplace(std::move(atoms), sets_.size());
        if (is_new) sets_.push_back(known->first);
        return known->second;
    }

    Definitions& definitions_;
    std::vector<std::optional<Count>> found_;
    std::vector<Body> sets_;
    std::map<Body, std::size_t> numbers_;
};

}  // namespace

void recognise_counts(Definitions& definitions) {
    CountSearch(definitions).run();
}

}  // namespace boardworth
