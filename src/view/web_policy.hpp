#pragma once

// Who may ask for what. A page of another site must not reach a simulation through its visitor's browser,
// neither by its own origin nor by a name that it makes point here.

#include <cstdint>
#include <string>
#include <string_view>

namespace wend::view {

struct WebAnswer {
    unsigned status = 404;
    std::string_view type = "text/plain; charset=utf-8";
    std::string_view body = "not found\n";
};

/// What a plain request gets: the page, or an error. Nothing is ever looked up in a file system.
[[nodiscard]] std::string_view path_of(std::string_view target);
[[nodiscard]] WebAnswer web_answer(std::string_view method, std::string_view target);

/// Is `host`, as a request names it, this server? Listening on every address, any of them may be meant, but
/// no name: that of another site may lead here.
[[nodiscard]] bool is_own_host(std::string_view host, const std::string& address, std::uint16_t port);

/// May a page from `origin` open the live connection? Programs that are no browsers send none.
[[nodiscard]] bool is_own_origin(std::string_view origin, std::string_view host);

/// Does this machine alone reach the address? On any other one a key is asked for.
[[nodiscard]] bool is_loopback(std::string_view address);
/// A key that nobody can guess, in hexadecimal digits.
[[nodiscard]] std::string make_key();
/// The key that a request brings, in its address ("?key=...") or as the cookie that the page was given.
[[nodiscard]] std::string_view key_of(std::string_view target, std::string_view cookies);
/// Equal, found out in the same time wherever they differ.
[[nodiscard]] bool is_same_key(std::string_view a, std::string_view b);

inline constexpr std::string_view key_cookie = "wend_key";
inline constexpr std::string_view live_target = "/live";

}  // namespace wend::view
