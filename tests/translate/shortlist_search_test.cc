// A search over some of the output rows.
#include <gmock/gmock.h>

#include <random>
#include <set>

#include "golden_model.h"
#include "models/output_rows.h"

namespace sotto::translate::shortlist_search_test {
namespace {

using models::OutputRows;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::Ids;

Ids sorted(std::set<int> ids) { return {ids.begin(), ids.end()}; }

std::shared_ptr<const OutputRows> rows_of(const models::seq2seq::Model& model, Ids ids) {
  auto rows = OutputRows::gather(model.backend(), model.network().shared.w, std::move(ids));
  if (!rows) throw std::runtime_error(rows.error().message);
  return *std::move(rows);
}

// In every form that a matrix can have, a gathered row gives the very same number.
TEST(OutputRowsTest, LogitsAreThoseOfTheWholeMatrix) {
  for (const char* scheme : {"f32", "q8", "q6", "q4:32"}) {
    SCOPED_TRACE(scheme);
    const auto model = testing::golden_model(*quant::parse_scheme(scheme));
    const Ids ids = {0, 1, 2, 3, 7, 500, 501, 1279, 1405};
    const auto all = model->open_session(), some = model->open_session(rows_of(*model, ids));
    const std::vector<Ids> source = {testing::golden_sources().front().ids};
    all->start(source, 2);
    some->start(source, 2);
    for (const int token : {2, 1279}) {
      const auto whole = all->step(Ids{token, token});
      const auto few = some->step(Ids{token, token});
      ASSERT_EQ(few.size(), 2 * ids.size());
      for (size_t i = 0; i < few.size(); ++i) {
        EXPECT_EQ(few[i], whole[i / ids.size() * 1406 + size_t(ids[i % ids.size()])]) << i;
      }
    }
    EXPECT_THAT(some->outputs(), ElementsAreArray(ids));
    EXPECT_EQ(some->vocab_size(), 1406);
  }
}

TEST(OutputRowsTest, IdsMustAscendAndBeThere) {
  const auto model = testing::golden_model();
  for (const Ids& ids : {Ids{3, 2}, Ids{2, 2}, Ids{-1, 2}, Ids{5, 1406}, Ids{}}) {
    const auto rows = OutputRows::gather(model->backend(), model->network().shared.w, ids);
    ASSERT_FALSE(rows);
    EXPECT_THAT(rows.error().message, HasSubstr("shortlist"));
  }
}

TEST(OutputRowsTest, StoredRowsAreUsedWhereTheyLie) {
  const auto model = testing::golden_model();
  const auto copy = rows_of(*model, {2, 5, 9});
  const auto stored = OutputRows::stored(copy->linear(), 1406, {2, 5, 9});
  ASSERT_TRUE(stored) << stored.error().message;
  EXPECT_EQ((*stored)->linear().w, copy->linear().w);
  EXPECT_THAT((*stored)->ids(), ElementsAreArray(Ids{2, 5, 9}));
  for (const Ids& ids : {Ids{2, 5}, Ids{2, 5, 1406}, Ids{2, 9, 5}, Ids{}}) {
    EXPECT_FALSE(OutputRows::stored(copy->linear(), 1406, ids));
  }
}

// What greedy search chose from all tokens it chooses from any shortlist that has these tokens; and
// everything that a beam ever considered is enough for the beam.
TEST(ShortlistSearchTest, AListWithWhatIsNeededChangesNothing) {
  const auto model = testing::golden_model();
  const auto all = model->open_session();
  std::mt19937 random(3);
  for (const auto& source : testing::golden_sources()) {
    SCOPED_TRACE(source.id);
    const Hypothesis free = testing::pool_of(*all, source, {.max_new_tokens = 40}).front();
    std::set<int> ids = {0, 1, 2, 3, source.language};
    ids.insert(free.ids.begin(), free.ids.end());
    while (ids.size() < 300) ids.insert(static_cast<int>(random() % 1406));
    const auto few = model->open_session(rows_of(*model, sorted(ids)));
    EXPECT_EQ(testing::pool_of(*few, source, {.max_new_tokens = 40}).front().ids, free.ids);
  }
}

TEST(ShortlistSearchTest, EveryTokenInTheListIsTheSameAsNoList) {
  const auto model = testing::golden_model();
  Ids every(1406);
  for (int i = 0; i < 1406; ++i) every[size_t(i)] = i;
  const auto all = model->open_session(), listed = model->open_session(rows_of(*model, every));
  const auto source = testing::golden_sources().front();
  for (const SearchOptions& options :
       {SearchOptions{.beams = 4, .no_repeat_ngram = 2}, SearchOptions{.repetition_penalty = 1.5f},
        SearchOptions{.beams = 3, .token_limits = {{755, 0}}}}) {
    const auto a = testing::pool_of(*all, source, options);
    const auto b = testing::pool_of(*listed, source, options);
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].ids, b[i].ids);
      EXPECT_EQ(a[i].score, b[i].score);
    }
  }
}

TEST(ShortlistSearchTest, NothingElseIsChosen) {
  const auto model = testing::golden_model();
  const auto source = testing::golden_sources().front();
  Ids ids = {0, 1, 2, 3, 10, 11, 12, 13, 14, 15, 16, 17, 18, 600, source.language};
  const auto few = model->open_session(rows_of(*model, ids));
  for (const int beams : {1, 4}) {
    const auto pool = testing::pool_of(
        *few, source, {.beams = beams, .max_new_tokens = 9, .token_limits = {{10, 1}, {20, 0}}});
    for (const Hypothesis& h : pool) {
      for (const int id : h.ids) EXPECT_TRUE(std::ranges::binary_search(ids, id)) << id;
      EXPECT_EQ(h.ids[1], source.language);
      EXPECT_LE(std::ranges::count(h.ids, 10), 1);
    }
  }
}

TEST(ShortlistSearchTest, TheLanguageMustBeInTheList) {
  const auto model = testing::golden_model();
  const auto few = model->open_session(rows_of(*model, {0, 1, 2, 3, 4, 5}));
  const std::vector<Ids> source = {{1247, 34, 2}};
  const auto found = search(*few, source, 2, 1279, {}, {});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("token 1279 is needed"));
}

}  // namespace
}  // namespace sotto::translate::shortlist_search_test
