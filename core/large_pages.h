// Memory for large tables that are read at random: on large pages, where the system has them, the
// processor finds its way there much faster.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace boardworth {

template <class T>
struct LargePages {
    using value_type = T;

    LargePages() = default;
    template <class U>
    explicit LargePages(const LargePages<U>&) {}

    static constexpr std::size_t page = std::size_t{2} << 20;

    [[nodiscard]] T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        const std::size_t alignment = bytes >= page ? page : alignof(T);
        void* memory = ::operator new(bytes, std::align_val_t{alignment});
#ifdef __linux__
        if (bytes >= page) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }

    void deallocate(T* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        ::operator delete(memory, std::align_val_t{bytes >= page ? page : alignof(T)});
    }

    bool operator==(const LargePages&) const = default;
};

}  // namespace boardworth
