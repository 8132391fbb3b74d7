// Once a session has said or written as much, a token of another text takes no memory: whoever
// allocates a token at a time waits for the allocator. NLLB's sessions, language models, Pocket
// TTS's frames and Mimi's have such tests beside their others. Not with sanitizers, which bring
// their own operators.
#ifndef SOTTO_SANITIZED
#include <gtest/gtest.h>

#include <optional>

#include "models/allocations.h"
#include "models/bergamot_golden.h"
#include "models/chatterbox/speech_tokens.h"
#include "models/chatterbox_t3.h"
#include "models/marian_golden.h"
#include "models/xtts/codes.h"
#include "models/xtts_goldens.h"

namespace sotto::models::token_allocation_test {
namespace {

using Ids = std::vector<int>;

// Eight sequences, four of each of two sources, which change places at each step.
long allocations_of_translations(Seq2SeqSession& session, const std::vector<Ids>& sources) {
  const Ids tokens(8, 100), parents = {1, 0, 2, 2, 4, 4, 5, 7};
  long before = 0;
  for (int round = 0; round < 3; ++round) {  // behind the second the arena is one block
    before = sotto::testing::allocations_of_this_thread();
    session.start(sources, 4);
    for (int step = 0; step < 60; ++step) {
      session.step(tokens);
      session.select(parents);
    }
  }
  return sotto::testing::allocations_of_this_thread() - before;
}

// `speech`: makes what says a text's tokens.
long allocations_of_speech(const auto& speech) {
  long most = 0;
  for (int round = 0; round < 3; ++round) {
    auto tokens = speech();
    most = 0;
    int said = 0;
    for (bool more = true; more;) {
      const long before = sotto::testing::allocations_of_this_thread();
      more = tokens.next().has_value();
      const long taken = sotto::testing::allocations_of_this_thread() - before;
      if (said++ > 0) most = std::max(most, taken);  // the first prepares what all use
    }
    EXPECT_GT(said, 10);
  }
  return most;
}

TEST(TokenAllocation, OfMarian) {
  using namespace marian::testing;
  for (const auto& scheme : {kF32, kQ8}) {
    const auto session = load(goldens().folder, scheme)->open_session();
    const std::vector<Ids> sources = {{10, 152, 743, 67, 15, 2, 0}, {540, 514, 811, 0}};
    EXPECT_EQ(allocations_of_translations(*session, sources), 0);
  }
}

TEST(TokenAllocation, OfBergamot) {
  using namespace bergamot::testing;
  for (const Goldens& g : all_goldens()) {
    for (const std::optional<quant::Scheme>& scheme : {std::optional(kF32), kAsStored}) {
      const auto session = load(g, scheme)->open_session();
      const auto cases = g.translated();
      const std::vector<Ids> sources = {source_of(cases.at(0)), source_of(cases.at(1))};
      EXPECT_EQ(allocations_of_translations(*session, sources), 0);
    }
  }
}

TEST(TokenAllocation, OfChatterbox) {
  using namespace chatterbox;
  using namespace chatterbox::testing;
  const auto backend = sotto::testing::open_backend({}, 2);
  const auto& g = golden("t3");
  const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend);
  T3Session session(model, *backend, true);
  session.hear(golden_voice(g));
  const Ids text = ids(g, "in.text_tokens");
  for (const Variant variant : {Variant::english, Variant::turbo}) {  // two ways to sample
    SpeechSettings settings = usual_settings(variant);
    settings.sampling.top_k = variant == Variant::turbo ? 20 : 0;  // of a small vocabulary
    settings.most_tokens = 30;
    settings.forced = true;
    EXPECT_EQ(allocations_of_speech([&] { return SpeechTokens(session, *model, text, settings); }),
              0);
  }
}

TEST(TokenAllocation, OfXtts) {
  using namespace xtts;
  using namespace xtts::testing;
  const auto backend = sotto::testing::open_backend({}, 2);
  const auto model = load_gpt(*backend);
  GptSession session(model, *backend);
  session.hear(goldens().f32("cond.latents"));
  const Ids text = cases().at("texts").at(0).at("ids").get<Ids>();
  const SamplingSettings sampling = config().sampling;
  EXPECT_EQ(allocations_of_speech([&] { return Codes(session, *model, text, sampling, 1, 30); }),
            0);
}

}  // namespace
}  // namespace sotto::models::token_allocation_test
#endif
