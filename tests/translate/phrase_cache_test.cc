// What was translated once comes back as it was, and nothing else does.
#include "translate/cache/phrase_cache.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/temporary_folder.h"
#include "translate/one_by_one.h"

namespace sotto::translate::phrase_cache_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;

// Translates by adding a word, loses what says "lose", and notes what it was asked.
class Counting : public OneByOne {
 public:
  Counting(std::vector<std::string>& asked, std::vector<std::string>& remembered)
      : asked_(asked), remembered_(remembered) {}
  Result<Translation> one(const text::Sentence& sentence, std::stop_token) override {
    asked_.push_back(sentence.text);
    Translation t{sentence, false, "", -0.5};
    t.sentence.language = *find_language("ja");
    if (sentence.text.find("lose") != std::string::npos) {
      t.untranslated = true;
      t.why = "as told";
      return t;
    }
    t.sentence.text = "訳 " + sentence.text;
    for (auto& span : t.sentence.spans) span = {span.begin + 4, span.end + 4, span.kind};
    t.alternatives.push_back({"別", -0.75});
    if (sentence.wants_links) t.links = {{{0, 3}, {4, 5}}, {{4, 7}, {0, 3}}};
    return t;
  }
  void remember(const text::Sentence& sentence, const Translation& made) override {
    remembered_.push_back(sentence.text + ": " + made.sentence.text);
  }

 private:
  std::vector<std::string>&asked_, &remembered_;
};

text::Sentence sentence(const std::string& text) {
  text::Sentence s;
  s.text = text;
  s.language = *find_language("en");
  return s;
}

class PhraseCacheTest : public ::testing::Test {
 protected:
  std::unique_ptr<PhraseCache> open(const PhraseLimits& limits = {}) {
    auto cache = PhraseCache::open(file_, limits);
    if (!cache) throw std::runtime_error(cache.error().message);
    return *std::move(cache);
  }
  std::unique_ptr<Translator> translator(const std::string& identity = "a") {
    return with_cache(std::make_unique<Counting>(asked_, remembered_), open(), identity,
                      *find_language("ja"));
  }

  sotto::testing::TemporaryFolder folder_;
  fs::path file_ = folder_ / "cache" / "phrases.sqlite";
  std::vector<std::string> asked_, remembered_;
};

// Which is context of what comes next.
TEST_F(PhraseCacheTest, TellsTheTranslatorWhatItFound) {
  const auto cached = translator();
  ASSERT_TRUE(cached->translate(sentence("a"), {}));
  EXPECT_THAT(remembered_, ElementsAre());
  ASSERT_TRUE(cached->translate(sentence("a"), {}));
  const std::vector<text::Sentence> batch = {sentence("b"), sentence("a")};
  ASSERT_TRUE(cached->translate_batch(batch, {}));
  EXPECT_THAT(remembered_, ElementsAre("a: 訳 a", "a: 訳 a"));
  EXPECT_THAT(asked_, ElementsAre("a", "b"));
}

TEST_F(PhraseCacheTest, FindsWhatWasKeptAlsoInAnotherRun) {
  {
    const auto cache = open();
    EXPECT_EQ(cache->find("a"), std::nullopt);
    cache->keep("a", "1");
    cache->keep("b", std::string("2\0x", 3));
    cache->keep("a", "3");
    EXPECT_THAT(cache->find("a"), Optional(std::string("3")));
  }
  const auto cache = open();
  EXPECT_THAT(cache->find("a"), Optional(std::string("3")));
  EXPECT_THAT(cache->find("b"), Optional(std::string("2\0x", 3)));
  EXPECT_EQ(cache->find("c"), std::nullopt);
}

TEST_F(PhraseCacheTest, HoldsNoMoreThanItsLimits) {
  {
    const auto cache = open({.in_memory = 2, .on_disk = 10});
    for (int i = 0; i < 100; ++i) cache->keep(std::to_string(i), "x");
  }
  const auto cache = open();
  int found = 0;
  for (int i = 0; i < 100; ++i) found += cache->find(std::to_string(i)).has_value();
  EXPECT_EQ(found, 10);
  EXPECT_TRUE(cache->find("99"));
  EXPECT_FALSE(cache->find("89"));
}

TEST_F(PhraseCacheTest, MemoryForgetsWhatWasNotUsedForLongest) {
  const auto cache = open({.in_memory = 2, .on_disk = 10});
  cache->keep("a", "1");
  cache->keep("b", "2");
  EXPECT_TRUE(cache->find("a"));
  cache->keep("c", "3");
  open({.in_memory = 1, .on_disk = 0})->keep("z", "");  // leaves nothing on the disk
  EXPECT_TRUE(cache->find("a"));
  EXPECT_FALSE(cache->find("b"));
  EXPECT_TRUE(cache->find("c"));
}

TEST_F(PhraseCacheTest, AFileThatIsNoDatabaseIsNamed) {
  fs::create_directories(file_.parent_path());
  std::ofstream(file_) << std::string(5000, 'x');
  const auto cache = PhraseCache::open(file_);
  ASSERT_FALSE(cache);
  EXPECT_THAT(cache.error().message, HasSubstr("phrases.sqlite"));
  fs::remove(file_);
  fs::create_directory(file_);
  EXPECT_FALSE(PhraseCache::open(file_));
  EXPECT_FALSE(PhraseCache::open(fs::path("/proc/no/such/phrases.sqlite")));
}

TEST_F(PhraseCacheTest, NobodyElseReadsWhatWasSaid) {
  const auto mode_of = [&](const char* end) {
    return fs::status(file_.string() + end).permissions();
  };
  constexpr fs::perms kForOwner{0600}, kForAll{0644};
  {
    auto cache = open();
    cache->keep("a", "b");
    for (const char* end : {"", "-wal", "-shm"}) EXPECT_EQ(mode_of(end), kForOwner) << end;
  }
  fs::permissions(file_, kForAll);  // as it was made before
  auto cache = open();
  EXPECT_EQ(mode_of(""), kForOwner);
  EXPECT_THAT(cache->find("a"), Optional(std::string("b")));
}

TEST_F(PhraseCacheTest, TwoProcessesWriteAtOnce) {
  open();
  const auto write = [&](const std::string& who) {
    const auto cache = open();
    for (int i = 0; i < 50; ++i) cache->keep(who + std::to_string(i), who);
  };
  const pid_t child = ::fork();
  if (child == 0) {
    write("child");
    ::_exit(0);
  }
  write("parent");
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  const auto cache = open();
  for (const char* who : {"child", "parent"}) {
    int found = 0;
    for (int i = 0; i < 50; ++i) found += cache->find(who + std::to_string(i)) == who;
    EXPECT_GE(found, 45) << who;  // one that had to wait too long is not kept
  }
}

TEST_F(PhraseCacheTest, ATranslationComesBackAsItWas) {
  text::Sentence source = sentence("see login.ts now");
  source.spans.push_back({4, 12, text::SpanKind::path});
  const auto first = translator()->translate(source, {});
  const auto second = translator()->translate(source, {});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(asked_.size(), 1u);
  EXPECT_EQ(second->sentence.text, "訳 see login.ts now");
  EXPECT_EQ(second->sentence.language, first->sentence.language);
  EXPECT_EQ(second->mean_logprob, -0.5);
  ASSERT_EQ(second->sentence.spans.size(), 1u);
  EXPECT_EQ(second->sentence.spans[0].begin, 8u);
  EXPECT_EQ(second->sentence.spans[0].kind, text::SpanKind::path);
  ASSERT_EQ(second->alternatives.size(), 1u);
  EXPECT_EQ(second->alternatives[0].text, "別");
}

TEST_F(PhraseCacheTest, AnotherTranslatorOrOtherSpansAreAnotherPhrase) {
  text::Sentence source = sentence("see login.ts now");
  ASSERT_TRUE(translator("a")->translate(source, {}));
  ASSERT_TRUE(translator("b")->translate(source, {}));
  EXPECT_EQ(asked_.size(), 2u);
  source.spans.push_back({4, 12, text::SpanKind::path});
  ASSERT_TRUE(translator("a")->translate(source, {}));
  EXPECT_EQ(asked_.size(), 3u);
}

TEST_F(PhraseCacheTest, LinksComeBackToWhoWantsThem) {
  text::Sentence source = sentence("see it now");
  ASSERT_TRUE(translator()->translate(source, {}));
  source.wants_links = true;
  const auto first = translator()->translate(source, {});  // what was kept has none
  const auto second = translator()->translate(source, {});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(asked_.size(), 2u);
  EXPECT_EQ(first->links.size(), 2u);
  EXPECT_EQ(second->links, first->links);
  source.wants_links = false;
  EXPECT_TRUE(translator()->translate(source, {})->from_cache);
}

TEST_F(PhraseCacheTest, WhatIsLostIsTriedAgain) {
  const auto cached = translator();
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(cached->translate(sentence("lose this"), {})->untranslated);
  EXPECT_EQ(asked_.size(), 2u);
}

TEST_F(PhraseCacheTest, OfABatchOnlyTheUnknownIsTranslated) {
  const auto cached = translator();
  ASSERT_TRUE(cached->translate(sentence("b"), {}));
  const std::vector<text::Sentence> list = {sentence("a"), sentence("b"), sentence("c")};
  const auto batch = cached->translate_batch(list, {});
  ASSERT_TRUE(batch);
  EXPECT_THAT(asked_, ElementsAre("b", "a", "c"));
  EXPECT_EQ(batch->at(0).sentence.text, "訳 a");
  EXPECT_EQ(batch->at(1).sentence.text, "訳 b");
  EXPECT_EQ(batch->at(2).sentence.text, "訳 c");
}

TEST_F(PhraseCacheTest, AnEntryThatIsNotOursIsNoTranslation) {
  for (const char* entry : {"", "[]", "{}", "{\"text\": 1, \"spans\": [], \"logprob\": 0}",
                            "{\"text\": \"x\", \"spans\": [[0, 9, 0]], \"logprob\": 0}",
                            "{\"text\": \"x\", \"spans\": [[1]], \"logprob\": 0}"}) {
    fs::remove_all(folder_ / "cache");
    open()->keep("a\n[]\nhello", entry);
    asked_.clear();
    ASSERT_TRUE(translator()->translate(sentence("hello"), {}));
    EXPECT_EQ(asked_.size(), 1u) << entry;
  }
}

TEST_F(PhraseCacheTest, LinksOutsideOfTheirTextsAreNoTranslation) {
  text::Sentence source = sentence("hello");
  source.wants_links = true;
  for (const char* links :
       {"[[0, 9, 0, 1]]", "[[0, 1, 0, 9]]", "[[1, 1, 0, 1]]", "[[0, 1, 3, 2]]", "[[0, 1, 0]]",
        "[[1, 2, 0, 1], [0, 1, 0, 1]]", "7", "[[-1, 1, 0, 1]]"}) {
    fs::remove_all(folder_ / "cache");
    open()->keep(
        "a\n[]\nhello",
        std::string(R"({"text": "xyz", "spans": [], "logprob": 0, "links": )") + links + "}");
    asked_.clear();
    ASSERT_TRUE(translator()->translate(source, {}));
    EXPECT_EQ(asked_.size(), 1u) << links;
  }
}

TEST_F(PhraseCacheTest, TheIdentityFollowsFilesAndOptions) {
  fs::create_directory(folder_ / "model");
  std::ofstream(folder_ / "model" / "config.json") << "{}";
  TranslatorOptions options;
  options.model = (folder_ / "model").string();
  options.from = *find_language("en");
  options.to = *find_language("ja");
  const std::string first = *identity_of(options);
  EXPECT_EQ(*identity_of(options), first);
  options.threads = 7;
  EXPECT_EQ(*identity_of(options), first);
  options.search.beams = 3;
  const std::string beams = *identity_of(options);
  EXPECT_NE(beams, first);
  options.shortlist = ShortlistChoice{options.to, std::nullopt};
  EXPECT_NE(*identity_of(options), beams);
  std::ofstream(folder_ / "model" / "config.json") << "{ }";
  options.shortlist.reset();
  EXPECT_NE(*identity_of(options), beams);
  options.model = "/no/such/model";
  EXPECT_FALSE(identity_of(options));
}

}  // namespace
}  // namespace sotto::translate::phrase_cache_test
