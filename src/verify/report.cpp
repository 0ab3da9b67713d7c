#include "wend/verify/report.hpp"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

namespace wend::verify {
namespace {

struct KindText {
    std::string_view name;
    std::string_view unit;
};

KindText text_of(FindingKind kind) noexcept {
    switch (kind) {
        case FindingKind::agent_overlap:
            return {"agent_overlap", "m"};
        case FindingKind::obstacle_overlap:
            return {"obstacle_overlap", "m"};
        case FindingKind::wall_crossing:
            return {"wall_crossing", "m"};
        case FindingKind::overspeed:
            return {"overspeed", "m/s"};
        case FindingKind::acceleration:
            return {"acceleration", "m/s^2"};
        case FindingKind::turn_rate:
            return {"turn_rate", "rad/s"};
        case FindingKind::teleport:
            return {"teleport", "m"};
        case FindingKind::missed_goal:
            return {"missed_goal", "m"};
        case FindingKind::missed_window:
            return {"missed_window", "s"};
        case FindingKind::deadlocked:
            return {"deadlocked", "s"};
        case FindingKind::both_directions:
            return {"both_directions", "m/s"};
        case FindingKind::forbidden_ground:
            return {"forbidden_ground", "s"};
        case FindingKind::wrong_start:
            return {"wrong_start", "m"};
        case FindingKind::not_gone:
            return {"not_gone", "s"};
        case FindingKind::unknown_agent:
            return {"unknown_agent", ""};
        case FindingKind::obstacle_mismatch:
            return {"obstacle_mismatch", "m"};
        case FindingKind::vanished:
            return {"vanished", "m"};
        case FindingKind::came_back:
            return {"came_back", "s"};
        case FindingKind::wrong_time:
            return {"wrong_time", "s"};
        case FindingKind::wrong_height:
            return {"wrong_height", "m"};
        case FindingKind::wrong_heading:
            return {"wrong_heading", "rad"};
        case FindingKind::not_on_link:
            return {"not_on_link", "m"};
        case FindingKind::bad_footing:
            return {"bad_footing", "m"};
        case FindingKind::bad_step:
            return {"bad_step", "m"};
        case FindingKind::off_balance:
            return {"off_balance", "m"};
        case FindingKind::bad_frame:
            return {"bad_frame", ""};
    }
    return {"unknown", ""};
}

template <class... Values>
std::string format(const char* pattern, Values... values) {
    char line[256];
    std::snprintf(line, sizeof line, pattern, values...);
    return line;
}

void add_row(std::string& text, const char* name, const std::string& value) {
    text += format("  %-18s %s\n", name, value.c_str());
}

void add_finding(std::string& text, const Finding& finding) {
    text += format("  %8.3f-%.3f s  %-17s ", finding.begin, finding.end,
                   std::string(to_string(finding.kind)).c_str());
    text += finding.who;
    if (!finding.whom.empty()) text += " and " + finding.whom;
    text += format("  at (%.3f, %.3f) layer %u  by %.6g ", finding.where.x, finding.where.y,
                   static_cast<unsigned>(finding.layer), finding.amount);
    text += unit_of(finding.kind);
    text += '\n';
}

void add_measures(nlohmann::ordered_json& json, const Measures& measures) {
    json.update({{"last_arrival_s", measures.last_arrival},
                 {"mean_travel_time_s", measures.mean_travel_time},
                 {"throughput_per_s", measures.throughput},
                 {"path_efficiency", measures.path_efficiency},
                 {"mean_deviation_m", measures.mean_deviation},
                 {"mean_speed_changes_m_per_s", measures.mean_speed_changes},
                 {"mean_turning_rad", measures.mean_turning},
                 {"mean_energy_j_per_kg", measures.mean_energy},
                 {"mixing", measures.mixing},
                 {"least_gap_m", measures.least_gap},
                 {"mean_least_gap_m", measures.mean_least_gap},
                 {"retreats", measures.retreats},
                 {"most_retreats", measures.most_retreats},
                 {"most_jammed", measures.most_jammed}});
    auto& jammed = json["jammed"] = nlohmann::ordered_json::array();
    for (const JammedShare& at : measures.jammed) jammed.push_back({at.time, at.share});
    auto& lines = json["lines"] = nlohmann::ordered_json::array();
    for (const LineMeasure& line : measures.lines)
        lines.push_back({{"name", line.name},
                         {"forth", line.forth},
                         {"back", line.back},
                         {"flow_per_s", line.flow},
                         {"specific_flow_per_m_s", line.specific_flow}});
    auto& areas = json["areas"] = nlohmann::ordered_json::array();
    for (const AreaMeasure& area : measures.areas)
        areas.push_back({{"name", area.name},
                         {"mean_density_per_m2", area.mean_density},
                         {"most_density_per_m2", area.most_density},
                         {"mean_speed_m_per_s", area.mean_speed}});
}

}  // namespace

std::string_view to_string(FindingKind kind) noexcept {
    return text_of(kind).name;
}

std::string_view unit_of(FindingKind kind) noexcept {
    return text_of(kind).unit;
}

std::string to_json(const Report& report) {
    nlohmann::ordered_json json{{"agents", report.agents},
                                {"arrived", report.arrived},
                                {"overlaps", report.overlaps},
                                {"max_overlap_m", report.max_overlap},
                                {"wall_crossings", report.wall_crossings},
                                {"limit_violations", report.limit_violations},
                                {"missed_windows", report.missed_windows},
                                {"deadlocked", report.deadlocked},
                                {"state_hash", report.state_hash},
                                {"missed_goals", report.missed_goals},
                                {"inconsistencies", report.inconsistencies},
                                {"scene", report.scene},
                                {"frames", report.frames},
                                {"seconds", report.seconds},
                                {"both_directions", report.both_directions},
                                {"forbidden_ground", report.forbidden_ground},
                                {"missteps", report.missteps},
                                {"passed", report.passed}};
    add_measures(json, report.measures);
    if (report.excused > 0) json["excused"] = report.excused;
    if (!report.warning.empty()) json["warning"] = report.warning;
    if (!report.unchecked.empty()) json["unchecked"] = report.unchecked;
    auto& findings = json["findings"] = nlohmann::ordered_json::array();
    for (const Finding& finding : report.findings) {
        nlohmann::ordered_json entry{{"kind", to_string(finding.kind)}, {"who", finding.who}};
        if (!finding.whom.empty()) entry["whom"] = finding.whom;
        entry.update({{"begin", finding.begin},
                      {"end", finding.end},
                      {"x", finding.where.x},
                      {"y", finding.where.y},
                      {"layer", finding.layer},
                      {"amount", finding.amount},
                      {"unit", unit_of(finding.kind)}});
        findings.push_back(std::move(entry));
    }
    if (report.findings_left_out > 0) json["findings_left_out"] = report.findings_left_out;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string to_text(const Report& report, std::size_t most) {
    std::string text;
    if (!report.warning.empty()) text += "warning: " + report.warning + "\n";
    text += report.passed ? "passed" : "FAILED";
    text += format("  %zu frames, %.2f s\n", report.frames, report.seconds);
    add_row(text, "arrived", format("%zu of %zu", report.arrived, report.agents));
    if (report.excused > 0) add_row(text, "excused", format("%zu, sent away or paused", report.excused));
    add_row(text, "overlaps", format("%zu, deepest %.6g m", report.overlaps, report.max_overlap));
    add_row(text, "wall crossings", format("%zu", report.wall_crossings));
    add_row(text, "limit violations", format("%zu", report.limit_violations));
    add_row(text, "missed windows", format("%zu", report.missed_windows));
    add_row(text, "deadlocked", format("%zu", report.deadlocked));
    if (report.both_directions > 0) add_row(text, "both directions", format("%zu", report.both_directions));
    if (report.forbidden_ground > 0)
        add_row(text, "forbidden ground", format("%zu", report.forbidden_ground));
    if (report.missteps > 0) add_row(text, "missteps", format("%zu", report.missteps));
    const Measures& measures = report.measures;
    if (report.arrived > 0)
        add_row(text, "travel",
                format("%.1f s mean, last arrival at %.1f s, %.0f %% of the way straight",
                       measures.mean_travel_time, measures.last_arrival, 100 * measures.path_efficiency));
    if (report.arrived > 0)
        add_row(text, "effort",
                format("%.1f m/s of speed changes, %.1f rad of turning, %.0f J/kg",
                       measures.mean_speed_changes, measures.mean_turning, measures.mean_energy));
    if (measures.least_gap >= 0)
        add_row(text, "gaps",
                format("%.3f m least, %.2f m mean of each one's least", measures.least_gap,
                       measures.mean_least_gap));
    if (measures.most_jammed > 0)
        add_row(text, "jammed", format("at most %.0f %% of those on their way", 100 * measures.most_jammed));
    for (const LineMeasure& line : measures.lines)
        add_row(text, "flow",
                line.name + format(": %zu forth, %zu back, %.2f a second, %.2f a second and metre",
                                   line.forth, line.back, line.flow, line.specific_flow));
    for (const AreaMeasure& area : measures.areas)
        add_row(text, "density",
                area.name + format(": %.2f mean, %.2f most a square metre, %.2f m/s", area.mean_density,
                                   area.most_density, area.mean_speed));
    if (measures.retreats > 0)
        add_row(text, "retreats",
                format("%zu, at most %zu of one", measures.retreats, measures.most_retreats));
    if (report.inconsistencies > 0) add_row(text, "inconsistencies", format("%zu", report.inconsistencies));
    add_row(text, "state hash", report.state_hash);
    for (const std::string& what : report.unchecked) add_row(text, "not checked", what);
    const std::size_t shown = std::min(most, report.findings.size());
    if (shown > 0) text += "findings\n";
    for (std::size_t i = 0; i < shown; ++i) add_finding(text, report.findings[i]);
    const std::size_t hidden = report.findings.size() - shown + report.findings_left_out;
    if (hidden > 0) text += format("  and %zu more\n", hidden);
    return text;
}

}  // namespace wend::verify
