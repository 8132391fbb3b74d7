#include "models/seq2seq/neighbours.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "models/nllb_golden.h"

namespace sotto::models::seq2seq::neighbours_test {
namespace {

using nllb::testing::goldens;
using nllb::testing::Ids;
using nllb::testing::kAsStored;
using nllb::testing::load;

std::vector<double> probabilities(std::span<const float> logits) {
  double sum = 0;
  std::vector<double> p;
  for (const float logit : logits) p.push_back(std::exp(double{logit}));
  for (const double one : p) sum += one;
  for (double& one : p) one /= sum;
  return p;
}

// Four states of two numbers, and what follows them. The last one is too far away to count.
std::shared_ptr<const KnownStates> known(const Borrowing& how) {
  return std::make_shared<KnownStates>(KnownStates{{0, 0, 3, 4, 0, 1, 30, 40}, {2, 5, 2, 1}, how});
}

TEST(NeighboursTest, TheLogitsBecomeThoseOfTheMixture) {
  Neighbours neighbours;
  neighbours.add(known({.distance = 20}));
  const std::vector<float> before = {0.5f, -1, 2, 0, 1, -3};
  std::vector<float> after = before;
  neighbours.lend(0, std::vector<float>{0, 0}, after);
  double entropy = 0;
  for (const double p : probabilities(before)) entropy -= p * std::log(p);
  const double weight = 1 / (1 + std::exp(-2.0 - 0.49 * entropy));
  const auto worth = [](double distance) { return std::exp(-distance / 20 / 0.36); };
  const double all = 1 + worth(1) + worth(25);
  std::vector<double> expected = probabilities(before);
  for (double& p : expected) p *= 1 - weight;
  expected[2] += weight * (1 + worth(1)) / all;
  expected[5] += weight * worth(25) / all;
  const std::vector<double> got = probabilities(after);
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
}

// A network that is sure of its next token borrows less.
TEST(NeighboursTest, WhoIsInDoubtBorrowsMore) {
  const auto borrowed = [](float sure) {
    Neighbours neighbours;
    neighbours.add(known({.distance = 2}));
    std::vector<float> logits = {sure, 0, 0, 0, 0, 0};
    const double before = probabilities(logits)[2];
    neighbours.lend(0, std::vector<float>{0, 0}, logits);
    return (probabilities(logits)[2] - before) / (1 - before);
  };
  EXPECT_GT(borrowed(0), borrowed(2) + 0.005);
  EXPECT_GT(borrowed(2), borrowed(9) + 0.02);
}

TEST(NeighboursTest, StatesThatAreTooFarForANumberLendNothing) {
  Neighbours neighbours;
  neighbours.add(std::make_shared<KnownStates>(KnownStates{{3e38f, -3e38f}, {1}, {}}));
  std::vector<float> logits = {1, 2};
  neighbours.lend(0, std::vector<float>{-3e38f, 3e38f}, logits);
  EXPECT_EQ(logits, (std::vector<float>{1, 2}));
}

TEST(NeighboursTest, EachHypothesisHasItsOwn) {
  Neighbours neighbours;
  neighbours.add(nullptr);
  EXPECT_FALSE(neighbours.has_any());
  neighbours.add(known({}));
  EXPECT_TRUE(neighbours.has_any());
  const std::vector<float> before(6), state = {0, 0};
  const auto is_changed = [&](int hypothesis) {
    std::vector<float> logits = before;
    neighbours.lend(hypothesis, state, logits);
    return logits != before;
  };
  EXPECT_FALSE(is_changed(0));
  EXPECT_TRUE(is_changed(1));
  neighbours.select(Ids{1, 0, 1});
  EXPECT_TRUE(is_changed(0) && !is_changed(1) && is_changed(2));
  neighbours.select(Ids{1});
  EXPECT_FALSE(neighbours.has_any());
}

TEST(NeighboursTest, DistancesOfAnyWidthAreWhole) {
  for (const size_t width : {1, 15, 16, 17, 50}) {
    std::vector<float> far(width), state(width);
    std::iota(far.begin(), far.end(), 1.0f);
    double squared = 0;
    for (const float x : far) squared += double{x} * x;
    const Borrowing how{.distance = squared};
    Neighbours neighbours;
    neighbours.add(std::make_shared<KnownStates>(KnownStates{far, {1}, how}));
    std::vector<float> logits(2);
    neighbours.lend(0, state, logits);
    const double weight = 1 / (1 + std::exp(-2.0 + 3.6 - 0.49 * std::log(2)));
    EXPECT_NEAR(probabilities(logits)[1], weight + (1 - weight) * 0.5, 1e-3) << width;
  }
}

const nlohmann::json& golden_case(size_t i) { return goldens().cases.at("cases").at(i); }

// Where a translation of the same source is among the examples, the decoder is in the same states,
// whatever the other examples are: the token that follows gets all that is borrowed.
TEST(NeighboursTest, ASessionIsInTheStatesOfAnExampleOfItsSource) {
  const auto model = load(goldens().folder, kAsStored);
  const Ids source = golden_case(0).at("src_ids"), other = golden_case(1).at("src_ids");
  const Ids target = golden_case(0).at("ref_ids"), second = golden_case(1).at("ref_ids");
  const Borrowing how{.distance = 1e-6};  // so that only the same state has a share
  Session session(model), plain(model);
  plain.add(std::vector<Ids>{source});
  session.borrower()->add(std::vector<Ids>{other, source},
                          std::vector<Examples>{{}, {{{other, second}, {source, target}}, how}});
  int last = model->config().decoder_start;
  for (const int token : target) {
    const auto alone = probabilities(plain.step(Ids{last}));
    const auto both = session.step(Ids{last, last});
    const auto lent = probabilities(both.subspan(both.size() / 2));
    const auto at = static_cast<size_t>(token);
    EXPECT_GT(lent[at], 0.88 + 0.12 * alone[at] - 1e-3);  // of a logistic function of 2 and more
    last = token;
  }
}

TEST(NeighboursTest, WithoutExamplesNothingChanges) {
  const auto model = load(goldens().folder, kAsStored);
  const std::vector<Ids> sources = {golden_case(0).at("src_ids")};
  Session session(model), plain(model);
  plain.add(sources);
  session.borrower()->add(sources, std::vector<Examples>(1));
  for (const int token : {2, 7, 9}) {
    const auto a = session.step(Ids{token}), b = plain.step(Ids{token});
    EXPECT_TRUE(std::ranges::equal(a, b));
  }
}

}  // namespace
}  // namespace sotto::models::seq2seq::neighbours_test
