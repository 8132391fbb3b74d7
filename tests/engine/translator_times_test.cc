// Which translator is chosen by the times that were seen.
#include "engine/translator_times.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/scoped_folders.h"
#include "base/temporary_folder.h"
#include "translate/feed.h"
#include "translate/one_by_one.h"

namespace sotto::engine::translator_times_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::Optional;

class TranslatorTimes : public ::testing::Test {
 protected:
  // A folder that is enough of a model to be found.
  std::string model(const std::string& name) {
    const fs::path path = folder_ / name;
    fs::create_directories(path);
    EXPECT_TRUE(write_file(path / "config.json", "{}"));
    return path.string();
  }
  void see(const std::string& name, double ms, size_t times = 20) {
    keep_times(times_subject(name, pace_), std::vector<double>(times, ms));
  }
  fs::path file() const { return folder_ / "cache" / "translator_times.json"; }

  testing::TemporaryFolder folder_;
  ScopedFolders folders_{{.data = folder_ / "data", .cache = folder_ / "cache"}};
  Pace pace_;
};

TEST_F(TranslatorTimes, AllButOneInTwentyStayBelow) {
  const std::string subject = times_subject(model("a"), pace_);
  EXPECT_FALSE(subject.empty());
  EXPECT_EQ(times_subject("no-such-model", pace_), "");
  std::vector<double> ms(19, 10.0);
  keep_times(subject, ms);
  EXPECT_EQ(seen_p95_ms(subject), std::nullopt);
  keep_times(subject, std::vector{500.0});
  EXPECT_THAT(seen_p95_ms(subject), Optional(10.0));
  keep_times(subject, std::vector{500.0});
  EXPECT_THAT(seen_p95_ms(subject), Optional(500.0));
  keep_times(subject, std::vector<double>(64, 7.0));  // the last ones
  EXPECT_THAT(seen_p95_ms(subject), Optional(7.0));
}

TEST_F(TranslatorTimes, TheBestThatKeepsThePaceComesFirst) {
  const std::string a = model("a"), b = model("b"), c = model("c"), d = model("d");
  EXPECT_THAT(by_pace({a, b, c, d}, pace_), ElementsAre(a, b, c, d));
  see(a, 300);
  see(b, 200);
  see(c, 100);
  EXPECT_THAT(by_pace({a, b, c, d}, pace_), ElementsAre(c, d, b, a));
  EXPECT_THAT(by_pace({a, b, c, d}, {.latency_ms = 250}), ElementsAre(b, c, d, a));
  // Times are of one way to run it.
  EXPECT_THAT(by_pace({a, b, c, d}, {.threads = 77}), ElementsAre(a, b, c, d));
  see(d, 160);
  see(c, 160, 64);
  EXPECT_THAT(by_pace({a, b, c, d}, pace_), ElementsAre(c, d, b, a));
}

TEST_F(TranslatorTimes, AnotherFileIsAnotherModel) {
  const std::string a = model("a"), b = model("b");
  see(a, 300);
  EXPECT_THAT(by_pace({a, b}, pace_), ElementsAre(b, a));
  EXPECT_TRUE(write_file(fs::path(a) / "config.json", "{ }"));
  EXPECT_THAT(by_pace({a, b}, pace_), ElementsAre(a, b));
}

TEST_F(TranslatorTimes, WhatTheFileHoldsIsNotTrusted) {
  const std::string a = model("a"), b = model("b");
  fs::create_directories(file().parent_path());
  for (const char* content : {"", "[]", "{\"x\": 3}", "{\"x\": {\"at\": \"y\", \"ms\": [1]}}",
                              "{\"x\": {\"at\": 1e300, \"ms\": {}}}"}) {
    EXPECT_TRUE(write_file(file(), content));
    EXPECT_THAT(by_pace({a, b}, pace_), ElementsAre(a, b)) << content;
  }
  see(a, 300);
  EXPECT_THAT(by_pace({a, b}, pace_), ElementsAre(b, a));
  // A week later nobody knows.
  std::string old = *read_file(file());
  const size_t at = old.find("\"at\":") + 5;
  old.replace(at, old.find(',', at) - at, "1000000000");
  EXPECT_TRUE(write_file(file(), old));
  EXPECT_THAT(by_pace({a, b}, pace_), ElementsAre(a, b));
}

// Takes no time, and says how many tokens it made.
class Instant final : public translate::OneByOne {
 public:
  Result<translate::Translation> one(const text::Sentence& sentence, std::stop_token) override {
    translate::Translation made;
    made.sentence = sentence;
    made.new_tokens = 5;
    made.from_cache = sentence.text == "known";
    return made;
  }
};

TEST_F(TranslatorTimes, WhatIsTranslatedIsMeasured) {
  const std::string subject = times_subject(model("a"), pace_);
  const text::Sentence fresh{"fresh", {}, *find_language("en")},
      known{"known", {}, *find_language("en")};
  for (const int sentences : {20, 1}) {  // the first of each is not counted
    const auto translator = with_times(std::make_unique<Instant>(), subject);
    for (int i = 0; i < sentences; ++i) ASSERT_TRUE(translator->translate(fresh, {}));
    for (int i = 0; i < 9; ++i) ASSERT_TRUE(translator->translate(known, {}));
    ASSERT_TRUE(translator->translate_batch(std::vector(3, fresh), {}));
  }
  EXPECT_EQ(seen_p95_ms(subject), std::nullopt);
  {
    const auto translator = with_times(std::make_unique<Instant>(), subject);
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(translator->translate(fresh, {}));
  }
  EXPECT_TRUE(seen_p95_ms(subject));
}

// Sentences in the order in which a server's callers send them: each entry joins when the one
// before it is put, or at once.
class Callers final : public translate::Feed {
 public:
  struct Sent {
    const char* text;
    bool at_once = false;  // beside the one before it
  };
  explicit Callers(std::vector<Sent> all) : all_(std::move(all)) {}

  std::vector<Item> take(bool) override {
    std::vector<Item> items;
    while (next_ < all_.size() && (items.empty() || all_[next_].at_once)) {
      items.push_back({next_, {all_[next_].text, {}, *find_language("en")}});
      ++next_;
    }
    return items;
  }
  bool is_wanted(size_t) override { return true; }
  void put(size_t, translate::Translation) override { ++put_; }
  size_t put_ = 0;

 private:
  const std::vector<Sent> all_;
  size_t next_ = 0;
};

TEST_F(TranslatorTimes, AFeedsLoneSentencesAreMeasuredWhileItRuns) {
  const std::string subject = times_subject(model("a"), pace_);
  const auto translator = with_times(std::make_unique<Instant>(), subject);
  std::vector<Callers::Sent> pairs;  // two side by side, or known: they do not count
  for (int i = 0; i < 30; ++i) {
    pairs.push_back({"fresh"});
    pairs.push_back({"fresh", true});
    pairs.push_back({"known"});
  }
  Callers busy(pairs);
  translator->translate_feed(busy);
  EXPECT_EQ(busy.put_, pairs.size());
  EXPECT_EQ(seen_p95_ms(subject), std::nullopt);
  Callers calm(std::vector<Callers::Sent>(21, {"fresh"}));
  translator->translate_feed(calm);
  EXPECT_EQ(calm.put_, 21u);
  EXPECT_TRUE(seen_p95_ms(subject));  // it has not ended
}

}  // namespace
}  // namespace sotto::engine::translator_times_test
