// The predicates against arbitrary-precision arithmetic, on random and on nearly degenerate input.

#include "wend/geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

#include "support/effort.hpp"

namespace wend {
namespace {

using Big = boost::multiprecision::cpp_int;
using Ratio = boost::multiprecision::cpp_rational;

int sign_of(const Big& value) {
    return value.sign();
}

Big exact_orientation(LatticePoint a, LatticePoint b, LatticePoint c) {
    return (Big(b.x) - a.x) * (Big(c.y) - a.y) - (Big(b.y) - a.y) * (Big(c.x) - a.x);
}

int exact_in_circle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const auto row = [&](LatticePoint p) {
        const Big x = Big(p.x) - d.x, y = Big(p.y) - d.y;
        return std::vector<Big>{x, y, x * x + y * y};
    };
    const auto r = row(a), s = row(b), t = row(c);
    return sign_of(r[0] * (s[1] * t[2] - s[2] * t[1]) - r[1] * (s[0] * t[2] - s[2] * t[0]) +
                   r[2] * (s[0] * t[1] - s[1] * t[0]));
}

Ratio fraction(const Big& numerator, const Big& denominator) {
    return Ratio(numerator) / Ratio(denominator);
}

Big floor_of(const Ratio& value) {
    Big quotient = numerator(value) / denominator(value);
    if (quotient * denominator(value) > numerator(value)) --quotient;
    return quotient;
}

LatticePoint rounded(const Ratio& x, const Ratio& y) {
    const Ratio half(1, 2);
    return {static_cast<std::int32_t>(floor_of(x + half)), static_cast<std::int32_t>(floor_of(y + half))};
}

/// Points that make trouble: at the limits, on small grids, near lines and circles through earlier points.
class PointSource {
  public:
    explicit PointSource(std::uint64_t seed) : rng_(seed) {}

    LatticePoint draw() {
        switch (rng_.below(6)) {
            case 0:
                return keep({coordinate(lattice_limit), coordinate(lattice_limit)});
            case 1:
                return keep({corner(), corner()});
            case 2:
                return keep({coordinate(4), coordinate(4)});
            case 3:
                return keep(near_line());
            case 4:
                return keep(turned());
            default:
                return last_[rng_.below(3)];
        }
    }

  private:
    std::int32_t coordinate(std::int32_t limit) {
        return static_cast<std::int32_t>(rng_.below(2 * static_cast<std::uint64_t>(limit) + 1)) - limit;
    }
    std::int32_t corner() {
        return (rng_.below(2) == 0 ? -1 : 1) * (lattice_limit - static_cast<std::int32_t>(rng_.below(2)));
    }
    LatticePoint near_line() {
        const LatticePoint a = last_[0], b = last_[1];
        const double t = rng_.uniform(-0.5, 1.5);
        return clamped(a.x + t * (b.x - a.x) + coordinate(1), a.y + t * (b.y - a.y) + coordinate(1));
    }
    /// A quarter turn of one point about another: co-circular with it and with later turns.
    LatticePoint turned() {
        const LatticePoint a = last_[0], b = last_[1];
        return clamped(a.x - (double(b.y) - a.y) + coordinate(1) * double(rng_.below(2)),
                       a.y + (double(b.x) - a.x));
    }
    static LatticePoint clamped(double x, double y) {
        const double limit = lattice_limit;
        return {static_cast<std::int32_t>(std::clamp(x, -limit, limit)),
                static_cast<std::int32_t>(std::clamp(y, -limit, limit))};
    }
    LatticePoint keep(LatticePoint p) {
        last_[2] = last_[1];
        last_[1] = last_[0];
        return last_[0] = p;
    }

    Rng rng_;
    LatticePoint last_[3];
};

TEST(Predicates, OrientationAndInCircleAgreeWithBigIntegers) {
    PointSource points(1);
    int zeros = 0;
    for (int round = 0; round < wend::test::rounds(1'000'000, 20'000'000); ++round) {
        const LatticePoint a = points.draw(), b = points.draw(), c = points.draw(), d = points.draw();
        ASSERT_EQ(Big(orientation(a, b, c)), exact_orientation(a, b, c));
        const int expected = exact_in_circle(a, b, c, d);
        zeros += expected == 0;
        ASSERT_EQ(in_circle(a, b, c, d), expected);
    }
    EXPECT_GT(zeros, 1000) << "the input is not adversarial enough";
}

TEST(Predicates, ExtremesDoNotOverflow) {
    const std::int32_t m = lattice_limit;
    const LatticePoint corners[] = {{-m, -m}, {m, -m}, {m, m}, {-m, m}, {0, 0}, {m - 1, m}, {-m, m - 1}};
    for (const LatticePoint a : corners)
        for (const LatticePoint b : corners)
            for (const LatticePoint c : corners)
                for (const LatticePoint d : corners) {
                    EXPECT_EQ(Big(orientation(a, b, c)), exact_orientation(a, b, c));
                    EXPECT_EQ(in_circle(a, b, c, d), exact_in_circle(a, b, c, d));
                }
}

/// How closed segments meet, from the parameters of the common points in exact rationals.
Meeting exact_meeting(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const auto within = [](LatticePoint p, LatticePoint q, LatticePoint r) {
        return exact_orientation(p, q, r) == 0 && std::min(p.x, q.x) <= r.x && r.x <= std::max(p.x, q.x) &&
               std::min(p.y, q.y) <= r.y && r.y <= std::max(p.y, q.y);
    };
    const Big det = (Big(b.x) - a.x) * (Big(d.y) - c.y) - (Big(b.y) - a.y) * (Big(d.x) - c.x);
    const bool touch = within(a, b, c) || within(a, b, d) || within(c, d, a) || within(c, d, b);
    if (det == 0) {
        const bool collinear = exact_orientation(a, b, c) == 0 && exact_orientation(a, b, d) == 0 &&
                               exact_orientation(c, d, a) == 0;
        return !touch ? Meeting::none : collinear ? Meeting::overlap : Meeting::touching;
    }
    const Ratio s =
        fraction(((Big(c.x) - a.x) * (Big(d.y) - c.y) - (Big(c.y) - a.y) * (Big(d.x) - c.x)), det);
    const Ratio t =
        fraction(((Big(c.x) - a.x) * (Big(b.y) - a.y) - (Big(c.y) - a.y) * (Big(b.x) - a.x)), det);
    if (s < 0 || s > 1 || t < 0 || t > 1) return Meeting::none;
    return s > 0 && s < 1 && t > 0 && t < 1 ? Meeting::crossing : Meeting::touching;
}

TEST(Predicates, SegmentsMeetAsInRationalArithmetic) {
    PointSource points(2);
    int crossings = 0;
    for (int round = 0; round < wend::test::rounds(150'000, 3'000'000); ++round) {
        const LatticePoint a = points.draw(), b = points.draw(), c = points.draw(), d = points.draw();
        const Meeting expected = exact_meeting(a, b, c, d);
        ASSERT_EQ(meeting(a, b, c, d), expected) << a.x << " " << a.y << " " << b.x << " " << b.y << " "
                                                 << c.x << " " << c.y << " " << d.x << " " << d.y;
        if (expected != Meeting::crossing) continue;
        ++crossings;
        const Big det = (Big(b.x) - a.x) * (Big(d.y) - c.y) - (Big(b.y) - a.y) * (Big(d.x) - c.x);
        const Ratio s =
            fraction(((Big(c.x) - a.x) * (Big(d.y) - c.y) - (Big(c.y) - a.y) * (Big(d.x) - c.x)), det);
        ASSERT_EQ(rounded_crossing(a, b, c, d),
                  rounded(a.x + s * (Big(b.x) - a.x), a.y + s * (Big(b.y) - a.y)));
    }
    EXPECT_GT(crossings, 1000);
}

TEST(Predicates, FeetAreRoundedExactly) {
    PointSource points(3);
    for (int round = 0; round < wend::test::rounds(100'000, 2'000'000); ++round) {
        const LatticePoint a = points.draw(), b = points.draw(), p = points.draw();
        if (a == b) continue;
        const Big bx = Big(b.x) - a.x, by = Big(b.y) - a.y;
        Ratio t = fraction(bx * (Big(p.x) - a.x) + by * (Big(p.y) - a.y), bx * bx + by * by);
        t = t < 0 ? Ratio(0) : t > 1 ? Ratio(1) : t;
        ASSERT_EQ(rounded_foot(a, b, p), rounded(a.x + t * bx, a.y + t * by));
    }
}

/// Exact: the segment cut to the half-open pixel, by rational parameters.
bool exact_meets_pixel(LatticePoint a, LatticePoint b, LatticePoint p) {
    std::vector<Ratio> cuts{0, 1};
    const auto add = [&](std::int32_t from, std::int32_t to, std::int32_t centre) {
        for (const int side : {-1, 1})
            if (from != to) {
                const Ratio t = fraction((Big(2) * centre + side - Big(2) * from), Big(2) * (Big(to) - from));
                if (t > 0 && t < 1) cuts.push_back(t);
            }
    };
    add(a.x, b.x, p.x);
    add(a.y, b.y, p.y);
    std::sort(cuts.begin(), cuts.end());
    const auto inside = [&](const Ratio& t) {
        return rounded(a.x + t * (Big(b.x) - a.x), a.y + t * (Big(b.y) - a.y)) == p;
    };
    for (std::size_t k = 0; k < cuts.size(); ++k) {
        if (inside(cuts[k])) return true;
        if (k + 1 < cuts.size() && inside((cuts[k] + cuts[k + 1]) / 2)) return true;
    }
    return false;
}

TEST(Predicates, PixelsAreMetAsInRationalArithmetic) {
    PointSource points(4);
    Rng rng(5);
    int met = 0;
    for (int round = 0; round < wend::test::rounds(20'000, 2'000'000); ++round) {
        const LatticePoint a = points.draw(), b = points.draw();
        const double t = rng.uniform();
        const auto near = [&](std::int32_t from, std::int32_t to) {
            const double x = from + t * (double(to) - from) + double(rng.below(3)) - 1;
            return static_cast<std::int32_t>(
                std::clamp<double>(std::round(x), -lattice_limit, lattice_limit));
        };
        const LatticePoint p{near(a.x, b.x), near(a.y, b.y)};
        met += exact_meets_pixel(a, b, p);
        ASSERT_EQ(meets_pixel(a, b, p), exact_meets_pixel(a, b, p))
            << a.x << " " << a.y << " " << b.x << " " << b.y << " " << p.x << " " << p.y;
    }
    EXPECT_GT(met, 1000);
}

TEST(Lattice, RejectsWhatItCannotHold) {
    const Lattice lattice;
    EXPECT_TRUE(lattice.snap({67108.864, -67108.864}).is_ok());
    for (const double bad : {67108.866, -1e9, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
        const auto snapped = lattice.snap({0, bad});
        ASSERT_FALSE(snapped.is_ok());
        EXPECT_EQ(snapped.status().code, StatusCode::invalid_input);
        EXPECT_NE(snapped.status().message.find("67108.864"), std::string::npos) << snapped.status().message;
    }
    EXPECT_EQ(lattice.nearest({0.0014, -0.0016}), (LatticePoint{1, -2}));
}

}  // namespace
}  // namespace wend
