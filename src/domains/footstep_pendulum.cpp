#include "wend/domains/footstep_pendulum.hpp"

#include <algorithm>

namespace wend::domains {
namespace {

struct Fall {
    Vec2 at, velocity;
};

Fall falling(Vec2 at, Vec2 velocity, Vec2 foot_point, double frequency, double time) noexcept {
    const double c = std::cosh(frequency * time), s = std::sinh(frequency * time);
    const Vec2 off = at - foot_point;
    return {foot_point + off * c + velocity * (s / frequency), off * (frequency * s) + velocity * c};
}

}  // namespace

Pendulum Pendulum::between(Vec2 start, Vec2 velocity, Vec2 end, Vec2 end_velocity, double duration,
                           double frequency) noexcept {
    const double c = std::cosh(frequency * duration / 2), s = std::sinh(frequency * duration / 2);
    // The middle without the first foot point, x = a + (1 - c) p and v = b - w s p with it, and both
    // equations at the end solved for the two foot points.
    const Vec2 a = start * c + velocity * (s / frequency), b = start * (frequency * s) + velocity * c;
    const Vec2 place = end - (a * c + b * (s / frequency)),
               speed = end_velocity - (a * (frequency * s) + b * c);
    const double place_first = (1 - c) * c - s * s, place_second = 1 - c;
    const double speed_first = frequency * s * (1 - 2 * c), speed_second = -frequency * s;
    const double determinant = place_first * speed_second - place_second * speed_first;
    Pendulum made;
    made.start = start;
    made.velocity = velocity;
    made.first = (place * speed_second - speed * place_second) / determinant;
    made.second = (speed * place_first - place * speed_first) / determinant;
    made.duration = duration;
    made.frequency = frequency;
    return made;
}

Vec2 Pendulum::position(double time) const noexcept {
    const double half = duration / 2;
    const Fall middle = falling(start, velocity, first, frequency, std::min(time, half));
    if (time <= half) return middle.at;
    return falling(middle.at, middle.velocity, second, frequency, time - half).at;
}

Vec2 Pendulum::velocity_at(double time) const noexcept {
    const double half = duration / 2;
    const Fall middle = falling(start, velocity, first, frequency, std::min(time, half));
    if (time <= half) return middle.velocity;
    return falling(middle.at, middle.velocity, second, frequency, time - half).velocity;
}

double Pendulum::deviation() const noexcept {
    constexpr int looks = 16;
    const Vec2 end = position(duration);
    double most = 0, fastest = top_speed() + distance(start, end) / duration;
    for (int i = 1; i < looks; ++i) {
        const double share = static_cast<double>(i) / looks;
        most = std::max(most, distance(position(share * duration), lerp(start, end, share)));
    }
    return most + fastest * duration / looks / 2;
}

double Pendulum::top_speed() const noexcept {
    constexpr int looks = 32;
    double most = 0;
    for (int i = 0; i <= looks; ++i) most = std::max(most, length(velocity_at(duration * i / looks)));
    return most;
}

}  // namespace wend::domains
