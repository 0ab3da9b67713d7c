#include "wend/mesh/roadmap.hpp"

#include "mesh/roads.hpp"
#include "mesh/surveyor.hpp"

namespace wend::mesh {

Roadmap::Roadmap(const Triangulation& mesh, double radius)
    : radius_(radius), roads_(std::make_unique<Roads>()) {
    roads_->radius = radius / mesh.settings().lattice.unit;
    roads_->has_missed_edits = true;
    update(mesh);
    for (std::vector<std::uint32_t>& list : roads_->watchers) list.shrink_to_fit();
}

Roadmap::Roadmap(const Roadmap& other)
    : radius_(other.radius_), roads_(std::make_unique<Roads>(*other.roads_)) {}
Roadmap::Roadmap(Roadmap&&) noexcept = default;
Roadmap& Roadmap::operator=(Roadmap other) noexcept {
    radius_ = other.radius_;
    roads_ = std::move(other.roads_);
    return *this;
}
Roadmap::~Roadmap() = default;

void Roadmap::note_edit(const Triangulation& mesh) {
    Roads& roads = *roads_;
    const bool is_next = mesh.version() == roads.noted_version + 1 && mesh.remembers(roads.noted_content);
    roads.has_missed_edits = roads.has_missed_edits || !is_next;
    roads.noted_content = mesh.content();
    roads.noted_version = mesh.version();
    if (!roads.has_missed_edits) Surveyor(mesh, roads).forget_changes();
}

void Roadmap::update(const Triangulation& mesh) {
    Budget unlimited = Budget::unlimited();
    update(mesh, unlimited);
}

bool Roadmap::update(const Triangulation& mesh, Budget& budget) {
    Roads& roads = *roads_;
    if (is_about(mesh)) return true;
    Surveyor surveyor(mesh, roads);
    if (roads.has_missed_edits || roads.noted_content != mesh.content()) surveyor.forget_all();
    roads.has_missed_edits = false;
    roads.noted_content = mesh.content();
    roads.noted_version = mesh.version();
    if (!surveyor.survey_forgotten(budget)) return false;
    roads.content = mesh.content();
    return true;
}

bool Roadmap::is_about(const Triangulation& mesh) const noexcept {
    return roads_->content == mesh.content();
}

double Roadmap::radius() const noexcept {
    return radius_;
}

std::size_t Roadmap::road_count() const noexcept {
    std::size_t count = 0;
    for (const RoadCorner& corner : roads_->corners)
        for (const RoadEnd& end : corner.ends) count += end.roads.size();
    return count;
}

std::size_t Roadmap::memory() const noexcept {
    std::size_t bytes = sizeof(Roads) + roads_->corners.capacity() * sizeof(RoadCorner) +
                        roads_->corner_of.capacity() * sizeof(std::uint32_t) +
                        roads_->watchers.capacity() * sizeof(roads_->watchers[0]);
    for (const auto& list : roads_->watchers) bytes += list.capacity() * sizeof(std::uint32_t);
    for (const RoadCorner& corner : roads_->corners) {
        bytes += corner.blocks.capacity() * sizeof(ArcBlock);
        for (const RoadEnd& end : corner.ends)
            bytes += end.roads.capacity() * sizeof(Road) + end.sees.capacity() * sizeof(TriangleIndex);
    }
    return bytes;
}

}  // namespace wend::mesh
