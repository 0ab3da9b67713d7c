#pragma once

// A WebSocket client made of bare sockets, so that it can also do what no proper client does.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wend::test {

class RawClient {
  public:
    explicit RawClient(std::uint16_t port);
    RawClient(RawClient&& other) noexcept : socket_(other.socket_) { other.socket_ = -1; }
    RawClient& operator=(RawClient&&) = delete;
    ~RawClient();

    void send_bytes(const std::string& bytes);
    /// What arrives until the server closes, or for two seconds.
    [[nodiscard]] std::string read_to_end();
    /// True when the server closes within the time.
    [[nodiscard]] bool is_closed_within(double seconds);

    /// A plain request; the whole answer.
    [[nodiscard]] std::string get(const std::string& target, const std::string& host,
                                  const std::string& method = "GET");
    /// The status line of the answer to an upgrade request.
    std::string upgrade(const std::string& target, const std::string& host, const std::string& origin);

    /// One frame of the client's, masked as the protocol wants.
    void send_frame(std::uint8_t opcode, const std::string& payload);
    /// The next binary message of the server's; nothing when the connection ends or nothing comes.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> next_message();

    static std::string own_host(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }

  private:
    bool read_exactly(char* out, std::size_t count);
    int socket_ = -1;
};

}  // namespace wend::test
