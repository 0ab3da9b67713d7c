#include "verify/gauges.hpp"

#include <algorithm>
#include <cmath>

namespace wend::verify {
namespace {

constexpr double gauge_period = 0.5;  ///< seconds

double area_of(const Ring& ring) {
    double twice = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) twice += cross(ring[i], ring[(i + 1) % ring.size()]);
    return std::abs(twice) / 2;
}

double area_of(const Polygon& polygon) {
    double area = area_of(polygon.outline);
    for (const Ring& hole : polygon.holes) area -= area_of(hole);
    return area;
}

}  // namespace

GaugeReader::GaugeReader(const Gauges& gauges) {
    for (const LineGauge& line : gauges.lines) lines_.push_back({&line});
    for (const AreaGauge& area : gauges.areas)
        grounds_.push_back({&area, Area({area.polygon}), area_of(area.polygon)});
}

void GaugeReader::follow(std::span<const Leg> legs) {
    if (legs.empty()) return;
    for (Line& line : lines_)
        for (const Leg& leg : legs)
            if (leg.layer == line.spec->layer) count(line, leg);
    if (grounds_.empty() || legs.front().begin < next_look_ - 1e-9) return;
    next_look_ = legs.front().begin + gauge_period;
    for (Ground& ground : grounds_) look(ground, legs);
}

/// Ends on the line belong to the side that is ahead, so that no crossing counts twice.
void GaugeReader::count(Line& line, const Leg& leg) {
    const Vec2 right = line.spec->line.from, left = line.spec->line.to, along = left - right;
    const double before = cross(leg.path.from - right, along), after = cross(leg.path.to - right, along);
    if ((before < 0) == (after < 0)) return;
    const double share = before / (before - after);
    const Vec2 at = lerp(leg.path.from, leg.path.to, share);
    const double station = dot(at - right, along) / squared_length(along);
    if (station < 0 || station > 1) return;
    const double time = leg.begin + share * (leg.end - leg.begin);
    ++(after >= 0 ? line.forth : line.back);
    line.first = std::min(line.first, time);
    line.last = std::max(line.last, time);
}

void GaugeReader::look(Ground& ground, std::span<const Leg> legs) {
    double persons = 0;
    for (const Leg& leg : legs) {
        if (leg.layer != ground.spec->layer || leg.end <= leg.begin) continue;
        if (!ground.inside.contains(leg.path.to)) continue;
        ++persons;
        ground.speeds += distance(leg.path.from, leg.path.to) / (leg.end - leg.begin);
    }
    ++ground.looks;
    ground.persons += persons;
    ground.most = std::max(ground.most, persons);
}

std::vector<LineMeasure> GaugeReader::lines() const {
    std::vector<LineMeasure> measures;
    for (const Line& line : lines_) {
        LineMeasure one{line.spec->name, line.forth, line.back, 0, 0};
        const double crossings = static_cast<double>(line.forth + line.back), time = line.last - line.first;
        if (crossings > 1 && time > 0) {
            one.flow = (crossings - 1) / time;
            one.specific_flow = one.flow / distance(line.spec->line.from, line.spec->line.to);
        }
        measures.push_back(one);
    }
    return measures;
}

std::vector<AreaMeasure> GaugeReader::areas() const {
    std::vector<AreaMeasure> measures;
    for (const Ground& ground : grounds_)
        measures.push_back(
            {ground.spec->name, ground.looks > 0 ? ground.persons / ground.looks / ground.area : 0,
             ground.most / ground.area, ground.persons > 0 ? ground.speeds / ground.persons : 0});
    return measures;
}

}  // namespace wend::verify
