#pragma once

// SQLite with lifetimes: a connection and its prepared statements.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "wend/base/status.hpp"

#include "io/bytes.hpp"

namespace wend::io {

class SqliteStatement {
  public:
    SqliteStatement() = default;
    SqliteStatement(sqlite3* database, const char* sql) {
        sqlite3_stmt* raw = nullptr;
        sqlite3_prepare_v2(database, sql, -1, &raw, nullptr);
        statement_.reset(raw);
    }
    [[nodiscard]] bool is_valid() const noexcept { return statement_ != nullptr; }

    void bind(int at, std::int64_t value) { sqlite3_bind_int64(statement_.get(), at, value); }
    void bind(int at, double value) { sqlite3_bind_double(statement_.get(), at, value); }
    void bind(int at, std::string_view value) {
        sqlite3_bind_text64(statement_.get(), at, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    void bind(int at, ByteView value) {
        sqlite3_bind_blob64(statement_.get(), at, value.data(), value.size(), SQLITE_TRANSIENT);
    }
    /// SQLITE_ROW, SQLITE_DONE or an error.
    int step() { return sqlite3_step(statement_.get()); }
    /// Runs a statement that yields no rows, and makes it ready for the next values.
    bool run() {
        const int result = step();
        sqlite3_reset(statement_.get());
        return result == SQLITE_DONE;
    }
    void reset() { sqlite3_reset(statement_.get()); }

    [[nodiscard]] int type(int column) const { return sqlite3_column_type(statement_.get(), column); }
    [[nodiscard]] std::int64_t integer(int column) const {
        return sqlite3_column_int64(statement_.get(), column);
    }
    [[nodiscard]] double real(int column) const { return sqlite3_column_double(statement_.get(), column); }
    [[nodiscard]] std::string text(int column) const {
        const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
        return data ? std::string(data, size) : std::string();
    }
    [[nodiscard]] ByteView blob(int column) const {
        const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
        return data ? ByteView(data, size) : ByteView();
    }

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class SqliteDatabase {
  public:
    /// `flags` as sqlite3_open_v2 takes them; check `is_open`.
    SqliteDatabase(const std::string& file, int flags) {
        sqlite3* raw = nullptr;
        open_ = sqlite3_open_v2(file.c_str(), &raw, flags, nullptr) == SQLITE_OK;
        database_.reset(raw);
    }
    [[nodiscard]] bool is_open() const noexcept { return open_; }
    [[nodiscard]] sqlite3* get() const noexcept { return database_.get(); }
    bool execute(const char* sql) {
        return sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    [[nodiscard]] SqliteStatement prepare(const char* sql) const { return {database_.get(), sql}; }
    [[nodiscard]] std::string error() const {
        return database_ ? sqlite3_errmsg(database_.get()) : "out of memory";
    }
    void close() { database_.reset(); }

  private:
    struct Close {
        void operator()(sqlite3* database) const noexcept { sqlite3_close(database); }
    };
    std::unique_ptr<sqlite3, Close> database_;
    bool open_ = false;
};

}  // namespace wend::io
