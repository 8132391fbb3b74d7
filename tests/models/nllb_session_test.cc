// What a session promises to a search, on the reference's checkpoint.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <thread>

#include "models/allocations.h"
#include "models/nllb_golden.h"

#ifndef SOTTO_SANITIZED
namespace {

thread_local long allocations = 0;

}  // namespace

// Counts what this thread allocates. Sanitizers bring their own operators. These pair with each
// other, which GCC does not see where it inlines one of two.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void* operator new(size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto a = static_cast<size_t>(alignment);
  if (void* p = std::aligned_alloc(a, (size + a - 1) / a * a)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, size_t, std::align_val_t) noexcept { std::free(p); }

long sotto::testing::allocations_of_this_thread() { return allocations; }
#endif

namespace sotto::models::nllb::testing::nllb_session_test {
namespace {

const std::shared_ptr<const Model>& model() {
  static const std::shared_ptr<const Model> one = load(goldens().folder, kAsStored);
  return one;
}

Ids source(size_t i) { return goldens().cases.at("cases").at(i).at("src_ids"); }

std::vector<float> row(std::span<const float> logits, int r) {
  const auto vocab = static_cast<size_t>(model()->config().vocab_size);
  const auto part = logits.subspan(static_cast<size_t>(r) * vocab, vocab);
  return {part.begin(), part.end()};
}

// Logits of the last step when `tokens` are fed to a session of one hypothesis.
std::vector<float> alone(const Ids& src, const Ids& tokens) {
  Session session(model());
  session.start(std::vector<Ids>{src}, 1);
  std::vector<float> last;
  for (const int t : tokens) last = row(session.step(Ids{t}), 0);
  return last;
}

TEST(NllbSession, ReorderedBeamsGoOnFromTheirParents) {
  Session session(model());
  session.start(std::vector<Ids>{source(0), source(1)}, 3);
  std::vector<Ids> histories(6);
  const std::vector<Ids> steps = {{2, 2, 2, 2, 2, 2},
                                  {10, 11, 12, 13, 14, 15},
                                  {20, 21, 22, 23, 24, 25},
                                  {30, 31, 32, 33, 34, 35}};
  const std::vector<Ids> parents = {
      {0, 1, 2, 3, 4, 5}, {1, 1, 0, 5, 3, 3}, {2, 0, 0, 4, 4, 5}, {0, 1, 2, 3, 4, 5}};
  for (size_t s = 0; s < steps.size(); ++s) {
    const auto logits = session.step(steps[s]);
    for (size_t h = 0; h < 6; ++h) {
      histories[h].push_back(steps[s][h]);
      EXPECT_EQ(row(logits, static_cast<int>(h)), alone(source(h / 3), histories[h]))
          << "step " << s << ", hypothesis " << h;
    }
    session.select(parents[s]);
    std::vector<Ids> next;
    for (const int p : parents[s]) next.push_back(histories[static_cast<size_t>(p)]);
    histories = next;
  }
}

TEST(NllbSession, SourcesComeAndGoWhileOthersRun) {
  Session session(model());
  struct Running {
    int source;
    Ids history;
  };
  std::vector<Running> running;
  int next = 0;
  for (int step = 0; step < 40; ++step) {
    if (step % 3 == 0) {
      session.add(std::vector<Ids>{source(next % 10), source((next + 1) % 10)});
      for (int i = 0; i < 2; ++i) running.push_back({next++ % 10, {}});
    }
    Ids tokens;
    for (Running& r : running) {
      tokens.push_back(r.history.empty() ? 2 : 10 + (step * 7 + r.source) % 500);
      r.history.push_back(tokens.back());
    }
    const auto logits = session.step(tokens);
    for (size_t h = 0; h < running.size(); ++h) {
      ASSERT_EQ(row(logits, static_cast<int>(h)),
                alone(source(running[h].source), running[h].history))
          << "step " << step << ", hypothesis " << h;
    }
    if (step % 2 == 1) {  // the first one leaves, the last one is copied to the front
      Ids parents = {static_cast<int>(running.size()) - 1};
      for (int h = 1; h < static_cast<int>(running.size()); ++h) parents.push_back(h);
      if (parents.size() > 5) parents.resize(5);
      session.select(parents);
      std::vector<Running> left;
      for (const int parent : parents) left.push_back(running[static_cast<size_t>(parent)]);
      running = left;
    }
  }
}

TEST(NllbSession, StartsAfreshForTheNextSources) {
  Session session(model());
  session.start(std::vector<Ids>{source(2), source(3)}, 4);
  session.step(Ids(8, 2));
  session.step(Ids(8, 50));
  session.start(std::vector<Ids>{source(0)}, 1);
  EXPECT_EQ(row(session.step(Ids{2}), 0), alone(source(0), {2}));
}

TEST(NllbSession, GoesOnPastTheFirstCapacityOfItsCaches) {
  Ids tokens = {2};
  while (tokens.size() < 150) tokens.push_back(static_cast<int>(tokens.size() * 7 % 900));
  Session session(model());
  session.start(std::vector<Ids>{source(0)}, 2);
  for (const int t : tokens) {
    const auto logits = session.step(Ids{t, t});
    ASSERT_EQ(row(logits, 0), row(logits, 1));
    ASSERT_TRUE(std::isfinite(logits[0]));
    session.select(Ids{1, 0});
  }
}

TEST(NllbSession, PadsAreLeftOutAndUnknownIdsAreUnk) {
  const Config& c = model()->config();
  Session session(model());
  Ids padded = source(0);
  padded.insert(padded.end(), 5, c.pad);
  padded.insert(padded.begin(), 2, c.pad);
  EXPECT_EQ(encode(session, padded), encode(session, source(0)));

  Ids strange = source(0), unknown = source(0);
  strange[1] = c.vocab_size + 17;
  strange[2] = -1;
  unknown[1] = unknown[2] = c.unk;
  EXPECT_EQ(encode(session, strange), encode(session, unknown));
  EXPECT_EQ(row(session.step(Ids{INT32_MAX}), 0), alone(unknown, {c.unk}));
}

TEST(NllbSession, EmptySourcesAreTheEndOfASentence) {
  Session session(model());
  EXPECT_EQ(encode(session, {}), encode(session, {model()->config().eos}));
  session.start({}, 4);
  EXPECT_TRUE(session.step({}).empty());
}

TEST(NllbSession, SessionsOfOneModelRunOnSeveralThreads) {
  const auto shared = load(goldens().folder, kAsStored, {}, 2);
  const std::vector<float> expected = alone(source(9), {2, 10, 11});
  std::vector<int> wrong(3, 0);
  std::vector<std::thread> callers;
  for (size_t t = 0; t < wrong.size(); ++t) {
    callers.emplace_back([&, t] {
      const auto session = shared->open_session();
      for (int i = 0; i < 5; ++i) {
        session->start(std::vector<Ids>{source(9)}, 1);
        session->step(Ids{2});
        session->step(Ids{10});
        if (row(session->step(Ids{11}), 0) != expected) ++wrong[t];
      }
    });
  }
  for (std::thread& t : callers) t.join();
  EXPECT_EQ(wrong, std::vector<int>(3, 0));
}

#ifndef SOTTO_SANITIZED
TEST(NllbSession, AllocatesNothingOnceItHasSeenAsMuch) {
  for (const quant::Scheme type : {kF32, kQ8}) {
    for (const int threads : {1, 2}) {
      const auto session = load(goldens().folder, type, {}, threads)->open_session();
      const std::vector<Ids> sources = {source(0), source(1)};
      const Ids tokens(8, 100), parents = {1, 0, 2, 2, 4, 4, 5, 7};
      const auto translate = [&] {
        session->start(sources, 4);
        for (int step = 0; step < 100; ++step) {
          session->step(tokens);
          session->select(parents);
        }
      };
      translate();
      translate();  // the arena is one block now
      const long before = allocations;
      translate();
      EXPECT_EQ(allocations - before, 0) << threads << " threads";
    }
  }
}
#endif

}  // namespace
}  // namespace sotto::models::nllb::testing::nllb_session_test
