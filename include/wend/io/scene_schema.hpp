#pragma once

#include <string>

namespace wend::io {

/// JSON Schema (draft 2020-12) of a scene file, from the tables that the reader works by.
[[nodiscard]] std::string scene_schema();

/// The same tables for people, as Markdown: every object, every field, unit, default and meaning.
[[nodiscard]] std::string scene_field_tables();

}  // namespace wend::io
