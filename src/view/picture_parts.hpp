#pragma once

// What a picture is made of, each drawn from the shapes of the scene. The colours are the page's.

#include <span>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/view/messages.hpp"
#include "wend/view/picture.hpp"
#include "wend/world/scene.hpp"

#include "view/raster.hpp"

namespace wend::view {

struct PictureColours {
    Colour background, floor, edge, wall_top, wall_side, obstacle, platform, ink;
};
[[nodiscard]] const PictureColours& picture_colours(bool dark);
/// Okabe and Ito's, as in the page; groups in the order of their first agent.
[[nodiscard]] Colour group_colour(std::size_t group);

class PictureParts {
  public:
    PictureParts(Raster& raster, const Viewpoint& viewpoint, const PictureColours& colours)
        : raster_(raster), viewpoint_(viewpoint), colours_(colours) {}

    void flat(const Polygon& polygon, double z, Colour colour, float opacity = 1);
    void prism(const Polygon& polygon, double z, double height, Colour top, Colour side);
    /// A stroke on the floor, `width` metres wide.
    void stroke(Vec3 from, Vec3 to, double width, Colour colour, float opacity);
    void outline(const Ring& ring, double z, double width, Colour colour, float opacity);

    /// Upper floors are drawn over what is below and let it shine through.
    void ground(const Scene& scene, std::uint32_t layer, bool is_upper);
    /// A sole on the floor, `z` above nothing.
    void sole(Vec2 at, double angle, double z, Colour colour, float opacity);
    void thing(const io::RecordedIdentity& identity, const Pose& pose, double z);
    void goal(const Goal& goal, double z, Colour colour);
    /// What the planner of an agent knows, from the samples of planner_samples.hpp and its published plan.
    void planning(std::span<const ChannelSample> samples);
    void agent(const io::RecordedAgent& agent, const AgentLimits& limits, Colour colour);
    /// With a shadow on the floor under it.
    void body(const PictureBody& body, double floor, Colour shirt);
    [[nodiscard]] double pixels_per_metre() const { return viewpoint_.scale() / Raster::samples; }

  private:
    void foothold(const Foothold& hold, double floor);
    void tunnel(const Drawing& line);
    void course(const Drawing& line);
    void tube(const Drawing& line);
    void limb(const Limb& limb, Colour colour);

    Raster& raster_;
    const Viewpoint& viewpoint_;
    const PictureColours& colours_;
};

}  // namespace wend::view
