#include <gtest/gtest.h>

#include "wend/verify/verify.hpp"

#include "support/walkers.hpp"

namespace wend::verify {
namespace {
TEST(Verify, CleanRunsAreClean) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto run = test::make_walkers(seed);
        const Report report = verify(run.scene, run.agents, run.recording);
        ASSERT_TRUE(report.passed) << to_text(report);
        ASSERT_TRUE(report.findings.empty()) << to_text(report);
    }
}
}  // namespace
}  // namespace wend::verify
