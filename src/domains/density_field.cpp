#include "wend/domains/density_field.hpp"

#include <algorithm>
#include <numbers>

#include "wend/base/rng.hpp"

#include "domains/density_way.hpp"

namespace wend::domains {
namespace {

double area_of(const Shape& shape) {
    if (const auto* disc = std::get_if<DiscShape>(&shape))
        return std::numbers::pi * disc->radius * disc->radius;
    return std::abs(signed_area(std::get<PolygonShape>(shape).outline));
}

/// Those of one triangle come one after the other.
bool is_before(const DensityField::Share& a, const DensityField::Share& b) {
    return std::tie(a.slot, a.polygon) < std::tie(b.slot, b.polygon);
}

void merge_equal(std::vector<DensityField::Share>& shares) {
    std::sort(shares.begin(), shares.end(), is_before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (kept > 0 && !is_before(shares[kept - 1], shares[i]))
            shares[kept - 1].amount += shares[i].amount;
        else
            shares[kept++] = shares[i];
    }
    shares.resize(kept);
    std::erase_if(shares, [](const DensityField::Share& share) { return share.amount == 0; });
}

}  // namespace

std::size_t DensityField::PolygonHash::operator()(const DensityPolygon& polygon) const noexcept {
    const std::uint64_t where = std::uint64_t{polygon.layer} << 32 | polygon.triangle;
    const std::uint64_t cell = std::uint64_t{polygon.column} << 16 | polygon.row;
    return scatter(where ^ scatter(cell));
}

DensityField::DensityField(const mesh::NavMesh& mesh, const DensityOptions& options, double now)
    : mesh_(&mesh), options_(options), polygons_(mesh, options.filter, options.cell), first_slot_(0) {
    options_.slots = std::max(1u, options_.slots);
    first_slot_ = slot_of(now);
}

std::vector<DensityField::Share> DensityField::shares_of(const Body& body, std::int64_t from,
                                                         std::int64_t until) const {
    std::vector<Share> shares;
    if (body.motion.keyframes.empty()) return shares;
    const double slot = options_.slot;
    const double weight = options_.measure == DensityMeasure::persons ? 1 : area_of(body.shape);
    const auto add = [&](const DensityPolygon& polygon, double low, double high) {
        for (std::int64_t k = std::max(from, slot_of(low)); k < until; ++k) {
            const double begin = std::max(low, static_cast<double>(k) * slot);
            const double end = std::min(high, static_cast<double>(k + 1) * slot);
            if (static_cast<double>(k) * slot >= high) break;
            if (end > begin)
                shares.push_back({k, polygon, std::llround((end - begin) / slot * weight * amount_scale)});
        }
    };
    const Interval window{static_cast<double>(from) * slot, static_cast<double>(until) * slot};
    for_each_leg(body, window, [&](const WayLeg& leg) {
        const double time = leg.span.length();
        for (std::uint32_t layer = 0; layer < polygons_.layer_count(); ++layer) {
            if (!body.is_on(layer)) continue;
            polygons_.for_each_triangle(
                layer, leg.from, leg.to, [&](mesh::TriangleIndex triangle, double low, double high) {
                    polygons_.for_each_part(layer, triangle, leg.from, leg.to, low, high,
                                            [&](const DensityPolygon& polygon, double begin, double end) {
                                                add(polygon, leg.span.low + begin * time,
                                                    leg.span.low + end * time);
                                            });
                });
        }
    });
    merge_equal(shares);
    return shares;
}

void DensityField::count(BodyId who, const Share& share, int sign) {
    const DensityPolygon& polygon = share.polygon;
    const auto [at, is_new] = records_.try_emplace(polygon);
    Record& record = at->second;
    if (is_new) {
        record.area = polygons_.area(polygon);
        record.amounts.resize(options_.slots);
    }
    const std::size_t index = place_of(share.slot);
    record.amounts[index] += sign * share.amount;
    const Triangle triangle{polygon.layer, polygon.triangle};
    std::map<BodyId, std::uint32_t>& visitors = visitors_[triangle];
    if (sign > 0) {
        ++record.uses;
        ++visitors[who];
    } else {
        if (--record.uses == 0) records_.erase(at);
        if (--visitors[who] == 0) visitors.erase(who);
        if (visitors.empty()) visitors_.erase(triangle);
    }
    log_.push_back({++stamp_, who, polygon, share.slot});
    if (log_.size() > options_.log_capacity) log_.pop_front();
}

/// Counts only what differs.
void DensityField::replace(BodyId who, std::vector<Share>& old_shares, std::vector<Share> new_shares) {
    std::vector<Share> gone, come;
    std::set_difference(old_shares.begin(), old_shares.end(), new_shares.begin(), new_shares.end(),
                        std::back_inserter(gone));
    std::set_difference(new_shares.begin(), new_shares.end(), old_shares.begin(), old_shares.end(),
                        std::back_inserter(come));
    for (const Share& share : gone) count(who, share, -1);
    for (const Share& share : come) count(who, share, +1);
    old_shares = std::move(new_shares);
}

void DensityField::set(const Body& body) {
    Way& way = bodies_[body.who];
    way.body = body;
    replace(body.who, way.shares, shares_of(body, first_slot_, end_slot()));
}

bool DensityField::remove(BodyId who) {
    const auto found = bodies_.find(who);
    if (found == bodies_.end()) return false;
    replace(who, found->second.shares, {});
    bodies_.erase(found);
    return true;
}

void DensityField::advance(double now) {
    const std::int64_t first = slot_of(now);
    if (first <= first_slot_) return;
    const std::int64_t known = std::max(first, end_slot());
    for (auto& [who, way] : bodies_) {
        const auto kept = std::find_if(way.shares.begin(), way.shares.end(),
                                       [&](const Share& share) { return share.slot >= first; });
        for (auto share = way.shares.begin(); share != kept; ++share) count(who, *share, -1);
        way.shares.erase(way.shares.begin(), kept);
    }
    first_slot_ = first;
    for (auto& [who, way] : bodies_)
        for (const Share& share : shares_of(way.body, known, end_slot())) {
            count(who, share, +1);
            way.shares.push_back(share);
        }
}

/// All ways through triangles that are gone are taken out before any of them is put back, because the numbers
/// of those triangles may already name others.
void DensityField::note_edit(std::uint32_t layer, std::span<const mesh::TriangleIndex> gone) {
    std::vector<BodyId> concerned;
    for (const mesh::TriangleIndex triangle : gone) {
        const auto found = visitors_.find({layer, triangle});
        if (found == visitors_.end()) continue;
        for (const auto& [who, uses] : found->second) concerned.push_back(who);
    }
    std::sort(concerned.begin(), concerned.end());
    concerned.erase(std::unique(concerned.begin(), concerned.end()), concerned.end());
    for (const BodyId who : concerned) replace(who, bodies_[who].shares, {});
    for (const BodyId who : concerned) set(Body(bodies_[who].body));
}

const DensityField::Share* DensityField::find(BodyId who, const DensityPolygon& polygon,
                                              std::int64_t slot) const {
    const auto way = bodies_.find(who);
    if (way == bodies_.end()) return nullptr;
    const std::vector<Share>& shares = way->second.shares;
    const Share wanted{slot, polygon, 0};
    const auto at = std::lower_bound(shares.begin(), shares.end(), wanted, is_before);
    return at != shares.end() && at->slot == slot && at->polygon == polygon ? &*at : nullptr;
}

double DensityField::density(const DensityPolygon& polygon, std::int64_t slot, BodyId except) const {
    if (slot < first_slot_ || slot >= end_slot()) return 0;
    const auto found = records_.find(polygon);
    if (found == records_.end()) return 0;
    std::int64_t amount = found->second.amounts[place_of(slot)];
    if (amount != 0 && except != BodyId{})
        if (const Share* own = find(except, polygon, slot)) amount -= own->amount;
    return static_cast<double>(amount) / amount_scale / found->second.area;
}

double DensityField::density_at(std::uint32_t layer, Vec2 point, double time, BodyId except) const {
    const mesh::TriangleIndex triangle = polygons_.floor(layer).locate(point).triangle;
    if (triangle == mesh::none) return 0;
    return density(polygons_.at(layer, triangle, point), slot_of(time), except);
}

}  // namespace wend::domains
