// The one source of all lane kernels: V is a word of 64 lanes or a vector of such words. Each
// kernel's file includes it and is compiled for its own instruction set, so nothing here may be
// shared with other files: everything is in an anonymous namespace, and no library code is called.
#pragma once

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "rules/gdl/lanes/lane_kernel.h"

namespace boardworth {

namespace {

template <class V>
inline bool any(const V& word) {
#ifdef __AVX512F__
    if constexpr (sizeof(V) == 64) {
        const auto bits = reinterpret_cast<const __m512i&>(word);
        return _mm512_test_epi64_mask(bits, bits) != 0;
    }
#endif
#ifdef __AVX2__
    if constexpr (sizeof(V) == 32) {
        const auto bits = reinterpret_cast<const __m256i&>(word);
        return _mm256_testz_si256(bits, bits) == 0;
    }
#endif
    const auto* part = reinterpret_cast<const std::uint64_t*>(&word);
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < sizeof(V) / 8; ++i) all |= part[i];
    return all != 0;
}

// Bit by bit: whether two or three of three hold.
template <class V>
inline V majority(V a, V b, V c) {
#ifdef __AVX512F__
    if constexpr (sizeof(V) == 64)
        return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xE8);
#endif
    return (a & b) | (c & (a | b));
}

template <class V>
inline V parity(V a, V b, V c) {
#ifdef __AVX512F__
    if constexpr (sizeof(V) == 64)
        return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x96);
#endif
    return a ^ b ^ c;
}

template <class V>
inline V value_of(GateLiteral literal, const V* values) {
    return values[literal >> 1] ^ (V{} - static_cast<std::uint64_t>(literal & 1));
}

template <class V, unsigned positive, unsigned negative>
const std::uint32_t* small_gates(const GateRun& run, const std::uint32_t* input, V* values) {
    V* output = values + run.first_output;
    for (std::uint32_t gate = 0; gate < run.gates; ++gate, input += positive + negative) {
        V value = ~V{};
        for (unsigned i = 0; i < positive; ++i) value &= values[input[i]];
        for (unsigned i = positive; i < positive + negative; ++i) value &= ~values[input[i]];
        output[gate] = value;
    }
    return input;
}

template <class V>
const std::uint32_t* large_gates(const GateRun& run, const std::uint32_t* input, V* values) {
    V* output = values + run.first_output;
    for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
        V value = ~V{};
        for (std::uint32_t i = 0; i < run.positive; ++i) value &= values[*input++];
        V other = V{};
        for (std::uint32_t i = 0; i < run.negative; ++i) other |= values[*input++];
        output[gate] = value & ~other;
    }
    return input;
}

template <class V>
const std::uint32_t* evaluate(const GateRun* runs, std::size_t count, const std::uint32_t* operands,
                              std::uint64_t* words) {
    V* values = reinterpret_cast<V*>(words);
    for (const GateRun* run = runs; run != runs + count; ++run) {
        const std::uint32_t shape =
            run->positive < 4 && run->negative < 4 ? run->positive * 4 + run->negative : 0;
        switch (shape) {
            case 2:
                operands = small_gates<V, 0, 2>(*run, operands, values);
                break;
            case 3:
                operands = small_gates<V, 0, 3>(*run, operands, values);
                break;
            case 5:
                operands = small_gates<V, 1, 1>(*run, operands, values);
                break;
            case 6:
                operands = small_gates<V, 1, 2>(*run, operands, values);
                break;
            case 8:
                operands = small_gates<V, 2, 0>(*run, operands, values);
                break;
            case 9:
                operands = small_gates<V, 2, 1>(*run, operands, values);
                break;
            case 12:
                operands = small_gates<V, 3, 0>(*run, operands, values);
                break;
            default:
                operands = large_gates<V>(*run, operands, values);
        }
    }
    return operands;
}

template <class V>
bool settle(const std::uint32_t* slots, const GateLiteral* definitions, std::size_t count,
            std::uint64_t* words) {
    V* values = reinterpret_cast<V*>(words);
    V changed = V{};
    for (std::size_t i = 0; i < count; ++i) {
        const V value = value_of(definitions[i], values);
        changed |= values[slots[i]] ^ value;
        values[slots[i]] = value;
    }
    return any(changed);
}

template <class V>
void read(GateLiteral literal, const std::uint64_t* values, std::uint64_t* word) {
    *reinterpret_cast<V*>(word) = value_of(literal, reinterpret_cast<const V*>(values));
}

// xoshiro256++ (Blackman and Vigna 2019), one generator per 64 lanes.
template <class V>
struct Random {
    V* state;

    static V rotate(V x, int by) { return (x << by) | (x >> (64 - by)); }

    V next() {
        const V result = rotate(state[0] + state[3], 23) + state[0];
        const V shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = rotate(state[3], 45);
        return result;
    }
};

constexpr std::size_t max_planes = 24;

// Numbers, one per lane; plane i has bit i of all of them.
template <class V>
struct Numbers {
    V plane[max_planes];
    std::size_t planes = 0;

    // From a plane on.
    void add(V carry, std::size_t from) {
        for (std::size_t i = from; any(carry); ++i) {
            if (i == planes) plane[planes++] = V{};
            const V sum = plane[i] ^ carry;
            carry &= plane[i];
            plane[i] = sum;
        }
    }
};

// How many of some moves are legal, lane by lane: full adders take four moves at a time.
template <class V>
Numbers<V> count_legal(const LaneChoice& choice, const V* values) {
    Numbers<V> count;
    count.plane[0] = count.plane[1] = V{};
    count.planes = 2;
    std::uint32_t i = 0;
    const auto legal = [&](std::uint32_t k) {
        return value_of(choice.legal[choice.possible[k]], values);
    };
    for (; i + 4 <= choice.possible_count; i += 4) {
        const V a = legal(i), b = legal(i + 1), c = legal(i + 2), d = legal(i + 3);
        const V ab = majority(count.plane[0], a, b);
        count.plane[0] = parity(count.plane[0], a, b);
        const V cd = majority(count.plane[0], c, d);
        count.plane[0] = parity(count.plane[0], c, d);
        const V carry = majority(count.plane[1], ab, cd);
        count.plane[1] = parity(count.plane[1], ab, cd);
        count.add(carry, 2);
    }
    for (; i < choice.possible_count; ++i) count.add(legal(i), 0);
    while (count.planes > 0 && !any(count.plane[count.planes - 1])) --count.planes;
    return count;
}

// A number below each lane's own, all equally likely: as many random bits as the largest allowed
// number has, anew where they make too large a number.
template <class V>
Numbers<V> random_below(const Numbers<V>& bound, Random<V>& random) {
    const std::size_t planes = bound.planes;
    V largest[max_planes];
    V borrow = ~V{};
    V none = ~V{};
    for (std::size_t i = 0; i < planes; ++i) {
        largest[i] = bound.plane[i] ^ borrow;
        borrow &= ~bound.plane[i];
        none &= ~bound.plane[i];
    }
    V wanted[max_planes];
    for (std::size_t i = planes; i-- > 0;)
        wanted[i] = largest[i] | (i + 1 < planes ? wanted[i + 1] : V{});
    Numbers<V> number;
    number.planes = planes;
    for (std::size_t i = 0; i < planes; ++i) number.plane[i] = V{};
    V pending = planes == 0 ? V{} : wanted[0] & ~none;
    while (any(pending)) {
        V larger = V{};
        for (std::size_t i = 0; i < planes; ++i) {
            const V bits = random.next() & wanted[i];
            larger = majority(~largest[i], bits, larger);
            number.plane[i] ^= (number.plane[i] ^ bits) & pending;
        }
        pending &= larger;
    }
    return number;
}

// Counts each lane's number down by its legal moves; the move that finds it at zero borrows from
// beyond the last plane and is the one. The number is then larger than the moves that are left.
template <class V, std::size_t planes>
void take(const LaneChoice& choice, const Numbers<V>& number, V* values) {
    V plane[planes];
    for (std::size_t i = 0; i < planes; ++i) plane[i] = number.plane[i];
    for (std::uint32_t k = 0; k < choice.possible_count; ++k) {
        const std::uint32_t move = choice.possible[k];
        V borrow = value_of(choice.legal[move], values);
        for (std::size_t i = 0; i < planes; ++i) {
            const V before = plane[i];
            plane[i] = before ^ borrow;
            borrow &= ~before;
        }
        values[choice.first_slot + move] = borrow;
    }
}

template <class V, std::size_t planes = max_planes>
void take_by_planes(const LaneChoice& choice, const Numbers<V>& number, V* values) {
    if constexpr (planes > 1)
        if (number.planes < planes) return take_by_planes<V, planes - 1>(choice, number, values);
    take<V, planes>(choice, number, values);
}

template <class V>
void choose(LaneChoice& choice, std::uint64_t* words, std::uint64_t* random_words,
            std::uint64_t* without) {
    V* values = reinterpret_cast<V*>(words);
    for (std::uint32_t k = 0; k < choice.possible_count; ++k)
        values[choice.first_slot + choice.possible[k]] = V{};
    std::uint32_t possible = 0;
    V has_move = V{};
    for (std::uint32_t move = 0; move < choice.moves; ++move) {
        const V legal = value_of(choice.legal[move], values);
        has_move |= legal;
        choice.possible[possible] = move;
        possible += any(legal);
    }
    choice.possible_count = possible;
    *reinterpret_cast<V*>(without) = ~has_move;
    Random<V> random{reinterpret_cast<V*>(random_words)};
    const Numbers<V> count = count_legal(choice, values);
    take_by_planes(choice, random_below(count, random), values);
}

template <class V>
void advance(const GateLiteral* literals, const std::uint8_t* initial, std::size_t count,
             const std::uint64_t* held_words, const std::uint64_t* restarted_words,
             std::uint64_t* words, std::uint64_t* next_words) {
    V* values = reinterpret_cast<V*>(words);
    V* next = reinterpret_cast<V*>(next_words);
    const V held = *reinterpret_cast<const V*>(held_words);
    const V restarted = *reinterpret_cast<const V*>(restarted_words);
    for (std::size_t i = 0; i < count; ++i) {
        const V now = value_of(literals[i], values);
        const V kept = now ^ ((now ^ values[1 + i]) & held);
        next[i] = initial[i] != 0 ? kept | restarted : kept & ~restarted;
    }
    for (std::size_t i = 0; i < count; ++i) values[1 + i] = next[i];
}

template <class V>
LaneKernel kernel_of() {
    return {8 * sizeof(V), evaluate<V>, settle<V>, read<V>, choose<V>, advance<V>};
}

}  // namespace

}  // namespace boardworth
