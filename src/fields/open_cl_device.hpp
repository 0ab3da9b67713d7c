#pragma once

// A device with the field's kernels built, and buffers that know their size.

#include <span>

#include "fields/open_cl_library.hpp"

namespace wend::fields {

class OpenClDevice {
  public:
    using Handle = OpenClLibrary::Handle;
    enum Program : unsigned { whole_map, forget, tiles, program_count };

    OpenClDevice() = default;
    OpenClDevice(const OpenClDevice&) = delete;
    OpenClDevice& operator=(const OpenClDevice&) = delete;
    ~OpenClDevice();

    [[nodiscard]] Status open();
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// The first failure since `open`; whatever comes after one does nothing.
    [[nodiscard]] const Status& status() const noexcept { return status_; }

    struct Buffer {
        Handle handle = nullptr;
        std::size_t bytes = 0;
    };
    void reserve(Buffer& buffer, std::size_t bytes);
    void release(Buffer& buffer);
    template <class T>
    void write(Buffer& buffer, std::span<const T> values) {
        reserve(buffer, values.size_bytes());
        write_bytes(buffer, values.data(), values.size_bytes());
    }
    template <class T>
    void read(const Buffer& buffer, std::span<T> values) {
        read_bytes(buffer, values.data(), values.size_bytes());
    }

    /// Buffers and whole numbers, in the order of the kernel's parameters.
    template <class... Arguments>
    void run(Program program, std::size_t threads, std::size_t group, const Arguments&... arguments) {
        unsigned index = 0;
        (set(program, index++, arguments), ...);
        start(program, threads, group);
    }

  private:
    void set(Program program, unsigned index, const Buffer& buffer) {
        set_bytes(program, index, &buffer.handle, sizeof buffer.handle);
    }
    void set(Program program, unsigned index, std::uint32_t number) {
        set_bytes(program, index, &number, sizeof number);
    }
    void set_bytes(Program program, unsigned index, const void* value, std::size_t bytes);
    void write_bytes(const Buffer& buffer, const void* from, std::size_t bytes);
    void read_bytes(const Buffer& buffer, void* to, std::size_t bytes);
    void start(Program program, std::size_t threads, std::size_t group);
    [[nodiscard]] Status find_device();
    [[nodiscard]] Status build();
    void note(OpenClLibrary::Int code, const char* what);

    const OpenClLibrary* library_ = nullptr;
    Handle device_ = nullptr;
    Handle context_ = nullptr;
    Handle queue_ = nullptr;
    Handle program_ = nullptr;
    Handle kernels_[program_count] = {};
    std::string name_;
    Status status_;
};

}  // namespace wend::fields
