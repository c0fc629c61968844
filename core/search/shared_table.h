// A table that all threads of a search share without locks: records of 64 bits, found by key.
//
// A slot holds a record and its key xor-ed with it. A slot torn by two threads writing at once no
// longer matches any key, so that whatever is found was stored as a whole.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "large_pages.h"

namespace boardworth {

// A record has an `age`, which the table sets, and a `worth`: of the slots a key may use, the one
// with the least worthy record is taken, one of an earlier search before all others. To a search
// that begins afresh all of those are alike, so that it does not depend on them.
template <class Record>
class SharedTable {
    static_assert(sizeof(Record) == sizeof(std::uint64_t));

  public:
    explicit SharedTable(std::size_t bytes)
        : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))) {}

    // A search that begins afresh sees nothing of what was stored before it.
    void new_search(bool afresh) {
        afresh_ = afresh;
        if (++age_ == 0) {
            age_ = 1;
            if (afresh) buckets_ = Buckets(buckets_.size());
        }
        if (afresh) salt_ = salts_();
    }

    [[nodiscard]] std::optional<Record> find(std::uint64_t key) const {
        key ^= salt_;
        for (const Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key)
                return std::bit_cast<Record>(data);
        }
        return std::nullopt;
    }

    void store(std::uint64_t key, Record record) {
        key ^= salt_;
        record.age = age_;
        Slot* chosen = nullptr;
        int least = 0;
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                chosen = &slot;
                break;
            }
            const auto old = std::bit_cast<Record>(data);
            const int worth = old.age == age_ ? old.worth() : (afresh_ ? 0 : old.worth()) - stale;
            if (!chosen || worth < least) {
                chosen = &slot;
                least = worth;
            }
        }
        const auto data = std::bit_cast<std::uint64_t>(record);
        chosen->data.store(data, std::memory_order_relaxed);
        chosen->check.store(key ^ data, std::memory_order_relaxed);
    }

    // How many of a thousand slots hold something of the last search, by a sample.
    [[nodiscard]] int permille_used() const {
        const std::size_t sample = std::min<std::size_t>(buckets_.size(), 250);
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i)
            for (const Slot& slot : buckets_[i].slots)
                used +=
                    std::bit_cast<Record>(slot.data.load(std::memory_order_relaxed)).age == age_;
        return static_cast<int>(used * 1000 / (sample * 4));
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key ^ salt_)); }

  private:
    static constexpr int stale = 1 << 16;  // more than any record is worth

    struct Slot {
        std::atomic<std::uint64_t> check = ~std::uint64_t{0};
        std::atomic<std::uint64_t> data = 0;
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };

    using Buckets = std::vector<Bucket, LargePages<Bucket>>;

    [[nodiscard]] const Bucket& bucket(std::uint64_t key) const {
        return buckets_[key & (buckets_.size() - 1)];
    }
    [[nodiscard]] Bucket& bucket(std::uint64_t key) {
        return buckets_[key & (buckets_.size() - 1)];
    }

    Buckets buckets_;
    std::mt19937_64 salts_;  // unlike any pattern that keys may have
    std::uint64_t salt_ = 0;
    std::uint8_t age_ = 0;
    bool afresh_ = false;
};

}  // namespace boardworth
