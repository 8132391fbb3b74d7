#include "device_cpu/arena.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace sotto::device::cpu::arena_test {
namespace {

TEST(Arena, GivesAlignedMemoryThatDoesNotOverlap) {
  Arena arena;
  std::vector<Activations> all;
  for (int i = 1; i < 60; ++i) {
    const Activations t = arena.make(i, 37 * i);  // in the end far more than the first block
    EXPECT_EQ(reinterpret_cast<uintptr_t>(t.data) % 64, 0u);
    for (float& v : t.all()) v = static_cast<float>(i);
    all.push_back(t);
  }
  for (int i = 1; i < 60; ++i) {
    for (const float v : all[static_cast<size_t>(i) - 1].all()) ASSERT_EQ(v, static_cast<float>(i));
  }
}

TEST(Arena, GivesBackWhatWasMadeSinceAMark) {
  Arena arena;
  const Activations kept = arena.make(1, 10);
  const Arena::Mark mark = arena.mark();
  const float* inside = arena.make(3, 1000).data;
  arena.make(1, 1 << 20);  // another block
  arena.release(mark);
  EXPECT_EQ(arena.make(1, 10).data, inside);
  EXPECT_NE(kept.data, inside);
}

TEST(Arena, IsOneBlockOnceEverythingWasGivenBack) {
  Arena arena;
  const Arena::Mark empty = arena.mark();
  for (int i = 0; i < 10; ++i) arena.make(1, 1 << 16);
  arena.release(empty);
  const float* before = arena.make(1, 1 << 16).data;
  for (int i = 1; i < 10; ++i) {
    const float* next = arena.make(1, 1 << 16).data;
    EXPECT_EQ(next, before + (1 << 16));
    before = next;
  }
}

}  // namespace
}  // namespace sotto::device::cpu::arena_test
