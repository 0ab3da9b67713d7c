#include "wend/base/output_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wend {
namespace {

namespace fs = std::filesystem;
using Bytes = OutputFile::Bytes;

constexpr mode_t readable_by_all = 0644;
constexpr int most_tries = 100;

class Descriptor {
  public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int get() const noexcept { return number_; }
    [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
    [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }

  private:
    int number_;
};

/// 0, or the system's error number.
int write_all(int descriptor, Bytes bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

int put_on_disk(int descriptor) {
    return ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
}

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

const char* kind_of(mode_t mode) {
    if (S_ISLNK(mode)) return "a symbolic link";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

/// Is this still the file of that name?
bool is_named(int descriptor, const fs::path& file) {
    struct stat open {};
    struct stat named {};
    return ::fstat(descriptor, &open) == 0 && ::lstat(file.c_str(), &named) == 0 &&
           open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

/// The file's name in quotes, and more words.
std::string named(const fs::path& file, const char* words) {
    std::string text(1, '\'');
    text.append(file.string()).append(1, '\'').append(words);
    return text;
}

Status locked(const fs::path& partial) {
    return Status::io_error(named(partial, " is being written by another run"));
}

bool begins_with(int descriptor, Bytes start) {
    std::array<std::uint8_t, 64> found{};
    const ssize_t got = ::pread(descriptor, found.data(), std::min(found.size(), start.size()), 0);
    return got == 0 || (got > 0 && std::equal(found.begin(), found.begin() + got, start.begin()));
}

/// Takes away what an earlier run left under the name, if it is ours and nobody writes it any more.
Status clear(const fs::path& partial, Bytes signature) {
    for (int i = 0; i < most_tries; ++i) {
        const Descriptor old(::open(partial.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (!old.is_open() && errno == ENOENT) return Status::ok();
        struct stat about {};
        if (!old.is_open() || ::fstat(old.get(), &about) != 0 || !S_ISREG(about.st_mode))
            return Status::io_error(named(partial, " is in the way: expected a regular file or nothing"));
        if (::flock(old.get(), LOCK_EX | LOCK_NB) != 0) return locked(partial);
        if (!is_named(old.get(), partial)) continue;  // replaced between opening and locking
        if (!begins_with(old.get(), signature))
            return Status::io_error(
                named(partial, " is in the way: found something else than an unfinished file of this kind"));
        if (::unlink(partial.c_str()) != 0) return system_error("cannot replace", partial, errno);
        return Status::ok();
    }
    return locked(partial);
}

/// Locked, with the first bytes inside, and only then named.
Result<Descriptor> create_whole(const fs::path& file, Bytes first) {
    Descriptor made(::open(folder_of(file).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, readable_by_all));
    const bool is_nameless = made.is_open();
    if (!is_nameless)
        made = Descriptor(
            ::open(file.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, readable_by_all));
    if (!made.is_open()) return errno == EEXIST ? locked(file) : system_error("cannot create", file, errno);
    if (::flock(made.get(), LOCK_EX | LOCK_NB) != 0) return locked(file);
    if (const int error = write_all(made.get(), first); error != 0)
        return system_error("cannot write", file, error);
    if (!is_nameless) return made;
    const std::string self = "/proc/self/fd/" + std::to_string(made.get());
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, file.c_str(), AT_SYMLINK_FOLLOW) == 0) return made;
    return errno == EEXIST ? locked(file) : system_error("cannot create", file, errno);
}

}  // namespace

Status system_error(const std::string& what, const fs::path& file, int error) {
    return Status::io_error(what + " '" + file.string() +
                            "': " + std::error_code(error, std::generic_category()).message());
}

Status check_target(const fs::path& target) {
    struct stat about {};
    if (target.empty()) return Status::invalid_input("expected the name of a file to write, found none");
    if (::lstat(target.c_str(), &about) != 0)
        return errno == ENOENT ? Status::ok() : system_error("cannot write", target, errno);
    if (S_ISDIR(about.st_mode)) return system_error("cannot write", target, EISDIR);
    if (!S_ISREG(about.st_mode))
        return Status::io_error("cannot write '" + target.string() + "': it is " + kind_of(about.st_mode) +
                                ", expected a regular file or nothing of that name");
    constexpr mode_t any_writer = S_IWUSR | S_IWGRP | S_IWOTH;
    if ((about.st_mode & any_writer) == 0 || ::access(target.c_str(), W_OK) != 0)
        return Status::io_error("cannot write '" + target.string() + "': it is read-only");
    return Status::ok();
}

Result<fs::path> reserve_name(const fs::path& target, const std::string& ending) {
    if (Status status = check_target(target); !status.is_ok()) return status;
    std::string name = target.string() + ".XXXXXX" + ending;
    const Descriptor made(::mkostemps(name.data(), static_cast<int>(ending.size()), O_CLOEXEC));
    if (!made.is_open()) return system_error("cannot write", target, errno);
    ::fchmod(made.get(), readable_by_all);
    return fs::path(name);
}

Status move_into_place(const fs::path& written, const fs::path& target) {
    const Descriptor file(::open(written.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file.is_open()) return system_error("cannot read", written, errno);
    if (const int error = put_on_disk(file.get()); error != 0)
        return system_error("cannot write", written, error);
    if (Status status = check_target(target); !status.is_ok()) return status;
    if (::rename(written.c_str(), target.c_str()) != 0)
        return system_error("cannot rename '" + written.string() + "' to", target, errno);
    const Descriptor folder(::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) ::fsync(folder.get());
    return Status::ok();
}

Status write_file(const fs::path& target, std::string_view text) {
    return write_file(target, Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Status write_file(const fs::path& target, Bytes bytes) {
    const Result<fs::path> own = reserve_name(target);
    if (!own) return own.status();
    Status status;
    {
        const Descriptor file(::open(own.value().c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
        const int error = file.is_open() ? write_all(file.get(), bytes) : errno;
        if (error != 0) status = system_error("cannot write", target, error);
    }
    if (status.is_ok()) status = move_into_place(own.value(), target);
    if (!status.is_ok()) ::unlink(own.value().c_str());
    return status;
}

fs::path OutputFile::partial_name(const fs::path& target) {
    fs::path name = target;
    name += ".partial";
    return name;
}

Result<OutputFile> OutputFile::create(const fs::path& target, Bytes first, std::size_t signature) {
    if (Status status = check_target(target); !status.is_ok()) return status;
    const fs::path partial = partial_name(target);
    if (Status status = clear(partial, first.first(std::min(signature, first.size()))); !status.is_ok())
        return status;
    Result<Descriptor> made = create_whole(partial, first);
    if (!made) return made.status();
    return OutputFile(target, made.value().release(), first.size());
}

OutputFile::OutputFile(fs::path target, int descriptor, std::uint64_t size)
    : target_(std::move(target)), descriptor_(descriptor), size_(size) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : target_(std::move(other.target_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
    close_descriptor();
    target_ = std::move(other.target_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    size_ = other.size_;
    return *this;
}

OutputFile::~OutputFile() {
    close_descriptor();
}

void OutputFile::close_descriptor() noexcept {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Status OutputFile::append(Bytes bytes) {
    if (const int error = write_all(descriptor_, bytes); error != 0) {
        const auto whole = static_cast<off_t>(size_);
        if (::ftruncate(descriptor_, whole) == 0) ::lseek(descriptor_, whole, SEEK_SET);
        return system_error("cannot write", partial_name(target_), error);
    }
    size_ += bytes.size();
    return Status::ok();
}

Status OutputFile::finish() {
    Status status = move_into_place(partial_name(target_), target_);
    if (status.is_ok()) close_descriptor();
    return status;
}

}  // namespace wend
