// The zones count what was computed, and change nothing of it.
#include "device/zones.h"

#include <gmock/gmock.h>

#include <vector>

#include "device_cpu/backend.h"

namespace sotto::device::zones_test {
namespace {

// Two products at once, twice, and an attention; the results of all.
std::vector<float> work(const Backend& b, Device& d) {
  std::vector<float> w(8 * 4), x(3 * 4), out;
  for (size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i % 5) - 2;
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 4;
  const auto prepared = [&](size_t first) {
    return b.prepare(quant::F32Matrix{w.data() + first, 4, 4}, nullptr, {Rows::decode});
  };
  const Weight keys = prepared(0), values = prepared(16);
  const Tensor in = d.upload(x, 3, 4);
  for (int i = 0; i < 2; ++i) {
    const Tensor k = d.make(3, 4), v = d.make(3, 4);
    const Product products[] = {{keys.get(), {}, k, Epilogue::none},
                                {values.get(), {}, v, Epilogue::none}};
    d.linears(in, products);
    const std::vector<VisibleKeys> seen(3, VisibleKeys{.first = 0, .count = 3});
    const auto y = d.read(d.attention(in, k, v, seen, 2, Rows::decode));
    out.insert(out.end(), y.begin(), y.end());
  }
  return out;
}

TEST(ZonesTest, CountWhatIsComputedAndLeaveItAsItIs) {
  const auto backend = cpu::open_backend(1);
  ASSERT_TRUE(backend);
  Zones zones;
  const auto plain = (*backend)->open(), timed = measured(*backend, zones)->open();
  EXPECT_EQ(work(**backend, *timed), work(**backend, *plain));

  const std::vector<Zone> found = zones.sorted();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_GE(found[0].ms, found[1].ms);
  const Zone& linear = found[0].operation == "linear" ? found[0] : found[1];
  const Zone& attention = found[0].operation == "linear" ? found[1] : found[0];
  EXPECT_EQ(linear.operation, "linear");
  EXPECT_EQ(linear.calls, 2);
  EXPECT_EQ(linear.rows, 3);
  EXPECT_EQ(linear.inputs, 4);
  EXPECT_EQ(linear.outputs, 8);
  EXPECT_DOUBLE_EQ(linear.megabytes, 2e-6 * 8 * 4 * sizeof(float));
  EXPECT_DOUBLE_EQ(linear.multiply_adds, 2e-6 * 3 * 4 * 8);
  EXPECT_GT(linear.ms, 0);
  EXPECT_EQ(attention.operation, "attention");
  EXPECT_EQ(attention.calls, 2);
  zones.clear();
  EXPECT_TRUE(zones.sorted().empty());
}

// What a frame on a measured device gives back is given back by the one beneath.
TEST(ZonesTest, MemoryIsThatOfTheDeviceBeneath) {
  const auto backend = cpu::open_backend(1);
  ASSERT_TRUE(backend);
  Zones zones;
  const auto timed = measured(*backend, zones)->open();
  const float* first = nullptr;
  for (int i = 0; i < 3; ++i) {
    const Frame frame(*timed);
    const auto numbers = timed->read(timed->upload(std::vector<float>(4), 1, 4));
    if (i == 0) first = numbers.data();
    EXPECT_EQ(numbers.data(), first);
  }
}

}  // namespace
}  // namespace sotto::device::zones_test
