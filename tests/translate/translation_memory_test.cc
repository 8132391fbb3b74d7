#include "translate/translation_memory.h"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "translate/memory_files.h"

namespace sotto::translate::translation_memory_test {
namespace {

using checkpoint::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::MemoryPair;
using testing::MemoryTensors;
using ::testing::SizeIs;

constexpr int kVocabulary = 400;
const std::vector<int> kFrames = {301, 2, 302, 2};

std::shared_ptr<const TranslationMemory> loaded(const MemoryTensors& tensors) {
  const TemporaryFolder folder;
  auto memory = TranslationMemory::load(folder.write("m.safetensors", tensors.file()), kVocabulary);
  if (!memory) throw std::runtime_error(memory.error().message);
  return *memory;
}

std::vector<int> framed(std::vector<int> words) {
  words.insert(words.begin(), kFrames[0]);
  words.push_back(kFrames[1]);
  return words;
}

// 10 is everywhere, 20 and 21 are rare.
const std::vector<MemoryPair> kPairs = {{{10, 20, 30}, {110, 120, 130}},
                                        {{10, 21}, {110, 121}},
                                        {{10, 31, 32}, {110, 131, 132}},
                                        {{10, 33}, {110, 133}},
                                        {{10, 31, 21, 33, 34}, {131, 121}}};

TEST(TranslationMemoryTest, AKnownTextHasItsTranslation) {
  const auto memory = loaded(memory_of(kPairs, kVocabulary, kFrames));
  for (const auto& [source, target] : kPairs) {
    const auto known = memory->translation_of(framed(source));
    ASSERT_TRUE(known);
    std::vector<int> expected = target;
    expected.insert(expected.begin(), kFrames[2]);
    expected.push_back(kFrames[3]);
    EXPECT_EQ(*known, expected);
  }
  for (const std::vector<int>& other : {std::vector<int>{10},
                                        {10, 20},
                                        {10, 20, 30, 30},
                                        {20},
                                        {10, 399},
                                        {10, -5},
                                        {10, 5000},
                                        {}})
    EXPECT_FALSE(memory->translation_of(framed(other)));
}

TEST(TranslationMemoryTest, IsOfTwoLanguages) {
  const auto memory = loaded(memory_of(kPairs, kVocabulary, kFrames));
  EXPECT_TRUE(memory->translates(301, 302));
  EXPECT_FALSE(memory->translates(302, 301));
  EXPECT_FALSE(memory->translates(301, 303));
}

TEST(TranslationMemoryTest, TheRarestWordsFindFirst) {
  const auto memory = loaded(memory_of(kPairs, kVocabulary, kFrames));
  const auto found = memory->find(framed({10, 20, 33}), 2);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].source, ElementsAre(301, 10, 20, 30, 2));
  EXPECT_THAT(found[0].target, ElementsAre(302, 110, 120, 130, 2));
  EXPECT_THAT(found[1].source, ElementsAre(301, 10, 33, 2)) << "what the first one has not";
  EXPECT_THAT(memory->find(framed({10, 20, 33}), 0), IsEmpty());
  EXPECT_THAT(memory->find(framed({300}), 5), IsEmpty());
  EXPECT_THAT(memory->find({}, 5), IsEmpty());
  EXPECT_THAT(memory->find(framed({10, -5, 5000}), 9), SizeIs(0)) << "10 says nothing";
}

TEST(TranslationMemoryTest, ARunCountsForMoreThanItsWordsApart) {
  const auto memory = loaded(memory_of(
      {{{11, 12}, {1}}, {{12, 11}, {2}}, {{13, 14}, {3}}, {{15, 16}, {4}}}, kVocabulary, kFrames));
  EXPECT_THAT(memory->find(framed({12, 11}), 1)[0].target, ElementsAre(302, 2, 2));
  EXPECT_THAT(memory->find(framed({11, 12}), 1)[0].target, ElementsAre(302, 1, 2));
}

TEST(TranslationMemoryTest, NumbersOfManyPairsAreRead) {
  std::vector<MemoryPair> pairs;
  for (int n = 0; n < 1000; ++n)
    pairs.push_back({{10 + n % 50, 70 + n / 50, n == 777 ? 299 : 298}, {100 + n % 50}});
  const auto memory = loaded(memory_of(pairs, kVocabulary, kFrames));
  const auto found = memory->find(framed({299}), 3);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].source, ElementsAre(301, 10 + 777 % 50, 70 + 777 / 50, 299, 2));
}

TEST(TranslationMemoryTest, APairWithoutEndIsNotUsed) {
  const auto memory = loaded(
      memory_of({{{10, 20}, std::vector<int>(100000, 5)}, {{10, 30}, {6}}}, kVocabulary, kFrames));
  EXPECT_FALSE(memory->translation_of(framed({10, 20})));
  EXPECT_THAT(memory->find(framed({20}), 5), IsEmpty());
  EXPECT_THAT(memory->find(framed({30}), 5), SizeIs(1));
}

TEST(TranslationMemoryTest, ABrokenFileIsRefused) {
  const TemporaryFolder folder;
  const MemoryTensors good = memory_of(kPairs, kVocabulary, kFrames);
  const auto error = [&](const MemoryTensors& tensors, int vocab_size = kVocabulary) {
    const auto memory =
        TranslationMemory::load(folder.write("m.safetensors", tensors.file()), vocab_size);
    return memory ? "" : memory.error().message;
  };
  EXPECT_EQ(error(good), "");
  EXPECT_THAT(error(good, 399), HasSubstr("not those of 399 ids"));
  EXPECT_THAT(error(good, 200), HasSubstr("not ids, of 200"));
  const auto changed = [&](auto change) {
    MemoryTensors tensors = good;
    change(tensors);
    return error(tensors);
  };
  EXPECT_THAT(changed([](auto& t) { t.frames.pop_back(); }), HasSubstr("four ids"));
  EXPECT_THAT(changed([](auto& t) { t.pieces[0] = -1; }), HasSubstr("not ids"));
  EXPECT_THAT(changed([](auto& t) { t.offsets[1] = 99; }), HasSubstr("offsets"));
  EXPECT_THAT(changed([](auto& t) { t.offsets.clear(); }), HasSubstr("offsets"));
  EXPECT_THAT(changed([](auto& t) { t.text.pop_back(); }), HasSubstr("offsets"));
  EXPECT_THAT(changed([](auto& t) { t.counts[0] = 6; }), HasSubstr("counts"));
  EXPECT_THAT(changed([](auto& t) { t.found_offsets[3] = -1; }), HasSubstr("found_offsets"));
  EXPECT_THAT(TranslationMemory::load(folder.path() / "none", 1).error().message,
              HasSubstr("none"));
}

// Bytes that no check at load looks at.
TEST(TranslationMemoryTest, DamagedBytesAreNoHarm) {
  MemoryTensors tensors = memory_of(kPairs, kVocabulary, kFrames);
  std::mt19937 random(1);
  for (int n = 0; n < 300; ++n) {
    MemoryTensors damaged = tensors;
    for (std::string* bytes : {&damaged.text, &damaged.found})
      for (char& byte : *bytes)
        if (random() % 4 == 0) byte = static_cast<char>(random());
    const auto memory = loaded(damaged);
    memory->translation_of(framed({10, 20, 30}));
    for (const models::Example& example : memory->find(framed({10, 20, 21, 31, 33}), 9)) {
      EXPECT_EQ(example.target.back(), kFrames[3]);
      for (const int id : example.source) EXPECT_TRUE(id >= 0 && id < kVocabulary);
    }
  }
}

}  // namespace
}  // namespace sotto::translate::translation_memory_test
