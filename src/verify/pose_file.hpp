#pragma once

// A file of poses, read with nothing but its own first line: joints with parents and offsets, then times with
// packed rotations.

#include <cstdint>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::verify {

struct PoseJoint {
    std::string name;
    int parent = -1;
    Vec3 offset;
};
struct SeenBody {
    std::uint32_t agent = 0;
    double time = 0;
    std::vector<Vec3> joints;  ///< in the world
};

class PoseFile {
  public:
    /// `name` is for messages.
    static Result<PoseFile> parse(std::string text, const std::string& name);
    [[nodiscard]] const std::vector<PoseJoint>& joints() const noexcept { return joints_; }
    [[nodiscard]] int joint(const std::string& name) const noexcept;
    /// The next body of the file; false at its end.
    bool next(SeenBody& body);

  private:
    std::vector<PoseJoint> joints_;
    std::string bytes_;
    std::size_t at_ = 0, left_ = 0;  ///< bodies left of the time that is read
    double time_ = 0;
};

}  // namespace wend::verify
