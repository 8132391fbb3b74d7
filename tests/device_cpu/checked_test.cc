// Mistakes of ours end the program with a sentence, before anything is computed.
#include "device/checked.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <vector>

#include "device_cpu/backend.h"

namespace sotto::device::checked_test {
namespace {

std::shared_ptr<const Backend> cpu_backend() { return *cpu::open_backend(1); }

// What a network has: three rows of four, weights and constants.
struct Scene {
  std::shared_ptr<const Backend> backend = checked(cpu_backend());
  std::unique_ptr<Device> device = backend->open();
  Device& d = *device;
  std::vector<float> numbers = std::vector<float>(24, 0.5f);
  Tensor x = d.upload(std::span(numbers).first(12), 3, 4), y = d.make(3, 4);
  Weight w = backend->prepare(quant::F32Matrix{numbers.data(), 2, 4}, nullptr, {});
  Constant four = backend->prepare(std::span(numbers).first(4)),
           three = backend->prepare(std::span(numbers).first(3));
};

class OtherMatrix final : public PreparedMatrix {
 public:
  OtherMatrix() : PreparedMatrix(2, 4, 32, {}, false) {}
};

struct Mistake {
  const char* message;
  std::function<void(Scene&)> make;
};

const Mistake kMistakes[] = {
    {"layer_norm: \\[1, 3\\], expected \\[1, 4\\]",
     [](Scene& s) { s.d.layer_norm(s.x, s.four, s.three, 0, s.y); }},
    {"activate: \\[3, 4\\], expected \\[4, 3\\]",
     [](Scene& s) { s.d.activate(Activation::relu, s.x.as(4, 3), s.y); }},
    {"linears: a weight \\[2, 4\\], expected \\[2, 6\\]",
     [](Scene& s) { s.d.linear(s.x.as(2, 6), s.w, {}); }},
    {"linears: a weight of another backend",
     [](Scene& s) { s.d.linear(s.x, std::make_shared<OtherMatrix>(), {}, s.d.make(3, 2)); }},
    {"linears: no weight", [](Scene& s) { s.d.linear(s.x, {}, {}, s.d.make(3, 0)); }},
    {"linears: .* overlap", [](Scene& s) { s.d.linear(s.x, s.w, {}, s.x.as(6, 2).part(0, 3)); }},
    {"gather: row 3 of 3",
     [](Scene& s) {
       s.d.gather(s.x, std::vector{0, 3});
     }},
    {"gather: row -1 of 3", [](Scene& s) { s.d.gather(s.x, std::vector{-1}); }},
    {"gather: 2 rows, expected 1",
     [](Scene& s) {
       s.d.gather(s.x, std::vector{0, 1}, s.y.part(0, 1));
     }},
    {"activate: .* overlap",
     [](Scene& s) { s.d.activate(Activation::relu, s.x.part(0, 2), s.x.part(1, 2)); }},
    {"embed: row 2 of 2", [](Scene& s) { s.d.embed(s.w, std::vector{2}, 1); }},
    {"slice: a condition", [](Scene& s) { s.d.slice(s.x, 1, s.y); }},
    {"concatenate: \\[3, 4\\], expected \\[3, 8\\]",
     [](Scene& s) {
       const Tensor parts[] = {s.x, s.d.make(3, 4)};
       s.d.concatenate(parts, s.y);
     }},
    {"convolve: windows of 4 rows, of 3",
     [](Scene& s) {
       s.d.convolve(s.x, {.kernel = 2}, {s.w.get(), {}, s.d.make(3, 2), Epilogue::none});
     }},
    {"attention: row 3 of 3",
     [](Scene& s) {
       const int rows[] = {3};
       const std::vector<VisibleKeys> seen(3, VisibleKeys{.count = 1, .rows = rows});
       s.d.attention(s.x, s.x, s.x, seen, 2, Rows::decode);
     }},
    {"attention: a condition",
     [](Scene& s) {
       const std::vector<VisibleKeys> seen(3, VisibleKeys{.first = 2, .count = 2});
       s.d.attention(s.x, s.x, s.x, seen, 2, Rows::decode);
     }},
    {"upload: a condition", [](Scene& s) { s.d.upload(s.numbers, s.y); }},
    {"read: a tensor of a frame that has ended",
     [](Scene& s) {
       Tensor gone;
       {
         const Frame frame(s.d);
         gone = s.d.make(1, 4);
       }
       s.d.read(gone);
     }},
    {"fill: a tensor of keys or values",
     [](Scene& s) {
       const auto cache = s.d.make_kv_cache(4, 1, Precision::int8);
       s.d.fill(cache->append(1), 1);
       s.d.fill(cache->all(), 1);
     }},
};

TEST(CheckedDeathTest, MistakesEndTheProgram) {
  for (const Mistake& mistake : kMistakes) {
    Scene scene;
    EXPECT_DEATH(mistake.make(scene), mistake.message);
  }
}

// Every test runs with it, whoever opens the backend.
TEST(CheckedDeathTest, TestsAreChecked) {
  const auto d = cpu_backend()->open();
  EXPECT_DEATH(d->add(d->make(2, 2), d->make(2, 3)), "add: \\[2, 3\\], expected \\[2, 2\\]");
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Numbers are checked, too.
struct NumbersScene : Scene {
  NumbersScene() {
    backend = checked(cpu_backend(), Checks::numbers);
    device = backend->open();
    x = d().upload(std::span(numbers).first(12), 3, 4);
    y = d().make(3, 4);
    w = backend->prepare(quant::F32Matrix{numbers.data(), 2, 4}, nullptr, {});
  }
  Device& d() const { return *device; }
};

struct NotANumber {
  const char* message;
  std::function<void(NumbersScene&)> make;
};

const NotANumber kNotNumbers[] = {
    {"upload: y has 1 NaN of \\[1, 3\\], the first in row 0, column 1; expected none",
     [](NumbersScene& s) {
       s.d().upload(std::vector{1.0f, kNan, 1.0f}, 1, 3);
     }},
    {"fill: x has 12 NaN of \\[3, 4\\]", [](NumbersScene& s) { s.d().fill(s.y, kNan); }},
    {"read: x has 12 NaN of \\[3, 4\\]",
     [](NumbersScene& s) { s.d().read(s.y); }},  // never written
    {"add: x has 4 NaN of \\[3, 4\\], the first in row 2, column 0",
     [](NumbersScene& s) {
       const Tensor part = s.d().make(3, 4);
       s.d().copy(s.x.part(0, 2), part.part(0, 2));
       s.d().add(part, s.x);
     }},
    {"mix: x has 12 NaN of \\[3, 4\\]",  // infinity - infinity
     [](NumbersScene& s) {
       s.d().fill(s.x, std::numeric_limits<float>::infinity());
       s.d().copy(s.x, s.y);
       s.d().mix(1, s.x, -1, s.y);
     }},
    {"linears: products\\[0\\].bias has 1 NaN of \\[1, 2\\]",
     [](NumbersScene& s) {
       s.d().linear(s.x, s.w, s.backend->prepare(std::vector{0.0f, kNan}), s.d().make(3, 2));
     }},
    {"linears: products\\[0\\].y has 3 NaN of \\[3, 2\\], the first in row 0, column 1",
     [](NumbersScene& s) {
       s.numbers[7] = kNan;  // of the weight's second row
       s.w = s.backend->prepare(quant::F32Matrix{s.numbers.data(), 2, 4}, nullptr, {});
       s.d().linear(s.x, s.w, {});
     }},
    {"choose: chosen\\[0\\] has NaN",
     [](NumbersScene& s) {
       s.numbers[7] = kNan;
       s.w = s.backend->prepare(quant::F32Matrix{s.numbers.data(), 2, 4}, nullptr, {});
       const std::vector<std::span<const int>> banned(3);
       std::vector<Choice> chosen(3);
       s.d().choose(s.x, s.w, {}, banned, chosen);
     }},
    {"instance_norm: norm.shift has 4 NaN of \\[1, 4\\]",
     [](NumbersScene& s) {
       const Tensor unwritten = s.d().make(1, 4);
       s.d().instance_norm(s.x, {.scale = s.four.tensor, .shift = unwritten, .alpha = {}}, s.y);
     }},
    {"attention: v has 12 NaN of \\[3, 4\\]",
     [](NumbersScene& s) {
       const std::vector<VisibleKeys> seen(3, VisibleKeys{.count = 3});
       s.d().attention(s.x, s.x, s.y, seen, 2, Rows::decode);
     }},
    {"attention: k has 4 NaN of",  // infinity has no scale in 8 bits
     [](NumbersScene& s) {
       const auto cache = s.d().make_kv_cache(4, 1, Precision::int8);
       s.d().fill(cache->append(1), std::numeric_limits<float>::infinity());
       const std::vector<VisibleKeys> seen(3, VisibleKeys{.count = 1});
       s.d().attention(s.x, cache->all(), cache->all(), seen, 1, Rows::decode, s.y);
     }},
};

TEST(CheckedDeathTest, NaNEndsTheProgramWhereNumbersAreChecked) {
  for (const NotANumber& each : kNotNumbers) {
    NumbersScene scene;
    EXPECT_DEATH(each.make(scene), each.message);
  }
}

TEST(CheckedTest, InfinityIsANumber) {
  NumbersScene s;
  s.d().fill(s.x, std::numeric_limits<float>::infinity());
  s.d().add(s.x, s.x);
  EXPECT_EQ(s.d().read(s.x)[0], std::numeric_limits<float>::infinity());
}

// The environment asks for it; without a word of numbers NaN is nobody's business.
TEST(CheckedDeathTest, NumbersAreCheckedWhereTheEnvironmentAsks) {
  const auto unwritten = [](const char* asked) {
    ::setenv("SOTTO_CHECK", asked, 1);
    const auto d = cpu_backend()->open();
    const Tensor x = d->make(1, 2);
    d->fill(x, kNan);
    d->read(x);
    std::_Exit(0);
  };
  EXPECT_DEATH(unwritten("numbers"), "fill: x has 2 NaN of \\[1, 2\\]");
  EXPECT_EXIT(unwritten("1"), ::testing::ExitedWithCode(0), "");
}

TEST(CheckedTest, ResultsAreThoseOfTheBackendBeneath) {
  Scene s;
  const auto twice = [&] {
    s.d.copy(s.x, s.y);
    s.d.add(s.y, s.x);
    return s.d.read(s.y);
  };
  for (const float v : twice()) EXPECT_EQ(v, 1.0f);
  for (int i = 0; i < 3; ++i) {  // memory of a frame that has ended is there again
    const Frame frame(s.d);
    s.d.fill(s.d.make(2, 4), 1);
  }
}

}  // namespace
}  // namespace sotto::device::checked_test
