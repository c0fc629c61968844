// A hash table of numbers whose keys lie elsewhere; it is emptied in no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boardworth {

// A well-mixed hash of a few numbers.
inline std::uint64_t hash_of(std::uint64_t seed, std::span<const std::int32_t> numbers) {
    std::uint64_t hash = (seed + 1) * 0x9E37'79B9'7F4A'7C15u;
    for (const std::int32_t number : numbers) {
        hash = (hash ^ static_cast<std::uint32_t>(number)) * 0xD6E8'FEB8'6659'FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

class HashIndex {
  public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    // The number whose key `is_key` recognises; none if there is no such number.
    template <class IsKey>
    [[nodiscard]] std::uint32_t find(std::uint64_t hash, const IsKey& is_key) const {
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.age != age_) return none;
            if (slot.hash == static_cast<std::uint32_t>(hash >> 32) && is_key(slot.number))
                return slot.number;
        }
    }

    // `hash_of_number` gives the hashes of the numbers that are in the table already.
    template <class HashOfNumber>
    void insert(std::uint64_t hash, std::uint32_t number, const HashOfNumber& hash_of_number) {
        if (2 * ++size_ > slots_.size()) grow(hash_of_number);
        place(hash, number);
    }

    void clear() {
        size_ = 0;
        if (++age_ != 0) return;
        slots_.assign(slots_.size(), Slot{});
        age_ = 1;
    }

    [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

  private:
    struct Slot {
        std::uint32_t age = 0;  // empty unless it is the table's
        std::uint32_t hash = 0;
        std::uint32_t number = 0;
    };

    void place(std::uint64_t hash, std::uint32_t number) {
        std::size_t at = hash & mask_;
        while (slots_[at].age == age_) at = (at + 1) & mask_;
        slots_[at] = {age_, static_cast<std::uint32_t>(hash >> 32), number};
    }

    template <class HashOfNumber>
    void grow(const HashOfNumber& hash_of_number) {
        const std::vector<Slot> before = std::move(slots_);
        slots_.assign(2 * before.size(), Slot{});
        mask_ = slots_.size() - 1;
        for (const Slot& slot : before)
            if (slot.age == age_) place(hash_of_number(slot.number), slot.number);
    }

    std::vector<Slot> slots_ = std::vector<Slot>(64);
    std::size_t mask_ = 63;
    std::size_t size_ = 0;
    std::uint32_t age_ = 1;
};

}  // namespace boardworth
