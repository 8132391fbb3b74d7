// Language models as translators: the small networks of tests/data/decoder_lm, in every layout.
// What they say is noise, so that guards refuse most of it; how it came about is the reference's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/temporary_folder.h"
#include "golden.h"
#include "text/spans.h"
#include "tokenize/chat_tokenizer.h"
#include "translate/cache/phrase_cache.h"
#include "translate/translator.h"

namespace sotto::translate::language_model_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using text::Sentence;

const Language kEnglish = *find_language("en"), kJapanese = *find_language("ja");

fs::path golden(const std::string& name) {
  return sotto::testing::golden_folder("decoder_lm") / name;
}

Result<std::unique_ptr<Translator>> load(const fs::path& model, const Language& from = kEnglish,
                                         const Language& to = kJapanese, int context = 0,
                                         bool speculates = true) {
  TranslatorOptions options;
  options.context = context;
  if (!speculates) options.draft_tokens = 0;
  options.model = model.string();
  options.from = from;
  options.to = to;
  options.threads = 2;
  return Translator::load(options);
}

// Folders of the hub and GGUF files.
std::vector<fs::path> models() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(golden(""))) {
    const fs::path& path = entry.path();
    if (path.extension() == ".gguf") found.push_back(path);
    if (path.filename() == "config.json" && fs::exists(path.parent_path() / "tokenizer.json"))
      found.push_back(path.parent_path());
  }
  std::ranges::sort(found);
  return found;
}

// The tokens of the reference, up to one that ends an answer or is no text.
TEST(LanguageModel, GreedyTokensAreThoseOfTheReference) {
  const json cases = sotto::testing::golden_json(golden("cases.json"));
  int compared = 0;
  for (const auto& [name, model] : cases["models"].items()) {
    if (!fs::exists(golden(name) / "tokenizer.json")) continue;
    SCOPED_TRACE(name);
    const auto tokenizer = tokenize::ChatTokenizer::load(golden(name));
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    for (const json& c : model["cases"]) {
      if (c.contains("before")) continue;
      const auto translator = load(golden(name), *find_language(c["from"].get<std::string>()),
                                   *find_language(c["to"].get<std::string>()));
      ASSERT_TRUE(translator) << translator.error().message;
      const auto raw = (*translator)->translate_raw(std::vector{c["text"].get<std::string>()}, {});
      ASSERT_TRUE(raw) << raw.error().message;
      const auto prompt = c["ids"].get<std::vector<int>>();
      EXPECT_TRUE(
          std::ranges::equal(raw->front().source_ids, std::span(prompt).first(prompt.size() - 1)));
      EXPECT_EQ(raw->front().hypothesis.ids.front(), prompt.back());
      const auto expected = c["greedy"].get<std::vector<int>>();
      const auto found = std::span(raw->front().hypothesis.ids).subspan(1);
      const size_t common =
          static_cast<size_t>(std::ranges::mismatch(found, expected).in1 - found.begin());
      compared += static_cast<int>(common);
      if (common == expected.size() || common == found.size()) continue;
      // An end in the first place, or a token that is no text: neither is ever chosen.
      const std::string_view bytes = (*tokenizer)->bytes_of(expected[common]);
      const auto ends = model["eos_token_ids"].get<std::vector<int>>();
      const bool is_end = std::ranges::find(ends, expected[common]) != ends.end() ||
                          bytes.find_first_of("\r\n") == 0;
      EXPECT_TRUE(bytes.empty() || (common == 0 && is_end)) << c["text"] << " at " << common;
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(LanguageModel, ARecordedSessionComesThroughWhole) {
  const text::SpanFinder finder(kEnglish);
  std::vector<Sentence> sentences;
  std::ifstream lines(test_data("agent/login_fix.sentences.txt"));
  for (std::string line; std::getline(lines, line);)
    if (line != "---") sentences.push_back({line, finder.find(line), kEnglish});
  ASSERT_GT(sentences.size(), 10u);
  // Special tokens of all kinds are text.
  sentences.push_back(
      {"Print <|im_end|> and </s><|assistant|>, then <end_of_turn>.", {}, kEnglish});
  for (const fs::path& model : models()) {
    SCOPED_TRACE(model);
    const auto translator = load(model);
    ASSERT_TRUE(translator) << translator.error().message;
    const auto translations = (*translator)->translate_batch(sentences, {});
    ASSERT_TRUE(translations) << translations.error().message;
    ASSERT_EQ(translations->size(), sentences.size());
    for (size_t i = 0; i < sentences.size(); ++i) {
      const Sentence &source = sentences[i], &target = translations->at(i).sentence;
      if (translations->at(i).untranslated) {
        EXPECT_EQ(target.text, source.text);
        EXPECT_NE(translations->at(i).why, "");
        continue;
      }
      EXPECT_EQ(target.text.find('\n'), std::string::npos);
      for (const text::ProtectedSpan& span : source.spans) {
        if (span.kind == text::SpanKind::number) continue;  // which Japanese may write otherwise
        EXPECT_THAT(target.text, HasSubstr(source.text.substr(span.begin, span.end - span.begin)));
      }
    }
  }
}

// Runs of digits, sorted: Japanese may have them in another order.
std::vector<std::string> numbers_in(const std::string& text) {
  std::vector<std::string> found;
  bool goes_on = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !goes_on) found.emplace_back();
    if (is_digit) found.back() += c;
    goes_on = is_digit;
  }
  std::ranges::sort(found);
  return found;
}

// A network that was trained on such sentences: what comes out of it has all that was to be kept,
// sentence by sentence, whether it was translated or given back.
TEST(TrainedLanguageModel, KeepsIdentifiersAndNumbers) {
  const text::SpanFinder finder(kEnglish);
  std::vector<Sentence> sentences;
  std::ifstream lines(test_data("agent/login_fix.sentences.txt"));
  for (std::string line; std::getline(lines, line);)
    if (line != "---") sentences.push_back({line, finder.find(line), kEnglish});
  for (const char* text :
       {"The path in LOAD_CONFIG must end with src/data/files/.", "The meeting starts at 3 p.m.",
        "Next, I will look at parse_line in reader.py.", "Given 508, {take} should return 9.",
        "Could you set MAIN_LANG and run --dry-run again?", "It's much faster now.",
        "Can you hear me?", "Unfortunately, it failed.", "All 42 tests pass now."})
    sentences.push_back({text, finder.find(text), kEnglish});
  const auto translator = load(test_data("language_login"));
  ASSERT_TRUE(translator) << translator.error().message;
  const auto translations = (*translator)->translate_batch(sentences, {});
  ASSERT_TRUE(translations) << translations.error().message;
  ASSERT_EQ(translations->size(), sentences.size());
  int translated = 0, kept = 0;
  for (size_t i = 0; i < sentences.size(); ++i) {
    const Sentence& source = sentences[i];
    const std::string& target = translations->at(i).sentence.text;
    translated += translations->at(i).untranslated ? 0 : 1;
    EXPECT_EQ(numbers_in(target), numbers_in(source.text)) << source.text;
    for (const text::ProtectedSpan& span : source.spans) {
      if (span.kind == text::SpanKind::number) continue;
      EXPECT_THAT(target, HasSubstr(source.text.substr(span.begin, span.end - span.begin)));
      kept += translations->at(i).untranslated ? 0 : 1;
    }
  }
  EXPECT_GE(kept, 4);  // in what was translated
  EXPECT_GE(translated, 11);
}

Sentence english(const std::string& text) { return {text, {}, kEnglish}; }

Translation made(const std::string& text) { return {{text, {}, kJapanese}, false, ""}; }

// How likely a network finds its answer, whatever guards say of it: another number behind another
// prompt. Without speculation: the clock says how many tokens it takes in a pass, and choose() sums
// exponentials of few rows nearly, so that the number would go by the clock, too.
class BehindOthers {
 public:
  BehindOthers(const fs::path& model, int context)
      : translator_(*load(model, kEnglish, kJapanese, context, /*speculates=*/false)) {}

  BehindOthers& remember(const std::string& text, const std::string& answer) {
    translator_->remember(english(text), made(answer));
    return *this;
  }
  BehindOthers& remember(const Translation& lost) {
    translator_->remember(lost.sentence, lost);
    return *this;
  }
  double logprob(const std::string& text) {
    const auto one = translator_->translate(english(text), {});
    return one ? one->mean_logprob : 1;
  }

 private:
  std::unique_ptr<Translator> translator_;
};

TEST(LanguageModel, ReadsASentenceBehindThoseBefore) {
  const std::string text = "It is open now.", one = "The file was closed.", two = "A test fails.";
  const std::string closed = "ファイルは閉じました。", fails = "テストが失敗します。";
  for (const fs::path& model : {golden("lfm2"), golden("lfm2/lfm2-Q4_0.gguf"), golden("qwen3")}) {
    SCOPED_TRACE(model);
    const double alone = BehindOthers(model, 0).logprob(text);
    const double behind_two = BehindOthers(model, 1).remember(two, fails).logprob(text);
    EXPECT_NE(behind_two, alone);
    EXPECT_EQ(BehindOthers(model, 2).logprob(text), alone);
    EXPECT_EQ(BehindOthers(model, 0).remember(one, closed).logprob(text), alone);
    EXPECT_EQ(BehindOthers(model, 1).remember(one, closed).remember(two, fails).logprob(text),
              behind_two);
    EXPECT_NE(BehindOthers(model, 2).remember(one, closed).remember(two, fails).logprob(text),
              behind_two);
    // What there is no room for is left out, the oldest first.
    std::string endless;
    for (int i = 0; i < 190; ++i) endless += "0x" + std::to_string(7919 * i);
    endless.resize(1999);
    EXPECT_EQ(BehindOthers(model, 2).remember(endless, closed).remember(two, fails).logprob(text),
              behind_two);
    const Translation lost{english(one), true, "repeats itself"};
    EXPECT_EQ(BehindOthers(model, 1).remember(two, fails).remember(lost).logprob(text), behind_two);
  }
}

// A quarter of few positions is less than one sentence and its frame.
TEST(LanguageModel, ContextLeavesRoomForTheSentence) {
  BehindOthers alone(golden("llama"), 0), behind(golden("llama"), 3);
  for (int i = 0; i < 3; ++i) behind.remember("The file was closed.", "ファイルは閉じました。");
  EXPECT_EQ(behind.logprob("It is open now."), alone.logprob("It is open now."));
}

// A sentence of the batch is context of the next, as when they come one at a time.
TEST(LanguageModel, ABatchWithContextIsOneSentenceAfterTheOther) {
  const fs::path model = models().front();
  const std::vector<Sentence> sentences = {english("A test fails."), english("It is red."),
                                           english("It is open now.")};
  const auto batch = load(model, kEnglish, kJapanese, 2),
             single = load(model, kEnglish, kJapanese, 2);
  const auto together = (*batch)->translate_batch(sentences, {});
  ASSERT_TRUE(together);
  for (size_t i = 0; i < sentences.size(); ++i) {
    const auto one = (*single)->translate(sentences[i], {});
    ASSERT_TRUE(one);
    EXPECT_EQ(one->mean_logprob, together->at(i).mean_logprob) << i;
  }
}

// Translations that are kept are those of one file.
TEST(LanguageModel, AnotherFileOfTheSameNameIsAnotherModel) {
  const sotto::testing::TemporaryFolder folder;
  TranslatorOptions options;
  options.model = (folder / "m.gguf").string();
  options.from = kEnglish;
  options.to = kJapanese;
  std::ofstream(folder / "m.gguf") << "one";
  const auto one = identity_of(options);
  std::ofstream(folder / "m.gguf") << "another";
  const auto other = identity_of(options);
  ASSERT_TRUE(one && other);
  EXPECT_NE(*one, *other);
}

TEST(LanguageModel, WhatItIsNotForIsRefusedBeforeItIsLoaded) {
  const auto refused = [](const fs::path& model, const char* to) {
    const auto translator = load(model, kEnglish, *find_language(to));
    return translator ? std::string("loaded") : translator.error().message;
  };
  EXPECT_THAT(refused(golden("lfm2"), "fr"), HasSubstr("the frame of LFM2 is not for French"));
  EXPECT_THAT(refused(golden("hunyuan_v1_dense"), "zh"), HasSubstr("is not for Chinese"));
  TranslatorOptions options;
  options.model = golden("lfm2").string();
  options.from = kEnglish;
  options.to = kJapanese;
  options.draft = golden("llama").string();
  const auto translator = Translator::load(options);
  ASSERT_FALSE(translator);
  EXPECT_THAT(translator.error().message, HasSubstr("to propose for"));
}

}  // namespace
}  // namespace sotto::translate::language_model_test
