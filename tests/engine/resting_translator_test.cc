// A translator that is given back while nothing is translated.
#include "engine/resting_translator.h"
#include "translate/one_by_one.h"

#include <gtest/gtest.h>

namespace sotto::engine::resting_translator_test {
namespace {

struct Notes {
  int opened = 0, open = 0;
  bool broken = false;
};

class NotingTranslator final : public translate::OneByOne {
 public:
  explicit NotingTranslator(Notes& notes) : notes_(notes) { ++notes_.open; }
  ~NotingTranslator() override { --notes_.open; }
  Result<translate::Translation> one(const text::Sentence& sentence, std::stop_token) override {
    return translate::Translation{.sentence = sentence, .untranslated = false, .why = ""};
  }

 private:
  Notes& notes_;
};

class RestingTranslatorTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<RestingTranslator>> open() {
    return RestingTranslator::open(
        [this](const std::stop_token&) -> Result<std::unique_ptr<translate::Translator>> {
          if (notes_.broken) return Error{Errc::internal, "the model is broken"};
          ++notes_.opened;
          return std::unique_ptr<translate::Translator>(new NotingTranslator(notes_));
        },
        {});
  }
  const text::Sentence sentence_ = {"One.", {}, {"eng_Latn", "en"}, {}};
  Notes notes_;
};

TEST_F(RestingTranslatorTest, IsGivenBackAndOpenedAgain) {
  const auto translator = open();
  ASSERT_TRUE(translator);
  (*translator)->rest();
  EXPECT_EQ(notes_.open, 0);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE((*translator)->translate(sentence_, {}));
  EXPECT_EQ(notes_.opened, 2);  // not a third time
  EXPECT_EQ(notes_.open, 1);
}

TEST_F(RestingTranslatorTest, WhatIsBrokenIsSaidAtOnceOrWithTheNextSentence) {
  auto translator = open();
  ASSERT_TRUE(translator);
  (*translator)->rest();
  notes_.broken = true;
  EXPECT_EQ((*translator)->translate(sentence_, {}).error().message, "the model is broken");
  notes_.broken = false;
  EXPECT_TRUE((*translator)->translate(sentence_, {}));
  notes_.broken = true;
  EXPECT_FALSE(open());
}

}  // namespace
}  // namespace sotto::engine::resting_translator_test
