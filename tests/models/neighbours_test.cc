#include "models/seq2seq/neighbours.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "models/changed_weights.h"
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

// Four keys of two numbers, and what follows them. The last one is too far away to count.
std::shared_ptr<const KnownStates> known() {
  return std::make_shared<KnownStates>(KnownStates{{0, 0, 1, 2, 0, 1, 30, 40}, {2, 5, 2, 1}});
}

Borrowing weighted(float own, float constant, float entropy, float worth) {
  return {.projection = {}, .own = own, .constant = constant, .entropy = entropy, .worth = worth};
}

TEST(NeighboursTest, TheLogitsBecomeThoseOfTheMixture) {
  Neighbours neighbours;
  neighbours.add(known());
  const std::vector<float> before = {0.5f, -1, 2, 0, 1, -3};
  std::vector<float> after = before;
  neighbours.lend(0, weighted(0.25f, 0.5f, 0.75f, 0.625f), std::vector<float>{0, 0}, after);
  std::vector<double> expected = probabilities(before);
  double entropy = 0;
  for (const double p : expected) entropy -= p * std::log(p);
  const auto worth = [&](double distance, double own) {
    return std::exp(-distance) * std::pow(own, 0.25);
  };
  const double of_2 = worth(0, expected[2]) + worth(1, expected[2]), of_5 = worth(5, expected[5]);
  const double odds = std::exp(0.5 + 0.75 * entropy) * std::pow(of_2 + of_5, 0.625);
  const double weight = odds / (1 + odds);
  for (double& p : expected) p *= 1 - weight;
  expected[2] += weight * of_2 / (of_2 + of_5);
  expected[5] += weight * of_5 / (of_2 + of_5);
  const std::vector<double> got = probabilities(after);
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
}

// A network that is sure of its next token borrows less.
TEST(NeighboursTest, WhoIsInDoubtBorrowsMore) {
  const auto borrowed = [](float sure) {
    Neighbours neighbours;
    neighbours.add(known());
    std::vector<float> logits = {sure, 0, 0, 0, 0, 0};
    const double before = probabilities(logits)[2];
    neighbours.lend(0, weighted(0, 2, 0.5f, 0), std::vector<float>{0, 0}, logits);
    return (probabilities(logits)[2] - before) / (1 - before);
  };
  EXPECT_GT(borrowed(0), borrowed(2) + 0.005);
  EXPECT_GT(borrowed(2), borrowed(9) + 0.02);
}

TEST(NeighboursTest, StatesThatAreTooFarForANumberLendNothing) {
  Neighbours neighbours;
  neighbours.add(std::make_shared<KnownStates>(KnownStates{{3e38f, -3e38f}, {1}}));
  std::vector<float> logits = {1, 2};
  neighbours.lend(0, weighted(0, 0, 0, 0), std::vector<float>{-3e38f, 3e38f}, logits);
  EXPECT_EQ(logits, (std::vector<float>{1, 2}));
}

TEST(NeighboursTest, EachHypothesisHasItsOwn) {
  Neighbours neighbours;
  neighbours.add(nullptr);
  EXPECT_FALSE(neighbours.has_any());
  neighbours.add(known());
  EXPECT_TRUE(neighbours.has_any());
  const std::vector<float> before(6), query = {0, 0};
  const auto is_changed = [&](int hypothesis) {
    std::vector<float> logits = before;
    neighbours.lend(hypothesis, weighted(0, 0, 0, 0), query, logits);
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
    std::vector<float> key(width), query(width);
    std::iota(key.begin(), key.end(), 1.0f);
    double squared = 0;
    for (float& x : key) {
      x /= static_cast<float>(width);
      squared += double{x} * x;
    }
    Neighbours neighbours;
    neighbours.add(std::make_shared<KnownStates>(KnownStates{key, {1}}));
    std::vector<float> logits(2);
    neighbours.lend(0, weighted(0, static_cast<float>(squared), 0, 1), query, logits);
    EXPECT_NEAR(probabilities(logits)[1], 0.75, 1e-3) << width;  // half is borrowed
  }
}

// The golden checkpoint with a projection that leaves states far apart, all but the same ones.
std::shared_ptr<const Model> borrower() {
  auto folder = *checkpoint::open_model_folder(goldens().folder);
  const auto d = folder.config.at("d_model").get<size_t>(), size = d * d;
  std::vector<float> projection(size);
  for (size_t i = 0; i < size; i += d + 1) projection[i] = 1e3f;
  const auto rows = static_cast<int64_t>(d);
  folder.weights = models::testing::ChangedWeights(folder.weights)
                       .set("borrowing.projection.weight", {rows, rows}, std::move(projection))
                       .set("borrowing.weights", {4}, {0, 2, 0, 0})
                       .done();
  return sotto::testing::value(
      Model::load(nllb::kM2m100, folder, kAsStored, sotto::testing::open_backend({}, 1)));
}

const nlohmann::json& golden_case(size_t i) { return goldens().cases.at("cases").at(i); }

// Where a translation of the same source is among the examples, the decoder is in the same states,
// whatever the other examples are: the token that follows gets all that is borrowed.
TEST(NeighboursTest, ASessionIsInTheStatesOfAnExampleOfItsSource) {
  const auto model = borrower();
  const Ids source = golden_case(0).at("src_ids"), other = golden_case(1).at("src_ids");
  const Ids target = golden_case(0).at("ref_ids"), second = golden_case(1).at("ref_ids");
  Session session(model), plain(model);
  plain.add(std::vector<Ids>{source});
  session.borrower()->add(std::vector<Ids>{other, source},
                          std::vector<Examples>{{}, {{other, second}, {source, target}}});
  int last = model->config().decoder_start;
  for (const int token : target) {
    const auto alone = probabilities(plain.step(Ids{last}));
    const auto both = session.step(Ids{last, last});
    const auto lent = probabilities(both.subspan(both.size() / 2));
    const auto at = static_cast<size_t>(token);
    EXPECT_GT(lent[at], 0.88 + 0.12 * alone[at] - 1e-3);  // the logistic function of 2
    last = token;
  }
}

TEST(NeighboursTest, ANetworkThatHasNotLearnedToBorrowIsNoBorrower) {
  EXPECT_EQ(Session(load(goldens().folder, kAsStored)).borrower(), nullptr);
}

TEST(NeighboursTest, WithoutExamplesNothingChanges) {
  const auto model = borrower();
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
