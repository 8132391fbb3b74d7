#include "quant/codec.h"

#include <algorithm>
#include <array>

#include "quant/half.h"

namespace sotto::quant {
namespace {

using Kind = Scheme::Kind;
using PartBytes = std::span<std::byte* const>;

template <class T>
T* numbers(std::byte* part) {
  return reinterpret_cast<T*>(part);
}

// False where one became infinite.
bool put_f16(std::span<const float> from, std::byte* to) {
  uint16_t *begin = numbers<uint16_t>(to), *end = begin + from.size();
  std::ranges::transform(from, begin, to_f16);
  return std::none_of(begin, end, [](uint16_t h) { return (h & 0x7c00) == 0x7c00; });
}

template <Element element>
std::vector<Part> float_parts(const Scheme&, int cols) {
  return {{"weight", element, cols}};
}
template <class Matrix>
StoredMatrix float_view(const Scheme&, int rows, int cols, PartBytes parts) {
  return Matrix{reinterpret_cast<decltype(Matrix::data)>(parts[0]), rows, cols};
}
bool encode_f32(const Scheme&, std::span<const float> rows, int, PartBytes parts) {
  std::ranges::copy(rows, numbers<float>(parts[0]));
  return true;
}
bool encode_f16(const Scheme&, std::span<const float> rows, int, PartBytes parts) {
  return put_f16(rows, parts[0]);
}
bool encode_bf16(const Scheme&, std::span<const float> rows, int, PartBytes parts) {
  std::ranges::transform(rows, numbers<uint16_t>(parts[0]), to_bf16);
  return true;
}

std::vector<Part> affine_parts(const Scheme& scheme, int cols) {
  const int words = static_cast<int>(int64_t{cols} * scheme.bits() / 32);
  const int groups = cols / scheme.group;
  return {{"weight", Element::u32, words},
          {"scales", Element::f16, groups},
          {"biases", Element::f16, groups}};
}
bool encode_affine(const Scheme& scheme, std::span<const float> rows, int cols, PartBytes parts) {
  const int count = static_cast<int>(rows.size()) / cols;
  const AffineMatrix m = quantize_affine(rows, count, cols, scheme.group, scheme.bits());
  std::ranges::copy(m.packed, numbers<uint32_t>(parts[0]));
  const bool scales = put_f16(m.scales, parts[1]), biases = put_f16(m.biases, parts[2]);
  return scales && biases;
}
StoredMatrix affine_view(const Scheme& scheme, int rows, int cols, PartBytes parts) {
  return AffineView{rows,
                    cols,
                    scheme.group,
                    scheme.bits(),
                    numbers<uint32_t>(parts[0]),
                    numbers<uint16_t>(parts[1]),
                    numbers<uint16_t>(parts[2])};
}

std::vector<Part> sym8_parts(const Scheme&, int cols) {
  return {{"weight", Element::i8, cols}, {"scales", Element::f32, 1, /*is_vector=*/true}};
}
bool encode_sym8(const Scheme&, std::span<const float> rows, int cols, PartBytes parts) {
  const auto width = static_cast<size_t>(cols);
  int8_t* q = numbers<int8_t>(parts[0]);
  for (size_t r = 0; r * width < rows.size(); ++r)
    numbers<float>(parts[1])[r] =
        quantize_sym8_row(rows.subspan(r * width, width), {q + r * width, width});
  return true;
}
StoredMatrix sym8_view(const Scheme&, int rows, int cols, PartBytes parts) {
  return Sym8View{rows, cols, numbers<int8_t>(parts[0]), numbers<float>(parts[1])};
}

constexpr std::array kCodecs = {
    Codec{Kind::f32, float_parts<Element::f32>, encode_f32, float_view<F32Matrix>},
    Codec{Kind::f16, float_parts<Element::f16>, encode_f16, float_view<F16Matrix>},
    Codec{Kind::bf16, float_parts<Element::bf16>, encode_bf16, float_view<Bf16Matrix>},
    Codec{Kind::q8, affine_parts, encode_affine, affine_view},
    Codec{Kind::q6, affine_parts, encode_affine, affine_view},
    Codec{Kind::q4, affine_parts, encode_affine, affine_view},
    Codec{Kind::int8, sym8_parts, encode_sym8, sym8_view},
};
static_assert(in_order_of_kind(kCodecs));

}  // namespace

const Codec& codec_of(Scheme::Kind kind) { return kCodecs[static_cast<size_t>(kind)]; }

}  // namespace sotto::quant
