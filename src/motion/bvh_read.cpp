#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "wend/motion/bvh.hpp"

namespace wend::motion {
namespace {

constexpr double largest = 1e6;  // of metres, inches or degrees: no clip has more

constexpr std::size_t most_joints = 4096, most_depth = 256, most_values = 400'000'000;

/// Words of the text one after the other, with the line for messages.
class BvhWords {
  public:
    BvhWords(std::string_view text, std::string_view name) : text_(text), name_(name) {}

    std::string_view next() {
        skip_space();
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
        return last_ = text_.substr(begin, at_ - begin);
    }
    [[nodiscard]] bool is_at_end() {
        skip_space();
        return at_ == text_.size();
    }
    [[nodiscard]] std::size_t left() const noexcept { return text_.size() - at_; }
    bool number(double& out) {
        const std::string_view word = next();
        const std::size_t sign = word.starts_with('+') ? 1 : 0;
        const auto [end, error] = std::from_chars(word.data() + sign, word.data() + word.size(), out);
        return error == std::errc() && end == word.data() + word.size() && std::isfinite(out);
    }
    [[nodiscard]] Status failure(std::string_view expected) const {
        std::string message(name_);
        message.append(":").append(std::to_string(line_)).append(": found ");
        if (last_.empty())
            message.append("the end of the file");
        else
            message.append("'").append(last_.substr(0, 40)).append("'");
        return Status::invalid_input(message.append(", expected ").append(expected));
    }

  private:
    static bool is_space(char c) noexcept {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
    }
    void skip_space() noexcept {
        for (; at_ < text_.size() && is_space(text_[at_]); ++at_)
            if (text_[at_] == '\n') ++line_;
    }
    std::string_view text_, name_, last_;
    std::size_t at_ = 0, line_ = 1;
};

std::optional<Channel> channel_named(std::string_view word) {
    constexpr std::array<std::string_view, 6> names{"Xposition", "Yposition", "Zposition",
                                                    "Xrotation", "Yrotation", "Zrotation"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (word == names[i]) return static_cast<Channel>(i);
    return std::nullopt;
}

class BvhParser {
  public:
    BvhParser(std::string_view text, std::string_view name) : words_(text, name), name_(name) {}

    Result<BvhFile> parse() {
        if (words_.next() != "HIERARCHY") return words_.failure("HIERARCHY");
        if (words_.next() != "ROOT") return words_.failure("ROOT");
        for (Status status = hierarchy(); !status.is_ok();) return status;
        if (Status status = motion(); !status.is_ok()) return status;
        return std::move(file_);
    }

  private:
    /// Iterative: a file may nest deeper than a stack.
    Status hierarchy() {
        if (Status status = open_joint(-1, false); !status.is_ok()) return status;
        std::vector<std::int32_t> open{0};
        while (!open.empty()) {
            const std::string_view word = words_.next();
            if (word == "}") {
                open.pop_back();
                continue;
            }
            const bool is_end = word == "End";
            if (!is_end && word != "JOINT") return words_.failure("JOINT, End Site or }");
            if (is_end && words_.next() != "Site") return words_.failure("Site");
            if (open.size() >= most_depth || file_.joints.size() >= most_joints)
                return words_.failure("at most 4096 joints, 256 deep");
            const std::int32_t parent = open.back();
            if (file_.joints[static_cast<std::size_t>(parent)].is_end)
                return words_.failure("} after an end site's offset");
            open.push_back(static_cast<std::int32_t>(file_.joints.size()));
            if (Status status = open_joint(parent, is_end); !status.is_ok()) return status;
        }
        return Status::ok();
    }

    Status open_joint(std::int32_t parent, bool is_end) {
        BvhJoint joint;
        joint.parent = parent;
        joint.is_end = is_end;
        if (!is_end) {
            joint.name = words_.next();
            if (joint.name.empty() || joint.name == "{") return words_.failure("a joint's name");
        }
        if (words_.next() != "{") return words_.failure("{");
        if (words_.next() != "OFFSET") return words_.failure("OFFSET");
        for (double* part : {&joint.offset.x, &joint.offset.y, &joint.offset.z})
            if (!words_.number(*part)) return words_.failure("a number");
        if (!is_end)
            if (Status status = channels(joint); !status.is_ok()) return status;
        file_.joints.push_back(std::move(joint));
        return Status::ok();
    }

    Status channels(BvhJoint& joint) {
        if (words_.next() != "CHANNELS") return words_.failure("CHANNELS");
        double count = 0;
        if (!words_.number(count) || count < 0 || count > 6 || count != std::floor(count))
            return words_.failure("a number of channels, 0 to 6");
        for (int i = 0; i < static_cast<int>(count); ++i) {
            const auto channel = channel_named(words_.next());
            if (!channel) return words_.failure("a channel such as Xposition or Zrotation");
            for (const Channel earlier : joint.channels)
                if (earlier == *channel) return words_.failure("each channel once");
            joint.channels.push_back(*channel);
        }
        return Status::ok();
    }

    Status motion() {
        if (words_.next() != "MOTION") return words_.failure("MOTION");
        if (words_.next() != "Frames:") return words_.failure("Frames:");
        double frames = 0;
        if (!words_.number(frames) || frames < 1 || frames > 1e8 || frames != std::floor(frames))
            return words_.failure("a number of frames, at least 1");
        if (words_.next() != "Frame" || words_.next() != "Time:") return words_.failure("Frame Time:");
        if (!words_.number(file_.frame_time) || file_.frame_time <= 0 || file_.frame_time > 10)
            return words_.failure("seconds a frame, more than 0 and at most 10");
        file_.frame_count = static_cast<std::size_t>(frames);
        return values();
    }

    Status values() {
        const std::size_t channels = file_.channel_count();
        const std::size_t wanted = channels * file_.frame_count;
        if (channels == 0) return words_.failure("at least one channel");
        // A number needs two characters: no file makes us reserve more than it could fill.
        if (wanted > most_values || wanted / 2 > words_.left())
            return Status::invalid_input(std::string(name_) + ": found " + std::to_string(words_.left()) +
                                         " bytes of motion, expected " + std::to_string(file_.frame_count) +
                                         " frames of " + std::to_string(channels) + " numbers");
        file_.values.resize(wanted);
        for (double& value : file_.values)
            if (!words_.number(value) || std::fabs(value) > largest)
                return words_.failure("a number of the motion, at most 1e6");
        if (!words_.is_at_end()) {
            words_.next();
            return words_.failure("the end of the file after " + std::to_string(file_.frame_count) +
                                  " frames");
        }
        return Status::ok();
    }

    BvhWords words_;
    std::string_view name_;
    BvhFile file_;
};

}  // namespace

std::size_t BvhFile::channel_count() const noexcept {
    std::size_t count = 0;
    for (const BvhJoint& joint : joints) count += joint.channels.size();
    return count;
}

Result<BvhFile> parse_bvh(std::string_view text, std::string_view name) {
    return BvhParser(text, name).parse();
}

Result<BvhFile> read_bvh(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file)) return Status::io_error("cannot read " + file.string());
    std::ostringstream text;
    text << in.rdbuf();
    return parse_bvh(std::move(text).str(), file.filename().string());
}

}  // namespace wend::motion
