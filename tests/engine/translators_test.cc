// Models are found by direction and name, loaded once, and let go of when others need the memory.
#include "engine/translators.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <new>
#include <thread>

#include "paths.h"

namespace sotto::engine::translators_test {
namespace {

using ::testing::HasSubstr;

Language language(const char* code) { return *find_language(code); }

TranslatorsOptions options_with(std::initializer_list<std::string> models, size_t max_bytes = 0) {
  TranslatorsOptions options;
  for (const std::string& model : models) {
    auto choice = find_translator(model);
    if (!choice) throw std::runtime_error(choice.error().message);
    options.models.push_back(*std::move(choice));
  }
  options.threads = 1;
  options.cache = false;
  options.max_bytes = max_bytes;
  return options;
}

const std::string kMarian = test_data("marian"), kNllb = test_data("nllb");

TEST(Translators, AFoldersPathStaysAtHome) {
  const auto choice = find_translator(kNllb + "@q8");
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_EQ(choice->name, "nllb@q8");
  EXPECT_GT(choice->bytes, 1000u);
  EXPECT_FALSE(find_translator("no-such-model"));
  EXPECT_FALSE(find_translator(kNllb + "@q99"));
}

Result<std::unique_ptr<translate::Translator>> open(Translators& translators, const char* from,
                                                    const char* to, const std::string& model = "") {
  return translators.open(
      {.model = model, .from = language(from), .to = language(to), .caller = "x"});
}

TEST(Translators, TheFirstThatCanIsTakenUnlessOneIsNamed) {
  Translators translators(options_with({kMarian, kNllb}));
  ASSERT_TRUE(open(translators, "en", "ja"));
  ASSERT_TRUE(open(translators, "en", "ja", "marian"));
  EXPECT_EQ(translators.loaded(), 1u);
  ASSERT_TRUE(open(translators, "en", "ja", "nllb"));
  EXPECT_EQ(translators.loaded(), 2u);

  const auto no_direction = open(translators, "fr", "de", "marian");
  ASSERT_FALSE(no_direction);
  EXPECT_THAT(no_direction.error().message, HasSubstr("model marian does not translate from fr"));
  const auto no_model = open(translators, "en", "ja", "../nllb");
  ASSERT_FALSE(no_model);
  EXPECT_EQ(no_model.error().code, Errc::not_found);
  EXPECT_THAT(no_model.error().message, HasSubstr("expected one of marian, nllb"));
}

// --- Weights are there once ---------------------------------------------------------------------

// Loads as the server does, and knows every network that it gave out.
struct Watched {
  std::mutex mutex;
  std::vector<std::weak_ptr<const translate::SharedModel>> models;

  TranslatorsOptions options(std::initializer_list<std::string> names, size_t max_bytes = 0) {
    TranslatorsOptions options = options_with(names, max_bytes);
    options.load = [this](const translate::TranslatorOptions& wanted) {
      auto model = translate::SharedModel::load(wanted);
      const std::lock_guard lock(mutex);
      if (model) models.push_back(*model);
      return model;
    };
    return options;
  }
};

size_t weights_of(const std::string& folder, std::optional<quant::Scheme> scheme = {}) {
  translate::TranslatorOptions options;
  options.model = folder;
  options.weights = scheme;
  options.threads = 1;
  const auto model = translate::SharedModel::load(options);
  if (!model) throw std::runtime_error(model.error().message);
  return (*model)->weight_bytes();
}

// The file that names the others is a few kilobytes; GGUF's blocks become groups; logits' rows may
// have a copy beside them.
TEST(Translators, WeightsOfAllFilesCount) {
  for (const char* name : {"decoder_lm/llama", "decoder_lm/lfm2/lfm2-Q4_0.gguf", "nllb@int8",
                           "decoder_lm/llama@int8"}) {
    const auto choice = find_translator(test_data(name));
    ASSERT_TRUE(choice) << choice.error().message;
    const auto bytes = static_cast<double>(weights_of(choice->model, choice->weights));
    EXPECT_NEAR(static_cast<double>(choice->bytes), bytes, 0.1 * bytes) << name;
  }
}

TEST(Translators, TheDirectionsOfAModelShareItsWeights) {
  Watched watched;
  Translators translators(watched.options({kNllb}));
  const auto there = open(translators, "en", "ja"), back = open(translators, "ja", "en");
  ASSERT_TRUE(there && back);
  EXPECT_EQ(watched.models.size(), 1u);
  EXPECT_EQ(translators.loaded(), 1u);
  EXPECT_EQ(translators.directions(), 2u);
  EXPECT_EQ(translators.loaded_bytes(), weights_of(kNllb));
  // And each translates into its own language, both at the same time.
  std::vector<std::jthread> both;
  for (const auto* translator : {&there, &back}) {
    both.emplace_back([translator] {
      const auto done = (**translator)->translate({"Hello there.", {}, language("en")}, {});
      EXPECT_TRUE(done);
    });
  }
}

TEST(Translators, ADirectionIsOpenedOnceForEachNumberOfAlternatives) {
  Translators translators(options_with({kNllb}));
  TranslatorOrder order{.model = "", .from = language("en"), .to = language("ja"), .caller = "x"};
  for (const int n_best : {1, 3, 1, 3}) {
    order.n_best = n_best;
    ASSERT_TRUE(translators.open(order));
  }
  EXPECT_EQ(translators.directions(), 2u);
}

TEST(Translators, NoClientFillsTheMemoryWithDirections) {
  Translators translators(options_with({kNllb}));
  TranslatorOrder order{.model = "", .from = language("en"), .to = language("ja"), .caller = "x"};
  for (int n_best = 1; n_best <= 40; ++n_best) {
    order.n_best = n_best;
    ASSERT_TRUE(translators.open(order));
  }
  EXPECT_EQ(translators.directions(), 32u);
}

TEST(Translators, ModelsUsedLongestAgoAreLetGoOf) {
  Watched watched;
  // Room for two: what is on its way counts with the size of its file.
  const size_t nllb = weights_of(kNllb), marian = weights_of(kMarian);
  const size_t most = nllb + find_translator(kMarian)->bytes + 1000;
  Translators translators(watched.options({kNllb, kMarian, kNllb + "@f32"}, most));
  ASSERT_TRUE(open(translators, "en", "ja", "nllb"));
  ASSERT_TRUE(open(translators, "en", "fr", "nllb"));
  const auto in_use = open(translators, "en", "ja", "marian");
  ASSERT_TRUE(in_use);
  EXPECT_EQ(translators.loaded_bytes(), nllb + marian);
  ASSERT_TRUE(open(translators, "fr", "en", "nllb"));  // now marian is the one used longest ago
  ASSERT_TRUE(open(translators, "en", "ja", "nllb@f32"));
  EXPECT_EQ(watched.models.size(), 3u);
  EXPECT_TRUE(watched.models[0].expired());
  // What is in use would not become free: it stays, counts, and is not loaded again.
  EXPECT_FALSE(watched.models[1].expired());
  EXPECT_GE(translators.loaded_bytes(), marian);
  ASSERT_TRUE(open(translators, "en", "ja", "marian"));
  EXPECT_EQ(watched.models.size(), 3u);
  EXPECT_TRUE((*in_use)->translate({"Hello.", {}, language("en")}, {}));
}

// Its weights are four times the size of its file, and more.
TEST(Translators, RoomIsMadeForWhatAModelIsGoingToBe) {
  const std::string narrator = shipped_model("narrator-en-ja"), as_floats = narrator + "@f32";
  Watched watched;
  TranslatorsOptions options = watched.options({narrator, as_floats});
  size_t most = 0;
  options.load = [&, load = options.load](const translate::TranslatorOptions& wanted) {
    auto model = load(wanted);
    size_t all = 0;
    for (const auto& each : watched.models)
      if (const auto there = each.lock()) all += there->weight_bytes();
    most = std::max(most, all);
    return model;
  };
  // Either of them, not both.
  options.max_bytes = weights_of(narrator, quant::Scheme{}) + 1000;
  const size_t limit = options.max_bytes;
  Translators translators(options);
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(open(translators, "en", "ja", "narrator-en-ja"));
    ASSERT_TRUE(open(translators, "en", "ja", "narrator-en-ja@f32"));
  }
  EXPECT_EQ(watched.models.size(), 4u);
  EXPECT_LE(most, limit);
}

TEST(Translators, WhoIsDoneMakesRoom) {
  Watched watched;
  const size_t nllb = weights_of(kNllb);
  Translators translators(watched.options({kNllb, kMarian}, nllb + 1000));
  auto first = open(translators, "en", "ja", "nllb"),
       second = open(translators, "en", "ja", "marian");
  ASSERT_TRUE(first && second);
  EXPECT_GT(translators.loaded_bytes(), nllb + 1000);  // both are needed
  *first = nullptr;
  EXPECT_LE(translators.loaded_bytes(), nllb + 1000);
  EXPECT_TRUE(watched.models[0].expired());
  EXPECT_FALSE(watched.models[1].expired());
}

TEST(Translators, WhereMemoryRunsOutNobodyWaitsForEver) {
  TranslatorsOptions options = options_with({kNllb});
  int loads = 0;
  options.load = [&](const translate::TranslatorOptions& wanted)
      -> Result<std::shared_ptr<const translate::SharedModel>> {
    if (++loads == 1) throw std::bad_alloc();
    return translate::SharedModel::load(wanted);
  };
  Translators translators(options);
  const auto none = open(translators, "en", "ja");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Errc::io);
  EXPECT_TRUE(open(translators, "en", "ja"));
}

TEST(Translators, TheWeightsOfOthersCountAndGoWhenTheyAreOlder) {
  const size_t nllb = weights_of(kNllb), marian = weights_of(kMarian);
  size_t others = 0;
  bool in_use = false;
  OtherWeights::Time used;
  TranslatorsOptions options = options_with({kNllb, kMarian});
  options.max_bytes = nllb + find_translator(kMarian)->bytes + 1000;
  options.others.bytes = [&] { return others; };
  options.others.let_go = [&](size_t, OtherWeights::Time before) {
    if (!in_use && used < before) others = 0;
  };
  Translators translators(options);
  const auto load_both = [&] {
    ASSERT_TRUE(open(translators, "en", "ja", "nllb"));
    ASSERT_TRUE(open(translators, "en", "ja", "marian"));
  };
  used = std::chrono::steady_clock::now();
  others = 100'000;
  load_both();  // theirs is older than both
  EXPECT_EQ(others, 0u);
  EXPECT_EQ(translators.loaded_bytes(), nllb + marian);

  used = std::chrono::steady_clock::now();
  others = 100'000;
  translators.make_room();  // the oldest of ours is older than theirs
  EXPECT_EQ(others, 100'000u);
  EXPECT_EQ(translators.loaded(), 1u);

  in_use = true;
  others = 2 * options.max_bytes;
  translators.make_room();
  EXPECT_EQ(translators.loaded(), 0u);
  EXPECT_TRUE(
      open(translators, "en", "ja", "marian"));  // what is needed now is loaded all the same
}

// --- While a model is loaded --------------------------------------------------------------------

// Holds the loads of one model until the test lets them through.
struct Held {
  std::mutex mutex;
  std::condition_variable changed;
  const std::string held = kNllb;
  int loads = 0;  // of it
  bool open = false;
  bool fails = false;

  TranslatorsOptions options(std::initializer_list<std::string> names) {
    TranslatorsOptions options = options_with(names);
    options.load = [this](const translate::TranslatorOptions& wanted)
        -> Result<std::shared_ptr<const translate::SharedModel>> {
      std::unique_lock lock(mutex);
      if (wanted.model != held) return translate::SharedModel::load(wanted);
      ++loads;
      changed.notify_all();
      changed.wait(lock, [&] { return open; });
      if (fails) return Error{Errc::io, "the disk is broken"};
      return translate::SharedModel::load(wanted);
    };
    return options;
  }
  void wait_for_load() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return loads > 0; });
  }
  void let() {
    const std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }
};

TEST(Translators, ALoadHoldsUpNobodyWhoNeedsAnotherModel) {
  Held held;
  Translators translators(held.options({kMarian, kNllb}));
  std::jthread slow([&] { EXPECT_TRUE(open(translators, "en", "ja", "nllb")); });
  held.wait_for_load();
  EXPECT_TRUE(open(translators, "en", "ja", "marian"));  // would never return
  EXPECT_EQ(translators.loaded(), 1u);
  EXPECT_EQ(translators.loaded_bytes(), weights_of(kMarian));
  held.let();
  slow.join();
  EXPECT_EQ(translators.loaded(), 2u);
}

TEST(Translators, AModelIsLoadedOnceForAllWhoWaitForIt) {
  Held held;
  Translators translators(held.options({kNllb}));
  std::vector<std::jthread> callers;
  for (const char* to : {"ja", "fr", "ja", "de"})
    callers.emplace_back([&, to] { EXPECT_TRUE(open(translators, "en", to)); });
  held.wait_for_load();
  held.let();
  callers.clear();
  EXPECT_EQ(held.loads, 1);
  EXPECT_EQ(translators.directions(), 3u);
}

TEST(Translators, WhoLeavesDoesNotWaitForALoad) {
  Held held;
  Translators translators(held.options({kNllb}));
  std::jthread loads([&] { EXPECT_TRUE(open(translators, "en", "ja")); });
  held.wait_for_load();
  std::stop_source stop;
  std::jthread waits([&] {
    const auto left =
        translators.open({.model = "", .from = language("en"), .to = language("ja"), .caller = "y"},
                         stop.get_token());
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, Errc::cancelled);
  });
  stop.request_stop();
  waits.join();
  held.let();
}

TEST(Translators, AFailedLoadIsToldToAllWhoWaitedAndTriedAgainForTheNext) {
  Held held;
  held.fails = true;
  Translators translators(held.options({kNllb}));
  std::atomic<int> failed = 0;
  const auto ask = [&] {
    const auto opened = open(translators, "en", "ja");
    if (!opened && opened.error().code == Errc::internal &&
        opened.error().message == "model nllb: the disk is broken")
      ++failed;
  };
  std::jthread first(ask);
  held.wait_for_load();
  std::jthread second(ask);
  held.let();
  first.join();
  second.join();
  EXPECT_EQ(failed, 2);
  held.fails = false;
  EXPECT_TRUE(open(translators, "en", "ja"));
}

}  // namespace
}  // namespace sotto::engine::translators_test
