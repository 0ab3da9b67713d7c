#include "fields/open_cl_device.hpp"

#include "fields/open_cl_kernels.hpp"

namespace wend::fields {

OpenClDevice::~OpenClDevice() {
    if (library_ == nullptr) return;
    for (const Handle kernel : kernels_)
        if (kernel != nullptr) library_->release_kernel(kernel);
    if (program_ != nullptr) library_->release_program(program_);
    if (queue_ != nullptr) library_->release_queue(queue_);
    if (context_ != nullptr) library_->release_context(context_);
}

Status OpenClDevice::find_device() {
    OpenClLibrary::UInt count = 0;
    Handle platforms[16] = {};
    if (library_->get_platforms(16, platforms, &count) != 0) count = 0;
    for (const std::uint64_t kind : {OpenClLibrary::gpu_device, OpenClLibrary::any_device})
        for (OpenClLibrary::UInt i = 0; i < count && i < 16 && device_ == nullptr; ++i) {
            OpenClLibrary::UInt devices = 0;
            if (library_->get_devices(platforms[i], kind, 1, &device_, &devices) != 0) device_ = nullptr;
        }
    if (device_ == nullptr)
        return {StatusCode::not_available, "OpenCL: found no device; install a driver, or use the CPU field"};
    char name[256] = {};
    library_->get_device_info(device_, OpenClLibrary::device_name, sizeof name - 1, name, nullptr);
    name_ = name;
    return Status::ok();
}

Status OpenClDevice::build() {
    const char* source = kernel_source;
    OpenClLibrary::Int code = 0;
    program_ = library_->create_program(context_, 1, &source, nullptr, &code);
    if (code == 0) code = library_->build_program(program_, 1, &device_, "", nullptr, nullptr);
    if (code != 0) {
        std::string log(8192, '\0');
        if (program_ != nullptr)
            library_->get_build_info(program_, device_, OpenClLibrary::build_log, log.size(), log.data(),
                                     nullptr);
        return {StatusCode::not_available, "OpenCL: " + name_ + " cannot build the kernels: " + log.c_str()};
    }
    const char* const names[program_count] = {"whole_map", "forget", "tiles"};
    for (unsigned i = 0; i < program_count; ++i) {
        kernels_[i] = library_->create_kernel(program_, names[i], &code);
        if (code != 0) return {StatusCode::not_available, std::string("OpenCL: no kernel ") + names[i]};
    }
    return Status::ok();
}

Status OpenClDevice::open() {
    const auto loaded = OpenClLibrary::load();
    if (!loaded) return loaded.status();
    library_ = loaded.value();
    if (Status found = find_device(); !found.is_ok()) return found;
    OpenClLibrary::Int code = 0;
    context_ = library_->create_context(nullptr, 1, &device_, nullptr, nullptr, &code);
    if (code == 0) queue_ = library_->create_queue(context_, device_, 0, &code);
    if (code != 0)
        return {StatusCode::not_available, "OpenCL: cannot open " + name_ + ", code " + std::to_string(code)};
    return build();
}

void OpenClDevice::note(OpenClLibrary::Int code, const char* what) {
    if (code != 0 && status_.is_ok())
        status_ = {StatusCode::out_of_memory,
                   std::string("OpenCL: ") + what + " failed with code " + std::to_string(code)};
}

void OpenClDevice::reserve(Buffer& buffer, std::size_t bytes) {
    if (buffer.bytes >= bytes || !status_.is_ok()) return;
    release(buffer);
    OpenClLibrary::Int code = 0;
    buffer.handle = library_->create_buffer(context_, OpenClLibrary::read_write, bytes, nullptr, &code);
    buffer.bytes = bytes;
    note(code, "a buffer");
}
void OpenClDevice::release(Buffer& buffer) {
    if (buffer.handle != nullptr) library_->release_buffer(buffer.handle);
    buffer = {};
}
void OpenClDevice::write_bytes(const Buffer& buffer, const void* from, std::size_t bytes) {
    if (status_.is_ok() && bytes > 0)
        note(library_->write_buffer(queue_, buffer.handle, OpenClLibrary::wait, 0, bytes, from, 0, nullptr,
                                    nullptr),
             "writing");
}
void OpenClDevice::read_bytes(const Buffer& buffer, void* to, std::size_t bytes) {
    if (status_.is_ok() && bytes > 0)
        note(library_->read_buffer(queue_, buffer.handle, OpenClLibrary::wait, 0, bytes, to, 0, nullptr,
                                   nullptr),
             "reading");
}
void OpenClDevice::set_bytes(Program program, unsigned index, const void* value, std::size_t bytes) {
    if (status_.is_ok()) note(library_->set_argument(kernels_[program], index, bytes, value), "an argument");
}
void OpenClDevice::start(Program program, std::size_t threads, std::size_t group) {
    const std::size_t whole = (threads + group - 1) / group * group;
    if (status_.is_ok())
        note(library_->run_kernel(queue_, kernels_[program], 1, nullptr, &whole, &group, 0, nullptr, nullptr),
             "a kernel");
}

}  // namespace wend::fields
