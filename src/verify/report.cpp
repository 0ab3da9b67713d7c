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
        case FindingKind::wrong_start:
            return {"wrong_start", "m"};
        case FindingKind::not_gone:
            return {"not_gone", "s"};
        case FindingKind::unknown_agent:
            return {"unknown_agent", ""};
        case FindingKind::obstacle_mismatch:
            return {"obstacle_mismatch", "m"};
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
                 {"mixing", measures.mixing},
                 {"least_gap_m", measures.least_gap},
                 {"retreats", measures.retreats},
                 {"most_retreats", measures.most_retreats}});
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
                                {"passed", report.passed}};
    add_measures(json, report.measures);
    if (report.excused > 0) json["excused"] = report.excused;
    if (!report.warning.empty()) json["warning"] = report.warning;
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
    const Measures& measures = report.measures;
    if (report.arrived > 0)
        add_row(text, "travel",
                format("%.1f s mean, last arrival at %.1f s, %.0f %% of the way straight",
                       measures.mean_travel_time, measures.last_arrival, 100 * measures.path_efficiency));
    if (measures.retreats > 0)
        add_row(text, "retreats",
                format("%zu, at most %zu of one", measures.retreats, measures.most_retreats));
    if (report.inconsistencies > 0) add_row(text, "inconsistencies", format("%zu", report.inconsistencies));
    add_row(text, "state hash", report.state_hash);
    const std::size_t shown = std::min(most, report.findings.size());
    if (shown > 0) text += "findings\n";
    for (std::size_t i = 0; i < shown; ++i) add_finding(text, report.findings[i]);
    const std::size_t hidden = report.findings.size() - shown + report.findings_left_out;
    if (hidden > 0) text += format("  and %zu more\n", hidden);
    return text;
}

}  // namespace wend::verify
