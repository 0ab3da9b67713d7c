#include "wend/check/budget_text.hpp"

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"

namespace wend::check {
namespace {

TEST(BudgetText, Reads) {
    EXPECT_EQ(parse_budget("10ms").value(), (BudgetSpec{0.01, {}}));
    EXPECT_EQ(parse_budget("250us").value(), (BudgetSpec{0.00025, {}}));
    EXPECT_EQ(parse_budget("1.5s").value(), (BudgetSpec{1.5, {}}));
    EXPECT_EQ(parse_budget("2000x").value(), (BudgetSpec{{}, 2000}));
    EXPECT_EQ(parse_budget("2000x,10ms").value(), (BudgetSpec{0.01, 2000}));
    EXPECT_EQ(parse_budget("18446744073709551615x").value().expansions, 18446744073709551615ULL);
    EXPECT_EQ(parse_budget("none").value(), BudgetSpec{});
}

TEST(BudgetText, RefusesTheRest) {
    for (const char* text : {"", "10", "ms", "x", "-1ms", "nanms", "infs", "1e999s", "10 ms", "1.5x", "-5x",
                             "10ms,", "10ms,20ms", "5x,6x", "10ms,5x,3s", "18446744073709551616x", "10MS"})
        EXPECT_FALSE(parse_budget(text).is_ok()) << text;
    EXPECT_EQ(parse_budget("soon").status().message,
              "found \"soon\", expected a budget such as \"10ms\", \"2000x\", \"10ms,2000x\" or \"none\"");
}

TEST(BudgetText, RoundTrips) {
    EXPECT_EQ(budget_text({0.01, {}}), "10ms");
    EXPECT_EQ(budget_text({0.01, 2000}), "10ms,2000x");
    EXPECT_EQ(budget_text({}), "none");
    Rng rng(1);
    for (int i = 0; i < 10'000; ++i) {
        const BudgetSpec budget{rng.uniform(0, 1), rng.below(1'000'000)};
        ASSERT_EQ(parse_budget(budget_text(budget)).value(), budget);
    }
}

}  // namespace
}  // namespace wend::check
