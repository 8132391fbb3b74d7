// XTTS's vocoder against the reference (coqui-tts 0.28.0, float32), once for each kernel variant
// that this processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "models/xtts/sound.h"
#include "models/xtts_goldens.h"

namespace sotto::models::xtts::xtts_sound_test {
namespace {

using namespace testing;
using models::testing::largest_error;

// Samples spread by 0.15 and come of some ten layers of sums of up to 400 products; measured at
// most 2e-6. Tiles that share multiplications (Winograd) err ten times as much.
constexpr double kSamples = 5e-5;

class XttsSound : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam(), 2);
    model_ = value(HifiGan::load(*weights(), {}, *backend_));
  }
  SoundSession open() const {
    return {model_, *backend_, config(), goldens().f32("speaker.embedding")};
  }
  // In parts of so many states.
  Floats spoken(SoundSession& session, const Floats& states, size_t at_once,
                double rate = 1) const {
    const auto width = static_cast<size_t>(model_->in());
    session.begin(rate);
    Floats all, part;
    for (size_t i = 0; i < states.size(); i += at_once * width) {
      const size_t end = std::min(states.size(), i + at_once * width);
      session.speak(std::span(states).subspan(i, end - i), end == states.size(), part);
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }

  std::shared_ptr<const device::Backend> backend_;
  std::shared_ptr<const HifiGan> model_;
};

TEST_P(XttsSound, IsTheReferences) {
  SoundSession session = open();
  double worst = 0;
  for (size_t v = 0; v < cases().at("vocoder").size(); ++v) {
    SCOPED_TRACE(v);
    const std::string key = "vocoder." + std::to_string(v);
    const Floats states = goldens().f32(key + ".latents");
    session.begin();
    const Floats upsampled = goldens().f32(key + ".upsampled"), rows = session.rows_of(states);
    EXPECT_LE(
        largest_error(rows, transposed(upsampled, rows.size() / static_cast<size_t>(model_->in()))),
        1e-5);
    const double error = largest_error(spoken(session, states, 1000), goldens().f32(key + ".wav"));
    EXPECT_LE(error, kSamples);
    worst = std::max(worst, error);
  }
  std::printf("samples %.1e\n", worst);
}

// The reference's own states, the last of them the one that ended it; and spread over time.
TEST_P(XttsSound, OfStatesIsTheReferences) {
  SoundSession session = open();
  for (size_t f = 0; f < cases().at("full").size(); ++f) {
    SCOPED_TRACE(f);
    const json& about = cases().at("full").at(f);
    for (size_t g = 0; g < cases().at("gpt").size(); ++g) {
      const json& gpt = cases().at("gpt").at(g);
      if (gpt.at("text") != about.at("text") ||
          gpt.at("repetition_penalty") != about.at("repetition_penalty"))
        continue;
      const Floats states = goldens().f32("gpt." + std::to_string(g) + ".latents");
      const Floats wave = goldens().f32("full." + std::to_string(f) + ".wav");
      EXPECT_LE(largest_error(spoken(session, states, 1000, about.at("speed")), wave),
                2 * kSamples);
    }
  }
}

// What comes one by one, a few or all at once is the same sound, bit by bit; that it is the whole's
// is what the tests above say, whose waves the reference made as a whole.
TEST_P(XttsSound, DoesNotDependOnWhenStatesCome) {
  SoundSession session = open();
  const Floats states = goldens().f32("gpt.2.latents");
  for (const double rate : {1.0, 1.25, 0.5, 3.0}) {
    SCOPED_TRACE(rate);
    const Floats whole = spoken(session, states, 1000, rate);
    EXPECT_EQ(whole.size() % static_cast<size_t>(model_->hop()), 0u);
    EXPECT_EQ(spoken(session, states, 7, rate), whole);
    if (rate != 1) continue;  // what comes together is the same, however long it is made
    for (const size_t at_once : {size_t{1}, size_t{20}})
      EXPECT_EQ(spoken(session, states, at_once), whole) << at_once;
  }
}

// Blocks whose weights are bytes, and where a processor multiplies bytes, their activations.
TEST_P(XttsSound, InBytesIsNearlyTheReferences) {
  const auto bytes =
      value(HifiGan::load(*weights(), quant::Scheme{quant::Scheme::Kind::int8}, *backend_));
  if (std::string_view(GetParam()) == "mlx") {  // convolutions are floats there
    EXPECT_EQ(bytes->bytes, model_->bytes);
  } else {
    EXPECT_LT(bytes->bytes, model_->bytes);
  }
  SoundSession session(bytes, *backend_, config(), goldens().f32("speaker.embedding"));
  const Floats sound = spoken(session, goldens().f32("vocoder.0.latents"), 1000),
               wave = goldens().f32("vocoder.0.wav");
  ASSERT_EQ(sound.size(), wave.size());
  double squares = 0, all = 0;
  for (size_t i = 0; i < wave.size(); ++i) {
    squares += std::pow(double{sound[i]} - double{wave[i]}, 2);
    all += double{wave[i]} * double{wave[i]};
  }
  const double error = std::sqrt(squares / all);
  std::printf("rms %.4f of the sound's\n", error);
  EXPECT_LE(error, 0.05);
  EXPECT_GT(error, 0);
}

TEST_P(XttsSound, TheFirstPartComesEarly) {
  SoundSession session = open();
  const Floats states = goldens().f32("gpt.2.latents");
  const auto width = static_cast<size_t>(model_->in());
  session.begin();
  Floats part;
  size_t given = 0;
  while (part.empty() && given < states.size() / width)
    session.speak(std::span(states).subspan(width * given++, width), false, part);
  EXPECT_LE(given, 7u);
  EXPECT_FALSE(part.empty());
}

// Other variants differ by their rounding alone, which the tests above measure.
INSTANTIATE_TEST_SUITE_P(Kernels, XttsSound, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

TEST(XttsUpsampling, SettledRowsStay) {
  const Upsampling upsampling({4.0, 24000.0 / 22050});
  Floats x;
  for (int i = 0; i < 40; ++i) x.push_back(static_cast<float>((i * 37) % 11));
  const Floats whole = upsampling(x, 1, true, 0, upsampling.rows_of(40));
  for (int rows = 1; rows < 40; ++rows) {
    const int settled = upsampling.settled(rows);
    EXPECT_LE(settled, upsampling.rows_of(rows));
    if (settled == 0) continue;
    const Floats first = upsampling({x.begin(), x.begin() + rows}, 1, false, 0, settled);
    EXPECT_EQ(first, (Floats{whole.begin(), whole.begin() + settled})) << rows;
  }
}

}  // namespace
}  // namespace sotto::models::xtts::xtts_sound_test
