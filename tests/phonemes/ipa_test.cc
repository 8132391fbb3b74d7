#include "phonemes/ipa.h"

#include <gtest/gtest.h>

#include "base/child.h"

namespace sotto::phonemes::ipa_test {
namespace {

std::string espeak_ipa(const std::string& text, const char* voice) {
  const auto said =
      run_program({"espeak-ng", "-q", "--ipa", "-v", voice, "--stdin"}, text + "\n", {}, 1 << 20);
  EXPECT_TRUE(said);
  std::string ipa = said ? *said : "";
  std::erase_if(ipa, [](char c) { return c == '\n' || c == ' '; });
  return ipa;
}

TEST(Ipa, EspeakSaysItsOwnIpaAsItWroteIt) {
  if (!has_program("espeak-ng")) GTEST_SKIP() << "espeak-ng is not installed";
  for (const char* word :
       {"thought", "judge", "nurse", "vision", "sing", "boy", "house", "day", "strut", "foot",
        "goose", "dress", "through", "yes", "chain", "kitchen"}) {
    const std::string ipa = espeak_ipa(word, "en-gb");
    const auto mnemonics = espeak_mnemonics(ipa);
    ASSERT_TRUE(mnemonics) << word << ' ' << ipa;
    EXPECT_EQ(espeak_ipa("[[" + *mnemonics + "]]", "en-gb"), ipa) << word << ' ' << *mnemonics;
  }
}

TEST(Ipa, TiesAndStressAreUnderstood) {
  EXPECT_EQ(espeak_mnemonics("ˈt͡ʃɛə"), "'tSE@");
  EXPECT_EQ(espeak_mnemonics("tə.ˈmeɪ.toʊ"), "t@'meItoU");
  EXPECT_EQ(ipa_with_ties("ˈt͡ʃoʊ.k"), "ˈt^ʃo^ʊk");
}

TEST(Ipa, NothingElseGetsThrough) {
  for (const char* bad : {"ǃ", "a]]b", "[[", "ə;rm", "漢", "A"})
    EXPECT_FALSE(espeak_mnemonics(bad)) << bad;
}

}  // namespace
}  // namespace sotto::phonemes::ipa_test
