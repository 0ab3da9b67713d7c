// What is in a folder of motion clips, what each is good for and what is wrong with it.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/motion/bvh.hpp"
#include "wend/motion/clip_survey.hpp"
#include "wend/motion/shipped_clips.hpp"

#include "baked_clips.hpp"
#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

Result<std::vector<std::filesystem::path>> bvh_files(const std::string& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".bvh") files.push_back(entry.path());
    if (error)
        return Status::invalid_input(folder + ": " + error.message() + ", expected a folder of .bvh files");
    if (files.empty()) return Status::invalid_input(folder + ": found no .bvh file, expected at least one");
    std::sort(files.begin(), files.end());
    return files;
}

motion::Survey survey_file(const std::filesystem::path& path) {
    const auto file = motion::read_bvh(path);
    motion::Survey out;
    if (file)
        out = motion::survey(
            motion::to_clip(file.value(), motion::guess_unit(file.value()), path.filename().string()));
    else
        out.faults.push_back(file.status().message);
    out.name = path.filename().string();
    return out;
}

void print_rows(const std::vector<motion::Survey>& clips) {
    fmt::print("{:<16} {:>6} {:>5} {:>7} {:>7} {:>6} {:>6}  good for; what is wrong\n", "clip", "s", "fps",
               "floor m", "m/s", "turn", "steps");
    for (const motion::Survey& clip : clips)
        fmt::print("{:<16} {:6.1f} {:5.0f} {:+7.2f} {:7.2f} {:+5.0f}° {:6}  {}{}{}\n", clip.name,
                   clip.seconds, clip.rate, clip.floor, clip.median_speed, clip.turn * 57.29578,
                   clip.steps.size(), joined(clip.uses),
                   clip.faults.empty() ? "" : "; WRONG: ", joined(clip.faults));
}

void print_rows_json(const std::vector<motion::Survey>& clips) {
    auto rows = nlohmann::ordered_json::array();
    for (const motion::Survey& clip : clips)
        rows.push_back({{"clip", clip.name},
                        {"seconds", clip.seconds},
                        {"rate", clip.rate},
                        {"floor_m", clip.floor},
                        {"legs_m", clip.legs},
                        {"median_speed_m_s", clip.median_speed},
                        {"turn_rad", clip.turn},
                        {"fall_m_s2", clip.fall},
                        {"slide_m", clip.slide},
                        {"steps", clip.steps.size()},
                        {"uses", clip.uses},
                        {"faults", clip.faults}});
    fmt::print("{}\n", rows.dump(2));
}

Result<std::string> text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return Status::invalid_input(file.string() +
                                     ": found no file that can be read, expected baked clips");
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

/// Those that can be read; others are told of and left out.
std::vector<motion::Clip> read_clips(const std::vector<std::filesystem::path>& files) {
    std::vector<motion::Clip> clips;
    for (const auto& path : files)
        if (const auto file = motion::read_bvh(path))
            clips.push_back(
                motion::to_clip(file.value(), motion::guess_unit(file.value()), path.filename().string()));
        else
            fmt::print(stderr, "wend: {}: left out: {}\n", path.filename().string(), file.status().message);
    return clips;
}

void print_set(const motion::ClipSet& set, const ClipsOptions& options) {
    fmt::print("{} clips baked; content {:016x}\n", set.clips, set.content);
    fmt::print("{:<22} {:>6}  {:>8}  {:>10}  {:>10}\n", "steps from clips", "steps", "covered", "off by m",
               "off by s");
    for (const motion::MeasuredKind& kind : set.kinds)
        fmt::print("{:<22} {:6}  {:7.0f}%  {:10.3f}  {:10.3f}\n", kind.name, kind.steps, 100 * kind.covered,
                   kind.length_error, kind.duration_error);
    fmt::print("covered, off: of each half of the clips by what was made of the other half\n");
    if (!set.gestures.empty())
        fmt::print("{:<22} {:>6}  {:>8}  {:>10}\n", "gestures from clips", "found", "off by", "shipped by");
    for (const motion::MeasuredGesture& one : set.gestures)
        fmt::print("{:<22} {:6}  {:7.1f}°  {:9.1f}°{}\n", one.name, one.found, one.off, one.shipped_off,
                   one.is_used ? "" : "  stays as it ships");
    fmt::print("cycles from clips: {}; all else is as it ships\n",
               set.styles.empty() ? "none" : joined(set.styles));
    fmt::print("baked in {}; use it: wend --clips {} run SCENE\n", options.bake, options.bake);
}

/// As text; what has been baked of the same clips before is not baked again.
Result<std::string> baked_text(const std::vector<motion::Clip>& clips) {
    const std::filesystem::path folder = cache_folder();
    const auto file = folder / fmt::format("clips-{:016x}.json", motion::content_of(clips));
    if (!folder.empty()) {
        auto known = text_of(file);
        if (known && motion::read_clip_set(known.value())) return known;
    }
    const auto made = motion::bake(clips);
    if (!made) return made.status();
    std::string text = motion::to_text(made.value());
    if (folder.empty()) return text;
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    (void)write_file(file, text);  // it can be made again
    return text;
}

int bake_clips(const ClipsOptions& options) {
    const auto files = bvh_files(options.folder);
    if (!files) return report(files.status());
    const auto text = baked_text(read_clips(files.value()));
    if (!text) return report({text.status().code, options.folder + ": " + text.status().message});
    if (const Status bad = write_file(options.bake, text.value()); !bad.is_ok()) return report(bad);
    if (!options.json) {
        print_set(motion::read_clip_set(text.value()).value(), options);
        return done;
    }
    auto json = nlohmann::ordered_json::parse(text.value());
    json.erase("cycles"), json.erase("gestures");
    fmt::print("{}\n", json.dump(2));
    return done;
}

}  // namespace

std::filesystem::path cache_folder() {
    if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder != 0)
        return std::filesystem::path(folder) / "wend";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != 0)
        return std::filesystem::path(home) / ".cache" / "wend";
    return {};
}

Result<motion::ClipSet> read_clip_file(const std::string& file) {
    const auto text = text_of(file);
    if (!text) return text.status();
    auto set = motion::read_clip_set(text.value());
    if (!set) return Status{set.status().code, file + ": " + set.status().message};
    return set;
}

int clips(const ClipsOptions& options) {
    if (!options.bake.empty()) {
        if (options.folder.empty())
            return report(Status::invalid_input("--bake: found no folder, expected one of BVH files"));
        return bake_clips(options);
    }
    std::vector<motion::Survey> surveys;
    if (options.folder.empty()) {
        for (const motion::Clip& clip : motion::shipped_clips()) surveys.push_back(motion::survey(clip));
    } else {
        const auto files = bvh_files(options.folder);
        if (!files) return report(files.status());
        for (const auto& file : files.value()) surveys.push_back(survey_file(file));
    }
    if (options.json)
        print_rows_json(surveys);
    else
        print_rows(surveys);
    return done;
}

}  // namespace wend::cli
