// Rules that look for a way from some places to others: the same in both directions.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "rules/gdl/analyse/definitions.h"

namespace boardworth {

namespace {

// Places that can be reached: what a place itself requires, where ways begin, and the places that
// lead to it.
struct Place {
    Body required;
    bool is_start = false;
    std::set<std::int32_t> neighbours;
};
using Places = std::map<std::int32_t, Place>;

// The place that the rules of an atom describe, if they say: "a start, or beside a place that is
// reached", each with the same conditions.
std::optional<Place> place_of(const Definitions& definitions, std::int32_t atom,
                              const std::set<std::int32_t>& component) {
    Place place;
    std::set<Body> required;
    for (const Body& body : definitions.bodies(atom)) {
        Body own;
        Body reached;
        for (const std::int32_t literal : body)
            (component.contains(std::abs(literal)) ? reached : own).push_back(literal);
        if (reached.size() > 1 || (reached.size() == 1 && reached[0] < 0)) return std::nullopt;
        if (reached.empty())
            place.is_start = true;
        else
            place.neighbours.insert(reached[0]);
        std::ranges::sort(own);
        required.insert(own);
    }
    if (required.size() != 1) return std::nullopt;
    place.required = *required.begin();
    return place;
}

std::optional<Places> places_of(const Definitions& definitions,
                                const std::vector<std::int32_t>& atoms) {
    const std::set<std::int32_t> component(atoms.begin(), atoms.end());
    Places places;
    for (const std::int32_t atom : atoms) {
        auto place = place_of(definitions, atom, component);
        if (!place) return std::nullopt;
        places.emplace(atom, std::move(*place));
    }
    for (const auto& [atom, place] : places)
        for (const std::int32_t neighbour : place.neighbours)
            if (!places.at(neighbour).neighbours.contains(atom)) return std::nullopt;
    return places;
}

// An atom that holds if there is a way from the ends to a start.
std::int32_t add_way_back(Definitions& definitions, const Places& places,
                          const std::set<std::int32_t>& ends) {
    std::map<std::int32_t, std::int32_t> back;
    for (const auto& [atom, place] : places) back[atom] = definitions.add_atom();
    const std::int32_t arrived = definitions.add_atom();
    for (const auto& [atom, place] : places) {
        std::vector<Body>& bodies = definitions.bodies(back[atom]);
        if (ends.contains(atom)) bodies.push_back(place.required);
        for (const std::int32_t neighbour : place.neighbours) {
            bodies.push_back(place.required);
            bodies.back().push_back(back[neighbour]);
        }
        if (place.is_start) definitions.bodies(arrived).push_back({back[atom]});
    }
    return arrived;
}

// The places where an atom looks whether a way has arrived; none if it asks for anything else.
std::set<std::int32_t> ends_of(const std::vector<Body>& bodies, const Places& places) {
    std::set<std::int32_t> ends;
    for (const Body& body : bodies) {
        if (body.size() != 1 || !places.contains(body[0])) return {};
        ends.insert(body[0]);
    }
    return ends;
}

}  // namespace

void recognise_ways(Definitions& definitions) {
    const auto components = definitions.components();
    for (const std::vector<std::int32_t>& component : components) {
        if (component.size() == 1) continue;
        const auto places = places_of(definitions, component);
        if (!places) continue;
        for (const std::vector<std::int32_t>& other : components) {
            if (other.size() != 1) continue;
            const std::int32_t arrival = other[0];
            const auto ends = ends_of(definitions.bodies(arrival), *places);
            if (ends.empty()) continue;
            const std::int32_t forth = definitions.add_atom();
            definitions.bodies(forth) = definitions.bodies(arrival);
            const std::int32_t back = add_way_back(definitions, *places, ends);
            definitions.bodies(arrival) = {{forth, back}};
        }
    }
}

}  // namespace boardworth
