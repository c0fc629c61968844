// Runs numbered pieces of work on a few threads. The pieces, never the threads, decide how a sum is
// grouped: results are the same bytes for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace boardworth {

// The first exception ends the work and is thrown again here.
template <class Work>
void in_parallel(std::size_t pieces, int threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto run = [&]() noexcept {
        try {
            for (std::size_t piece = next++; piece < pieces; piece = next++) work(piece);
        } catch (...) {
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
            next = pieces;
        }
    };
    {
        std::vector<std::jthread> helpers;
        const auto wanted = std::min(pieces, static_cast<std::size_t>(std::max(threads, 1)));
        for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(run);
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace boardworth
