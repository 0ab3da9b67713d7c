#include "sim/promise/borrowed.hpp"

#include <gtest/gtest.h>

namespace wend {
namespace {

TEST(Borrowed, TheSameMemoryComesClearedAgain) {
    const int* memory = nullptr;
    {
        Borrowed<int> array;
        array->assign(100, 7);
        memory = array->data();
        Borrowed<int> another;
        another->push_back(1);
        EXPECT_NE(another->data(), memory);
    }
    Borrowed<int> again;
    EXPECT_TRUE(again->empty());
    again->push_back(1);
    EXPECT_EQ(again->data(), memory);
}

}  // namespace
}  // namespace wend
