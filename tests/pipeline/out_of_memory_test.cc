// Where no memory is left, work that is under way is still woken: a wake that is lost leaves a
// client waiting for good. Not with sanitizers, which bring their own operators.
#ifndef SOTTO_SANITIZED
#include <gtest/gtest.h>

#include <cstdlib>
#include <latch>
#include <memory>
#include <new>

#include "pipeline/strand.h"

namespace {
thread_local bool has_no_memory = false;

void* memory_if_any(std::size_t size) {
  void* p = has_no_memory ? nullptr : std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
}  // namespace

void* operator new(std::size_t size) { return memory_if_any(size); }
void* operator new[](std::size_t size) { return memory_if_any(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace sotto::pipeline::out_of_memory_test {
namespace {

struct Strands final : Strand {
  using Strand::Strand;
  void work() noexcept override {
    has_no_memory = true;
    if (++turns < 3) {
      wake();
    } else {
      done.count_down();
    }
  }
  int turns = 0;
  std::latch done{1};
};

TEST(OutOfMemoryTest, AStrandIsWokenAllTheSame) {
  JobQueue queue(1);
  auto first = std::make_shared<Strands>(queue, "the name of a caller that is longer than others");
  auto second = std::make_shared<Strands>(queue, "another name of a caller that is long, too");
  first->wake();
  first->done.wait();  // the queue has its thread
  has_no_memory = true;
  second->wake();
  has_no_memory = false;
  second->done.wait();
  EXPECT_EQ(second->turns, 3);
}

}  // namespace
}  // namespace sotto::pipeline::out_of_memory_test
#endif
