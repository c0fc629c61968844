// What the binding files share: conversions between Python's bytes and arrays and the core's
// values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "errors.h"
#include "interrupt.h"
#include "rules/games.h"

namespace nb = nanobind;

namespace boardworth {

template <class T, int dimensions>
using ArrayIn = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

template <class T>
using ArrayOut = nb::ndarray<nb::numpy, T>;

// Hands a vector's memory to NumPy without copying it.
template <class T>
ArrayOut<T> to_numpy(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return ArrayOut<T>(owned->data(), shape, owner);
}

template <class T>
ArrayOut<T> to_numpy(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return to_numpy(std::move(values), {size});
}

template <class T>
std::span<const T> to_span(const ArrayIn<T, 1>& array) {
    return {array.data(), array.size()};
}

inline std::span<const std::uint8_t> to_span(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

template <Game G>
typename G::Position from_bytes(const G& game, const nb::bytes& packed) {
    if (packed.size() != game.packed_size)
        throw FormatError("packed " + std::string(game.name) + " position: expected " +
                          std::to_string(game.packed_size) + " bytes, found " +
                          std::to_string(packed.size()));
    const auto* data = static_cast<const std::uint8_t*>(packed.data());
    return game.unpack({data, packed.size()});
}

template <Game G>
nb::bytes to_bytes(const G& game, const typename G::Position& position) {
    const auto packed = game.pack(position);
    return nb::bytes(packed.data(), packed.size());
}

// Many packed positions, one a row.
template <Game G, class Unpack>
std::vector<typename G::Position> unpacked(const G& game, const ArrayIn<std::uint8_t, 2>& packed,
                                           const Unpack& unpack) {
    if (packed.shape(1) != game.packed_size)
        throw FormatError("packed " + std::string(game.name) + " positions: expected " +
                          std::to_string(game.packed_size) + " bytes each, found " +
                          std::to_string(packed.shape(1)));
    std::vector<typename G::Position> positions(packed.shape(0));
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = unpack(std::span(packed.data() + i * packed.shape(1), packed.shape(1)));
    return positions;
}

template <Game G>
std::vector<typename G::Position> from_array(const G& game,
                                             const ArrayIn<std::uint8_t, 2>& packed) {
    return unpacked(game, packed, [&](auto bytes) { return game.unpack(bytes); });
}

// The same for those who look at facts alone.
template <Game G>
std::vector<typename G::Position> facts_from_array(const G& game,
                                                   const ArrayIn<std::uint8_t, 2>& packed) {
    return unpacked(game, packed, [&](auto bytes) { return unpack_facts(game, bytes); });
}

template <Game G>
ArrayOut<std::uint8_t> to_array(const G& game, std::span<const typename G::Position> positions) {
    std::vector<std::uint8_t> packed(positions.size() * game.packed_size);
    for (std::size_t i = 0; i < positions.size(); ++i)
        std::ranges::copy(game.pack(positions[i]),
                          packed.begin() + static_cast<std::ptrdiff_t>(i * game.packed_size));
    return to_numpy(std::move(packed), {positions.size(), game.packed_size});
}

// Runs long work without the GIL; Ctrl-C interrupts it and raises KeyboardInterrupt. Only this
// thread may ask the Interrupt, and Python hears signals on its main thread alone: work on other
// threads is given a StopSign.
template <class Work>
auto interruptible(const Work& work) {
    bool caught = false;
    auto last_look = std::chrono::steady_clock::now();
    const Interrupt interrupt = [&]() -> bool {
        if (caught) return true;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_look < std::chrono::milliseconds(20)) return false;
        last_look = now;
        const nb::gil_scoped_acquire gil;
        caught = PyErr_CheckSignals() != 0;
        return caught;
    };
    const auto run = [&] {
        const nb::gil_scoped_release release;
        return work(interrupt);
    };
    try {
        if constexpr (std::is_void_v<decltype(run())>) {
            run();
            if (caught) throw Interrupted{};
        } else {
            auto result = run();
            // Work that was done before it heard of the signal has a result beside the exception.
            if (caught) throw Interrupted{};
            return result;
        }
    } catch (const Interrupted&) {
        throw nb::python_error();
    }
}

void bind_rules(nb::module_& module);
void bind_network(nb::module_& module);
void bind_network_game(nb::class_<AnyGame>& game);
void bind_interpreter(nb::module_& module);
void bind_state_machine(nb::module_& module);
void bind_features(nb::module_& module);
void bind_sparse_patterns(nb::module_& module);
void bind_configurations(nb::module_& module);
void bind_activation(nb::module_& module);
void bind_fitting(nb::module_& module);
void bind_evaluators(nb::module_& module);
void bind_state_functions(nb::module_& module);
void bind_search(nb::module_& module);
void bind_many_searches(nb::module_& module);
void bind_uct(nb::module_& module);
void bind_paranoid(nb::module_& module);

}  // namespace boardworth
