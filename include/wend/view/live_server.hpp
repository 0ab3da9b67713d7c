#pragma once

// The live view: one page over HTTP, then binary messages over a WebSocket. The world is stepped by a thread
// of its own that never waits for a reader; a slow reader gets fewer frames, because each reader asks for the
// newest one when it has taken the last.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/view/live_source.hpp"
#include "wend/view/live_world.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {

struct ServerOptions {
    std::string address = "127.0.0.1";  ///< loopback, unless others are meant to look in and to change things
    std::uint16_t port = 8080;          ///< 0: any free one
    std::size_t most_clients = 256;
    std::size_t history_bytes = 48u << 20;  ///< of the run that pages which come late are told, once for all
    double speed = 1;                       ///< simulated seconds in one second
    bool paused = false;
    bool waits = false;            ///< for the first page before the world is stepped
    bool loops = false;            ///< starts again when the scene's time is over; needs a source
    LiveSource* source = nullptr;  ///< where other scenes come from; must outlive the server
    SceneWish wish;                ///< how the first world was asked for
    std::string text;              ///< of its scene file
    std::shared_ptr<const LevelPicture> level;
    /// Packed poses (motion/pose_stream.hpp) of the newest frame, on the world's thread; unset: people walk
    /// by themselves on the page.
    std::function<std::vector<std::uint8_t>(const LiveWorld&)> poses;
    std::function<void(const io::Frame&)>
        on_frame;  ///< every frame, the first one too, on the world's thread
};

class LiveServer {
  public:
    /// Listens and starts stepping. The world must outlive the server; nobody else may touch it meanwhile.
    static Result<LiveServer> start(LiveWorld& world, const Scene& scene, const ServerOptions& options);
    LiveServer(LiveServer&&) noexcept;
    LiveServer& operator=(LiveServer&&) noexcept;
    ~LiveServer();

    [[nodiscard]] std::uint16_t port() const noexcept;
    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::size_t clients() const noexcept;
    [[nodiscard]] std::uint64_t steps() const noexcept;
    /// Closes every connection and stops the world. Also done by the destructor.
    void stop();

  private:
    struct State;
    explicit LiveServer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Serves until the process is interrupted or told to end. `on_ready` gets the address to open.
Status serve(LiveWorld& world, const Scene& scene, const ServerOptions& options,
             const std::function<void(const std::string& url)>& on_ready);

}  // namespace wend::view
