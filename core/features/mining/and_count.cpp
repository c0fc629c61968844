#include "features/mining/and_count.h"

#include <bit>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace boardworth {

namespace {

void count_plainly(const BitLine* row, const BitLine* others, std::size_t stride, std::size_t lines,
                   std::size_t count, std::uint32_t* counts) {
    for (std::size_t i = 0; i < count; ++i, others += stride) {
        int total = 0;
        for (std::size_t line = 0; line < lines; ++line)
            for (std::size_t word = 0; word < 8; ++word)
                total += std::popcount(row[line].words[word] & others[line].words[word]);
        counts[i] = static_cast<std::uint32_t>(total);
    }
}

#ifdef __x86_64__

// The bits of every half byte are looked up; bytes are added up within each quarter. GenConf to
// length 3 on 200,000 Othello positions is 1.3 times as fast as with the plain loop.
__attribute__((target("avx2"))) void count_by_avx2(const BitLine* row, const BitLine* others,
                                                   std::size_t stride, std::size_t lines,
                                                   std::size_t count, std::uint32_t* counts) {
    const __m256i bits_of = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                             0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    for (std::size_t i = 0; i < count; ++i, others += stride) {
        const auto* a = reinterpret_cast<const __m256i*>(row);
        const auto* b = reinterpret_cast<const __m256i*>(others);
        __m256i total = _mm256_setzero_si256();
        for (std::size_t half = 0; half < 2 * lines; ++half) {
            const __m256i both = _mm256_and_si256(a[half], b[half]);
            const __m256i high = _mm256_and_si256(_mm256_srli_epi16(both, 4), low);
            const __m256i bytes =
                _mm256_add_epi8(_mm256_shuffle_epi8(bits_of, _mm256_and_si256(both, low)),
                                _mm256_shuffle_epi8(bits_of, high));
            total = _mm256_add_epi64(total, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
        }
        counts[i] = static_cast<std::uint32_t>(
            _mm256_extract_epi64(total, 0) + _mm256_extract_epi64(total, 1) +
            _mm256_extract_epi64(total, 2) + _mm256_extract_epi64(total, 3));
    }
}

// 1.9 times as fast as the plain loop there.
__attribute__((target("avx512f,avx512vpopcntdq"))) void count_by_avx512(
    const BitLine* row, const BitLine* others, std::size_t stride, std::size_t lines,
    std::size_t count, std::uint32_t* counts) {
    for (std::size_t i = 0; i < count; ++i, others += stride) {
        __m512i total = _mm512_setzero_si512();
        for (std::size_t line = 0; line < lines; ++line) {
            const __m512i both =
                _mm512_and_si512(_mm512_load_si512(row + line), _mm512_load_si512(others + line));
            total = _mm512_add_epi64(total, _mm512_popcnt_epi64(both));
        }
        // The masked form: gcc 12 warns about its own header's unmasked one.
        const __m256i half = _mm256_add_epi64(_mm512_maskz_extracti64x4_epi64(255, total, 0),
                                              _mm512_maskz_extracti64x4_epi64(255, total, 1));
        const __m128i quarter =
            _mm_add_epi64(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
        counts[i] = static_cast<std::uint32_t>(_mm_extract_epi64(quarter, 0) +
                                               _mm_extract_epi64(quarter, 1));
    }
}

#endif

}  // namespace

std::vector<AndCountKernel> and_count_kernels() {
    std::vector<AndCountKernel> kernels{{"plain", count_plainly}};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) kernels.push_back({"avx2", count_by_avx2});
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq"))
        kernels.push_back({"avx512", count_by_avx512});
#endif
    return kernels;
}

}  // namespace boardworth
