#include "device_cpu/affine_panels.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace sotto::device::cpu {
namespace {

constexpr int kAffineRows = AffinePanelMatrix::kRows;

AffinePanelMatrix affine_panel_shape(const quant::AffineView& w) {
  return {.rows = w.rows, .cols = w.cols, .group = w.group, .bits = w.bits};
}

size_t group_count(const AffinePanelMatrix& m) {
  return static_cast<size_t>(m.panels()) * static_cast<size_t>(m.groups()) * kAffineRows;
}

// Four nibbles, a byte each.
uint32_t spread_nibbles(uint32_t four) {
  const uint32_t pairs = (four | four << 8) & 0x00ff00ff;
  return (pairs | pairs << 4) & 0x0f0f0f0f;
}

// A row of w to its place in a panel.
void pack_affine_row(const quant::AffineView& w, int row, uint8_t* to) {
  const auto words = static_cast<size_t>(w.words_per_row());
  const uint32_t* from = w.packed + static_cast<size_t>(row) * words;
  for (size_t i = 0; i < words; ++i, to += AffinePanelMatrix::kBlock) {
    uint32_t word = from[i];
    if (w.bits == 4) word = spread_nibbles(word & 0xffff) | spread_nibbles(word >> 16) << 4;
    std::memcpy(to, &word, sizeof word);
  }
}

template <class T>
void pack_affine_scales(const T* from, const AffinePanelMatrix& m, T* to) {
  const int groups = m.groups();
  for (int r = 0; r < m.rows; ++r)
    for (int g = 0; g < groups; ++g)
      to[m.group_at(r / kAffineRows, g) + static_cast<size_t>(r % kAffineRows)] = *from++;
}

quant::Scales packed_scales(const quant::Scales& from, const AffinePanelMatrix& m,
                            const AlignedBytes& to) {
  if (from.f16() != nullptr) {
    auto* halves = reinterpret_cast<uint16_t*>(to.data());
    pack_affine_scales(from.f16(), m, halves);
    return quant::Scales(halves).times(from.factor());
  }
  auto* floats = reinterpret_cast<float*>(to.data());
  pack_affine_scales(from.f32(), m, floats);
  return quant::Scales(floats).times(from.factor());
}

}  // namespace

AffinePanels::AffinePanels(const quant::AffineView& w)
    : view_(affine_panel_shape(w)),
      q_(static_cast<size_t>(view_.panels()) * view_.panel_bytes()),
      scales_(group_count(view_) * w.scales.bytes_each()),
      biases_(share_memory(w.scales, w.biases) ? 0 : group_count(view_) * w.biases.bytes_each()) {
  assert(fits(w));
  if (w.rows % kAffineRows != 0)
    for (const AlignedBytes* each : {&q_, &scales_, &biases_})
      std::ranges::fill(each->all(), std::byte{0});
  view_.q = reinterpret_cast<const uint8_t*>(q_.data());
  view_.scales = packed_scales(w.scales, view_, scales_);
  view_.biases = share_memory(w.scales, w.biases) ? view_.scales.times(w.biases.factor())
                                                  : packed_scales(w.biases, view_, biases_);
  for (int r = 0; r < w.rows; ++r)
    pack_affine_row(w, r,
                    reinterpret_cast<uint8_t*>(q_.data()) +
                        static_cast<size_t>(r / kAffineRows) * view_.panel_bytes() +
                        r % kAffineRows * 4);
}

size_t bytes_of(const AffinePanelMatrix& m) {
  return static_cast<size_t>(m.panels()) * m.panel_bytes() +
         bytes_of(m.scales, m.biases, group_count(m));
}

void copy_row(const AffinePanelMatrix& m, int r, std::span<float> out) {
  for (int g = 0; g < m.groups(); ++g) {
    const size_t at = m.group_at(r / kAffineRows, g) + static_cast<size_t>(r % kAffineRows);
    const float scale = m.scales[at], bias = m.biases[at];
    for (int c = g * m.group; c < (g + 1) * m.group; ++c)
      out[static_cast<size_t>(c)] = scale * static_cast<float>(m.integer(r, c)) + bias;
  }
}

}  // namespace sotto::device::cpu
