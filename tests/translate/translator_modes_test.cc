// The same translations in batches, from drafts and from shortlists; and several of each.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"
#include "golden.h"
#include "paths.h"
#include "translate/shortlist_file.h"
#include "translate/translator.h"

namespace sotto::translate::translator_modes_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::vector<std::string> kTexts = {
    "I will check the parser.",
    "All tests pass now.",
    "OK",
    "...",
    "The build failed because a file is missing, so I will look at the log and try again.",
    "I fixed the bug in the login page.",
    "Please wait."};

TranslatorOptions options_for(const fs::path& model) {
  TranslatorOptions options;
  options.model = model.string();
  options.from = *find_language("eng_Latn");
  options.to = *find_language("jpn_Jpan");
  options.threads = 1;
  return options;
}
TranslatorOptions narrator() { return options_for(shipped_model("narrator-en-ja")); }
TranslatorOptions golden() { return options_for(sotto::testing::golden_folder("nllb")); }

std::unique_ptr<Translator> open(const TranslatorOptions& options) {
  auto translator = Translator::load(options);
  if (!translator) throw std::runtime_error(translator.error().message);
  return *std::move(translator);
}

std::string refusal(const TranslatorOptions& options) {
  const auto translator = Translator::load(options);
  return translator ? "" : translator.error().message;
}

std::vector<text::Sentence> sentences() {
  std::vector<text::Sentence> list;
  for (const std::string& text : kTexts) {
    text::Sentence sentence;
    sentence.text = text;
    sentence.language = *find_language("en");
    list.push_back(sentence);
  }
  const size_t begin = list[5].text.find("login");
  list[5].spans.push_back({begin, begin + 5, text::SpanKind::code});
  return list;
}

TEST(TranslatorModesTest, ABatchGivesWhatEachSentenceGivesAlone) {
  for (const TranslatorOptions& options : {narrator(), golden()}) {
    SCOPED_TRACE(options.model);
    const auto translator = open(options);
    const auto list = sentences();
    const auto batch = translator->translate_batch(list, {});
    ASSERT_TRUE(batch);
    ASSERT_EQ(batch->size(), list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      const auto alone = translator->translate(list[i], {});
      ASSERT_TRUE(alone);
      EXPECT_EQ(batch->at(i).sentence.text, alone->sentence.text) << i;
      EXPECT_EQ(batch->at(i).sentence.spans.size(), alone->sentence.spans.size()) << i;
      EXPECT_EQ(batch->at(i).untranslated, alone->untranslated) << i;
      EXPECT_EQ(batch->at(i).mean_logprob, alone->mean_logprob) << i;
    }
    EXPECT_TRUE(translator->translate_batch({}, {})->empty());
  }
}

// A sentence more joins with every token, and the third one is not wanted any more soon after.
class Trickle : public Feed {
 public:
  explicit Trickle(std::vector<text::Sentence> list) : list_(std::move(list)) {}
  std::vector<Item> take(bool) override {
    if (next_ == list_.size()) return {};
    const size_t name = next_++;
    return {{name, list_[name]}};
  }
  bool is_wanted(size_t name) override { return name != 2 || next_ < 5; }
  void put(size_t name, Translation translation) override {
    EXPECT_TRUE(done.emplace(name, std::move(translation)).second);
  }

  std::map<size_t, Translation> done;

 private:
  std::vector<text::Sentence> list_;
  size_t next_ = 0;
};

TEST(TranslatorModesTest, AFeedGivesWhatEachSentenceGivesAlone) {
  for (const TranslatorOptions& options : {narrator(), golden()}) {
    SCOPED_TRACE(options.model);
    const auto translator = open(options);
    auto list = sentences();
    std::swap(list[2], list[4]);  // the long one leaves
    Trickle feed(list);
    translator->translate_feed(feed);
    EXPECT_EQ(feed.done.size(), list.size() - 1);
    for (const auto& [name, translation] : feed.done) {
      const auto alone = translator->translate(list[name], {});
      ASSERT_TRUE(alone);
      EXPECT_EQ(translation.sentence.text, alone->sentence.text) << name;
      EXPECT_EQ(translation.untranslated, alone->untranslated) << name;
      EXPECT_EQ(translation.mean_logprob, alone->mean_logprob) << name;
    }
  }
}

TEST(TranslatorModesTest, SeveralTranslationsBestFirst) {
  TranslatorOptions options = golden();
  options.search.beams = 4;
  options.n_best = 3;
  const auto raw = open(options)->translate_raw(std::vector<std::string>{kTexts[0]}, {});
  ASSERT_TRUE(raw);
  ASSERT_EQ(raw->front().others.size(), 2u);
  EXPECT_GE(raw->front().hypothesis.score, raw->front().others[0].first.score);
  EXPECT_GE(raw->front().others[0].first.score, raw->front().others[1].first.score);
  EXPECT_NE(raw->front().others[0].first.ids, raw->front().others[1].first.ids);

  TranslatorOptions guarded = narrator();
  const auto one = open(guarded)->translate(sentences()[4], {});
  guarded.n_best = 4;
  const auto many = open(guarded)->translate(sentences()[4], {});
  ASSERT_TRUE(one && many);
  EXPECT_EQ(many->sentence.text, one->sentence.text);
  EXPECT_TRUE(one->alternatives.empty());
  ASSERT_FALSE(many->alternatives.empty());
  EXPECT_LT(many->alternatives.size(), 4u);
  for (const Alternative& other : many->alternatives) EXPECT_NE(other.text, one->sentence.text);

  options.n_best = 5;
  EXPECT_THAT(refusal(options), HasSubstr("5 best translations of 4 beams"));
}

TEST(TranslatorModesTest, ADraftChangesNothing) {
  TranslatorOptions plain = golden();
  plain.search.beams = 1;
  TranslatorOptions drafted = golden();
  drafted.draft = golden().model;
  const auto without = open(plain), with = open(drafted);
  for (const std::string& text : kTexts) {
    const auto a = without->translate_raw(std::span(&text, 1), {});
    const auto b = with->translate_raw(std::span(&text, 1), {});
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->front().hypothesis.ids, b->front().hypothesis.ids);
    EXPECT_EQ(a->front().hypothesis.score, b->front().hypothesis.score);
  }
  drafted.search.beams = 4;
  EXPECT_THAT(refusal(drafted), HasSubstr("not 4 beams"));
  drafted.search.beams = 1;
  drafted.draft = narrator().model;
  EXPECT_THAT(refusal(drafted), HasSubstr("expected the 1406"));
}

class ShortlistModesTest : public ::testing::Test {
 protected:
  // A copy of the golden folder, but for the weights' file, which is linked to.
  fs::path copy() {
    for (const auto& entry : fs::directory_iterator(sotto::testing::golden_folder("nllb")))
      fs::create_symlink(fs::absolute(entry.path()), folder_ / entry.path().filename().string());
    return folder_.path();
  }
  // One of the narrator without its memory, which shortlists do not take words from.
  fs::path narrator_alone() {
    const fs::path shipped = shipped_model("narrator-en-ja");
    for (const auto& entry : fs::directory_iterator(shipped))
      if (entry.path().filename() != "generation_config.json")
        fs::create_symlink(entry.path(), folder_ / entry.path().filename().string());
    std::ifstream file(shipped / "generation_config.json");
    auto config = nlohmann::json::parse(file);
    config.at("sotto").erase("memory_examples");
    std::ofstream(folder_ / "generation_config.json") << config;
    return folder_.path();
  }
  sotto::testing::TemporaryFolder folder_;
};

TEST_F(ShortlistModesTest, JapaneseStaysJapanese) {
  TranslatorOptions options = options_for(narrator_alone());
  const auto all = open(options);
  options.shortlist = ShortlistChoice{options.to, std::nullopt};
  const auto few = open(options);
  int same = 0;
  for (const text::Sentence& sentence : sentences()) {
    const auto a = all->translate(sentence, {}), b = few->translate(sentence, {});
    ASSERT_TRUE(a && b);
    same += a->sentence.text == b->sentence.text;
  }
  EXPECT_GE(same, 5);
  options.shortlist->language = *find_language("fra_Latn");
  EXPECT_THAT(refusal(options), HasSubstr("the shortlist is for fra_Latn"));
}

TEST_F(ShortlistModesTest, AFolderCanCarryItsOwn) {
  TranslatorOptions options = options_for(copy());
  const auto write = [&](const std::string& text) {
    std::ofstream(folder_ / "shortlist.json") << text;
  };
  // Only 755 and the end can be chosen behind the language.
  write(to_json({"jpn_Jpan", {0, 1, 2, 3, 755, 971, 1279, 1400}}));
  options.search.beams = 1;
  const auto raw = open(options)->translate_raw(std::vector<std::string>{kTexts[0]}, {});
  ASSERT_TRUE(raw);
  for (const int id : raw->front().hypothesis.ids) {
    EXPECT_TRUE(id < 4 || id == 755 || id == 971 || id == 1279 || id == 1400) << id;
  }
  write(to_json({"fra_Latn", {0, 1, 2, 3}}));  // of another language: not used
  EXPECT_EQ(refusal(options), "");
  for (const char* bad : {"{", "[]", "{\"language\": 1, \"ids\": []}",
                          "{\"language\": \"jpn_Jpan\", \"ids\": [3, 2]}",
                          "{\"language\": \"jpn_Jpan\", \"ids\": [-1]}",
                          "{\"language\": \"jpn_Jpan\", \"ids\": [1.5]}",
                          "{\"language\": \"jpn_Jpan\", \"ids\": [0, 99999999999]}"}) {
    write(bad);
    EXPECT_THAT(refusal(options), HasSubstr("shortlist.json")) << bad;
  }
  write(to_json({"jpn_Jpan", {0, 1, 2, 3, 1279, 5000}}));
  EXPECT_THAT(refusal(options), HasSubstr("5000"));
}

}  // namespace
}  // namespace sotto::translate::translator_modes_test
