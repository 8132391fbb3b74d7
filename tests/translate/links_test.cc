// Which words became which, through all that is done to a translation.
#include "translate/links.h"

#include <gmock/gmock.h>

namespace sotto::translate::links_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Link link(ByteRange target, ByteRange source) { return {target, source}; }

TEST(Links, MoveWithTheText) {
  text::ByteMap map;  // a byte in front is new, the bytes 4 to 8 are two others, the last is gone
  map.replace(0, 1);
  map.keep(4);
  map.replace(4, 2);
  map.replace(1, 0);
  const std::vector<Link> links = {link({0, 4}, {0, 1}), link({4, 6}, {2, 3}), link({6, 8}, {4, 5}),
                                   link({8, 9}, {6, 7})};
  EXPECT_THAT(moved(links, map), ElementsAre(link({1, 5}, {0, 1}), link({5, 7}, {2, 3})));
}

TEST(Links, OfAPartCountFromItsBeginning) {
  const std::vector<Link> links = {link({0, 2}, {8, 9}), link({2, 4}, {4, 6}), link({4, 6}, {6, 7}),
                                   link({6, 8}, {4, 5})};
  EXPECT_THAT(links_within(links, {2, 6}, {4, 6}), ElementsAre(link({0, 2}, {0, 2})));
}

TEST(Links, AddWhereTheirPartsBegin) {
  std::vector<Link> links = {link({0, 1}, {0, 1})};
  append({link({0, 2}, {1, 3})}, {10, 20}, links);
  EXPECT_THAT(links, ElementsAre(link({0, 1}, {0, 1}), link({10, 12}, {21, 23})));
}

TEST(Links, ByWayOfAThirdText) {
  // between: [0,3) of the source's [10,12), [3,9) of [0,4)
  const std::vector<Link> first = {link({0, 3}, {10, 12}), link({3, 9}, {0, 4})};
  const std::vector<Link> second = {link({0, 1}, {0, 3}), link({1, 2}, {2, 9}),
                                    link({2, 3}, {9, 11})};
  EXPECT_THAT(joined(first, second), ElementsAre(link({0, 1}, {10, 12}), link({1, 2}, {0, 4})));
  EXPECT_THAT(joined({}, second), IsEmpty());
}

TEST(Links, AProtectedSpanHasOne) {
  const Language english = *find_language("en"), japanese = *find_language("ja");
  text::Sentence source{"Run a.ts in 2 s.", {}, english};
  source.spans = {{4, 8, text::SpanKind::path}, {12, 15, text::SpanKind::number}};
  text::Sentence target{"a.tsを2秒で実行", {}, japanese};
  target.spans = {{0, 4, text::SpanKind::path}, {7, 11, text::SpanKind::number}};
  // "a" of "Run", "ts" of "in", "を" of "a.ts", "2" of "2 s", "秒" of "in".
  const std::vector<Link> links = {link({0, 1}, {0, 3}),   link({2, 4}, {9, 11}),
                                   link({4, 7}, {4, 8}),   link({7, 8}, {12, 13}),
                                   link({8, 11}, {9, 11}), link({14, 20}, {0, 3})};
  EXPECT_THAT(with_spans(links, target, source),
              ElementsAre(link({0, 4}, {4, 8}), link({7, 11}, {12, 13}), link({14, 20}, {0, 3})));
}

TEST(Links, WordsHaveInsides) {
  EXPECT_TRUE(is_inside_word("Haus", 2));
  EXPECT_TRUE(is_inside_word("Öl", 1));  // of the character
  EXPECT_TRUE(is_inside_word("Öl", 2));
  EXPECT_FALSE(is_inside_word("ein Haus", 3));
  EXPECT_FALSE(is_inside_word("ein Haus", 4));
  EXPECT_FALSE(is_inside_word("Haus", 0));
  EXPECT_FALSE(is_inside_word("Haus", 4));
  EXPECT_FALSE(is_inside_word("日本", 3));
  EXPECT_FALSE(is_inside_word("ภาษา", 3));
  EXPECT_TRUE(is_inside_word("한국", 3));
}

}  // namespace
}  // namespace sotto::translate::links_test
