// What the binding files share: conversions between Python's bytes and arrays and the core's
// values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

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
#include "rules/any_game.h"

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

inline PackedPosition to_packed(const nb::bytes& packed) {
    return {static_cast<const std::uint8_t*>(packed.data()), packed.size()};
}

inline PackedPositions to_packed(const ArrayIn<std::uint8_t, 2>& packed) {
    return {packed.data(), packed.shape(0), packed.shape(1)};
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

template <class Work>
auto without_gil(const Work& work) {
    const nb::gil_scoped_release release;
    return work();
}

void bind_rules(nb::module_& module);
void bind_records(nb::module_& module);
void bind_propnet(nb::module_& module);
void bind_interpreter(nb::module_& module);
void bind_state_machine(nb::module_& module);
void bind_features(nb::module_& module);
void bind_configurations(nb::module_& module);
void bind_relations(nb::module_& module);
void bind_logic(nb::module_& module);
void bind_fitting(nb::module_& module);
void bind_evaluators(nb::module_& module);
void bind_search(nb::module_& module);
void bind_uct(nb::module_& module);
void bind_paranoid(nb::module_& module);

}  // namespace boardworth

namespace nanobind::detail {

// Packed positions cross as bytes and as rows of an array.
template <>
struct type_caster<boardworth::PackedPosition> {
    NB_TYPE_CASTER(boardworth::PackedPosition, const_name("bytes"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
        if (!PyBytes_Check(source.ptr())) return false;
        value = boardworth::to_packed(borrow<bytes>(source));
        return true;
    }
};

template <>
struct type_caster<boardworth::PackedPositions> {
    using Array = boardworth::ArrayIn<std::uint8_t, 2>;
    NB_TYPE_CASTER(boardworth::PackedPositions, make_caster<Array>::Name)

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        if (!array_.from_python(source, flags, cleanup)) return false;
        value = boardworth::to_packed(array_.value);
        return true;
    }

  private:
    make_caster<Array> array_;  // owns what `value` points to
};

}  // namespace nanobind::detail
