// Whatever way a sentence takes through a translator, it ends in the register that is wanted.
#include "engine/registers.h"

#include <gmock/gmock.h>

#include <map>

#include "japanese/mecab.h"
#include "translate/one_by_one.h"

namespace sotto::engine::registers_test {
namespace {

using japanese::Register;
using ::testing::ElementsAre;
using translate::Translation;

const Language kEnglish = *find_language("en");
const Language kJapanese = *find_language("ja");

// "foo を呼ぶ。" with its identifier protected; a sentence that begins with "lost" is lost.
class PlainTranslator final : public translate::OneByOne {
 public:
  Result<Translation> one(const text::Sentence& sentence, std::stop_token) override {
    if (sentence.text.starts_with("lost"))
      return Translation{
          .sentence = sentence, .untranslated = true, .why = "low score", .mean_logprob = 0};
    Translation made;
    made.sentence = {"終わった。foo を呼ぶ。", {{15, 18, text::SpanKind::identifier}}, kJapanese};
    if (sentence.wants_links) made.links = {{{0, 15}, {0, 4}}, {{18, 28}, {0, 4}}};
    made.alternatives = {{"foo を呼ぼう。", -1},
                         {"終わりました。foo を呼びます。", -2},
                         {"foo を呼びましょう。", -3}};
    return made;
  }
  Result<std::vector<translate::RawTranslation>> translate_raw(std::span<const std::string>,
                                                               std::stop_token) override {
    translate::RawTranslation raw;
    raw.text = "呼ぶ。";
    return std::vector{raw};
  }
  size_t step_bytes() const override { return 7; }
};

class Sentences final : public translate::Feed {
 public:
  explicit Sentences(std::vector<Item> items) : items_(std::move(items)) {}
  std::vector<Item> take(bool) override { return std::exchange(items_, {}); }
  bool is_wanted(size_t) override { return true; }
  void put(size_t name, Translation translation) override {
    texts[name] = translation.sentence.text;
  }
  std::map<size_t, std::string> texts;

 private:
  std::vector<Item> items_;
};

text::Sentence sentence(const char* text) { return {text, {}, kEnglish}; }

class RegistersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (japanese::open_jtalk_dictionary().empty()) GTEST_SKIP() << "naist-jdic is not installed";
  }
  std::unique_ptr<translate::Translator> translator(WantedRegister wanted,
                                                    const Language& to = kJapanese) {
    auto made = registers_.apply(std::make_unique<PlainTranslator>(), to, wanted);
    EXPECT_TRUE(made);
    return *std::move(made);
  }
  Registers registers_;
};

TEST_F(RegistersTest, NoneIsPolite) {
  const auto made = translator({})->translate(sentence("call"), {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->sentence.text, "終わりました。foo を呼びます。");
}

TEST_F(RegistersTest, SpansStayOnTheirWords) {
  const auto made = translator(Register::polite)->translate(sentence("call"), {});
  ASSERT_EQ(made->sentence.spans.size(), 1u);
  const text::ProtectedSpan& span = made->sentence.spans[0];
  EXPECT_EQ(made->sentence.text.substr(span.begin, span.end - span.begin), "foo");
}

TEST_F(RegistersTest, LinksStayOnTheirWords) {
  text::Sentence call = sentence("call");
  call.wants_links = true;
  const auto made = translator(Register::polite)->translate(call, {});
  ASSERT_EQ(made->links.size(), 2u);
  const auto text_of = [&](size_t i) {
    const ByteRange& range = made->links[i].target;
    return made->sentence.text.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(text_of(0), "終わりました。");
  EXPECT_EQ(text_of(1), " を呼びます");
}

TEST_F(RegistersTest, AlternativesAreInItTooAndStillDiffer) {
  const auto made = translator(Register::polite)->translate(sentence("call"), {});
  ASSERT_EQ(made->alternatives.size(), 1u);
  EXPECT_EQ(made->alternatives[0].text, "foo を呼びましょう。");
}

TEST_F(RegistersTest, EachWayThroughIt) {
  const auto polite = translator(Register::polite);
  const std::vector<text::Sentence> two = {sentence("call"), sentence("lost 呼ぶ。")};
  const auto batch = polite->translate_batch(two, {});
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->at(0).sentence.text, "終わりました。foo を呼びます。");
  EXPECT_EQ(batch->at(1).sentence.text, "lost 呼ぶ。");
  Sentences feed({{5, two[0]}, {6, two[1]}});
  polite->translate_feed(feed);
  EXPECT_THAT(feed.texts, ElementsAre(std::pair(5, "終わりました。foo を呼びます。"),
                                      std::pair(6, "lost 呼ぶ。")));
  const auto raw = polite->translate_raw(std::vector<std::string>{"call"}, {});
  ASSERT_TRUE(raw);
  EXPECT_EQ(raw->at(0).text, "呼ぶ。");
  EXPECT_EQ(polite->step_bytes(), 7u);
}

TEST_F(RegistersTest, AsIsAndOtherLanguagesStay) {
  for (const auto& [wanted, to] : {std::pair(WantedRegister(Register::as_is), kJapanese),
                                   std::pair(WantedRegister(Register::polite), kEnglish)}) {
    const auto made = translator(wanted, to)->translate(sentence("call"), {});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->sentence.text, "終わった。foo を呼ぶ。");
  }
}

TEST(Registers, WithoutADictionaryOnlyWhoAsksForOneHearsOfIt) {
  int opened = 0;
  Registers registers([&]() -> Result<japanese::RegisterChanger> {
    ++opened;
    return Error{Errc::not_found, "no dictionary"};
  });
  const auto as_it_is = registers.apply(std::make_unique<PlainTranslator>(), kJapanese, {});
  ASSERT_TRUE(as_it_is);
  EXPECT_EQ((*as_it_is)->translate(sentence("call"), {})->sentence.text, "終わった。foo を呼ぶ。");
  const auto asked =
      registers.apply(std::make_unique<PlainTranslator>(), kJapanese, Register::plain);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().message, "register: no dictionary");
  EXPECT_EQ(opened, 1);
}

}  // namespace
}  // namespace sotto::engine::registers_test
