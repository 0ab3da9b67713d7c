#include "mesh/machinery.hpp"

#include "mesh/floor.hpp"

namespace wend::mesh {

Machinery::Machinery(LatticePoint low_corner, LatticePoint high_corner, const Settings& settings)
    : low(low_corner), high(high_corner), grid(low, high), labels(settings.floor_everywhere) {}

Machinery::Machinery(const Machinery& other)
    : low(other.low),
      high(other.high),
      grid(other.grid),
      segments(other.segments),
      regions(other.regions),
      labels(other.labels),
      labels_in_use(other.labels_in_use),
      needs(other.needs),
      feet(other.feet),
      journal(other.journal),
      changes(other.changes),
      floor(other.floor ? std::make_unique<Floor>(*other.floor) : nullptr) {}

Machinery::~Machinery() = default;

std::size_t Machinery::memory() const noexcept {
    return grid.memory() + segments.memory() + regions.memory() + labels.memory() + feet.memory() +
           needs.capacity() * sizeof(VertexNeeds) + (floor ? floor->memory() : 0);
}

}  // namespace wend::mesh
