// Keys and values in 16 and 8 bits: what comes out of the cache, and attention over it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "device_cpu/attention.h"
#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"
#include "quant/half.h"

namespace sotto::device::cpu::compact_cache_test {
namespace {

using testing::normals;
using Floats = std::vector<float>;

std::vector<std::string> supported_variants() {
  std::vector<std::string> names;
  for (const Isa isa : kAllIsas)
    if (supported(isa)) names.emplace_back(name_of(isa));
  return names;
}

struct Kept {
  Precision precision;
  std::string isa;
};

std::vector<Kept> all_kept() {
  std::vector<Kept> all;
  for (const Precision precision : {Precision::f16, Precision::int8})
    for (const std::string& isa : supported_variants()) all.push_back({precision, isa});
  return all;
}

class CompactCacheTest : public ::testing::TestWithParam<Kept> {
 protected:
  std::shared_ptr<const Backend> backend(int threads = 1) const {
    auto opened = open_backend(threads, GetParam().isa, 1);
    EXPECT_TRUE(opened);
    return (*opened)->with_kv_cache(GetParam().precision);
  }

  // What a head's numbers become, by the formula.
  Floats rounded(Floats x, int head) const {
    if (GetParam().precision == Precision::f16) {
      for (float& v : x) v = quant::from_f16(quant::to_f16(v));
      return x;
    }
    for (size_t first = 0; first < x.size(); first += size_t(head)) {
      float largest = 0;
      for (int c = 0; c < head; ++c) largest = std::max(largest, std::fabs(x[first + size_t(c)]));
      if (largest == 0) continue;
      for (int c = 0; c < head; ++c) {
        float& v = x[first + size_t(c)];
        v = std::nearbyint(v * (127.0f / largest)) * (largest / 127.0f);
      }
    }
    return x;
  }
};

Floats numbers_of(Device& d, const Tensor& rows) {
  const Tensor floats = d.make(rows.rows, rows.cols);
  d.copy(rows, floats);
  const auto numbers = d.read(floats);
  return {numbers.begin(), numbers.end()};
}

TEST_P(CompactCacheTest, KeepsForgetsAndGrows) {
  constexpr int kCols = 6, kHeads = 2;
  const auto d = backend()->open();
  const auto cache = d->make_kv_cache(kCols, kHeads);
  Floats all = normals(9 * kCols, 1);
  std::fill_n(all.begin() + kCols, kCols, 0.0f);  // a row of zeros
  d->upload(std::span(all).first(4 * kCols), cache->append(4));
  d->upload(std::span(all).subspan(4 * kCols, kCols), cache->append(1));
  d->upload(std::span(all).subspan(5 * kCols), cache->append(4));
  Floats expected = rounded(all, kCols / kHeads);
  EXPECT_EQ(numbers_of(*d, cache->all()), expected);
  EXPECT_EQ(numbers_of(*d, cache->all().part(3, 2)),
            Floats(expected.begin() + 3 * kCols, expected.begin() + 5 * kCols));
  const int kept[] = {0, 3, 5, 8};
  cache->keep(kept);
  for (int i = 0; i < 4; ++i)
    std::copy_n(expected.begin() + kept[i] * kCols, kCols, expected.begin() + i * kCols);
  expected.resize(4 * kCols);
  EXPECT_EQ(numbers_of(*d, cache->all()), expected);
  cache->forget(1);
  EXPECT_EQ(numbers_of(*d, cache->all()), Floats(expected.begin() + kCols, expected.end()));
  d->upload(std::span(all).first(kCols), cache->append(1));
  cache->truncate(3);  // what was written last is forgotten before anybody saw it
  cache->truncate(1);
  EXPECT_EQ(numbers_of(*d, cache->all()),
            Floats(expected.begin() + kCols, expected.begin() + 2 * kCols));
}

TEST_P(CompactCacheTest, SizesAreThoseOfItsNumbers) {
  const auto d = backend()->open();
  const auto cache = d->make_kv_cache(4, 1);
  const float most = GetParam().precision == Precision::f16 ? 65504.0f : 1e30f;
  d->upload(Floats{1e30f, -1e30f, 1e-30f, 0}, cache->append(1));
  const Floats found = numbers_of(*d, cache->all());
  EXPECT_FLOAT_EQ(found[0], most);
  EXPECT_FLOAT_EQ(found[1], -most);
  EXPECT_EQ(found[2], 0);
  EXPECT_EQ(found[3], 0);
}

// All three ways of attention see the numbers that a copy sees, however many queries come, and one
// head or several with the same keys.
TEST_P(CompactCacheTest, AttentionIsThatOverItsNumbers) {
  for (const int size : {1, 7, 16, 33, 64, 100}) {
    for (const int sharing : {1, 2}) {
      for (const int queries : {1, 3, 9}) {
        SCOPED_TRACE(::testing::Message() << "heads of " << size << ", " << sharing << " share, "
                                          << queries << " queries");
        constexpr int kRows = 21;
        const int heads = 4, kv = heads / sharing;
        const auto d = backend(2)->open();
        const auto k = d->make_kv_cache(kv * size, kv), v = d->make_kv_cache(kv * size, kv);
        d->upload(normals(size_t(kRows * kv * size), 1), k->append(kRows));
        d->upload(normals(size_t(kRows * kv * size), 2), v->append(kRows));
        const Tensor keys = d->make(kRows, kv * size), values = d->make(kRows, kv * size);
        d->copy(k->all(), keys);
        d->copy(v->all(), values);
        const Tensor q =
            d->upload(normals(size_t(queries * heads * size), 3), queries, heads * size);
        const int listed[] = {20, 0, 4, 5, 11};
        std::vector<VisibleKeys> seen, in_lists;
        for (int i = 0; i < queries; ++i) {
          seen.push_back({2, kRows - 2 - i});
          in_lists.push_back({0, 5, listed});
        }
        const auto expect_same = [&](const Tensor& found, const Tensor& exact) {
          const auto a = d->read(found), b = d->read(exact);
          for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-5f) << "number " << i;
        };
        expect_same(d->attention(q, k->all(), v->all(), seen, heads, Rows::any),
                    d->attention(q, keys, values, seen, heads, Rows::any));
        expect_same(d->attention(q, k->all(), v->all(), in_lists, heads, Rows::decode),
                    d->attention(q, keys, values, in_lists, heads, Rows::decode));
        Scoring scoring;
        scoring.scale = 0.3f;
        const Tensor found = d->make(queries, q.cols), exact = d->make(queries, q.cols);
        d->attention(q, k->all(), v->all(), seen, heads, scoring, found);
        d->attention(q, keys, values, seen, heads, scoring, exact);
        expect_same(found, exact);
        const Tensor scored = d->make(heads * queries, kRows);
        const Tensor scored_exactly = d->make(heads * queries, kRows);
        d->scores(q, k->all(), heads, scored);
        d->scores(q, keys, heads, scored_exactly);
        expect_same(scored, scored_exactly);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CompactCacheTest, ::testing::ValuesIn(all_kept()),
                         [](const auto& info) {
                           return std::string(name_of(info.param.precision)) + "_" + info.param.isa;
                         });

TEST(KvCache, IsSaidOfTheBackend) {
  const auto b = *open_backend(3);
  EXPECT_FALSE(b->report().kv_cache);
  EXPECT_EQ(b->open()->make_kv_cache(4, 1)->all().precision, Precision::f32);
  EXPECT_EQ(b->open()->make_kv_cache(4, 1, Precision::f16)->all().precision, Precision::f16);
  const auto floats = b->with_kv_cache(Precision::f32);
  EXPECT_EQ(floats->open()->make_kv_cache(4, 1, Precision::f16)->all().precision, Precision::f32);
  const auto small = b->with_kv_cache(Precision::int8)->with_at_most(2);
  EXPECT_EQ(small->report().kv_cache, Precision::int8);
  EXPECT_EQ(small->report().threads, 2);
  EXPECT_EQ(small->open()->make_cache(4)->all().precision, Precision::f32);
  EXPECT_EQ(small->open()->make_kv_cache(4, 1)->all().precision, Precision::int8);
}

}  // namespace
}  // namespace sotto::device::cpu::compact_cache_test
