// What a request's fields decide: nothing but the page is ever given, no name of another site is this server,
// and no key but the right one opens it.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "view/web_policy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace wend::view;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const auto field = [&rest] {
        const std::string_view value = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), value.size() + 1));
        return value;
    };
    const std::string_view method = field(), target = field(), host = field(), origin = field(),
                           cookies = field();
    const WebAnswer answer = web_answer(method, target);
    if (answer.status == 200 && path_of(target) != "/" && path_of(target) != "/index.html") std::abort();
    const bool has_letters = host.find_first_not_of("0123456789abcdefABCDEF.:[]") != std::string_view::npos;
    for (const char* address : {"127.0.0.1", "0.0.0.0", "::"})
        if (is_own_host(host, address, 8080) && has_letters && !host.starts_with("localhost")) std::abort();
    if (is_own_origin(origin, host) && !origin.empty() && !origin.ends_with(host)) std::abort();
    static const std::string key = make_key();
    const std::string_view brought = key_of(target, cookies);
    if (is_same_key(brought, key) != (brought == key)) std::abort();
    return 0;
}
