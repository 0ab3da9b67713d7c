#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace wend {

/// How an operation ended. Nothing that failed looks like success, and nothing partial looks whole.
enum class StatusCode : unsigned char {
    ok,
    partial,        ///< an answer towards what was asked, not all of it
    in_progress,    ///< call again to go on
    unreachable,    ///< proven: no answer exists
    out_of_budget,  ///< stopped by its Budget; what was found so far is returned
    out_of_memory,
    invalid_input,  ///< the caller's data; the message says where, what was found and what was expected
    io_error,       ///< the machine's: missing file, full disk
    not_available,  ///< this build or version cannot do it
};

[[nodiscard]] std::string_view to_string(StatusCode code) noexcept;

struct Status {
    StatusCode code = StatusCode::ok;
    std::string message;

    [[nodiscard]] bool is_ok() const noexcept { return code == StatusCode::ok; }

    static Status ok() { return {}; }
    static Status invalid_input(std::string message) {
        return {StatusCode::invalid_input, std::move(message)};
    }
    static Status io_error(std::string message) { return {StatusCode::io_error, std::move(message)}; }
};

/// A value, or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}
    Result(Status failure) : state_(std::move(failure)) {}

    [[nodiscard]] bool is_ok() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return is_ok(); }

    [[nodiscard]] T& value() & { return std::get<0>(state_); }
    [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
    [[nodiscard]] Status status() const { return is_ok() ? Status::ok() : std::get<1>(state_); }

  private:
    std::variant<T, Status> state_;
};

}  // namespace wend
