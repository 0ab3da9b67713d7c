#include "wend/motion/clip_survey.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "motion/foot_tracks.hpp"

namespace wend::motion {
namespace {

double median_of(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<std::size_t> touchdowns(const std::vector<std::uint8_t>& flags) {
    std::vector<std::size_t> found;
    for (std::size_t f = 1; f < flags.size(); ++f)
        if (flags[f] != 0 && flags[f - 1] == 0) found.push_back(f);
    return found;
}

double body_heading(const Clip& clip, std::size_t frame) {
    return heading_of(clip.at(frame)[0]);
}

double total_turn(const Clip& clip) {
    double sum = 0;
    for (std::size_t f = 1; f < clip.frames(); ++f)
        sum += wrapped(body_heading(clip, f) - body_heading(clip, f - 1));
    return sum;
}

/// How far the toe gets in the middle 60 % of each plant.
double median_slide(const Clip& clip, const Contacts& contacts) {
    const FootTracks feet(clip);
    std::vector<double> slides;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& flags = contacts[side];
        for (std::size_t f = 0; f < flags.size();) {
            std::size_t end = f;
            while (end < flags.size() && flags[end] == flags[f]) ++end;
            if (flags[f] != 0 && f > 0 && end < flags.size() && end - f > 5) {
                const std::size_t a = f + (end - f) / 5, b = end - 1 - (end - f) / 5;
                double far = 0;
                for (std::size_t i = a; i <= b; ++i)
                    far = std::max(far, distance(feet.toe[side][i].xy(), feet.toe[side][a].xy()));
                slides.push_back(far);
            }
            f = end;
        }
    }
    return median_of(std::move(slides));
}

std::string with_number(const char* format, double value) {
    char text[160];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

void judge(Survey& out, const Clip& clip, const std::vector<Flight>& flights) {
    std::size_t walks = 0, runs = 0, sides = 0, turns = 0, back = 0;
    for (const FoundStep& step : out.steps) {
        if (std::fabs(step.sideways) > 0.6 * std::fabs(step.length) && step.speed > 0.15)
            ++sides;
        else if (step.length < -0.1)
            ++back;
        else if (step.has_flight && step.speed > 1.6)
            ++runs;
        else if (step.speed > 0.3)
            ++walks;
        if (std::fabs(step.turn) > 0.26) ++turns;
    }
    const auto say = [&](std::size_t count, const char* what) {
        if (count > 0) out.uses.push_back(what + std::string(" (") + std::to_string(count) + " steps)");
    };
    say(walks, "walk"), say(runs, "run"), say(turns, "turn"), say(sides, "sidestep"), say(back, "backward");
    double longest = 0;
    for (const Flight& flight : flights) longest = std::max(longest, flight.end - flight.begin);
    if (longest > 0.25) out.uses.push_back(with_number("jump (%.2f s in the air)", longest));
    if (out.median_speed < 0.15 && out.steps.size() < 6) out.uses.emplace_back("wait");
    if (rate_correction(flights) == 0.5)
        out.faults.push_back(
            with_number("falls at %.1f m/s2: its frame rate is half of what it says", out.fall));
    if (std::fabs(out.floor) > 0.05) out.faults.push_back(with_number("floor at %+.2f m", out.floor));
    if (out.lowest_hips < 0.75 && longest < 0.25)
        out.faults.push_back(
            with_number("hips down to %.0f %% of the legs: no neutral walk", 100 * out.lowest_hips));
    std::size_t jumps = 0;
    for (std::size_t f = 1; f < clip.frames(); ++f)
        if (length(minus(clip.root[f], clip.root[f - 1])) > 12 * clip.frame_time + 0.02) ++jumps;
    if (jumps > 0) out.faults.push_back(std::to_string(jumps) + " frames in which the root leaps");
    if (out.seconds < 0.3) out.faults.push_back(with_number("only %.2f s long", out.seconds));
}

}  // namespace

std::vector<FoundStep> find_steps(const Clip& clip, const Contacts& contacts) {
    std::vector<std::pair<std::size_t, Foot>> downs;
    for (const Foot foot : {Foot::left, Foot::right})
        for (const std::size_t f : touchdowns(contacts[static_cast<std::size_t>(foot)]))
            downs.emplace_back(f, foot);
    std::sort(downs.begin(), downs.end());
    std::vector<FoundStep> steps;
    for (std::size_t i = 0; i + 1 < downs.size(); ++i) {
        const auto [first, foot] = downs[i];
        const auto [last, other] = downs[i + 1];
        const double seconds = static_cast<double>(last - first) * clip.frame_time;
        if (foot == other || seconds < 0.15 || seconds > 1.5) continue;
        const double heading = body_heading(clip, first);
        const Vec2 way = rotated(clip.root[last].xy() - clip.root[first].xy(), -heading);
        FoundStep step{first, last,
                       foot,  seconds,
                       way.x, wrapped(body_heading(clip, last) - heading),
                       way.y, length(way) / seconds,
                       false};
        for (std::size_t f = first; f < last; ++f)
            step.has_flight = step.has_flight || (contacts[0][f] == 0 && contacts[1][f] == 0);
        steps.push_back(step);
    }
    return steps;
}

Survey survey(const Clip& clip) {
    Survey out;
    out.name = clip.name;
    out.seconds = clip.duration();
    out.rate = 1 / clip.frame_time;
    out.floor = floor_height(clip);
    out.legs = leg_length(clip.skeleton);
    const std::vector<Flight> flights = find_flights(clip);
    std::vector<double> falls, speeds;
    for (const Flight& flight : flights) falls.push_back(flight.fall);
    out.fall = median_of(std::move(falls));
    Clip grounded = on_floor(clip);
    if (rate_correction(flights) == 0.5) grounded.frame_time *= 2;
    out.lowest_hips = 10;
    for (std::size_t f = 0; f < grounded.frames(); ++f) {
        out.lowest_hips = std::min(out.lowest_hips, grounded.root[f].z / std::max(0.1, out.legs));
        if (f > 0)
            speeds.push_back(distance(grounded.root[f].xy(), grounded.root[f - 1].xy()) /
                             grounded.frame_time);
    }
    out.median_speed = median_of(std::move(speeds));
    out.turn = total_turn(grounded);
    const Contacts contacts = label_contacts(grounded);
    out.slide = median_slide(grounded, contacts);
    out.steps = find_steps(grounded, contacts);
    judge(out, grounded, flights);
    return out;
}

}  // namespace wend::motion
