#include "view/web_policy.hpp"

#include "view/page.hpp"

namespace wend::view {
namespace {

std::string_view path_of(std::string_view target) {
    return target.substr(0, target.find_first_of("?#"));
}

bool is_any_address(std::string_view address) {
    return address == "0.0.0.0" || address == "::";
}

}  // namespace

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
    if (is_any_address(address)) return !host.empty();
    std::string suffix(1, ':');
    suffix += std::to_string(port);
    if (host.ends_with(suffix))
        host.remove_suffix(suffix.size());
    else if (port != 80)
        return false;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    return host == "localhost" || host == "127.0.0.1" || host == "::1" || host == address;
}

bool is_own_origin(std::string_view origin, std::string_view host) {
    if (origin.empty()) return true;
    for (const std::string_view scheme : {"http://", "https://"})
        if (origin.starts_with(scheme) && origin.substr(scheme.size()) == host) return true;
    return false;
}

}  // namespace wend::view
