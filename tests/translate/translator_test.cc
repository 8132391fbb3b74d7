#include "translate/translator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "base/utf8.h"
#include "checkpoint/files.h"
#include "golden.h"
#include "paths.h"
#include "text/spans.h"
#include "translate/document/lines.h"
#include "translate/document/passages.h"
#include "translate/neural_translator.h"

namespace sotto::translate::translator_test {
namespace {

using ::testing::HasSubstr;
using text::Sentence;
using Ids = std::vector<int>;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"};

Sentence english(std::string text) {
  static const text::SpanFinder finder(kEnglish);
  Sentence sentence{std::move(text), {}, kEnglish};
  sentence.spans = finder.find(sentence.text);
  return sentence;
}

// --- A network that says what it is told --------------------------------------------------------

std::filesystem::path narrator_folder() { return shipped_model("narrator-en-ja"); }

tokenize::Tokenizer narrator_tokenizer() {
  Result<tokenize::Tokenizer> tokenizer = tokenize::Tokenizer::load(narrator_folder());
  if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
  return *std::move(tokenizer);
}

// Says the n-th text when it is given the n-th source, the last one from then on.
class Parrot : public models::Seq2SeqSession {
 public:
  Parrot(std::vector<Ids> texts, int vocab) : texts_(std::move(texts)), vocab_(vocab) {}
  int vocab_size() const override { return vocab_; }
  void clear() override { said_.clear(); }
  void add(std::span<const Ids> sources) override {
    for (size_t s = 0; s < sources.size(); ++s)
      said_.push_back({std::min(next_++, texts_.size() - 1), 0});
  }
  std::span<const float> step(std::span<const int>) override {
    logits_.assign(said_.size() * vocab_, -10);
    for (size_t h = 0; h < said_.size(); ++h) {
      auto& [text, at] = said_[h];
      const Ids& ids = texts_[text];
      const int id = at < ids.size() ? ids[at] : tokenize::Tokenizer::kEos;
      logits_[h * vocab_ + id] = 10;
      ++at;
    }
    return logits_;
  }
  void select(std::span<const int> parents) override {
    std::vector<std::pair<size_t, size_t>> said;
    for (const int parent : parents) said.push_back(said_[parent]);
    said_ = std::move(said);
  }

 private:
  std::vector<Ids> texts_;
  int vocab_;
  size_t next_ = 0;
  std::vector<std::pair<size_t, size_t>> said_;  // by each hypothesis: its text, and tokens of it
  std::vector<float> logits_;
};

// A network with a damaged weight: every second token has no number.
class Damaged : public models::Seq2SeqSession {
 public:
  explicit Damaged(int vocab) : vocab_(vocab) {}
  int vocab_size() const override { return vocab_; }
  void clear() override { hypotheses_ = 0; }
  void add(std::span<const Ids> sources) override { hypotheses_ += sources.size(); }
  std::span<const float> step(std::span<const int>) override {
    logits_.assign(hypotheses_ * static_cast<size_t>(vocab_), 0);
    for (size_t i = 0; i < logits_.size(); i += 2) logits_[i] = NAN;
    return logits_;
  }
  void select(std::span<const int> parents) override { hypotheses_ = parents.size(); }

 private:
  int vocab_;
  size_t hypotheses_ = 0;
  std::vector<float> logits_;
};

TEST(TranslatorTest, ANetworkWithoutNumbersSaysSo) {
  for (const int beams : {1, 4}) {
    SCOPED_TRACE(beams);
    tokenize::Tokenizer tokenizer = narrator_tokenizer();
    const int vocab = tokenizer.size();
    GenerationConfig generation;
    generation.search.beams = beams;
    NeuralTranslator translator(
        {std::make_unique<Damaged>(vocab), make_codec(std::move(tokenizer), kEnglish, kJapanese),
         /*start_token=*/2, /*longest_source=*/512, generation},
        kEnglish, kJapanese);
    const auto translation = translator.translate(english("All tests pass."), {});
    ASSERT_TRUE(translation) << translation.error().message;
    EXPECT_TRUE(translation->untranslated);
    EXPECT_EQ(translation->sentence.text, "All tests pass.");
    EXPECT_THAT(translation->why, HasSubstr("no numbers (NaN): its weights are damaged"));
  }
}

Translation told(const Sentence& sentence, const std::vector<std::string>& outputs,
                 const GenerationConfig& generation = {}) {
  tokenize::Tokenizer tokenizer = narrator_tokenizer();
  const int vocab = tokenizer.size();
  std::vector<Ids> texts;
  for (const std::string& output : outputs)
    texts.push_back(tokenizer.encode(output, *tokenizer.language_id("jpn_Jpan")));
  NeuralTranslator translator({std::make_unique<Parrot>(texts, vocab),
                               make_codec(std::move(tokenizer), kEnglish, kJapanese),
                               /*start_token=*/2, /*longest_source=*/512, generation},
                              kEnglish, kJapanese);
  const auto translation = translator.translate(sentence, {});
  if (!translation) throw std::runtime_error(translation.error().message);
  return *translation;
}

std::string why(const std::string& source, const std::string& output) {
  const Translation t = told(english(source), {output});
  EXPECT_EQ(t.untranslated, !t.why.empty());
  if (t.untranslated) {
    EXPECT_EQ(t.sentence.text, source);
    EXPECT_EQ(t.sentence.language, kEnglish);
  }
  return t.why;
}

TEST(TranslatorGuardTest, AGoodTranslationPasses) {
  const Translation t =
      told(english("Open src/auth/login.ts and run npm test!"), {"⟦0⟧を開いて⟦1⟧を実行します!"});
  EXPECT_FALSE(t.untranslated) << t.why;
  EXPECT_EQ(t.sentence.text, "src/auth/login.tsを開いてnpm testを実行します！");
  ASSERT_EQ(t.sentence.spans.size(), 2u);
  EXPECT_EQ(t.sentence.language, kJapanese);
  EXPECT_LT(t.mean_logprob, 0);
}

TEST(TranslatorGuardTest, EachFailureHasItsReason) {
  EXPECT_EQ(why("I will check the parser now.", "今からパーサーを確認します。"), "");
  EXPECT_EQ(why("I will check it.", "確認確認確認確認確認確認確認確認確認確認"), "repeats itself");
  EXPECT_EQ(why("I will check the parser.", ""), "empty");
  EXPECT_EQ(why("I will check the parser.", "I will check it."), "not in the target language");
  EXPECT_THAT(why("I will open parser.cc now.", "今から開きます。"), HasSubstr("protected"));
  EXPECT_EQ(why("The parser of the old tool throws away everything that follows the first word of "
                "each line without telling anybody about it.",  // nor has it a clause to be cut at
                "はい。"),
            "too short");
  std::string endless;
  for (int i = 0; i < 40; ++i)
    endless += "今" + std::string(1, 'a' + i % 26) + "確" + "認は" + std::to_string(i);
  EXPECT_EQ(why("Check it.", endless), "too long");
}

TEST(TranslatorGuardTest, ALostSpanIsTriedAgain) {
  const Translation t = told(english("Open parser.cc."), {"開きます。", "⟦0⟧を開きます。"});
  EXPECT_FALSE(t.untranslated) << t.why;
  EXPECT_EQ(t.sentence.text, "parser.ccを開きます。");
}

TEST(TranslatorGuardTest, ALoopIsTriedAgainOnlyWhereItEnded) {
  std::string loop, endless;
  for (int i = 0; i < 6; ++i) loop += "確認";
  for (int i = 0; i < 100; ++i) endless += "確認";
  EXPECT_FALSE(told(english("I will check it."), {loop, "確認します。"}).untranslated);
  EXPECT_EQ(told(english("I will check it."), {endless, "確認します。"}).why, "repeats itself");
}

TEST(TranslatorGuardTest, APhraseIsSaidOnce) {
  EXPECT_EQ(
      told(english("I will check the parser."), {"パーサーパーサーを確認します。"}).sentence.text,
      "パーサーを確認します。");
  EXPECT_EQ(
      told(english("Try, try again the the test."), {"もう一度もう一度試します。"}).sentence.text,
      "もう一度もう一度試します。")
      << "the source does it, too";
}

TEST(TranslatorGuardTest, WhatIsLostAsAWholeIsTriedClauseByClause) {
  const std::string source =
      "I opened the file that you had named yesterday, but nobody had written anything into it.";
  const Translation whole =
      told(english(source), {"", "ファイルを開きました。", "何も書かれていませんでした。"});
  EXPECT_FALSE(whole.untranslated) << whole.why;
  EXPECT_EQ(whole.sentence.text, "ファイルを開きました、何も書かれていませんでした。");
  const Translation half = told(english(source), {"", "ファイルを開きました。", ""});
  EXPECT_TRUE(half.untranslated);
  EXPECT_EQ(half.sentence.text, source);
  EXPECT_EQ(half.why, "empty");
  EXPECT_TRUE(told(english("Open it, then."), {"", "開きます。", "はい。"}).untranslated)
      << "too short to cut";
}

TEST(TranslatorGuardTest, IndependentClausesAreSentences) {
  GenerationConfig generation;
  generation.independent_clauses = true;
  const std::string source =
      "I opened the file that you had named in your mail of yesterday morning, but nobody had "
      "written anything into it since the beginning of the year.";
  const Translation t =
      told(english(source), {"ファイルを開きました。", "何も書かれていませんでした。"}, generation);
  EXPECT_FALSE(t.untranslated) << t.why;
  EXPECT_EQ(t.sentence.text, "ファイルを開きました。何も書かれていませんでした。");
}

TEST(TranslatorGuardTest, WhereAClauseIsLostTheWholeIsTried) {
  GenerationConfig generation;
  generation.independent_clauses = true;
  const std::string source =
      "I opened the file that you had named in your mail of yesterday morning, but nobody had "
      "written anything into it since the beginning of the year.";
  const std::string whole = "ファイルを開きましたが、何も書かれていませんでした。";
  for (const auto& clauses : {std::vector<std::string>{"ファイルを開きました。", ""},
                              {"", "何も書かれていませんでした。"},
                              {"", ""}}) {
    SCOPED_TRACE(clauses[0] + "|" + clauses[1]);
    const Translation t = told(english(source), {clauses[0], clauses[1], whole}, generation);
    EXPECT_FALSE(t.untranslated) << t.why;
    EXPECT_EQ(t.sentence.text, whole);
    const Translation lost = told(english(source), {clauses[0], clauses[1], ""}, generation);
    EXPECT_TRUE(lost.untranslated);
    EXPECT_EQ(lost.sentence.text, source);
  }
}

TEST(TranslatorGuardTest, TextThatNoNetworkReadsIsNotTranslated) {
  EXPECT_EQ(told(english("今日はとても良い天気です。"), {"はい。"}).why,
            "in another script than its language");
  std::string words;
  for (int i = 0; i < 50; ++i) words += "word ";
  const Translation t = told(english(words), {"はい。"});
  EXPECT_EQ(t.why, "the same words over and over");
  EXPECT_EQ(t.sentence.text, words);
}

TEST(TranslatorGuardTest, ASpanThatTheSourceLacksCannotBeSaid) {
  for (const char* output : {"⟦0⟧と⟦1⟧を開きます。", "⟦0⟧と⟦0⟧を開きます。"}) {
    const Translation t = told(english("I will open parser.cc now."), {output});
    EXPECT_FALSE(t.untranslated) << t.why;
    EXPECT_EQ(t.sentence.spans.size(), 1);
  }
}

TEST(TranslatorGuardTest, ALowScoreIsSaid) {
  const Sentence sentence = english("I will check the parser now.");
  const std::vector<std::string> output = {"今からパーサーを確認します。"};
  EXPECT_FALSE(told(sentence, output, {.min_mean_logprob = -1.0}).untranslated);
  EXPECT_EQ(told(sentence, output, {.min_mean_logprob = -1e-9}).why, "low score");
  EXPECT_FALSE(told(sentence, output, {.min_confidence = -1.0}).untranslated);
  EXPECT_EQ(told(sentence, output, {.min_confidence = -1e-9}).why, "low confidence");
}

TEST(TranslatorGuardTest, WhatHasNoWordsPassesThrough) {
  for (const char* text : {"src/auth/login.ts", "npm test", "42.", "...", "", "⟦0⟧", "12:30!"}) {
    const Translation t = told(english(text), {"何か"});
    EXPECT_FALSE(t.untranslated) << text;
    EXPECT_EQ(t.sentence.text, text);
    EXPECT_EQ(t.sentence.language, kJapanese);
  }
}

TEST(TranslatorGuardTest, TooManySpansAreCutAtAClause) {
  std::string text = "Open a_0";
  for (int i = 1; i < 6; ++i) text += ", a_" + std::to_string(i);
  text += " and then look at b_0";
  for (int i = 1; i < 6; ++i) text += ", b_" + std::to_string(i);
  const Translation t =
      told(english(text + "."), {"⟦0⟧⟦1⟧⟦2⟧⟦3⟧⟦4⟧⟦5⟧を開きます。", "⟦0⟧⟦1⟧⟦2⟧⟦3⟧⟦4⟧⟦5⟧を見ます。"});
  // Whether the cut falls on six and six is the splitter's; what must hold is the honest answer.
  if (!t.untranslated) {
    EXPECT_EQ(t.sentence.spans.size(), 12u);
  }
  const Translation empty = told(english(text + "."), {"", ""});  // both end in the same step
  EXPECT_TRUE(empty.untranslated);
  EXPECT_EQ(empty.why, "empty");
  EXPECT_EQ(empty.sentence.text, text + ".");
  std::string solid = "Open";
  for (int i = 0; i < 12; ++i) solid += " x_" + std::to_string(i);
  const Translation solid_one = told(english(solid), {"開きます。"});
  EXPECT_TRUE(solid_one.untranslated);
  EXPECT_THAT(solid_one.why, HasSubstr("more protected parts"));
}

// Knows some texts, each as likely as its weight says, and gives the probabilities of what comes
// next.
class Choir : public models::Seq2SeqSession {
 public:
  Choir(std::vector<Ids> texts, std::vector<float> weights, int vocab)
      : texts_(std::move(texts)), weights_(std::move(weights)), vocab_(vocab) {}
  int vocab_size() const override { return vocab_; }
  void clear() override { said_.clear(); }
  void add(std::span<const Ids> sources) override { said_.resize(said_.size() + sources.size()); }
  std::span<const float> step(std::span<const int> tokens) override {
    logits_.assign(said_.size() * vocab_, -30);
    for (size_t h = 0; h < said_.size(); ++h) {
      said_[h].push_back(tokens[h]);
      const auto begin = said_[h].begin() + 1;  // behind the start token
      const auto length = static_cast<size_t>(said_[h].end() - begin);
      std::map<int, float> next;
      for (size_t t = 0; t < texts_.size(); ++t) {
        if (length < texts_[t].size() && std::equal(begin, said_[h].end(), texts_[t].begin()))
          next[texts_[t][length]] += weights_[t];
      }
      for (const auto& [id, weight] : next) logits_[h * vocab_ + id] = std::log(weight);
    }
    return logits_;
  }
  void select(std::span<const int> parents) override {
    std::vector<Ids> said;
    for (const int parent : parents) said.push_back(said_[parent]);
    said_ = std::move(said);
  }

 private:
  std::vector<Ids> texts_;
  std::vector<float> weights_;
  int vocab_;
  std::vector<Ids> said_;  // by each hypothesis
  std::vector<float> logits_;
};

// Two of three readings agree but for a tense; the third one alone is likelier than each of them.
TEST(TranslatorConsensusTest, AFolderCanAskForWhatHypothesesAgreeOn) {
  const auto translated = [](std::optional<double> temperature) {
    tokenize::Tokenizer tokenizer = narrator_tokenizer();
    const int vocab = tokenizer.size();
    std::vector<Ids> texts;
    for (const char* text : {"窓を閉じた。", "テストを実行しました。", "テストを実行します。"})
      texts.push_back(tokenizer.encode(text, *tokenizer.language_id("jpn_Jpan")));
    GenerationConfig generation;
    generation.search.beams = 3;
    generation.search.length_penalty = 0.0f;
    generation.consensus_temperature = temperature;
    NeuralTranslator translator(
        {std::make_unique<Choir>(texts, std::vector<float>{0.4f, 0.32f, 0.28f}, vocab),
         make_codec(std::move(tokenizer), kEnglish, kJapanese), /*start_token=*/2,
         /*longest_source=*/512, generation},
        kEnglish, kJapanese);
    const auto translation = translator.translate(english("I ran the tests again."), {});
    return translation ? translation->sentence.text : translation.error().message;
  };
  EXPECT_EQ(translated({}), "窓を閉じた。");
  EXPECT_EQ(translated(2), "テストを実行しました。");
  EXPECT_EQ(translated(0.01), "窓を閉じた。");
}

// --- The narrator itself ------------------------------------------------------------------------

Translator& narrator() {
  static const std::unique_ptr<Translator> translator = [] {
    TranslatorOptions options;
    options.model = narrator_folder().string();
    options.from = kEnglish;
    options.to = kJapanese;
    options.threads = 1;
    auto loaded = Translator::load(options);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return *std::move(loaded);
  }();
  return *translator;
}

TEST(NarratorTest, SpansSurviveOrTheSentenceIsLost) {
  int lost = 0, total = 0;
  for (const char* text :
       {"Let me look at src/auth/login.ts first.", "I ran npm test and 42 tests passed.",
        "The function parseConfig returns null.", "I updated package.json to version 2.3.1.",
        "Now let me run the tests again.", "The bug is in get_user_name()."}) {
    const Sentence source = english(text);
    const auto t = narrator().translate(source, {});
    ASSERT_TRUE(t);
    ++total;
    lost += t->untranslated;
    std::printf("%s -> %s%s (%.2f)\n", text, t->sentence.text.c_str(),
                t->untranslated ? (" [" + t->why + "]").c_str() : "", t->mean_logprob);
    if (t->untranslated) continue;
    EXPECT_EQ(t->sentence.language, kJapanese);
    for (const auto& span : source.spans)
      EXPECT_THAT(t->sentence.text,
                  HasSubstr(source.text.substr(span.begin, span.end - span.begin)));
    for (const auto& span : t->sentence.spans) EXPECT_LE(span.end, t->sentence.text.size());
    EXPECT_THAT(t->sentence.text, ::testing::Not(HasSubstr("⟦")));
  }
  EXPECT_LT(lost, total) << "it translated nothing";
}

TEST(NarratorTest, TheLexiconHasASayInItsConfidence) {
  const checkpoint::TemporaryFolder folder;
  for (const auto& file : std::filesystem::directory_iterator(narrator_folder()))
    std::filesystem::copy(file, folder.path());
  std::ifstream shipped(narrator_folder() / "generation_config.json");
  nlohmann::json config = nlohmann::json::parse(shipped);
  const auto why = [&](double weight) {
    config["sotto"]["min_confidence"] = -10;
    config["sotto"]["lexicon_confidence"] = weight;
    std::ofstream(folder.path() / "generation_config.json") << config;
    TranslatorOptions options;
    options.model = folder.path().string();
    options.from = kEnglish;
    options.to = kJapanese;
    options.threads = 1;
    const auto translator = Translator::load(options);
    if (!translator) return translator.error().message;
    return (*translator)->translate(english("All tests pass now."), {})->why;
  };
  EXPECT_EQ(why(0), "");
  EXPECT_EQ(why(0.2), "");
  EXPECT_EQ(why(100), "low confidence");
}

// A sentence for each clause, none of which is left out.
TEST(NarratorTest, LongSentencesAreSaidClauseByClause) {
  const std::string source =
      "I tried to reproduce the problem with the steps you described, but the window closed "
      "normally each time, so I may be missing some detail of your setup.";
  const auto t = narrator().translate(english(source), {});
  ASSERT_TRUE(t) << t.error().message;
  ASSERT_FALSE(t->untranslated) << t->why;
  const std::string& text = t->sentence.text;
  size_t stops = 0;
  for (size_t at = 0; (at = text.find("。", at)) != text.npos; at += 3) ++stops;
  EXPECT_EQ(stops, 3u) << text;
  EXPECT_THAT(text, HasSubstr("ウィンドウ"));
  EXPECT_THAT(text, ::testing::AnyOf(HasSubstr("したがって"), HasSubstr("ですから"),
                                     HasSubstr("そのため")));
}

TEST(NarratorTest, WhatStandsBetweenBackticksIsCode) {
  const std::string line = "I replaced `join` with `pathlib`, and the paths are right again.";
  LineTranslator lines(narrator(), kEnglish, kJapanese);
  const auto heard = lines.translate(std::vector{line}, {});
  ASSERT_TRUE(heard);
  EXPECT_THAT(heard->front().text, ::testing::AllOf(HasSubstr("join"), HasSubstr("pathlib")));
  const auto texts = translate_texts(narrator(), std::vector{line}, kEnglish, kJapanese, {});
  ASSERT_TRUE(texts);
  EXPECT_THAT(texts->front().text, ::testing::AllOf(HasSubstr("`join`"), HasSubstr("`pathlib`")));
}

// A line of so many words takes 15 seconds to be cut into sentences, and minutes to be translated.
TEST(NarratorTest, ALongLineIsLeftAtOnce) {
  std::string line;
  for (int i = 0; i < 300'000; ++i) line += "word ";
  LineTranslator lines(narrator(), kEnglish, kJapanese);
  std::stop_source stop;
  std::chrono::steady_clock::time_point stopped;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stopped = std::chrono::steady_clock::now();
    stop.request_stop();
  });
  const auto translated = lines.translate(std::vector{line}, stop.get_token());
  const auto left = std::chrono::steady_clock::now();
  stopper.join();
  ASSERT_FALSE(translated);
  EXPECT_EQ(translated.error().code, Errc::cancelled);
  EXPECT_LT(left - stopped, std::chrono::seconds(5));
  const auto raw = lines.translate_raw(std::vector{line}, {});
  ASSERT_FALSE(raw);
  EXPECT_THAT(raw.error().message, HasSubstr("tokens, expected at most 4096"));
}

TEST(NarratorTest, GibberishNeitherLoopsNorThrows) {
  for (const std::string& text :
       {std::string("Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod."),
        std::string("xq zvw jjk plmn qwrt asdfgh zxcvb."), std::string(3000, 'a'),
        std::string("no no no no no no no no no no no no no no no no no no no no no no")}) {
    const auto t = narrator().translate(english(text), {});
    ASSERT_TRUE(t);
    EXPECT_LT(t->sentence.text.size(), 8 * text.size() + 200);
    if (t->untranslated) {
      EXPECT_EQ(t->sentence.text, text);
    }
  }
}

TEST(NarratorTest, AnyTextComesBackTranslatedOrAsItWas) {
  std::mt19937 random(4);
  for (int i = 0; i < 25; ++i) {
    std::string bytes;
    for (int n = random() % 40; n > 0; --n)
      bytes += random() % 3 ? static_cast<char>(' ' + random() % 95) : static_cast<char>(random());
    size_t replaced = 0;
    Sentence sentence = english(to_valid_utf8(bytes, replaced));
    const auto t = narrator().translate(sentence, {});
    ASSERT_TRUE(t);
    if (t->untranslated) {
      EXPECT_EQ(t->sentence.text, sentence.text);
    }
    size_t broken = 0;
    to_valid_utf8(t->sentence.text, broken);
    if (replaced == 0) {
      EXPECT_EQ(broken, 0u);
    }
  }
}

TEST(NarratorTest, AStopTokenCancels) {
  std::stop_source stop;
  stop.request_stop();
  const auto t = narrator().translate(english("I will check the parser."), stop.get_token());
  ASSERT_FALSE(t);
  EXPECT_EQ(t.error().code, Errc::cancelled);
}

TEST(NarratorTest, ItSaysWhichLanguagesItKnows) {
  TranslatorOptions options;
  options.model = narrator_folder().string();
  options.from = kEnglish;
  options.to = {"fra_Latn", "fr"};
  EXPECT_THAT(Translator::load(options).error().message, HasSubstr("does not know fra_Latn"));
  options.from = kJapanese;
  options.to = kEnglish;
  EXPECT_THAT(Translator::load(options).error().message, HasSubstr("jpn_Jpan only"));
  options.model = "/nowhere/at/all";
  EXPECT_FALSE(Translator::load(options));
}

// --- Raw lines against the reference ------------------------------------------------------------

TEST(RawTranslationTest, LinesHaveTheReferenceIdsTextAndScore) {
  const auto folder = sotto::testing::golden_folder("nllb");
  const auto goldens = sotto::testing::golden_json(folder / "cases.json");
  TranslatorOptions options;
  options.model = folder.string();
  options.threads = 1;
  options.search.beams = 4;
  options.from = kEnglish;
  options.to = kJapanese;
  const auto translator = Translator::load(options);
  ASSERT_TRUE(translator) << translator.error().message;
  std::vector<std::string> lines;
  std::vector<nlohmann::json> expected;
  for (const auto& c : goldens.at("cases")) {
    if (c.at("src") != "eng_Latn" || c.at("tgt") != "jpn_Jpan") continue;
    lines.push_back(c.at("text"));
    expected.push_back(c);
  }
  ASSERT_FALSE(lines.empty());
  const auto raw = (*translator)->translate_raw(lines, {});
  ASSERT_TRUE(raw) << raw.error().message;
  ASSERT_EQ(raw->size(), lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    SCOPED_TRACE(expected[i].at("id").get<std::string>());
    const RawTranslation& line = raw->at(i);
    if (line.source_ids != expected[i].at("src_ids").get<Ids>()) continue;  // another tokenization
    const auto& beam4 = expected[i].at("generate").at("beam4");
    if (!beam4.value("stable_in_f64", true)) continue;
    EXPECT_EQ(line.hypothesis.ids, beam4.at("ids").get<Ids>());
    EXPECT_EQ(line.text, beam4.at("text").get<std::string>());
    EXPECT_NEAR(line.hypothesis.score, beam4.at("score"), 2e-5);  // see search_golden_test.cc
  }
}

}  // namespace
}  // namespace sotto::translate::translator_test
