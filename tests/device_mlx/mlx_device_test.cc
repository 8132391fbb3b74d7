// What is particular about a device that computes later: threads, and masks.
#include "device_mlx/mlx_device.h"

#include <gtest/gtest.h>

#include <thread>

#include "device_mlx/mlx_backend.h"

namespace sotto::device::mlx::mlx_device_test {
namespace {

using Floats = std::vector<float>;

Floats copy(Device& device, const Tensor& t) {
  const auto numbers = device.read(t);
  return {numbers.begin(), numbers.end()};
}

// A server's sentences are taken by one thread or another, and each leaves to the next one what it
// recorded and did not read.
TEST(MlxDevice, WhatOneThreadRecordedAnotherComputes) {
  const auto device = open_backend()->open();
  const Tensor x = device->make(2, 2);
  const auto cache = device->make_cache(2);
  std::thread([&] {
    device->fill(x, 2);
    device->copy(x, cache->append(2));
    device->add(x, device->upload(Floats{1, 10}, 1, 2));
  }).join();
  std::thread([&] {
    cache->keep(std::vector{1});
    device->add(x, x);
  }).join();
  EXPECT_EQ(copy(*device, x), (Floats{6, 24, 6, 24}));
  EXPECT_EQ(copy(*device, cache->all()), (Floats{2, 2}));
}

TEST(MlxDevice, SessionsOfSeveralThreadsComputeAtOnce) {
  const auto backend = open_backend();
  std::vector<Floats> found(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < found.size(); ++t) {
    threads.emplace_back([&, t] {
      const auto device = backend->open();
      for (int i = 0; i < 50; ++i) {
        const Frame frame(*device);
        const Tensor x = device->upload(Floats(1000, static_cast<float>(t)), 10, 100);
        for (int k = 0; k < 5; ++k) device->add(x, x);
        found[t] = copy(*device, x);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t t = 0; t < found.size(); ++t)
    EXPECT_EQ(found[t], Floats(1000, 32 * static_cast<float>(t)));
}

// The layers of a step ask for the same rows, whose list goes to the device once.
TEST(MlxDevice, WhatQueriesSeeIsUploadedOnce) {
  const auto device = open_backend()->open();
  const Floats numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Tensor k = device->upload(numbers, 3, 4), q = k.part(0, 2);
  const std::vector<int> rows = {0, 2}, other = {1, 2};
  const VisibleKeys seen[] = {{.first = 0, .count = 2, .rows = rows.data()},
                              {.first = 1, .count = 1}};
  const VisibleKeys apart[] = {{.first = 0, .count = 2, .rows = other.data()},
                               {.first = 1, .count = 1}};
  const auto before = traffic().uploads;
  const Tensor first = device->attention(q, k, k, seen, 2, Rows::decode);
  const Tensor second = device->attention(q, k, k, seen, 2, Rows::decode);
  EXPECT_EQ(traffic().uploads, before + 1);
  const Tensor third = device->attention(q, k, k, apart, 2, Rows::decode);
  EXPECT_EQ(traffic().uploads, before + 2);
  EXPECT_EQ(copy(*device, first), copy(*device, second));
  EXPECT_NE(copy(*device, first), copy(*device, third));
  EXPECT_EQ(copy(*device, first.part(1, 1)), (Floats{5, 6, 7, 8}));  // of the one row it sees
}

}  // namespace
}  // namespace sotto::device::mlx::mlx_device_test
