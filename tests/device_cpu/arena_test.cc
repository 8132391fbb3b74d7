#include "device_cpu/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <vector>

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
  const size_t mark = arena.mark();
  const float* inside = arena.make(3, 1000).data;
  arena.make(1, 1 << 20);
  arena.release(mark);
  EXPECT_EQ(arena.make(1, 10).data, inside);
  EXPECT_NE(kept.data, inside);
}

// A speech network's stages: each has more rows than the one before, and a step of each is given
// back before the next.
TEST(Arena, LargerOnesLieWhereSmallerOnesWere) {
  Arena arena;
  const float* first = arena.make(1, 16).data;
  for (int columns = 16; columns <= 1 << 24; columns *= 4) {
    const size_t mark = arena.mark();
    const Activations a = arena.make(1, columns), b = arena.make(1, columns);
    EXPECT_EQ(a.data, first + 16) << columns;
    EXPECT_EQ(b.data, a.data + columns);
    b.data[columns - 1] = 1;
    arena.release(mark);
  }
}

TEST(Arena, WhatNoMachineHasIsRefusedAndCostsNothingElse) {
  Arena arena;
  EXPECT_THROW(arena.make(1 << 30, 1 << 30), std::bad_alloc);
  EXPECT_THROW(arena.make(-1, 16), std::bad_alloc);
  EXPECT_THROW(arena.make(16, -1), std::bad_alloc);
  EXPECT_THROW(arena.make(-16, -16), std::bad_alloc);
  EXPECT_THROW(arena.make(SIZE_MAX - 8), std::bad_alloc);
  EXPECT_THROW(arena.make_rooms(64, SIZE_MAX / 64 + 1), std::bad_alloc);
  arena.make(1, 16).data[15] = 1;
}

}  // namespace
}  // namespace sotto::device::cpu::arena_test
