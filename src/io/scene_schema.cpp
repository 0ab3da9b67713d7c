#include "wend/io/scene_schema.hpp"

#include <algorithm>

#include "io/scene_records.hpp"

namespace wend::io {
namespace {

/// In the order in which a reader meets them.
std::vector<const RecordInfo*> all_records() {
    return {&scene_record().info,     &layer_record().info,      &polygon_record().info,
            &map_record().info,       &level_record().info,      &portal_record().info,
            &link_record().info,      &area_record().info,       &obstacle_record().info,
            &motion_record().info,    &keyframe_record().info,   &platform_record().info,
            &agent_record().info,     &goal_record().info,       &goal_place_record().info,
            &next_goal_record().info, &group_record().info,      &disc_record().info,
            &event_record().info,     &move_record().info,       &goal_change_record().info,
            &planner_record().info,   &focus_record().info,      &stage_record().info,
            &gauges_record().info,    &line_gauge_record().info, &area_gauge_record().info,
            &success_record().info,   &one_way_record().info,    &constraint_record().info};
}

void write_strings(JsonWriter& out, const std::vector<std::string>& strings) {
    out.begin_array();
    for (const std::string& one : strings) out.string(one);
    out.end_array();
}

/// A field's schema with what people want to know put before its closing brace.
std::string property_schema(const FieldInfo& field, const std::string& default_text) {
    JsonWriter note;
    note.string(field.unit.empty() ? field.meaning : field.meaning + " [" + field.unit + "]");
    std::string schema = field.schema;
    schema.pop_back();
    schema += ", \"description\": " + note.text();
    if (!default_text.empty()) schema += ", \"default\": " + default_text;
    return schema + '}';
}

/// Of each list exactly one field must be there.
void write_choices(JsonWriter& out, const RecordInfo& record) {
    out.key("allOf");
    out.begin_array();
    for (const auto& choice : record.choices) {
        out.begin_object();
        out.key("oneOf");
        out.begin_array();
        for (const std::string& one : choice) {
            out.begin_object();
            out.key("required");
            write_strings(out, {one});
            out.end_object();
        }
        out.end_array();
        out.end_object();
    }
    out.end_array();
}

void write_needs(JsonWriter& out, const RecordInfo& record) {
    const auto depends = [](const FieldInfo& field) { return !field.needs.empty(); };
    if (std::none_of(record.fields.begin(), record.fields.end(), depends)) return;
    out.key("dependentRequired");
    out.begin_object();
    for (const FieldInfo& field : record.fields) {
        if (!depends(field)) continue;
        out.key(field.name);
        write_strings(out, {field.needs});
    }
    out.end_object();
}

void write_members(JsonWriter& out, const RecordInfo& record) {
    out.key("description");
    out.string(record.about);
    out.key("type");
    out.string("object");
    out.key("properties");
    out.begin_object();
    std::vector<std::string> required;
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
        out.key(record.fields[i].name);
        out.raw(property_schema(record.fields[i], record.defaults[i]));
        if (record.fields[i].is_required) required.push_back(record.fields[i].name);
    }
    out.end_object();
    if (!required.empty()) {
        out.key("required");
        write_strings(out, required);
    }
    if (!record.choices.empty()) write_choices(out, record);
    write_needs(out, record);
    out.key("additionalProperties");
    out.boolean(false);
}

std::string presence_text(const RecordInfo& record, std::size_t row) {
    const FieldInfo& field = record.fields[row];
    if (field.is_required) return "required";
    for (const auto& choice : record.choices)
        if (std::find(choice.begin(), choice.end(), field.name) != choice.end()) {
            std::string text = "one of";
            for (const std::string& one : choice) text += ' ' + one + (one == choice.back() ? "" : ",");
            return text;
        }
    return record.defaults[row].empty() ? "" : '`' + record.defaults[row] + '`';
}

}  // namespace

std::string scene_schema() {
    const auto records = all_records();
    JsonWriter out(4);
    out.begin_object();
    out.key("$schema");
    out.string("https://json-schema.org/draft/2020-12/schema");
    out.key("title");
    out.string("wend scene, version 1");
    write_members(out, *records.front());
    out.key("$defs");
    out.begin_object();
    out.key("point");
    out.raw(R"({"type": "array", "items": {"type": "number", "minimum": -67000, "maximum": 67000}, )"
            R"("minItems": 2, "maxItems": 2})");
    out.key("ring");
    out.raw(R"({"type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 3})");
    for (auto record = records.begin() + 1; record != records.end(); ++record) {
        out.key((*record)->name);
        out.begin_object();
        write_members(out, **record);
        out.end_object();
    }
    out.end_object();
    out.end_object();
    return std::move(out).take() + '\n';
}

std::string scene_field_tables() {
    std::string page;
    for (const RecordInfo* record : all_records()) {
        page += "### " + record->name + "\n\n" + record->about + ".\n\n";
        page += "| field | is | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n";
        for (std::size_t i = 0; i < record->fields.size(); ++i) {
            const FieldInfo& field = record->fields[i];
            page += "| `" + field.name + "` | " + field.expected + " | " + field.unit + " | " +
                    presence_text(*record, i) + " | " + field.meaning +
                    (field.needs.empty() ? "" : "; only beside `" + field.needs + "`") + " |\n";
        }
        page += '\n';
    }
    return page;
}

}  // namespace wend::io
