// Configurations: where they are active, which of them are frequent, how they specialise each
// other.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings.h"
#include "features/configurations/active_rows.h"
#include "features/configurations/cover.h"
#include "features/configurations/specialisation.h"
#include "features/mining/matches.h"
#include "features/mining/mine.h"

namespace boardworth {

namespace {

using namespace nb::literals;

ConfigurationsView to_view(const ArrayIn<Relation, 1>& relations,
                           const ArrayIn<std::uint8_t, 1>& lengths) {
    return {to_span(relations), to_span(lengths)};
}

// Bits as NumPy's unpackbits(bitorder="little") reads them, one row a row.
ArrayOut<std::uint8_t> to_bytes_array(const BitRows& rows) {
    const std::size_t width = rows.lines() * sizeof(BitLine);
    std::vector<std::uint8_t> bytes(rows.row_count() * width);
    for (std::size_t row = 0; row < rows.row_count(); ++row)
        for (std::size_t word = 0; word < rows.lines() * 8; ++word)
            for (std::size_t byte = 0; byte < 8; ++byte)
                bytes[row * width + word * 8 + byte] = static_cast<std::uint8_t>(
                    rows.row(row)[word / 8].words[word % 8] >> 8 * byte & 255);
    return to_numpy(std::move(bytes), {rows.row_count(), width});
}

AndCountKernel kernel_named(const std::string& name) {
    for (const AndCountKernel& kernel : and_count_kernels())
        if (kernel.name == name) return kernel;
    throw std::invalid_argument("no kernel '" + name + "' on this machine");
}

using MinedTuple = std::tuple<ArrayOut<Relation>, ArrayOut<std::uint8_t>, ArrayOut<std::uint32_t>,
                              std::vector<std::uint64_t>, std::uint64_t>;

std::vector<MinedTuple> mine(const Miner& miner, std::size_t first, std::size_t count,
                             std::optional<std::size_t> most, const std::string& kernel,
                             int threads) {
    const AndCount counting = kernel_named(kernel).count;
    auto mined = interruptible([&](const Interrupt& interrupt) {
        return miner.mine(first, count, most, counting, threads, interrupt);
    });
    std::vector<MinedTuple> pieces;
    for (Mined& piece : mined)
        pieces.emplace_back(
            to_numpy(std::move(piece.found.relations)), to_numpy(std::move(piece.found.lengths)),
            to_numpy(std::move(piece.found.supports)), std::move(piece.by_length), piece.decisions);
    return pieces;
}

void bind_rows(nb::module_& module) {
    nb::class_<BitRows>(module, "RelationRows",
                        "For every relation of a game, a bit per position: whether it holds there, "
                        "mover's view.")
        .def(
            "__init__",
            [](BitRows* self, const AnyGame& game, const PackedPositions& positions, int threads) {
                const nb::gil_scoped_release release;
                new (self) BitRows(relation_rows(game, positions, threads));
            },
            "game"_a, "positions"_a, "threads"_a)
        .def_prop_ro("positions", &BitRows::bits)
        .def(
            "matches",
            [](const BitRows& self, const ArrayIn<Relation, 1>& relations,
               const ArrayIn<std::uint8_t, 1>& lengths) {
                return to_bytes_array(matches(self, to_view(relations, lengths)));
            },
            "relations"_a, "lengths"_a,
            "Where each configuration is active: a row of bytes whose bits are the positions, the "
            "lowest first.")
        .def(
            "sums",
            [](const BitRows& self, const ArrayIn<Relation, 1>& relations,
               const ArrayIn<std::uint8_t, 1>& lengths, const ArrayIn<std::uint32_t, 1>& values,
               int threads) {
                return to_numpy(interruptible([&](const Interrupt& interrupt) {
                    return sums(self, to_view(relations, lengths), to_span(values), threads,
                                interrupt);
                }));
            },
            "relations"_a, "lengths"_a, "values"_a, "threads"_a,
            "For each configuration the sum of the values of the positions where it is active.");
}

}  // namespace

void bind_configurations(nb::module_& module) {
    bind_rows(module);
    module.def(
        "and_count_kernels",
        [] {
            std::vector<std::string> names;
            for (const AndCountKernel& kernel : and_count_kernels())
                names.emplace_back(kernel.name);
            return names;
        },
        "The instruction sets that this machine can count with, the fastest last.");
    nb::class_<Miner>(module, "Miner", "GenConf: all configurations active in enough positions.")
        .def(
            "__init__",
            [](Miner* self, const BitRows& rows, std::uint32_t support, std::size_t longest,
               std::size_t chunk_lines, double confidence) {
                if (support == 0) throw std::invalid_argument("a support of 0");
                new (self) Miner(rows, {support, longest, {chunk_lines, confidence}});
            },
            "rows"_a, "support"_a, "longest"_a, "chunk_lines"_a, "confidence"_a)
        .def_prop_ro("pieces", &Miner::pieces)
        .def(
            "mine", &mine, "first"_a, "count"_a, "most"_a.none(), "kernel"_a, "threads"_a,
            "For each of `count` pieces of the work: relations, lengths, supports, how many there "
            "are by length, how many candidates were tried. Without `most` they are only counted.");
    nb::class_<SpecialisationDag>(module, "SpecialisationDag",
                                  "Which configurations are special cases of which.")
        .def(
            "__init__",
            [](SpecialisationDag* self, const AnyGame& game, const ArrayIn<Relation, 1>& relations,
               const ArrayIn<std::uint8_t, 1>& lengths) {
                new (self) SpecialisationDag(game, to_view(relations, lengths));
            },
            "game"_a, "relations"_a, "lengths"_a, nb::keep_alive<1, 2>())
        .def(
            "active_rows",
            [](const SpecialisationDag& self, const BitRows& relations,
               const ArrayIn<std::uint32_t, 1>& number_of, bool most_specific, int threads) {
                CompressedRows rows = interruptible([&](const Interrupt& interrupt) {
                    return active_rows(relations, self, to_span(number_of), most_specific, threads,
                                       interrupt);
                });
                return std::tuple(to_numpy(std::move(rows.starts)),
                                  to_numpy(std::move(rows.numbers)));
            },
            "relations"_a, "number_of"_a, "most_specific"_a, "threads"_a,
            "Starts and numbers: those of the configurations active in position i, or of the most "
            "specific ones, are numbers[starts[i]:starts[i + 1]].")
        .def(
            "touched_counters",
            [](const SpecialisationDag& self, bool most_specific) {
                return to_numpy(touched_counters(
                    self, most_specific ? ActiveWeights::most_specific : ActiveWeights::all));
            },
            "most_specific"_a,
            "By relation, then by configuration: how many counters an evaluator that follows them "
            "touches when it begins or ceases to hold.");
}

}  // namespace boardworth
