#pragma once

// Memory that begins where a cache line does: elements of a quarter of a line then never lie in two lines.

#include <cstddef>
#include <new>

namespace wend {

inline constexpr std::size_t cache_line = 64;

template <class T>
struct CacheAligned {
    using value_type = T;

    CacheAligned() = default;
    template <class U>
    constexpr CacheAligned(const CacheAligned<U>&) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{cache_line}));
    }
    void deallocate(T* items, std::size_t) noexcept {
        ::operator delete (items, std::align_val_t{cache_line});
    }
    template <class U>
    friend constexpr bool operator==(const CacheAligned&, const CacheAligned<U>&) noexcept {
        return true;
    }
};

}  // namespace wend
