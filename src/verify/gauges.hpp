#pragma once

// Flow at lines and density on areas, where a scene asks for them. Measured from the recording alone.
//
// Flow is what pedestrian research calls it: crossings by the time between the first and the last of them,
// and the same by the metre of the line. Density is looked at twice a second: bodies whose centres are
// inside, by square metre.

#include <limits>
#include <span>
#include <vector>

#include "wend/verify/report.hpp"
#include "wend/world/scene.hpp"

#include "verify/area.hpp"
#include "verify/legs.hpp"

namespace wend::verify {

class GaugeReader {
  public:
    explicit GaugeReader(const Gauges& gauges);

    /// All legs of one frame.
    void follow(std::span<const Leg> legs);
    [[nodiscard]] std::vector<LineMeasure> lines() const;
    [[nodiscard]] std::vector<AreaMeasure> areas() const;

  private:
    struct Line {
        const LineGauge* spec;
        std::size_t forth = 0, back = 0;
        double first = std::numeric_limits<double>::infinity(), last = 0;
    };
    struct Ground {
        const AreaGauge* spec;
        Area inside;
        double area = 0;  ///< square metres
        double looks = 0, persons = 0, most = 0, speeds = 0;
    };
    static void count(Line& line, const Leg& leg);
    static void look(Ground& ground, std::span<const Leg> legs);

    std::vector<Line> lines_;
    std::vector<Ground> grounds_;
    double next_look_ = 0;
};

}  // namespace wend::verify
