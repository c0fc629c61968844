// Runs numbered pieces of work on a few threads. The pieces, never the threads, decide how a sum is
// grouped: results are the same bytes for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "interrupt.h"

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

// The same for long pieces. This thread only watches: it asks `interrupt` and hands the answer on
// to the threads that work, as an Interrupt of their own.
template <class Work>
void in_parallel(std::size_t pieces, int threads, const Interrupt& interrupt, const Work& work) {
    StopSign stop;
    std::mutex watching;
    std::condition_variable finished;
    bool done = false;
    std::exception_ptr failure;
    std::jthread worker([&]() noexcept {
        try {
            const Interrupt stopped = [&stop] { return stop.stopped(); };
            in_parallel(pieces, threads, [&](std::size_t piece) { work(piece, stopped); });
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(watching);
        done = true;
        finished.notify_one();
    });
    std::unique_lock lock(watching);
    while (!finished.wait_for(lock, std::chrono::milliseconds(10), [&] { return done; })) {
        lock.unlock();
        if (interrupt()) stop.stop();
        lock.lock();
    }
    lock.unlock();
    worker.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace boardworth
