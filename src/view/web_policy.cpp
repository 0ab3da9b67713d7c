#include "view/web_policy.hpp"

#include <algorithm>
#include <array>
#include <random>

#include <arpa/inet.h>

#include "view/page.hpp"

namespace wend::view {
namespace {

bool is_literal_address(std::string_view host) {
    const std::string text(host);
    std::array<std::uint8_t, 16> bytes;
    return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
           inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

/// The value of "name=value" among parts that `separator` divides.
std::string_view value_of(std::string_view text, std::string_view name, char separator) {
    while (!text.empty()) {
        std::string_view part = text.substr(0, text.find(separator));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        part.remove_prefix(std::min(part.size(), part.find_first_not_of(' ')));
        if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=')
            return part.substr(name.size() + 1);
    }
    return {};
}

bool is_any_address(std::string_view address) {
    return address == "0.0.0.0" || address == "::";
}

}  // namespace

std::string_view path_of(std::string_view target) {
    return target.substr(0, target.find_first_of("?#"));
}

WebAnswer web_answer(std::string_view method, std::string_view target) {
    if (method != "GET" && method != "HEAD")
        return {405, "text/plain; charset=utf-8", "only GET is answered\n"};
    const std::string_view path = path_of(target);
    if (path == "/" || path == "/index.html") return {200, "text/html; charset=utf-8", page()};
    if (path == live_target)
        return {426, "text/plain; charset=utf-8", "this address speaks WebSocket; open / in a browser\n"};
    return {};
}

bool is_own_host(std::string_view host, const std::string& address, std::uint16_t port) {
    std::string suffix(1, ':');
    suffix += std::to_string(port);
    if (host.ends_with(suffix))
        host.remove_suffix(suffix.size());
    else if (port != 80)
        return false;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    if (host == "localhost" || host == "127.0.0.1" || host == "::1" || host == address) return true;
    return is_any_address(address) && is_literal_address(host);
}

bool is_own_origin(std::string_view origin, std::string_view host) {
    if (origin.empty()) return true;
    for (const std::string_view scheme : {"http://", "https://"})
        if (origin.starts_with(scheme) && origin.substr(scheme.size()) == host) return true;
    return false;
}

bool is_loopback(std::string_view address) {
    return address == "::1" || address == "localhost" ||
           (address.starts_with("127.") && is_literal_address(address));
}

std::string make_key() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::random_device source;
    std::string key;
    for (int word = 0; word < 4; ++word)
        for (std::uint32_t bits = source(), i = 0; i < 8; ++i, bits >>= 4) key += digits[bits & 15];
    return key;
}

std::string_view key_of(std::string_view target, std::string_view cookies) {
    const std::size_t query = target.find('?');
    if (query != std::string_view::npos) {
        const std::string_view parts = target.substr(query + 1);
        if (const auto key = value_of(parts.substr(0, parts.find('#')), "key", '&'); !key.empty()) return key;
    }
    return value_of(cookies, key_cookie, ';');
}

bool is_same_key(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |=
            static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
    return difference == 0;
}

}  // namespace wend::view
