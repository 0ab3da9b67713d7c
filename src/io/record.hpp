#pragma once

// One table per kind of JSON object. A row names a field and knows how to read it, write it, describe it to
// people and to JSON Schema; reader, writer, schema and documentation all come from the rows, so that none of
// them can say something else than the others.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json_document.hpp"
#include "io/json_writer.hpp"

namespace wend::io {

/// What reading and writing a part of a scene must know of the whole.
struct SceneContext {
    std::filesystem::path folder;          ///< where relative file names start
    std::vector<std::string> layer_names;  ///< layers are numbers in a Scene and names in its file
};

/// How a C++ type appears in JSON.
template <class M>
struct Codec {
    std::string expected;  ///< as in "found 3, expected a name"
    std::string schema;    ///< a JSON Schema of it
    std::function<M(JsonValue, SceneContext&)> read;
    std::function<void(JsonWriter&, const M&, const SceneContext&)> write;
};

/// What people and schemas need to know of a field.
struct FieldInfo {
    std::string name;
    std::string meaning;
    std::string unit;
    std::string expected;
    std::string schema;
    bool is_required = false;
    std::string needs;  ///< only allowed beside this field
};

template <class T>
struct Field {
    FieldInfo info;
    std::function<void(JsonValue, T&, SceneContext&)> read;
    std::function<void(JsonWriter&, const T&, const SceneContext&)> write;
    std::function<bool(const T&)> is_present;  ///< unset: always

    Field required() && {
        info.is_required = true;
        return std::move(*this);
    }
    Field needs(std::string other) && {
        info.needs = std::move(other);
        return std::move(*this);
    }
    Field only_if(std::function<bool(const T&)> condition) && {
        is_present = std::move(condition);
        return std::move(*this);
    }
};

/// The part of a record that does not depend on the type it fills.
struct RecordInfo {
    std::string name;   ///< of its JSON Schema definition and its section in the documentation
    std::string about;  ///< one sentence
    std::vector<FieldInfo> fields;
    std::vector<std::string> defaults;              ///< JSON text by field; empty when there is none
    std::vector<std::vector<std::string>> choices;  ///< of each list exactly one field must be given

    /// The values of an object's members by row, or nothing for those not given. Fails on anything that is
    /// not an object with exactly the fields it may have.
    [[nodiscard]] std::vector<std::optional<JsonValue>> match(JsonValue object) const;
    [[nodiscard]] bool is_choice(std::string_view field) const;
};

/// ", did you mean 'radius'?" or nothing.
[[nodiscard]] std::string suggestion(std::string_view wrong, const std::vector<std::string>& right);

template <class T>
struct Record {
    RecordInfo info;
    std::vector<Field<T>> fields;
    std::function<void(JsonValue, T&, SceneContext&)> finish;  ///< optional, after all fields

    Record(std::string name, std::string about, std::vector<Field<T>> rows,
           std::vector<std::vector<std::string>> choices = {})
        : info{std::move(name), std::move(about), {}, {}, std::move(choices)}, fields(std::move(rows)) {
        const SceneContext example{{}, {"the first layer"}};
        for (const Field<T>& field : fields) {
            info.fields.push_back(field.info);
            const bool has_default = !field.info.is_required && !info.is_choice(field.info.name);
            std::string shown = has_default ? text_of(field, T{}, example) : std::string{};
            info.defaults.push_back(shown == "\"\"" ? std::string{} : std::move(shown));
        }
    }

    [[nodiscard]] T read(JsonValue value, SceneContext& context) const {
        const auto given = info.match(value);
        T made{};
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (given[i]) fields[i].read(*given[i], made, context);
        if (finish) finish(value, made, context);
        return made;
    }

    void write(JsonWriter& out, const T& value, const SceneContext& context) const {
        static const T plain{};
        out.begin_object();
        for (const Field<T>& field : fields) {
            if (field.is_present && !field.is_present(value)) continue;
            const bool may_omit = !field.info.is_required && !info.is_choice(field.info.name);
            if (may_omit && text_of(field, value, context) == text_of(field, plain, context)) continue;
            out.key(field.info.name);
            field.write(out, value, context);
        }
        out.end_object();
    }

  private:
    static std::string text_of(const Field<T>& field, const T& value, const SceneContext& context) {
        if (field.is_present && !field.is_present(value)) return {};
        JsonWriter out;
        field.write(out, value, context);
        return std::move(out).take();
    }
};

/// A row for a member of T.
template <class T, class M>
Field<T> field(std::string name, M T::*member, const Codec<M>& codec, std::string unit, std::string meaning) {
    Field<T> row;
    row.info = {
        std::move(name), std::move(meaning), std::move(unit), codec.expected, codec.schema, false, {}};
    row.read = [=, read = codec.read](JsonValue value, T& object, SceneContext& context) {
        object.*member = read(value, context);
    };
    row.write = [=, write = codec.write](JsonWriter& out, const T& object, const SceneContext& context) {
        write(out, object.*member, context);
    };
    return row;
}

/// A row for something inside T that is not simply a member: `get` and `set` go between.
template <class T, class M>
Field<T> computed(std::string name, const Codec<M>& codec, std::string unit, std::string meaning,
                  std::function<M(const T&)> get, std::function<void(T&, M)> set) {
    Field<T> row;
    row.info = {
        std::move(name), std::move(meaning), std::move(unit), codec.expected, codec.schema, false, {}};
    row.read = [=, read = codec.read](JsonValue value, T& object, SceneContext& context) {
        set(object, read(value, context));
    };
    row.write = [=, write = codec.write](JsonWriter& out, const T& object, const SceneContext& context) {
        write(out, get(object), context);
    };
    return row;
}

/// The rows of a part of T, as rows of T: its fields stand beside T's own in the file.
template <class T, class Part>
std::vector<Field<T>> inlined(Part T::*part, const std::vector<Field<Part>>& rows) {
    std::vector<Field<T>> made;
    for (const Field<Part>& row : rows) {
        Field<T> outer;
        outer.info = row.info;
        outer.read = [=](JsonValue value, T& object, SceneContext& context) {
            row.read(value, object.*part, context);
        };
        outer.write = [=](JsonWriter& out, const T& object, const SceneContext& context) {
            row.write(out, object.*part, context);
        };
        if (row.is_present) outer.is_present = [=](const T& object) { return row.is_present(object.*part); };
        made.push_back(std::move(outer));
    }
    return made;
}

/// Joins lists of rows.
template <class T>
std::vector<Field<T>> rows(std::vector<std::vector<Field<T>>> lists) {
    std::vector<Field<T>> all;
    for (auto& list : lists)
        for (auto& row : list) all.push_back(std::move(row));
    return all;
}

/// A record as a value inside another. The record must outlive the codec.
template <class T>
Codec<T> object_of(const Record<T>& record, std::string expected) {
    return {std::move(expected), R"({"$ref": "#/$defs/)" + record.info.name + "\"}",
            [&record](JsonValue value, SceneContext& context) { return record.read(value, context); },
            [&record](JsonWriter& out, const T& value, const SceneContext& context) {
                record.write(out, value, context);
            }};
}

/// An array of anything.
template <class M>
Codec<std::vector<M>> list_of(const Codec<M>& item, std::string expected) {
    return {
        expected, R"({"type": "array", "items": )" + item.schema + "}",
        [=](JsonValue value, SceneContext& context) {
            if (!value.is(JsonKind::array)) value.fail_expected(expected);
            std::vector<M> made;
            made.reserve(value.size());
            value.for_each_element([&](JsonValue element) { made.push_back(item.read(element, context)); });
            return made;
        },
        [=](JsonWriter& out, const std::vector<M>& values, const SceneContext& context) {
            out.begin_list();
            for (const M& value : values) item.write(out, value, context);
            out.end_array();
        }};
}

}  // namespace wend::io
