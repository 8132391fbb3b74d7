// Once a session has translated a sentence of that length, decoding another one takes no memory:
// whoever allocates a token at a time waits for the allocator, and for other threads in it.
// Not with sanitizers, which bring their own operators.
#ifndef SOTTO_SANITIZED
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "models/nllb/architecture.h"
#include "models/seq2seq/model.h"
#include "paths.h"
#include "translate/search/search.h"

namespace {
std::atomic<long> allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* p = nullptr;
  if (alignment <= alignof(std::max_align_t)) {
    p = std::malloc(size);
  } else if (posix_memalign(&p, alignment, size) != 0) {
    p = nullptr;
  }
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, 1); }
void* operator new[](std::size_t size) { return counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, std::size_t(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return counted(size, std::size_t(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace sotto::translate::allocation_test {
namespace {

// Passes everything on, and notes how often memory was asked for up to each step.
class Watched : public models::Seq2SeqSession {
 public:
  explicit Watched(models::Seq2SeqSession& session) : session_(session) { counts.reserve(1000); }
  int vocab_size() const override { return session_.vocab_size(); }
  void clear() override { session_.clear(); }
  void add(std::span<const std::vector<int>> sources) override {
    counts.clear();
    session_.add(sources);
  }
  std::span<const float> step(std::span<const int> tokens) override {
    counts.push_back(allocations);
    return session_.step(tokens);
  }
  void select(std::span<const int> parents) override { session_.select(parents); }

  std::vector<long> counts;

 private:
  models::Seq2SeqSession& session_;
};

TEST(AllocationTest, AStepOfGreedySearchTakesNoMemory) {
  const auto folder = checkpoint::open_model_folder(shipped_model("narrator-en-ja"));
  ASSERT_TRUE(folder);
  for (const int threads : {1, 2}) {
    SCOPED_TRACE(threads);
    const auto model = models::seq2seq::Model::load(models::nllb::kM2m100, *folder, std::nullopt,
                                                    *device::cpu::open_backend(threads));
    ASSERT_TRUE(model);
    const auto session = (*model)->open_session();
    Watched watched(*session);
    const std::vector<std::vector<int>> source = {{4001, 10, 20, 30, 40, 50, 60, 2}};
    const SearchOptions options = {.beams = 1, .min_new_tokens = 60, .max_new_tokens = 60};
    for (int run = 0; run < 2; ++run) ASSERT_TRUE(search(watched, source, 2, 4002, options, {}));
    ASSERT_EQ(watched.counts.size(), 60u);
    // The first step is that of the forced language: the search's scratch is made there.
    EXPECT_EQ(watched.counts.back() - watched.counts[2], 0);
  }
}

TEST(AllocationTest, TheCounterCounts) {
  const long before = allocations;
  delete new int(3);
  std::vector<float> some(1000);
  EXPECT_GE(allocations - before, 1);
}

}  // namespace
}  // namespace sotto::translate::allocation_test
#endif
