// Tables of what stands still: layers and how they are joined, kinds of ground, 3D levels.

#include <algorithm>
#include <array>
#include <system_error>

#include "io/scene_records.hpp"

namespace wend::io {
namespace {

void append(std::vector<Polygon>& to, std::vector<Polygon> from) {
    for (Polygon& polygon : from) to.push_back(std::move(polygon));
}

Field<Layer> map_row() {
    return computed<Layer, Layer>(
               "map", as::map_layer(), "", "a grid map that adds to walkable and blocked",
               [](const Layer&) { return Layer{}; },
               [](Layer& layer, Layer found) {
                   append(layer.walkable, std::move(found.walkable));
                   append(layer.blocked, std::move(found.blocked));
               })
        .only_if([](const Layer&) { return false; });
}

/// Found beside the scene, of a kind that can be read.
Codec<std::string> level_file() {
    Codec<std::string> codec = as::name();
    codec.read = [read = codec.read](JsonValue value, SceneContext& context) {
        constexpr std::array<std::string_view, 3> known{".obj", ".gltf", ".glb"};
        const std::filesystem::path path = context.folder / read(value, context);
        if (std::find(known.begin(), known.end(), path.extension().string()) == known.end())
            value.fail_expected("a file that ends in .obj, .gltf or .glb");
        std::error_code error;
        if (!std::filesystem::is_regular_file(path, error))
            value.fail("found no file " + in_quotes(value.string()) + ", expected a level that exists");
        return path.string();
    };
    return codec;
}

}  // namespace

const Record<Layer>& layer_record() {
    static const Record<Layer> record(
        "layer", "one storey; free space is what is walkable less what is blocked",
        {field("name", &Layer::name, as::name(), "", "what others call it").required(),
         field("height", &Layer::height, as::number_in({}), "m", "z of its floor"),
         field("walkable", &Layer::walkable, as::polygons(), "m",
               "where one can walk; when there is none, all within the bounds"),
         field("blocked", &Layer::blocked, as::polygons(), "m", "walls and everything else that never moves"),
         map_row()});
    return record;
}

const Record<Portal>& portal_record() {
    static const Record<Portal> record(
        "portal", "stairs or a ramp between two layers",
        {field("name", &Portal::name, as::name(), "", "what messages call it"),
         field("layer_a", &Portal::layer_a, as::layer(), "", "layer of its one end").required(),
         field("layer_b", &Portal::layer_b, as::layer(), "", "layer of its other end").required(),
         field("a", &Portal::a, as::segment(), "m", "the line to cross on layer_a").required(),
         field("b", &Portal::b, as::segment(), "m",
               "where one appears on layer_b, at the same share of its length")
             .required(),
         field("length", &Portal::length, as::not_negative(), "m",
               "what walking it costs beside the crossing")});
    return record;
}

const Record<Link>& link_record() {
    static const Record<Link> record(
        "link", "a connection of two points off the walkable ground",
        {field("name", &Link::name, as::name(), "", "what messages call it"),
         field("kind", &Link::kind, as::one_of<LinkKind>({"jump", "drop", "ladder", "door"}), "",
               "what it is"),
         field("from_layer", &Link::from_layer, as::layer(), "", "layer of its start"),
         field("to_layer", &Link::to_layer, as::layer(), "", "layer of its end"),
         field("from", &Link::from, as::point(), "m", "its start").required(),
         field("to", &Link::to, as::point(), "m", "its end").required(),
         field("two_way", &Link::two_way, as::flag(), "", "whether it can be taken backwards"),
         field("cost", &Link::cost, as::not_negative(), "m",
               "length of walking it is worth; 0: its own length"),
         field("max_radius", &Link::max_radius, as::number_in({0, Bound::exclusive, largest_number, true}),
               "m", "widest agent that may use it"),
         field("open", &Link::open, list_of(as::interval(), "a list of times [from, to]"), "s",
               "when it may be entered; when empty, always")});
    return record;
}

const Record<Area>& area_record() {
    static const Record<Area> record(
        "area", "ground of another kind",
        {field("type", &Area::type, as::name(), "", "such as grass, road, water").required(),
         field("layer", &Area::layer, as::layer(), "", "layer it lies on"),
         field("polygon", &Area::polygon, as::polygon(), "m", "where it is").required(),
         field("cost_factor", &Area::cost_factor, as::number_in({1, Bound::inclusive, largest_number, false}),
               "", "multiplies the length walked in it")});
    return record;
}

const Record<Gap>& gap_record() {
    static const Record<Gap> record(
        "gap", "ground that a body can pass over but that holds no foot, such as water or a ditch",
        {field("layer", &Gap::layer, as::layer(), "", "layer it lies on"),
         field("polygon", &Gap::polygon, as::polygon(), "m", "where it is").required()});
    return record;
}

const Record<Foothold>& foothold_record() {
    static const Record<Foothold> record(
        "foothold", "ground that holds a foot whatever lies around it: a stone, a beam, a stair, a slope",
        {field("layer", &Foothold::layer, as::layer(), "", "layer it lies on"),
         field("polygon", &Foothold::polygon, as::polygon(), "m", "where it is").required(),
         field("height", &Foothold::height, as::number_in({}), "m",
               "of its first corner above the layer's floor"),
         field("slope", &Foothold::slope, as::point(), "", "metres that it rises a metre towards x and y")});
    return record;
}

const Record<LevelSource>& level_record() {
    static const Record<LevelSource> record(
        "level", "a 3D level whose floors are found by voxelising it",
        {field("file", &LevelSource::file, level_file(), "", "an .obj, .gltf or .glb file beside the scene")
             .required(),
         field("cell_size", &LevelSource::cell_size, as::positive(), "m", "side of a voxel on the ground"),
         field("cell_height", &LevelSource::cell_height, as::positive(), "m", "height of a voxel"),
         field("max_slope", &LevelSource::max_slope,
               as::number_in({0, Bound::inclusive, 1.5707963267948966, false}), "rad",
               "steepest ground that can be walked on"),
         field("step_height", &LevelSource::step_height, as::not_negative(), "m", "highest step"),
         field("head_room", &LevelSource::head_room, as::positive(), "m", "least height above the floor"),
         field("jump_distance", &LevelSource::jump_distance, as::not_negative(), "m",
               "longest gap turned into a jump link; 0: none"),
         field("drop_height", &LevelSource::drop_height, as::not_negative(), "m",
               "deepest fall turned into a drop link; 0: none")});
    return record;
}

}  // namespace wend::io
