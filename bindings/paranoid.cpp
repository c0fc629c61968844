// Paranoid search of rule sheets' games. An object serves one thread at a time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.h"
#include "evaluators/fluent_sum.h"
#include "propnet_states.h"
#include "search/paranoid/search.h"

namespace boardworth {

namespace {

using namespace nb::literals;

ParanoidDriver to_driver(const std::string& name) {
    if (name == "mtdf") return ParanoidDriver::mtdf;
    if (name == "bisection") return ParanoidDriver::bisection;
    if (name == "alphabeta") return ParanoidDriver::alphabeta;
    throw std::invalid_argument("search: the drivers are mtdf, bisection and alphabeta");
}

struct BoundParanoid {
    const Propnet& propnet;  // kept alive by Python
    ParanoidSearch search;
};

}  // namespace

void bind_paranoid(nb::module_& module) {
    nb::class_<ParanoidResult>(module, "ParanoidResult")
        .def_ro("move", &ParanoidResult::move, "The best move of the role that asks.")
        .def_ro("pv", &ParanoidResult::line,
                "What is expected to follow: joint moves, from its own on.")
        .def_ro("value", &ParanoidResult::value, "The role's, in points of goal.")
        .def_ro("depth", &ParanoidResult::depth, "Of the last finished iteration, in decisions.")
        .def_ro("exact", &ParanoidResult::exact,
                "Whether the value rests on ends of the game alone.")
        .def_ro("nodes", &ParanoidResult::nodes)
        .def_ro("seconds", &ParanoidResult::seconds);

    nb::class_<BoundParanoid>(module, "ParanoidSearch",
                              "Iterative deepening for a role, against all others together.")
        .def(
            "__init__",
            [](BoundParanoid* self, const Propnet& propnet, const FluentSum& function,
               double epsilon, const std::string& driver, std::size_t memory) {
                const nb::gil_scoped_release release;
                new (self) BoundParanoid{
                    propnet, ParanoidSearch(propnet, function, epsilon, to_driver(driver), memory)};
            },
            "propnet"_a, "function"_a, nb::kw_only(), "epsilon"_a, "driver"_a, "memory"_a,
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
            "epsilon: how much values may be off, in points; driver: mtdf, bisection or alphabeta; "
            "memory: bytes of the table.")
        .def(
            "search",
            [](BoundParanoid& self, const nb::bytes& state, std::size_t role,
               std::optional<int> depth, std::optional<std::uint64_t> nodes,
               std::optional<double> seconds, const StopSign* stop) {
                if (role >= self.propnet.roles())
                    throw FormatError("a search: there is no role " + std::to_string(role));
                const auto packed = to_state(state, self.propnet.fluents());
                return interruptible([&](const Interrupt& interrupt) {
                    return self.search.search(packed, role, to_limit(depth, nodes, seconds, stop),
                                              interrupt);
                });
            },
            "state"_a, "role"_a, nb::kw_only(), "depth"_a.none() = nb::none(),
            "nodes"_a.none() = nb::none(), "seconds"_a.none() = nb::none(),
            "stop"_a.none() = nb::none(), "Raises IllegalMove where there is no move to make.");
}

}  // namespace boardworth
