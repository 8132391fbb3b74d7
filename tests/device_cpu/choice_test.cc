// The greatest logit is found as if all were computed exactly, with the coarse copy and without.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"

namespace sotto::device::cpu::testing::choice_test {
namespace {

using Ids = std::vector<int>;

// An output matrix and rows that meet it.
struct Problem {
  int rows, outputs, cols;
  std::vector<int8_t> q;
  std::vector<float> scales, bias, x;
  std::vector<Ids> banned;
  float factor = 30;

  Problem(int rows, int outputs, int cols, unsigned seed)
      : rows(rows),
        outputs(outputs),
        cols(cols),
        scales(static_cast<size_t>(outputs), 0.01f),
        bias(normals(static_cast<size_t>(outputs), seed)),
        x(normals(static_cast<size_t>(rows * cols), seed + 1)),
        banned(static_cast<size_t>(rows)) {
    std::mt19937 random(seed + 2);
    std::normal_distribution<float> normal(0, 25);
    for (int i = 0; i < outputs * cols; ++i)
      q.push_back(static_cast<int8_t>(std::clamp(normal(random), -127.0f, 127.0f)));
  }

  quant::Sym8View view() const { return {outputs, cols, q.data(), scales.data()}; }
  int8_t* row(int r) { return q.data() + static_cast<size_t>(r) * static_cast<size_t>(cols); }
};

struct Found {
  std::vector<Choice> exact, chosen;
};

Found solve(const Problem& p, const Backend& backend, const Weight& w) {
  const Constant bias = backend.prepare(p.bias);
  const auto device = backend.open();
  const Frame frame(*device);
  const Tensor x = device->upload(p.x, p.rows, p.cols);
  const std::vector<std::span<const int>> banned(p.banned.begin(), p.banned.end());
  Found found{std::vector<Choice>(static_cast<size_t>(p.rows)),
              std::vector<Choice>(static_cast<size_t>(p.rows))};
  const auto logits = device->read(device->linear(x, w, bias));
  for (size_t i = 0; i < found.exact.size(); ++i) {
    const auto outputs = static_cast<size_t>(p.outputs);
    found.exact[i] = chosen_of(logits.subspan(i * outputs, outputs), p.banned[i]);
  }
  device->choose(x, w, bias, banned, found.chosen);
  return found;
}

Found solve(const Problem& p, const Backend& backend, bool is_coarse = true) {
  return solve(p, backend,
               backend.prepare(p.view(), nullptr,
                               {.activations = ActivationQuant::known,
                                .parameters = {.factor = p.factor},
                                .chooses = is_coarse}));
}

// The same numbers in groups, as rows or (where the processor gains by them) in panels.
Found solve_groups(const Problem& p, const Backend& backend, int group, int bits, bool in_panels) {
  std::vector<float> numbers;
  for (const int8_t q : p.q) numbers.push_back(0.01f * static_cast<float>(q));
  const auto groups = std::make_shared<quant::AffineMatrix>(
      quant::quantize_affine(numbers, p.outputs, p.cols, group, bits));
  const Weight w =
      backend.prepare(groups->view(), groups, {.is_transient = in_panels, .chooses = true});
  return solve(p, backend, w);
}

// Coarse logits are off by a tenth of what they spread: measured 0.005 here.
constexpr float kNear = 0.02f, kExact = 1e-5f;

void expect_equal(const Found& found, float tolerance) {
  for (size_t i = 0; i < found.exact.size(); ++i) {
    EXPECT_EQ(found.chosen[i].id, found.exact[i].id) << i;
    EXPECT_EQ(found.chosen[i].logit, found.exact[i].logit) << i;
    EXPECT_NEAR(found.chosen[i].log_sum, found.exact[i].log_sum,
                tolerance * std::max(1.0f, std::fabs(found.exact[i].log_sum)))
        << i;
  }
}

class ChoiceTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!open_backend(1, GetParam())) GTEST_SKIP() << "not on this processor";
  }
  // So little work that each thread has some.
  static std::shared_ptr<const Backend> backend(int threads = 2) {
    return *open_backend(threads, GetParam(), /*least_bytes=*/1);
  }
};

TEST_P(ChoiceTest, IsThatOfAllLogits) {
  for (const int rows : {1, 2, 4, 5, 20}) {
    for (const int cols : {32, 100, 384}) {
      SCOPED_TRACE(::testing::Message() << rows << " rows of " << cols);
      const Problem p(rows, 3001, cols, static_cast<unsigned>(rows + cols));
      expect_equal(solve(p, *backend()), rows <= 4 ? kNear : kExact);
      expect_equal(solve(p, *backend(), /*is_coarse=*/false), kExact);
    }
  }
}

TEST_P(ChoiceTest, OfGroupsIsThatOfAllLogits) {
  for (const int rows : {1, 4, 5})
    for (const int cols : {64, 384})
      for (const int bits : {8, 6, 4})
        for (const bool in_panels : {false, true}) {
          const int group = cols == 64 ? 64 : 32;
          SCOPED_TRACE(::testing::Message() << rows << " rows of " << cols << ", " << bits
                                            << " bits, in panels: " << in_panels);
          const Problem p(rows, 1501, cols, static_cast<unsigned>(rows + cols));
          expect_equal(solve_groups(p, *backend(), group, bits, in_panels), kNear);
        }
}

// A column that is so large that one scale for all leaves nothing of the others, in which the rows
// of w differ.
TEST_P(ChoiceTest, OneLargeColumnDoesNotHideTheOthersOfGroups) {
  for (const float large : {30.0f, 300.0f, 3e5f}) {
    Problem p(2, 1500, 128, 17);
    for (int i = 0; i < p.rows; ++i) p.x[static_cast<size_t>(i * p.cols)] = large;
    for (int r = 0; r < p.outputs; ++r) p.row(r)[0] = 40;
    std::ranges::fill(p.bias, 0.0f);
    expect_equal(solve_groups(p, *backend(), 32, 8, /*in_panels=*/false), kNear);
  }
}

// Scales that are no numbers, as a file may have them.
TEST_P(ChoiceTest, GroupsThatAreNotFiniteAreToldByTheSum) {
  const Problem p(1, 600, 64, 19);
  quant::AffineMatrix groups =
      quant::quantize_affine(std::vector<float>(p.q.begin(), p.q.end()), 600, 64, 64, 8);
  groups.scales[400] = std::numeric_limits<float>::quiet_NaN();
  groups.scales[500] = std::numeric_limits<float>::infinity();
  const auto shared = backend();
  const Found found = solve(p, *shared, shared->prepare(groups.view(), nullptr, {.chooses = true}));
  EXPECT_TRUE(std::isnan(found.chosen[0].log_sum));
}

TEST_P(ChoiceTest, DoesNotDependOnTheNumberOfThreads) {
  const Problem p(3, 5000, 128, 7);
  const Found one = solve(p, *backend(1)), two = solve(p, *backend(2));
  for (size_t i = 0; i < one.chosen.size(); ++i) {
    EXPECT_EQ(one.chosen[i].id, two.chosen[i].id);
    EXPECT_EQ(one.chosen[i].log_sum, two.chosen[i].log_sum);
  }
}

TEST_P(ChoiceTest, WhatIsBannedIsNotChosen) {
  Problem p(2, 1000, 64, 3);
  std::vector<Ids> found;
  for (int turn = 0; turn < 20; ++turn) {
    const Found both = solve(p, *backend());
    expect_equal(both, kNear);
    for (size_t i = 0; i < p.banned.size(); ++i) p.banned[i].push_back(both.chosen[i].id);
  }
  for (Ids& ids : p.banned) {
    std::ranges::sort(ids);
    EXPECT_TRUE(std::ranges::adjacent_find(ids) == ids.end());
    ids.push_back(ids.front());  // twice
  }
  expect_equal(solve(p, *backend()), kNear);
}

// Rows that no coarse copy tells apart: all of them are candidates.
TEST_P(ChoiceTest, RowsThatDifferInOneStepAreToldApart) {
  std::mt19937 random(5);
  Problem p(1, 2000, 128, 5);
  std::ranges::fill(p.bias, 0.0f);
  for (int r = 1; r < p.outputs; ++r) {
    std::copy_n(p.row(0), p.cols, p.row(r));
    for (int k = 0; k < 3; ++k) p.row(r)[random() % 128] ^= 1;
  }
  expect_equal(solve(p, *backend()), kNear);
}

TEST_P(ChoiceTest, OfEqualsTheFirst) {
  for (const int equals : {2, 900}) {  // few candidates, and many
    Problem p(1, 1000, 64, 9);
    const int best = solve(p, *backend()).exact[0].id;
    for (int k = 1; k <= equals; ++k) {
      const int other = (best + 7 * k) % p.outputs;
      std::copy_n(p.row(best), p.cols, p.row(other));
      p.bias[static_cast<size_t>(other)] = p.bias[static_cast<size_t>(best)];
    }
    expect_equal(solve(p, *backend()), kNear);
  }
}

TEST_P(ChoiceTest, ANaNIsToldByTheSum) {
  for (const int rows : {1, 6}) {
    Problem p(rows, 700, 64, 11);
    p.bias[300] = std::numeric_limits<float>::quiet_NaN();
    const Found found = solve(p, *backend());
    for (size_t i = 0; i < found.chosen.size(); ++i) {
      EXPECT_EQ(found.chosen[i].id, found.exact[i].id);
      EXPECT_TRUE(std::isnan(found.chosen[i].log_sum));
    }
  }
}

// Far from the greatest nothing counts, and nothing overflows.
TEST_P(ChoiceTest, LogitsMayBeFarApart) {
  Problem p(2, 1500, 64, 13);
  for (float& b : p.bias) b *= 1000;
  expect_equal(solve(p, *backend()), kExact);
  p.banned[0] = {solve(p, *backend()).chosen[0].id};
  expect_equal(solve(p, *backend()), kExact);
}

INSTANTIATE_TEST_SUITE_P(Cpu, ChoiceTest,
                         ::testing::Values("portable", "neondot", "avx2", "avxvnni", "avx512vnni"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace sotto::device::cpu::testing::choice_test
