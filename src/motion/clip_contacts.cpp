#include <algorithm>
#include <cmath>

#include "wend/motion/clip_survey.hpp"

#include "motion/foot_tracks.hpp"

namespace wend::motion {
namespace {

/// Closes stretches of `value` shorter than `shortest` frames that lie between two of the other kind.
void close_short(std::vector<std::uint8_t>& flags, std::uint8_t value, std::size_t shortest) {
    for (std::size_t i = 0; i < flags.size();) {
        std::size_t end = i;
        while (end < flags.size() && flags[end] == flags[i]) ++end;
        if (flags[i] == value && i > 0 && end < flags.size() && end - i < shortest)
            std::fill(flags.begin() + static_cast<std::ptrdiff_t>(i),
                      flags.begin() + static_cast<std::ptrdiff_t>(end), static_cast<std::uint8_t>(1 - value));
        i = end;
    }
}

/// The second derivative of the best parabola through heights, and how far they are from it at most.
struct Parabola {
    double fall = 0, error = 0;
};
Parabola fit_parabola(const std::vector<Vec3>& centre, std::size_t first, std::size_t last,
                      double frame_time) {
    const auto count = static_cast<double>(last - first + 1);
    // Orthogonal polynomials over equally spaced samples: 1, x, x^2 - mean.
    double mean = 0, square = 0, sxx = 0, sx2 = 0, s1 = 0, s2 = 0;
    for (std::size_t i = first; i <= last; ++i) mean += centre[i].z / count;
    const double middle = static_cast<double>(first + last) / 2;
    for (std::size_t i = first; i <= last; ++i)
        square += std::pow(static_cast<double>(i) - middle, 2) / count;
    for (std::size_t i = first; i <= last; ++i) {
        const double x = static_cast<double>(i) - middle, q = x * x - square;
        sxx += x * x, sx2 += q * q;
        s1 += x * centre[i].z, s2 += q * centre[i].z;
    }
    const double a = sx2 > 0 ? s2 / sx2 : 0, b = sxx > 0 ? s1 / sxx : 0;
    Parabola out{-2 * a / (frame_time * frame_time), 0};
    for (std::size_t i = first; i <= last; ++i) {
        const double x = static_cast<double>(i) - middle;
        out.error = std::max(out.error, std::fabs(centre[i].z - mean - b * x - a * (x * x - square)));
    }
    return out;
}

}  // namespace

Contacts label_contacts(const Clip& clip, const ContactLimits& limits,
                        const std::vector<ContactOverride>& overrides) {
    const FootTracks feet(clip);
    Contacts contacts;
    for (std::size_t side = 0; side < 2; ++side) {
        auto& flags = contacts[side];
        bool is_down = false;
        for (std::size_t f = 0; f < clip.frames(); ++f) {
            const double height = feet.toe[side][f].z, ankle = feet.ankle[side][f].z;
            const double speed = std::min(FootTracks::speed(feet.toe[side], f, clip.frame_time),
                                          FootTracks::speed(feet.ankle[side], f, clip.frame_time));
            const bool is_low = height < limits.low || ankle < limits.ankle_low;
            const bool is_high = height > limits.high && ankle > limits.ankle_low;
            is_down = is_down ? !(is_high || speed > limits.fast) : is_low && speed < limits.slow;
            flags.push_back(is_down ? 1 : 0);
        }
        const auto gap = static_cast<std::size_t>(limits.shortest_gap / clip.frame_time);
        close_short(flags, 0, gap);
        close_short(flags, 1, gap);
    }
    for (const ContactOverride& hand : overrides)
        for (std::size_t f = hand.first; f <= hand.last && f < clip.frames(); ++f)
            contacts[static_cast<std::size_t>(hand.foot)][f] = hand.is_down ? 1 : 0;
    return contacts;
}

std::vector<Flight> find_flights(const Clip& clip) {
    // By height alone: speeds are what a wrong frame rate spoils.
    const FootTracks feet(clip);
    const double floor = floor_height(clip);
    std::vector<Flight> flights;
    const auto is_up = [&](std::size_t f) {
        for (std::size_t side = 0; side < 2; ++side)
            if (feet.toe[side][f].z < floor + 0.07 || feet.ankle[side][f].z < floor + 0.15) return false;
        return true;
    };
    for (std::size_t f = 0; f < clip.frames();) {
        std::size_t end = f;
        while (end < clip.frames() && is_up(end)) ++end;
        const double seconds = static_cast<double>(end - f) * clip.frame_time;
        // A flight at its true rate lasts 0.16 s and more, at half the clock 0.08.
        if (seconds >= 0.075 && end - f >= 9 && f > 0 && end < clip.frames()) {
            const Parabola fit = fit_parabola(feet.centre, f, end - 1, clip.frame_time);
            const double rise = std::fabs(fit.fall) * seconds * seconds / 8;
            if (fit.error < 0.012 && fit.error < 0.15 * rise && fit.fall > 5 && fit.fall < 80)
                flights.push_back({static_cast<double>(f) * clip.frame_time,
                                   static_cast<double>(end) * clip.frame_time, fit.fall});
        }
        f = std::max(end, f + 1);
    }
    return flights;
}

double rate_correction(const std::vector<Flight>& flights) {
    if (flights.empty()) return 0;
    std::vector<double> falls;
    for (const Flight& flight : flights) falls.push_back(flight.fall);
    std::nth_element(falls.begin(), falls.begin() + static_cast<std::ptrdiff_t>(falls.size() / 2),
                     falls.end());
    return falls[falls.size() / 2] > 2 * gravity ? 0.5 : 1;
}

}  // namespace wend::motion
