// Ranges of a text in what was made of it.
#include "text/byte_map.h"

#include <gtest/gtest.h>

namespace sotto::text::byte_map_test {
namespace {

// "ab cd!" became "XYab-cd": something new in front, "-" for the space, nothing for "!".
ByteMap example() {
  ByteMap map;
  map.replace(0, 2);
  map.keep(2);
  map.replace(1, 1);
  map.keep(2);
  map.replace(1, 0);
  return map;
}

TEST(ByteMap, WhatStaysMoves) {
  EXPECT_EQ(example()({0, 2}), (ByteRange{2, 4}));
  EXPECT_EQ(example()({1, 4}), (ByteRange{3, 6}));
  EXPECT_EQ(example()({0, 6}), (ByteRange{2, 7}));
}

TEST(ByteMap, WhatIsLeftOutIsEmpty) {
  EXPECT_EQ(example()({5, 6}), (ByteRange{7, 7}));
  EXPECT_EQ(example()({4, 6}), (ByteRange{6, 7}));
}

TEST(ByteMap, APartOfWhatWasReplacedIsAllInItsPlace) {
  ByteMap map;
  map.keep(1);
  map.replace(4, 6);
  map.keep(1);
  EXPECT_EQ(map({2, 3}), (ByteRange{1, 7}));
  EXPECT_EQ(map({0, 2}), (ByteRange{0, 7}));
  EXPECT_EQ(map({4, 6}), (ByteRange{1, 8}));
}

TEST(ByteMap, RangesOutsideOfTheTextEndWithIt) {
  EXPECT_EQ(example()({4, 99}), (ByteRange{6, 7}));
  EXPECT_EQ(example()({90, 99}), (ByteRange{7, 7}));
  EXPECT_EQ(example()({3, 3}), (ByteRange{5, 5}));
  EXPECT_EQ(ByteMap()({0, 1}), (ByteRange{0, 0}));
}

TEST(ByteMap, OneAfterTheOther) {
  ByteMap second;  // of "XYab-cd": "ab" is gone, "-" is "::"
  second.keep(2);
  second.replace(2, 0);
  second.replace(1, 2);
  second.keep(2);
  const ByteMap both = example().then(second);
  for (size_t begin = 0; begin <= 6; ++begin) {
    for (size_t end = begin; end <= 6; ++end)
      EXPECT_EQ(both({begin, end}), second(example()({begin, end}))) << begin << " " << end;
  }
  EXPECT_EQ(both({0, 6}), (ByteRange{2, 6}));
}

// What the first left out lies inside of what the second replaced.
TEST(ByteMap, NothingInsideOfAReplacement) {
  ByteMap first, second;
  first.keep(1);
  first.replace(1, 0);
  first.keep(1);
  second.replace(2, 5);
  const ByteMap both = first.then(second);
  for (const ByteRange range : {ByteRange{0, 2}, ByteRange{1, 3}, ByteRange{0, 3}})
    EXPECT_EQ(both(range), (ByteRange{0, 5}));
}

}  // namespace
}  // namespace sotto::text::byte_map_test
