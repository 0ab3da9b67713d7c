#pragma once

// The dozen functions of OpenCL 1.2 that the field needs, from whatever library the machine has. Names and
// numbers are the standard's (Khronos, "The OpenCL Specification", 1.2).

#include <cstdint>
#include <string>
#include <vector>

#include "wend/base/status.hpp"

namespace wend::fields {

class OpenClLibrary {
  public:
    using Handle = void*;
    using Int = std::int32_t;
    using UInt = std::uint32_t;

    /// Loaded once; stays loaded.
    [[nodiscard]] static Result<const OpenClLibrary*> load();

    Int (*get_platforms)(UInt, Handle*, UInt*) = nullptr;
    Int (*get_devices)(Handle, std::uint64_t, UInt, Handle*, UInt*) = nullptr;
    Int (*get_device_info)(Handle, UInt, std::size_t, void*, std::size_t*) = nullptr;
    Handle (*create_context)(const std::intptr_t*, UInt, const Handle*, void*, void*, Int*) = nullptr;
    Handle (*create_queue)(Handle, Handle, std::uint64_t, Int*) = nullptr;
    Handle (*create_program)(Handle, UInt, const char**, const std::size_t*, Int*) = nullptr;
    Int (*build_program)(Handle, UInt, const Handle*, const char*, void*, void*) = nullptr;
    Int (*get_build_info)(Handle, Handle, UInt, std::size_t, void*, std::size_t*) = nullptr;
    Handle (*create_kernel)(Handle, const char*, Int*) = nullptr;
    Int (*set_argument)(Handle, UInt, std::size_t, const void*) = nullptr;
    Handle (*create_buffer)(Handle, std::uint64_t, std::size_t, void*, Int*) = nullptr;
    Int (*write_buffer)(Handle, Handle, UInt, std::size_t, std::size_t, const void*, UInt, const Handle*,
                        Handle*) = nullptr;
    Int (*read_buffer)(Handle, Handle, UInt, std::size_t, std::size_t, void*, UInt, const Handle*,
                       Handle*) = nullptr;
    Int (*run_kernel)(Handle, Handle, UInt, const std::size_t*, const std::size_t*, const std::size_t*, UInt,
                      const Handle*, Handle*) = nullptr;
    Int (*release_buffer)(Handle) = nullptr;
    Int (*release_kernel)(Handle) = nullptr;
    Int (*release_program)(Handle) = nullptr;
    Int (*release_queue)(Handle) = nullptr;
    Int (*release_context)(Handle) = nullptr;

    static constexpr std::uint64_t any_device = 0xFFFFFFFFu, gpu_device = 4;
    static constexpr UInt device_name = 0x102B, build_log = 0x1183, wait = 1;
    static constexpr std::uint64_t read_write = 1;
};

}  // namespace wend::fields
