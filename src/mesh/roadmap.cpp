#include "wend/mesh/roadmap.hpp"

#include <string>

#include "mesh/road_table.hpp"
#include "mesh/surveyor.hpp"

namespace wend::mesh {
Roadmap::Roadmap(double radius, double unit)
    : radius_(radius), roads_(std::make_unique<Roads>()), table_(std::make_unique<RoadTable>()) {
    roads_->radius = radius / unit;
    roads_->has_missed_edits = true;
}

Roadmap::Roadmap(const Triangulation& mesh, double radius, Budget& budget)
    : Roadmap(radius, mesh.settings().lattice.unit) {
    update(mesh, budget);
}

Roadmap::Roadmap(const Triangulation& mesh, double radius) : Roadmap(radius, mesh.settings().lattice.unit) {
    update(mesh);
    for (std::vector<std::uint32_t>& list : roads_->watchers) list.shrink_to_fit();
}

Roadmap::Roadmap(const Roadmap& other)
    : radius_(other.radius_),
      roads_(std::make_unique<Roads>(*other.roads_)),
      table_(std::make_unique<RoadTable>(*other.table_)) {}
Roadmap::Roadmap(Roadmap&&) noexcept = default;
Roadmap& Roadmap::operator=(Roadmap other) noexcept {
    radius_ = other.radius_;
    roads_ = std::move(other.roads_);
    table_ = std::move(other.table_);
    return *this;
}
Roadmap::~Roadmap() = default;

void Roadmap::note_edit(const Triangulation& mesh) {
    Roads& roads = *roads_;
    if (roads.content == roads.noted_content) roads.news = {false, {}, {}};
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

Status Roadmap::tabulate(const Triangulation& mesh, Budget& budget) {
    if (!is_about(mesh)) return Status::invalid_input("a roadmap that is up to date is expected");
    const std::size_t ends = 2 * roads_->corners.size();
    if (ends > most_tabulated)
        return {StatusCode::not_available, std::to_string(ends) + " sides of corners: at most " +
                                               std::to_string(most_tabulated) + " can be tabulated"};
    const MeshView view(mesh);
    const DiscCheck check(view, roads_->scratch.flood);
    if (!table_->make(view, *roads_, RoadMoves(check, *roads_), budget))
        return {StatusCode::out_of_budget, "ways are left to be measured"};
    return Status::ok();
}

bool Roadmap::is_tabulated() const noexcept {
    return table_->is_complete(roads_->content);
}

const RoadTable* Roadmap::table() const noexcept {
    return is_tabulated() ? table_.get() : nullptr;
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
    std::size_t bytes = sizeof(Roads) + sizeof(RoadTable) + table_->memory() +
                        roads_->corners.capacity() * sizeof(RoadCorner) +
                        roads_->approaches.capacity() * sizeof(Approach) +
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
