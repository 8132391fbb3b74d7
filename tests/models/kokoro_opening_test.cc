// A clause whose first part is heard before the whole is made.
#include "models/kokoro/opening.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "models/backends.h"
#include "models/kokoro_golden.h"

namespace sotto::models::kokoro::kokoro_opening_test {
namespace {

using testing::Floats;
using testing::GoldenCase;
using testing::value;

constexpr size_t kFrame = 600, kFade = 240;

// Half frames of one column that says what kind of frame it is.
Floats frames_of(std::span<const int> kinds) {
  Floats decoded;
  for (const int kind : kinds) decoded.insert(decoded.end(), 2, static_cast<float>(kind));
  return decoded;
}

TEST(KokoroOpening, EachKindOfFrameCountsAsOftenAsItIsThere) {
  std::vector<int> kinds(120, 0);  // twenty quiet frames, and six sounds, of which five come later
  for (size_t i = 20; i < kinds.size(); ++i) kinds[i] = 10 * static_cast<int>(1 + (i / 4) % 5);
  for (size_t i = 10; i < 20; ++i) kinds[i] = 10;
  const Opening opening = opening_of(frames_of(kinds), 1, 0);
  ASSERT_EQ(opening.frames, kLeastOpening);
  ASSERT_EQ(opening.rows.size(), opening.counts.size());
  std::map<int, double> counted, there;
  for (size_t i = 0; i < opening.rows.size(); ++i)
    counted[kinds[static_cast<size_t>(opening.rows[i] / 2)]] += double{opening.counts[i]} / 2;
  for (const int kind : kinds) ++there[kind];
  std::erase_if(counted, [](const auto& each) { return each.second == 0; });
  EXPECT_EQ(counted, there);
  for (int i = 0; i < 2 * kLeastOpening; ++i) EXPECT_EQ(opening.rows[static_cast<size_t>(i)], i);
}

TEST(KokoroOpening, IsAShareOfALongClauseAndNothingOfAShortOne) {
  std::vector<int> kinds(1000);
  for (size_t i = 0; i < kinds.size(); ++i) kinds[i] = static_cast<int>(i * i % 17);
  const Opening opening = opening_of(frames_of(kinds), 1, 0.125f);
  EXPECT_EQ(opening.frames, 127);  // of which it may end up to two before
  EXPECT_LT(*std::ranges::max_element(opening.rows), 2000);
  EXPECT_EQ(opening_of(frames_of(std::span(kinds).first(71)), 1, 0.125f).frames, 0);
  EXPECT_EQ(opening_of(frames_of(kinds), 1, 1).frames, 0);
  // Where all frames are alike, none is needed to stand for others.
  EXPECT_EQ(opening_of(frames_of(std::vector<int>(1000, 3)), 1, 0.25f).rows.size(), 2u * 253);
}

TEST(KokoroOpening, EndsWhereItIsQuiet) {
  const Opening opening{.frames = 10, .rows = {}, .counts = {}};
  Floats sound(11 * 4, 1);
  EXPECT_EQ(quiet_end(sound, opening, 4), 10);
  std::fill_n(sound.begin() + 8 * 4, 4, 0.5f);
  EXPECT_EQ(quiet_end(sound, opening, 4), 8);
  std::fill_n(sound.begin() + 7 * 4, 4, 0.0f);  // too far from the end
  EXPECT_EQ(quiet_end(sound, opening, 4), 8);
}

TEST(KokoroOpening, RunsAreOfRowsThatFollowOneAnother) {
  const Opening opening{.frames = 1, .rows = {0, 1, 7, 8, 9, 3}, .counts = {}};
  std::vector<std::pair<size_t, size_t>> found;
  for (const auto& [first, count] : opening.runs()) found.emplace_back(first, count);
  EXPECT_EQ(found, (std::vector<std::pair<size_t, size_t>>{{0, 2}, {7, 3}, {3, 1}}));
}

class KokoroParts : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    model_ = value(
        Model::load(testing::folder(), std::nullopt, sotto::testing::open_backend(GetParam(), 2)));
    golden_.emplace(0, *model_);
  }

  // The same phonemes over and over.
  Clause clause(size_t phonemes) const {
    Clause clause = golden_->clause();
    const std::vector<int> once = clause.ids;
    while (clause.ids.size() < phonemes)
      clause.ids.push_back(once[clause.ids.size() % once.size()]);
    clause.ids.resize(phonemes);
    return clause;
  }

  std::vector<Floats> parts_of(const Clause& clause) {
    std::vector<Floats> parts;
    const Result<void> spoken = Session(model_).speak(clause, [&](std::span<const float> part) {
      parts.emplace_back(part.begin(), part.end());
      return true;
    });
    EXPECT_TRUE(spoken);
    return parts;
  }

  std::shared_ptr<const Model> model_;
  std::optional<GoldenCase> golden_;
};

TEST_P(KokoroParts, TheSecondPartIsThatOfTheWhole) {
  Clause clause = this->clause(80);
  const Floats whole = value(Session(model_).speak(clause));
  clause.first_part = 0.1f;
  const std::vector<Floats> parts = parts_of(clause);
  ASSERT_EQ(parts.size(), 2u);
  const size_t end = parts[0].size();
  EXPECT_EQ(end % kFrame, 0u);
  EXPECT_GE(end, (kLeastOpening - 2) * kFrame);
  ASSERT_EQ(end + parts[1].size(), whole.size());
  EXPECT_EQ(Floats(parts[1].begin() + kFade, parts[1].end()),
            Floats(whole.begin() + static_cast<std::ptrdiff_t>(end + kFade), whole.end()));
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < end; ++i) {
    ab += double{parts[0][i]} * double{whole[i]};
    aa += double{parts[0][i]} * double{parts[0][i]};
    bb += double{whole[i]} * double{whole[i]};
  }
  std::printf("correlation of the first part: %.4f\n", ab / std::sqrt(aa * bb));
  EXPECT_GT(ab / std::sqrt(aa * bb), 0.95);
  // It goes on from one into the other: no step is larger than those of the whole.
  const auto step = [](float a, float b) { return std::abs(a - b); };
  float largest = 0;
  for (size_t i = 1; i < whole.size(); ++i)
    largest = std::max(largest, step(whole[i], whole[i - 1]));
  EXPECT_LE(step(parts[1].front(), parts[0].back()), 1.5f * largest);
}

// Says what it is told to, and keeps what it was asked.
struct SaidOpener final : Opener {
  SaidOpener(float share, bool hears) : wanted(share), hears(hears) {}
  float share(double sound, double inputs) override {
    sound_s = sound;
    inputs_s = inputs;
    return wanted;
  }
  bool is_heard(double opening, double rest) override {
    opening_s = opening;
    rest_s = rest;
    return hears;
  }

  const float wanted;
  const bool hears;
  double sound_s = -1, inputs_s = -1, opening_s = -1, rest_s = -1;
};

TEST_P(KokoroParts, AnOpenerSaysHowMuchIsHeardFirst) {
  Clause clause = this->clause(80);
  const Floats whole = value(Session(model_).speak(clause));
  clause.first_part = 0.2f;
  const std::vector<Floats> asked = parts_of(clause);
  SaidOpener opener(0.2f, true);
  clause.first_part = 0;
  clause.opener = &opener;
  EXPECT_EQ(parts_of(clause), asked);
  EXPECT_DOUBLE_EQ(opener.sound_s, static_cast<double>(whole.size()) / kSampleRateHz);
  EXPECT_DOUBLE_EQ(opener.opening_s, static_cast<double>(asked[0].size()) / kSampleRateHz);
  EXPECT_GE(opener.opening_s, 0.2 * opener.sound_s);  // wherever it ends
  EXPECT_GT(opener.inputs_s, 0);
  EXPECT_GT(opener.rest_s, 0);
}

TEST_P(KokoroParts, AnOpenerMayKeepWhatWasMadeOrHaveNoneMade) {
  Clause clause = this->clause(80);
  const Floats whole = value(Session(model_).speak(clause));
  SaidOpener none(0, true), keeps(0.2f, false);
  clause.opener = &none;
  EXPECT_EQ(parts_of(clause), (std::vector<Floats>{whole}));
  EXPECT_EQ(none.opening_s, -1);
  clause.opener = &keeps;
  EXPECT_EQ(parts_of(clause), (std::vector<Floats>{whole}));
  EXPECT_GT(keeps.opening_s, 0);
}

TEST_P(KokoroParts, AShortClauseIsHeardAtOnce) {
  Clause clause = this->clause(6);
  const Floats whole = value(Session(model_).speak(clause));
  clause.first_part = 0.1f;
  EXPECT_EQ(parts_of(clause), (std::vector<Floats>{whole}));
}

TEST_P(KokoroParts, NothingIsMadeForNobody) {
  Clause clause = this->clause(80);
  clause.first_part = 0.1f;
  int heard = 0;
  const Result<void> refused = Session(model_).speak(clause, [&](std::span<const float>) {
    ++heard;
    return false;
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::cancelled);
  std::stop_source stop;
  const Result<void> stopped = Session(model_).speak(
      clause,
      [&](std::span<const float>) {
        ++heard;
        return stop.request_stop();
      },
      stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::cancelled);
  EXPECT_EQ(heard, 2);
}

TEST_P(KokoroParts, AShareIsOfOne) {
  Clause clause = this->clause(6);
  clause.first_part = 1.5f;
  const auto spoken = Session(model_).speak(clause);
  ASSERT_FALSE(spoken);
  EXPECT_EQ(spoken.error().message, "the first part is 1.5 of a clause, expected 0 to 1");
}

INSTANTIATE_TEST_SUITE_P(Backends, KokoroParts, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_opening_test
