#include "device/arena.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace sotto::device {
namespace {

TEST(Arena, GivesAlignedMemoryThatDoesNotOverlap) {
  Arena arena;
  std::vector<Tensor> all;
  for (int i = 1; i < 60; ++i) {
    const Tensor t = arena.make(i, 37 * i);  // in the end far more than the first block
    EXPECT_EQ(reinterpret_cast<uintptr_t>(t.data) % 64, 0u);
    for (float& v : t.all()) v = static_cast<float>(i);
    all.push_back(t);
  }
  for (int i = 1; i < 60; ++i) {
    for (const float v : all[static_cast<size_t>(i) - 1].all()) ASSERT_EQ(v, static_cast<float>(i));
  }
}

TEST(Arena, AScopeGivesBackWhatItTook) {
  Arena arena;
  const Tensor kept = arena.make(1, 10);
  const float* inside;
  {
    const Arena::Scope scope(arena);
    inside = arena.make(3, 1000).data;
    arena.make(1, 1 << 20);  // another block
  }
  EXPECT_EQ(arena.make(1, 10).data, inside);
  EXPECT_NE(kept.data, inside);
}

TEST(Arena, IsOneBlockAfterReset) {
  Arena arena;
  for (int i = 0; i < 10; ++i) arena.make(1, 1 << 16);
  arena.reset();
  const float* before = arena.make(1, 1 << 16).data;
  for (int i = 1; i < 10; ++i) {
    const float* next = arena.make(1, 1 << 16).data;
    EXPECT_EQ(next, before + (1 << 16));
    before = next;
  }
}

}  // namespace
}  // namespace sotto::device
