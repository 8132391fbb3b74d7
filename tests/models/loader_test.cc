// What a loader keeps of a file, and what it lets go of.
#include "models/loader.h"

#include <gtest/gtest.h>

#include "checkpoint/tensor_table.h"
#include "device_cpu/backend.h"

namespace sotto::models::loader_test {
namespace {

constexpr int kRows = 16, kCols = 64;

// Notes which tensors were let go of.
class NotedTable : public checkpoint::TensorTable {
 public:
  using TensorTable::TensorTable;
  void release(std::span<const std::byte> bytes) const override {
    for (const std::string& name : names())
      if (find(name)->bytes.data() == bytes.data() && find(name)->bytes.size() == bytes.size())
        released.push_back(name);
  }
  mutable std::vector<std::string> released;
};

TEST(LoaderTest, LetsGoOfWhatADeviceHasCopied) {
  const std::vector<float> numbers(size_t{2} * kRows * kCols, 0.5f);
  const auto table = std::make_shared<NotedTable>("a file");
  const auto add = [&](const std::string& name, size_t first) {
    const auto bytes = std::as_bytes(std::span(numbers).subspan(first, size_t{kRows} * kCols));
    table->add({name, checkpoint::DType::f32, {kRows, kCols}, bytes});
  };
  add("many", 0);
  add("few", size_t{kRows} * kCols);
  const auto backend = device::cpu::open_backend(1);
  ASSERT_TRUE(backend);
  Loader load(*table, {}, **backend);

  const device::Weight many = load.matrix("many", kRows, kCols, device::Rows::prefill);
  EXPECT_EQ(table->released, std::vector<std::string>({"many"}));
  device::Weight few = load.matrix("few", kRows, kCols, device::Rows::decode);
  EXPECT_EQ(table->released, std::vector<std::string>({"many"}));
  few.reset();
  EXPECT_EQ(table->released, std::vector<std::string>({"many", "few"}));
  EXPECT_FALSE(load.error());
}

}  // namespace
}  // namespace sotto::models::loader_test
