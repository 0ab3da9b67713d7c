#include "raw_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace wend::test {
namespace {
constexpr int patience_ms = 2000;
}

RawClient::RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(socket_);
        socket_ = -1;
    }
}

RawClient::~RawClient() {
    if (socket_ >= 0) ::close(socket_);
}

void RawClient::send_bytes(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
        const auto count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) return;
        sent += static_cast<std::size_t>(count);
    }
}

bool RawClient::read_exactly(char* out, std::size_t count) {
    for (std::size_t got = 0; got < count;) {
        pollfd waiting{socket_, POLLIN, 0};
        if (::poll(&waiting, 1, patience_ms) <= 0) return false;
        const auto part = ::recv(socket_, out + got, count - got, 0);
        if (part <= 0) return false;
        got += static_cast<std::size_t>(part);
    }
    return true;
}

std::string RawClient::read_to_end() {
    std::string all;
    for (char letter; read_exactly(&letter, 1);) all += letter;
    return all;
}

bool RawClient::is_closed_within(double seconds) {
    char drain[65536];
    for (;;) {
        pollfd waiting{socket_, POLLIN, 0};
        if (::poll(&waiting, 1, static_cast<int>(seconds * 1000)) <= 0) return false;
        if (::recv(socket_, drain, sizeof drain, 0) <= 0) return true;
    }
}

std::string RawClient::get(const std::string& target, const std::string& host, const std::string& method) {
    send_bytes(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return read_to_end();
}

std::string RawClient::upgrade(const std::string& target, const std::string& host,
                               const std::string& origin) {
    send_bytes("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" +
               (origin.empty() ? "" : "Origin: " + origin + "\r\n") +
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    std::string head;
    for (char letter; !head.ends_with("\r\n\r\n") && read_exactly(&letter, 1);) head += letter;
    return head.substr(0, head.find("\r\n"));
}

void RawClient::send_frame(std::uint8_t opcode, const std::string& payload) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    // The shortest form of the length is the only allowed one.
    const std::size_t size = payload.size();
    frame += static_cast<char>(0x80 | (size < 126 ? size : size < 65536 ? 126u : 127u));
    for (int shift = size < 126 ? -8 : size < 65536 ? 8 : 56; shift >= 0; shift -= 8)
        frame += static_cast<char>(size >> shift & 0xFF);
    frame += std::string(4, '\0');  // a mask of zeros changes nothing
    send_bytes(frame + payload);
}

std::optional<std::vector<std::uint8_t>> RawClient::next_message() {
    std::vector<std::uint8_t> message;
    for (;;) {
        unsigned char head[2];
        if (!read_exactly(reinterpret_cast<char*>(head), 2)) return std::nullopt;
        std::size_t size = head[1] & 0x7Fu;
        const int extra = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (extra > 0) size = 0;
        for (int i = 0; i < extra; ++i) {
            unsigned char byte = 0;
            if (!read_exactly(reinterpret_cast<char*>(&byte), 1)) return std::nullopt;
            size = size << 8 | byte;
        }
        std::vector<std::uint8_t> payload(size);
        if (size > 0 && !read_exactly(reinterpret_cast<char*>(payload.data()), size)) return std::nullopt;
        const unsigned opcode = head[0] & 0x0Fu;
        if (opcode == 8) return std::nullopt;
        if (opcode > 2) continue;
        message.insert(message.end(), payload.begin(), payload.end());
        if (head[0] & 0x80u) return message;
    }
}

}  // namespace wend::test
