#pragma once

// Values as bytes and back. A type says once, in `describe(archive, value)`, what it consists of; that serves
// the Writer and the Reader. Numbers are little-endian, lists begin with their count, and every count is
// checked against what is left.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace wend::archive {

class Writer {
  public:
    template <class... T>
    void operator()(const T&... values) {
        (put(values), ...);
    }
    [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

  private:
    void word(std::uint64_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    template <class T>
    void put(const T& value) {
        if constexpr (std::is_enum_v<T>) {
            put(static_cast<std::underlying_type_t<T>>(value));
        } else if constexpr (std::integral<T>) {
            word(static_cast<std::uint64_t>(value), sizeof value);
        } else if constexpr (std::same_as<T, double>) {
            word(std::bit_cast<std::uint64_t>(value), sizeof value);
        } else {
            // Writing changes nothing; describing is the same for both ways.
            describe(*this, const_cast<T&>(value));
        }
    }
    void put(const std::string& text) { put_all(text); }
    template <class T>
    void put(const std::vector<T>& list) {
        put_all(list);
    }
    template <class List>
    void put_all(const List& list) {
        put(std::uint64_t{list.size()});
        for (const auto& entry : list) put(entry);
    }
    template <class A, class B>
    void put(const std::pair<A, B>& both) {
        (*this)(both.first, both.second);
    }
    template <class T>
    void put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class T>
    void put(const std::shared_ptr<const T>& value) {
        put(value != nullptr);
        if (value) put(*value);
    }
    template <class... T>
    void put(const std::variant<T...>& value) {
        put(static_cast<std::uint8_t>(value.index()));
        std::visit([this](const auto& one) { this->put(one); }, value);
    }

    std::vector<std::byte> bytes_;
};

/// Past the end, or where something is none of what it could be, it yields defaults and remembers that it
/// failed, so that a caller asks once.
class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] bool is_at_end() const noexcept { return at_ == bytes_.size(); }

  private:
    std::uint64_t word(unsigned count) {
        if (bytes_.size() - at_ < count) {
            failed_ = true;
            at_ = bytes_.size();
            return 0;
        }
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i)
            value |= std::to_integer<std::uint64_t>(bytes_[at_++]) << (8 * i);
        return value;
    }
    template <class T>
    void get(T& value) {
        if constexpr (std::is_enum_v<T>) {
            std::underlying_type_t<T> number{};
            get(number);
            value = static_cast<T>(number);
        } else if constexpr (std::same_as<T, bool>) {
            value = word(1) != 0;
        } else if constexpr (std::integral<T>) {
            value = static_cast<T>(word(sizeof value));
        } else if constexpr (std::same_as<T, double>) {
            value = std::bit_cast<double>(word(sizeof value));
        } else {
            describe(*this, value);
        }
    }
    void get(std::string& text) { get_all(text); }
    template <class T>
    void get(std::vector<T>& list) {
        get_all(list);
    }
    template <class List>
    void get_all(List& list) {
        const std::uint64_t count = word(8);
        list.clear();
        // Each takes a byte at least.
        if (count > bytes_.size() - at_) failed_ = true;
        for (std::uint64_t i = 0; i < count && !failed_; ++i) {
            typename List::value_type entry{};
            get(entry);
            list.push_back(std::move(entry));
        }
    }
    template <class A, class B>
    void get(std::pair<A, B>& both) {
        (*this)(both.first, both.second);
    }
    template <class T>
    void get(std::optional<T>& value) {
        value.reset();
        if (word(1) != 0) get(value.emplace());
    }
    template <class T>
    void get(std::shared_ptr<const T>& value) {
        value.reset();
        if (word(1) == 0) return;
        auto made = std::make_shared<T>();
        get(*made);
        value = std::move(made);
    }
    template <class... T>
    void get(std::variant<T...>& value) {
        const std::uint64_t index = word(1);
        if (index >= sizeof...(T)) failed_ = true;
        std::size_t at = 0;
        const auto take = [&]<class One>(std::type_identity<One>) {
            if (at++ != index || failed_) return;
            One one{};
            get(one);
            value = std::move(one);
        };
        (take(std::type_identity<T>{}), ...);
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

}  // namespace wend::archive
