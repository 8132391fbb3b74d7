// Two models, one behind the other.
#include "translate/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::translate::chain_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The golden network as if it translated that way.
std::string model(const checkpoint::TemporaryFolder& folder, const std::string& from,
                  const std::string& to, const char* network = "bergamot/split") {
  const fs::path path = folder.path() / ("firefox-" + from + "-" + to);
  fs::create_directories(path);
  for (const auto& entry : fs::directory_iterator(test_data(network)))
    if (entry.path().extension() == ".spm" || entry.path().extension() == ".bin")
      fs::create_symlink(fs::canonical(entry.path()), path / entry.path().filename());
  folder.write(path / "direction.json", R"({"from": ")" + from + R"(", "to": ")" + to + "\"}");
  return path.string();
}

TranslatorOptions options(const std::string& name, const char* from, const char* to) {
  TranslatorOptions out;
  out.model = name;
  out.from = *find_language(from);
  out.to = *find_language(to);
  out.threads = 1;
  return out;
}

text::Sentence sentence(const std::string& text) {
  text::Sentence s;
  s.text = text;
  s.language = *find_language("en");
  return s;
}

TEST(Chain, NamesAreOnBothSidesOfAPlus) {
  EXPECT_EQ(chained("a-b+b-c"), (ChainNames{"a-b", "b-c"}));
  for (const char* one : {"a-b", "+a", "a+", ""}) EXPECT_FALSE(chained(one)) << one;
}

TEST(Chain, TheSecondTranslatesWhatTheFirstMade) {
  const checkpoint::TemporaryFolder folder;
  const std::string first = model(folder, "en", "ja"), second = model(folder, "ja", "de");
  const auto directions = directions_of(first + "+" + second);
  ASSERT_TRUE(directions) << directions.error().message;
  EXPECT_EQ(directions->from.front().iso, "en");
  EXPECT_EQ(directions->to.front().iso, "de");
  auto one = Translator::load(options(first, "en", "ja"));
  auto two = Translator::load(options(second, "ja", "de"));
  auto both = Translator::load(options(first + "+" + second, "en", "de"));
  ASSERT_TRUE(both) << both.error().message;
  int translated = 0;
  for (const char* text :
       {"I fixed the failing test.", "Yes.", "Should I open a pull request now?"}) {
    const auto a = (*one)->translate(sentence(text), {});
    const auto c = (*both)->translate(sentence(text), {});
    ASSERT_TRUE(a && c);
    if (a->untranslated) {
      EXPECT_TRUE(c->untranslated);
      EXPECT_EQ(c->sentence.text, text);
      continue;
    }
    const auto b = (*two)->translate(a->sentence, {});
    EXPECT_EQ(c->untranslated, b->untranslated);
    EXPECT_EQ(c->sentence.text, b->untranslated ? text : b->sentence.text);
    translated += c->untranslated ? 0 : 1;
  }
  EXPECT_GT(translated, 0);
}

// Of the first text to the last, by way of the one between them.
TEST(Chain, WordsAreFollowedThroughBoth) {
  const checkpoint::TemporaryFolder folder;
  const std::string first = model(folder, "en", "ja"),
                    second = model(folder, "ja", "de", "bergamot/joint");
  auto one = Translator::load(options(first, "en", "ja"));
  auto two = Translator::load(options(second, "ja", "de"));
  auto both = Translator::load(options(first + "+" + second, "en", "de"));
  ASSERT_TRUE(one && two && both);
  size_t links = 0;
  for (const char* text : {"I fixed the failing test.", "Yes.", "All 42 tests pass now.",
                           "Should I open a pull request now?", "Let me look at the tests."}) {
    text::Sentence source = sentence(text);
    EXPECT_TRUE((*both)->translate(source, {})->links.empty());
    source.wants_links = true;
    const auto c = (*both)->translate(source, {});
    const auto a = (*one)->translate(source, {});
    ASSERT_TRUE(a && c);
    if (c->untranslated) continue;
    text::Sentence between = a->sentence;
    between.wants_links = true;
    const auto b = (*two)->translate(between, {});
    ASSERT_TRUE(b);
    EXPECT_EQ(c->links, joined(a->links, b->links));
    links += c->links.size();
  }
  EXPECT_GT(links, 0u);
}

TEST(Chain, ModelsThatDoNotMeetAreRefused) {
  const checkpoint::TemporaryFolder folder;
  const std::string first = model(folder, "en", "ja"), second = model(folder, "fr", "de");
  const auto both = SharedModel::load(options(first + "+" + second, "en", "de"));
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().message, HasSubstr("expected one language between them"));
}

TEST(Chain, AFolderIsOfOneDirection) {
  const checkpoint::TemporaryFolder folder;
  const auto other = SharedModel::load(options(model(folder, "en", "ja"), "en", "de"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("translates from eng_Latn to jpn_Jpan only"));
}

}  // namespace
}  // namespace sotto::translate::chain_test
