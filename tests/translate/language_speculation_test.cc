// Guessing ahead in language models: the ids of greedy search, on the reference's checkpoints of
// every layout, whoever proposes and however many tokens.
#include <gtest/gtest.h>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "golden.h"
#include "models/causal_lm/model.h"
#include "paths.h"
#include "quant/scheme.h"
#include "tokenize/chat_tokenizer.h"
#include "translate/prompts.h"
#include "translate/search/batch_search.h"
#include "translate/search/speculation.h"

namespace sotto::translate::language_speculation_test {
namespace {

using Ids = std::vector<int>;
using SessionPtr = std::unique_ptr<models::Seq2SeqSession>;

struct Cases {
  std::filesystem::path folder = sotto::testing::golden_folder("decoder_lm");
  nlohmann::json models = sotto::testing::golden_json(folder / "cases.json").at("models");
};

const Cases& cases() {
  static const Cases all;
  return all;
}

// Every folder in the hub's layout and every GGUF file, from the goldens' folder.
std::vector<std::string> files() {
  std::vector<std::string> all;
  for (const auto& [name, about] : cases().models.items()) {
    if (std::filesystem::exists(cases().folder / name / "config.json")) all.push_back(name);
    for (const auto& [file, greedy] : about.at("gguf").items())
      if (std::filesystem::exists(cases().folder / name / file)) all.push_back(name + "/" + file);
  }
  return all;
}

std::shared_ptr<const models::causal_lm::Model> load(const std::string& name) {
  const auto folder = checkpoint::open_model_folder(cases().folder / name);
  if (!folder) throw std::runtime_error(folder.error().message);
  const auto model =
      models::causal_lm::Model::load(*folder, std::nullopt, *device::cpu::open_backend(1));
  if (!model) throw std::runtime_error(model.error().message);
  return *model;
}

// Says the network's own words, but every third token wrongly.
class Liar final : public models::Seq2SeqSession, public models::Rewindable {
 public:
  explicit Liar(SessionPtr network) : network_(std::move(network)) {}
  int vocab_size() const override { return network_->vocab_size(); }
  void clear() override { network_->clear(); }
  void add(std::span<const Ids> sources) override { network_->add(sources); }
  std::span<const float> step(std::span<const int> tokens) override { return extend(tokens); }
  void select(std::span<const int> parents) override { network_->select(parents); }
  Rewindable* rewindable() override { return this; }
  std::span<const float> extend(std::span<const int> tokens) override {
    const auto true_ones = network_->rewindable()->extend(tokens);
    logits_.assign(true_ones.begin(), true_ones.end());
    if (++asked_ % 3 == 0) std::ranges::reverse(logits_);
    return logits_;
  }
  void forget(int tokens) override { network_->rewindable()->forget(tokens); }

 private:
  SessionPtr network_;
  std::vector<float> logits_;
  int asked_ = 0;
};

class LanguageSpeculation : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    model_ = load(GetParam());
    const std::string name = GetParam().substr(0, GetParam().find('/'));
    for (const auto& each : cases().models.at(name).at("cases")) {
      Ids prompt = each.at("ids");
      starts_.push_back(prompt.back());
      prompt.pop_back();
      sources_.push_back(prompt);
    }
  }
  std::vector<int> found(size_t i, Speculation* speculation) {
    const auto pools = search_all(*session_, {&sources_[i], 1}, starts_[i], kNoForcedFirst,
                                  {.max_new_tokens = 24}, {}, speculation);
    if (!pools) throw std::runtime_error(pools.error().message);
    return pools->front().front().ids;
  }
  void expect_same(Speculation& speculation) {
    for (size_t i = 0; i < sources_.size(); ++i)
      EXPECT_EQ(found(i, &speculation), found(i, nullptr)) << "prompt " << i;
  }

  std::shared_ptr<const models::causal_lm::Model> model_;
  SessionPtr session_;
  std::vector<Ids> sources_;
  Ids starts_;
};

TEST_P(LanguageSpeculation, GivesTheIdsOfGreedySearch) {
  session_ = model_->open_session(nullptr, {sources_[0].begin(), sources_[0].begin() + 3});
  for (const int ahead : {1, 3, 5, 7}) {
    SCOPED_TRACE(ahead);
    Speculation by_network({.most = ahead, .adapts = false, .looks_up = false},
                           std::make_unique<Liar>(model_->open_session()));
    expect_same(by_network);
    EXPECT_GT(by_network.report().taken, 0);
    EXPECT_LT(by_network.report().taken, by_network.report().proposed);
  }
  Speculation by_lookup({.most = 3, .adapts = false});
  expect_same(by_lookup);
  Speculation adapting({.most = 7}, std::make_unique<Liar>(model_->open_session()));
  expect_same(adapting);
}

// A network that was trained says what a text has already, and what its own four bits say.
TEST(TrainedLanguageModel, IsGuessedRightMostly) {
  const std::string path = test_data("language_login");
  const auto folder = checkpoint::open_model_folder(path);
  ASSERT_TRUE(folder) << folder.error().message;
  const auto backend = *device::cpu::open_backend(1);
  const auto model = models::causal_lm::Model::load(*folder, std::nullopt, backend);
  const auto coarse =
      models::causal_lm::Model::load(*folder, *quant::parse_scheme("q4:32"), backend);
  const auto tokenizer = tokenize::ChatTokenizer::load(path);
  ASSERT_TRUE(model && coarse && tokenizer);
  const auto prompt = Prompt::find(*tokenizer, path, *find_language("en"), *find_language("ja"));
  ASSERT_TRUE(prompt) << prompt.error().message;
  const auto session = (*model)->open_session(nullptr, prompt->prefix());
  Speculation by_draft({.most = 4, .adapts = false, .looks_up = false},
                       (*coarse)->open_session(nullptr, prompt->prefix()));
  Speculation by_lookup({.most = 3, .adapts = false});
  SearchOptions options{.max_new_tokens = 40};
  options.eos = prompt->end_of_answer();
  for (const char* text :
       {"Can you hear me?", "I'm sorry.", "Here's what I changed:", "It's much faster now.",
        "The path in LOAD_CONFIG must end with src/data/files/.", "The store closes at 9."}) {
    SCOPED_TRACE(text);
    Ids source = prompt->ids(text);
    const int start = source.back();
    source.pop_back();
    const auto found = [&](Speculation* speculation) {
      const auto pools =
          search_all(*session, {&source, 1}, start, kNoForcedFirst, options, {}, speculation);
      return pools ? pools->front().front().ids : Ids();
    };
    const Ids plain = found(nullptr);
    ASSERT_GT(plain.size(), 2u);
    EXPECT_EQ(found(&by_draft), plain);
    EXPECT_EQ(found(&by_lookup), plain);
  }
  EXPECT_GT(2 * by_draft.report().taken, by_draft.report().proposed);
  EXPECT_GT(by_lookup.report().found_right, 0);
}

// Ids of test names have letters and digits only.
std::string name_of(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Goldens, LanguageSpeculation, ::testing::ValuesIn(files()), name_of);

}  // namespace
}  // namespace sotto::translate::language_speculation_test
