#pragma once

// A run as a film: frames drawn by the library itself (picture.hpp) and handed to ffmpeg, which is looked for
// in PATH.

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/view/picture.hpp"

namespace wend::view {

class Video {
  public:
    struct Options {
        double frames_per_second = 30;  ///< of the film; a frame of the run is shown when it is due
        double speed = 1;               ///< seconds of the run in a second of the film
        PictureOptions picture;
    };

    /// By the file's extension: webm, mp4 or gif. Says what is missing when there is no ffmpeg.
    static Result<Video> open(const std::filesystem::path& file, const Scene& scene,
                              std::span<const AgentSpec> agents, const Options& options);
    Video(Video&&) noexcept;
    Video& operator=(Video&&) noexcept;
    ~Video();

    /// `bodies`: see Picture.
    Status append(const io::Frame& frame, std::vector<PictureBody> bodies = {});
    /// Waits until the file is complete.
    Status close();

  private:
    struct State;
    explicit Video(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace wend::view
