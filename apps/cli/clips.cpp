// What is in a folder of motion clips, what each is good for and what is wrong with it.

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/motion/bvh.hpp"
#include "wend/motion/clip_survey.hpp"
#include "wend/motion/shipped_clips.hpp"

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

}  // namespace

int clips(const ClipsOptions& options) {
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
