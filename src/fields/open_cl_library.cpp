#include "fields/open_cl_library.hpp"

#include <dlfcn.h>

namespace wend::fields {
namespace {

Result<OpenClLibrary> load_library() {
    void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Status{
            StatusCode::not_available,
            "OpenCL: found no libOpenCL.so.1; install an ICD loader and a driver, or use the CPU field"};
    OpenClLibrary functions;
    std::string missing;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        if (function == nullptr) missing += std::string(" ") + name;
    };
    find(functions.get_platforms, "clGetPlatformIDs");
    find(functions.get_devices, "clGetDeviceIDs");
    find(functions.get_device_info, "clGetDeviceInfo");
    find(functions.create_context, "clCreateContext");
    find(functions.create_queue, "clCreateCommandQueue");
    find(functions.create_program, "clCreateProgramWithSource");
    find(functions.build_program, "clBuildProgram");
    find(functions.get_build_info, "clGetProgramBuildInfo");
    find(functions.create_kernel, "clCreateKernel");
    find(functions.set_argument, "clSetKernelArg");
    find(functions.create_buffer, "clCreateBuffer");
    find(functions.write_buffer, "clEnqueueWriteBuffer");
    find(functions.read_buffer, "clEnqueueReadBuffer");
    find(functions.run_kernel, "clEnqueueNDRangeKernel");
    find(functions.release_buffer, "clReleaseMemObject");
    find(functions.release_kernel, "clReleaseKernel");
    find(functions.release_program, "clReleaseProgram");
    find(functions.release_queue, "clReleaseCommandQueue");
    find(functions.release_context, "clReleaseContext");
    if (!missing.empty()) return Status{StatusCode::not_available, "OpenCL: the library lacks" + missing};
    return functions;
}

}  // namespace

Result<const OpenClLibrary*> OpenClLibrary::load() {
    static const Result<OpenClLibrary> loaded = load_library();
    if (!loaded) return loaded.status();
    return &loaded.value();
}

}  // namespace wend::fields
