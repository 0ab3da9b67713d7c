#include "io/geometry_codecs.hpp"

#include "wend/io/wkt.hpp"

#include "check/ring_check.hpp"

namespace wend::io {
namespace {

/// Fails at `value`, which named or held the text, with the reader's own message.
template <class T>
T taken(JsonValue value, Result<T> result) {
    if (!result) value.fail(result.status().message);
    return std::move(result).value();
}

std::vector<Polygon> checked(JsonValue value, std::vector<Polygon> polygons) {
    if (polygons.empty()) value.fail("found no polygon in it, expected at least one");
    for (std::size_t i = 0; i < polygons.size(); ++i)
        if (const auto problem = check::polygon_problem(polygons[i]))
            value.fail("polygon " + std::to_string(i) + ": " + *problem);
    return polygons;
}

Codec<std::vector<Polygon>> wkt_text() {
    Codec<std::vector<Polygon>> codec;
    codec.expected = "well-known text of POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION";
    codec.schema = R"({"type": "string"})";
    codec.read = [](JsonValue value, SceneContext& context) {
        return checked(value, taken(value, parse_wkt(as::text().read(value, context), "text")));
    };
    return codec;
}

Codec<std::vector<Polygon>> wkt_file() {
    Codec<std::vector<Polygon>> codec;
    codec.expected = "the name of a file of well-known text";
    codec.schema = R"({"type": "string"})";
    codec.read = [](JsonValue value, SceneContext& context) {
        return checked(value, taken(value, load_wkt(context.folder / as::name().read(value, context))));
    };
    return codec;
}

/// The forms that are never written: what they stood for is written as outline and holes.
template <class M>
Field<PolygonSource> read_only(std::string name, const Codec<M>& codec, std::string meaning,
                               std::function<void(PolygonSource&, M)> set) {
    return computed<PolygonSource, M>(
               std::move(name), codec, "", std::move(meaning), [](const PolygonSource&) { return M{}; }, set)
        .only_if([](const PolygonSource&) { return false; });
}

Record<PolygonSource> make_polygon_record() {
    const auto set_all = [](PolygonSource& source, std::vector<Polygon> found) {
        source.polygons = std::move(found);
    };
    Record<PolygonSource> record(
        "polygon", "a polygon",
        {computed<PolygonSource, Ring>(
             "outline", as::ring(), "m", "its outer ring, either way round",
             [](const PolygonSource& s) { return s.polygons.front().outline; },
             [](PolygonSource& s, Ring outline) {
                 s.polygons.push_back({std::move(outline), {}});
             }),
         computed<PolygonSource, std::vector<Ring>>(
             "holes", list_of(as::ring(), "a list of rings"), "m",
             "rings inside the outline that do not belong to it",
             [](const PolygonSource& s) {
                 return s.polygons.empty() ? std::vector<Ring>{} : s.polygons.front().holes;
             },
             [](PolygonSource& s, std::vector<Ring> holes) { s.polygons.front().holes = std::move(holes); })
             .needs("outline"),
         read_only<Box2>("box", as::box(), "a rectangle along the axes: its low and its high corner",
                         [](PolygonSource& s, Box2 b) {
                             s.polygons.push_back({rectangle(b), {}});
                         }),
         read_only<std::vector<Polygon>>("wkt", wkt_text(), "one or several polygons as well-known text",
                                         set_all),
         read_only<std::vector<Polygon>>("wkt_file", wkt_file(), "the same from a file beside the scene",
                                         set_all)},
        {{"outline", "box", "wkt", "wkt_file"}});
    record.finish = [](JsonValue value, PolygonSource& source, SceneContext&) {
        if (source.polygons.size() == 1 && !source.polygons.front().holes.empty())
            if (const auto problem = check::hole_problem(source.polygons.front())) value.fail(*problem);
    };
    return record;
}

Codec<GridMap> map_file() {
    Codec<GridMap> codec;
    codec.expected = "the name of a .map file";
    codec.schema = R"({"type": "string"})";
    codec.read = [](JsonValue value, SceneContext& context) {
        return taken(value, load_map(context.folder / as::name().read(value, context)));
    };
    return codec;
}

Record<MapSource> make_map_record() {
    return {"map",
            "a MovingAI grid map as a layer's geometry",
            {field("file", &MapSource::map, map_file(), "", "looked for beside the scene").required(),
             field("cell_size", &MapSource::cell_size, as::positive(), "m", "side of a cell"),
             field("origin", &MapSource::origin, as::point(), "m",
                   "where the corner of the file's first cell lies; rows go up in y")}};
}

const Codec<Ring>& ring_codec() {
    static const Codec<Ring> codec = as::ring();
    return codec;
}

PolygonSource read_source(JsonValue value, SceneContext& context) {
    if (value.is(JsonKind::array)) return {{{ring_codec().read(value, context), {}}}};
    return polygon_record().read(value, context);
}

void write_polygon(JsonWriter& out, const Polygon& polygon, const SceneContext& context) {
    if (polygon.holes.empty())
        ring_codec().write(out, polygon.outline, context);
    else
        polygon_record().write(out, {{polygon}}, context);
}

const std::string source_schema = R"({"anyOf": [{"$ref": "#/$defs/ring"}, {"$ref": "#/$defs/polygon"}]})";

}  // namespace

const Record<PolygonSource>& polygon_record() {
    static const Record<PolygonSource> record = make_polygon_record();
    return record;
}

const Record<MapSource>& map_record() {
    static const Record<MapSource> record = make_map_record();
    return record;
}

namespace as {

Codec<std::vector<Polygon>> polygons() {
    const std::string expected = "a list of polygons";
    return {expected, R"({"type": "array", "items": )" + source_schema + "}",
            [=](JsonValue value, SceneContext& context) {
                if (!value.is(JsonKind::array)) value.fail_expected(expected);
                std::vector<Polygon> all;
                value.for_each_element([&](JsonValue element) {
                    for (Polygon& one : read_source(element, context).polygons) all.push_back(std::move(one));
                });
                return all;
            },
            [](JsonWriter& out, const std::vector<Polygon>& all, const SceneContext& context) {
                out.begin_list();
                for (const Polygon& one : all) write_polygon(out, one, context);
                out.end_array();
            }};
}

Codec<Polygon> polygon() {
    return {"a polygon", source_schema,
            [](JsonValue value, SceneContext& context) {
                PolygonSource source = read_source(value, context);
                if (source.polygons.size() != 1)
                    value.fail("found " + std::to_string(source.polygons.size()) + " polygons, expected one");
                return std::move(source.polygons.front());
            },
            write_polygon};
}

Codec<Layer> map_layer() {
    return {
        "a MovingAI map",
        R"({"$ref": "#/$defs/map"})",
        [](JsonValue value, SceneContext& context) {
            const MapSource source = map_record().read(value, context);
            const Vec2 size = source.cell_size * Vec2{double(source.map.width), double(source.map.height)};
            Layer made;
            made.walkable.push_back({rectangle({source.origin, source.origin + size}), {}});
            if (const auto problem = check::ring_problem(made.walkable.front().outline)) value.fail(*problem);
            made.blocked = trace_blocked(source.map, source.cell_size, source.origin);
            return made;
        },
        {}};
}

}  // namespace as
}  // namespace wend::io
