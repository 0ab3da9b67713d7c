#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "wend/io/scene_file.hpp"

#include "io/random_scene.hpp"

namespace wend::io {
namespace {

RC_GTEST_PROP(SceneRoundTrip, ReadingWhatWasWrittenGivesTheSame, ()) {
    const Scene scene = test::pick_scene();
    const std::string text = write_scene(scene);
    const Result<Scene> again = parse_scene(text, "written");
    if (!again) RC_FAIL(again.status().message + "\n" + text);
    RC_ASSERT(again.value() == scene);
    RC_ASSERT(write_scene(again.value()) == text);
}

}  // namespace
}  // namespace wend::io
