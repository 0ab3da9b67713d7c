#include "wend/view/video.hpp"

#include <csignal>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wend/base/output_file.hpp"
#include "wend/io/recording.hpp"

extern char** environ;

namespace wend::view {
namespace {

/// What ffmpeg is told, after its input, for each kind of film.
std::vector<std::string> encoding_of(const std::string& extension) {
    if (extension == ".webm") return {"-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1"};
    if (extension == ".mp4") return {"-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"};
    if (extension == ".gif")
        return {
            "-filter_complex",
            "split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none:diff_mode=rectangle"};
    return {};
}

Status no_encoder() {
    return {StatusCode::not_available,
            "--video: found no ffmpeg in PATH; install it (Debian: apt-get install ffmpeg)"};
}

/// A program that reads from a pipe.
class Encoder {
  public:
    Encoder() = default;
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;
    ~Encoder() { (void)finish(); }

    Status start(const std::vector<std::string>& words) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return Status::io_error(std::strerror(errno));
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        const int failed =
            posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        ::close(ends[0]);
        input_ = ends[1];
        if (failed == 0) return Status::ok();
        process_ = -1;
        ::close(std::exchange(input_, -1));
        return no_encoder();
    }

    [[nodiscard]] bool write(std::span<const std::uint8_t> bytes) const {
        // An encoder that has given up must not take the run with it.
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        while (!bytes.empty()) {
            const ssize_t done = ::write(input_, bytes.data(), bytes.size());
            if (done <= 0) break;
            bytes = bytes.subspan(static_cast<std::size_t>(done));
        }
        std::signal(SIGPIPE, before);
        return bytes.empty();
    }

    /// Whether it ended well.
    bool finish() {
        if (input_ >= 0) ::close(std::exchange(input_, -1));
        if (process_ < 0) return true;
        int state = 0;
        waitpid(std::exchange(process_, -1), &state, 0);
        return WIFEXITED(state) && WEXITSTATUS(state) == 0;
    }

  private:
    pid_t process_ = -1;
    int input_ = -1;
};

}  // namespace

struct Video::State {
    std::filesystem::path file;
    std::filesystem::path partial{};  ///< that the encoder writes
    Options options;
    Picture picture;
    Encoder encoder;
    bool has_started = false;
    std::uint64_t drawn = 0;
    double last = 0;

    State(const std::filesystem::path& target, const Scene& scene, std::span<const AgentSpec> agents,
          const Options& o)
        : file(target), options(o), picture(scene, agents, o.picture) {}

    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        std::error_code ignored;
        if (!partial.empty()) std::filesystem::remove(partial, ignored);
    }

    Status start(const Pixels& first) {
        auto reserved = reserve_name(file, file.extension().string());
        if (!reserved) return reserved.status();
        partial = std::move(reserved).value();
        has_started = true;
        std::vector<std::string> words{
            "ffmpeg",   "-v",
            "error",    "-y",
            "-f",       "rawvideo",
            "-pix_fmt", "rgb24",
            "-s",       std::to_string(first.width) + "x" + std::to_string(first.height),
            "-r",       std::to_string(options.frames_per_second),
            "-i",       "-"};
        for (std::string& word : encoding_of(file.extension().string())) words.push_back(std::move(word));
        words.push_back(partial.string());
        return encoder.start(words);
    }

    Status draw() {
        const auto pixels = picture.pixels();
        if (!pixels) return pixels.status();
        if (!has_started)
            if (Status status = start(pixels.value()); !status.is_ok()) return status;
        ++drawn;
        if (encoder.write(pixels.value().rgb)) return Status::ok();
        return Status::io_error(file.string() + ": ffmpeg has stopped reading");
    }
};

Video::Video(std::unique_ptr<State> state) : state_(std::move(state)) {}
Video::Video(Video&&) noexcept = default;
Video& Video::operator=(Video&&) noexcept = default;
Video::~Video() = default;

Result<Video> Video::open(const std::filesystem::path& file, const Scene& scene,
                          std::span<const AgentSpec> agents, const Options& options) {
    if (encoding_of(file.extension().string()).empty())
        return Status::invalid_input("--video: found '" + file.string() +
                                     "', expected a file that ends in .webm, .mp4 or .gif");
    if (Status status = check_target(file); !status.is_ok()) return status;
    Options even = options;
    even.picture.width &= ~1u;  // what most codecs need
    auto state = std::make_unique<State>(file, scene, agents, even);
    // Asked now and not after a long run.
    Encoder probe;
    if (Status status = probe.start({"ffmpeg", "-v", "quiet", "-version"}); !status.is_ok()) return status;
    if (!probe.finish()) return no_encoder();
    return Video(std::move(state));
}

Status Video::append(const io::Frame& frame, std::vector<PictureBody> bodies) {
    State& s = *state_;
    s.picture.add(frame);
    s.picture.show_bodies(std::move(bodies));
    const double due = static_cast<double>(s.drawn) * s.options.speed / s.options.frames_per_second;
    return frame.time + 1e-9 >= due ? s.draw() : Status::ok();
}

Status Video::close() {
    State& s = *state_;
    if (!s.has_started) return Status::invalid_input(s.file.string() + ": a film needs at least one frame");
    if (!s.encoder.finish()) return Status::io_error(s.file.string() + ": ffmpeg could not write it");
    if (Status status = move_into_place(s.partial, s.file); !status.is_ok()) return status;
    s.partial.clear();
    return Status::ok();
}

}  // namespace wend::view
