#include "io/partial_file.hpp"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace wend::io {
namespace {

namespace fs = std::filesystem;

constexpr mode_t readable_by_all = 0644;

/// 0, or the system's error number.
int write_all(int descriptor, ByteView bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// A nameless file with the first bytes inside, then given its name; -1 where the file system has no nameless
/// files.
int create_nameless(const fs::path& file, ByteView first_bytes) {
    const int descriptor = ::open(folder_of(file).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, readable_by_all);
    if (descriptor < 0) return -1;
    const std::string self = "/proc/self/fd/" + std::to_string(descriptor);
    if (write_all(descriptor, first_bytes) == 0) {
        ::unlink(file.c_str());
        if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, file.c_str(), AT_SYMLINK_FOLLOW) == 0)
            return descriptor;
    }
    ::close(descriptor);
    return -1;
}

bool is_special(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(file, ignored) && !fs::is_regular_file(file, ignored);
}

}  // namespace

fs::path partial_name(const fs::path& target) {
    fs::path name = target;
    name += ".partial";
    return name;
}

Status system_error(const std::string& what, const fs::path& file, int error) {
    return Status::io_error(what + " '" + file.string() +
                            "': " + std::error_code(error, std::generic_category()).message());
}

Status rename_into_place(const fs::path& partial, const fs::path& target) {
    if (::rename(partial.c_str(), target.c_str()) != 0)
        return system_error("cannot rename '" + partial.string() + "' to", target, errno);
    const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
    return Status::ok();
}

Result<PartialFile> PartialFile::create(const fs::path& target, ByteView first_bytes) {
    const fs::path partial = partial_name(target);
    std::error_code ignored;
    if (fs::is_directory(target, ignored)) return system_error("cannot write", target, EISDIR);
    if (!is_special(partial))
        if (const int descriptor = create_nameless(partial, first_bytes); descriptor >= 0)
            return PartialFile(target, descriptor, first_bytes.size());
    const int descriptor = ::open(partial.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, readable_by_all);
    if (descriptor < 0) return system_error("cannot create", partial, errno);
    PartialFile file(target, descriptor, 0);
    if (Status status = file.append(first_bytes); !status.is_ok()) return status;
    return file;
}

PartialFile::PartialFile(fs::path target, int descriptor, std::uint64_t size)
    : target_(std::move(target)), descriptor_(descriptor), size_(size) {}

PartialFile::PartialFile(PartialFile&& other) noexcept
    : target_(std::move(other.target_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

PartialFile& PartialFile::operator=(PartialFile&& other) noexcept {
    close_descriptor();
    target_ = std::move(other.target_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    size_ = other.size_;
    return *this;
}

PartialFile::~PartialFile() {
    close_descriptor();
}

void PartialFile::close_descriptor() noexcept {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Status PartialFile::append(ByteView bytes) {
    if (const int error = write_all(descriptor_, bytes); error != 0) {
        const auto whole = static_cast<off_t>(size_);
        if (::ftruncate(descriptor_, whole) == 0) ::lseek(descriptor_, whole, SEEK_SET);
        return system_error("cannot write", partial_name(target_), error);
    }
    size_ += bytes.size();
    return Status::ok();
}

Status PartialFile::finish() {
    if (::fsync(descriptor_) != 0 && errno != EINVAL)
        return system_error("cannot write", partial_name(target_), errno);
    close_descriptor();
    return rename_into_place(partial_name(target_), target_);
}

}  // namespace wend::io
