#include "wend/locomotion/travel_cost.hpp"

#include <cmath>

namespace wend::locomotion {

double TravelCost::least_of(std::string_view controller) const {
    const auto found = least.find(controller);
    return found == least.end() ? least_otherwise : found->second;
}

TravelCost minimum_time() {
    return {};
}

TravelCost minimum_motion() {
    TravelCost cost;
    cost.name = "min motion";
    cost.waiting = 0;
    return cost;
}

TravelCost avoid_regions(std::vector<Region> regions, double factor) {
    TravelCost cost;
    cost.name = "avoid";
    cost.rate = [regions = std::move(regions), factor](const CostSample& sample) {
        for (const Region& region : regions)
            if (region.box.contains(sample.place.xy()) && sample.place.z >= region.low &&
                sample.place.z <= region.high)
                return factor;
        return 1.0;
    };
    return cost;
}

TravelCost prefer_walking() {
    TravelCost cost;
    cost.name = "prefer walk";
    cost.least_otherwise = 4;
    cost.least["walk"] = 1;
    return cost;
}

TravelCost minimum_energy() {
    TravelCost cost;
    cost.name = "energy";
    cost.waiting = 1.5;
    cost.least_otherwise = 1.5;
    cost.least["walk"] = 2.2;
    cost.least["run"] = 4.2;
    cost.least["jump"] = 14;
    cost.rate = [](const CostSample& sample) {
        if (sample.controller == "walk") return 2.2 + 1.3 * std::min(sample.speed * sample.speed, 4.0);
        if (sample.controller == "run") return 4.2 + 3.6 * std::min(sample.speed, 6.0);
        return 14.0;
    };
    return cost;
}

Result<TravelCost> cost_named(std::string_view name, const std::vector<Region>& regions) {
    if (name == "min-time") return minimum_time();
    if (name == "min-motion") return minimum_motion();
    if (name == "prefer-walk") return prefer_walking();
    if (name == "energy") return minimum_energy();
    if (name == "avoid") return avoid_regions(regions);
    return Status::invalid_input("cost: found '" + std::string(name) +
                                 "', expected min-time, min-motion, avoid, prefer-walk or energy");
}

Status check_cost(const TravelCost& cost, const std::vector<std::unique_ptr<Controller>>& controllers) {
    if (!(cost.waiting >= 0) || cost.waiting > 1000)
        return Status::invalid_input("cost '" + cost.name + "': found " + std::to_string(cost.waiting) +
                                     " a second for waiting, expected 0 to 1000");
    for (const auto& controller : controllers) {
        const double least = cost.least_of(controller->name());
        if (!(least >= cost.waiting) || least > 1000)
            return Status::invalid_input(
                "cost '" + cost.name + "': waiting costs " + std::to_string(cost.waiting) + " a second and " +
                std::string(controller->name()) + " only " + std::to_string(least) +
                "; expected waiting to cost no more than anything else, or culling by waits is not optimal");
    }
    return Status::ok();
}

}  // namespace wend::locomotion
