#include "quant/codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace sotto::quant::codec_test {
namespace {

using Kind = Scheme::Kind;

constexpr int kRows = 3, kCols = 128;
const Scheme kSchemes[] = {{Kind::f32},    {Kind::f16},     {Kind::bf16},    {Kind::q8},
                           {Kind::q6, 32}, {Kind::q4, 128}, {Kind::int8, 64}};

size_t size_of(Element element) {
  switch (element) {
    case Element::i8:
      return 1;
    case Element::f16:
    case Element::bf16:
      return 2;
    default:
      return 4;
  }
}

// Room for what a scheme makes of some rows.
struct Room {
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::byte*> parts;
  size_t size = 0;

  explicit Room(const Scheme& scheme) {
    for (const Part& part : codec_of(scheme.kind).parts(scheme, kCols)) {
      const size_t all = kRows * static_cast<size_t>(part.width) * size_of(part.element);
      parts.push_back(bytes.emplace_back(all).data());
      size += all;
    }
  }
};

std::vector<float> wave() {
  std::vector<float> w(size_t{kRows} * kCols);
  for (size_t i = 0; i < w.size(); ++i) w[i] = std::sin(0.37f * static_cast<float>(i));
  return w;
}

TEST(Codec, WhatIsEncodedIsTheMatrixOfItsScheme) {
  const std::vector<float> w = wave();
  for (const Scheme& scheme : kSchemes) {
    SCOPED_TRACE(name_of(scheme));
    Room room(scheme);
    const Codec& codec = codec_of(scheme.kind);
    ASSERT_TRUE(codec.encode(scheme, w, kCols, room.parts));
    const StoredMatrix m = codec.view(scheme, kRows, kCols, room.parts);
    EXPECT_EQ(scheme_of(m), scheme);
    EXPECT_EQ(rows_of(m), kRows);
    EXPECT_EQ(cols_of(m), kCols);
    EXPECT_EQ(bytes_of(m), room.size);  // all of the parts, and nothing beside them
    const std::vector<float> decoded = floats_of(m);
    // Half a step of numbers between -1 and 1; in groups a whole one, by which a scale that is bent
    // to hold one end may miss the other (affine_test.cc).
    const int bits = scheme.is_affine() ? scheme.bits() : 8;
    const float step = scheme.is_float() ? 0x1p-8f : 2.0f / static_cast<float>((1 << bits) - 2);
    const float most = (scheme.is_affine() ? 1.01f : 0.51f) * step;
    for (size_t i = 0; i < w.size(); ++i) EXPECT_NEAR(decoded[i], w[i], most) << i;
    if (scheme.kind == Kind::f32) {
      EXPECT_EQ(decoded, w);
    }
  }
}

TEST(Codec, RefusesWhatItsFloatsCannotHold) {
  std::vector<float> w = wave();
  w[5] = std::numeric_limits<float>::max();
  for (const Scheme& scheme : kSchemes) {
    Room room(scheme);
    const bool has_halves = scheme.kind == Kind::f16 || scheme.is_affine();
    EXPECT_EQ(codec_of(scheme.kind).encode(scheme, w, kCols, room.parts), !has_halves)
        << name_of(scheme);
  }
}

}  // namespace
}  // namespace sotto::quant::codec_test
