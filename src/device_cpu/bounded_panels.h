// int8 rows in panels whose numbers are so small together that AVX2 multiplies them as bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/large_pages.h"
#include "device_cpu/int8_panels.h"
#include "quant/sym8.h"

namespace sotto::device::cpu {

// w = panels + rests. Of eight columns from a multiple of eight on, the first, second, fifth and
// sixth, and the other four, are added up in 16 bits when they meet levels (vpmaddubsw saturates):
// so the positive ones of each four add up to at most kMost, and the negative ones to -kMost or
// more. What a number has above that is a rest. They are few: of normally distributed weights whose
// largest is five deviations, one in 400.
struct BoundedPanelMatrix {
  static constexpr int kMost = 128;  // times a level of 255
  static constexpr int kTogether = 8;

  struct Rest {
    int32_t col;
    int16_t row;  // of the panel
    int16_t value;
  };

  int rows = 0, cols = 0;
  Int8PanelMatrix panels;           // for levels with a zero of 128; corrections are those of w
  const uint32_t* first = nullptr;  // [panels + 1]: where the rests of each panel begin
  const Rest* rests = nullptr;

  int count() const { return (rows + Int8PanelMatrix::kRows - 1) / Int8PanelMatrix::kRows; }
  std::span<const Rest> rests_of(int panel) const {
    return {rests + first[panel], rests + first[panel + 1]};
  }
};

// The owner of one.
class BoundedPanels {
 public:
  // w has at most quant::most_columns(quant::QuantParams::kBytes) columns.
  BoundedPanels(const quant::Sym8View& w, LargePages& pages);
  BoundedPanels(const BoundedPanels&) = delete;

  // Whether rests are few enough not to take up the time that bytes gain.
  bool has_few_rests() const;
  BoundedPanelMatrix view() const;

 private:
  void bound(int8_t (&eight)[BoundedPanelMatrix::kTogether], int c, int r);

  int rows_, cols_;
  size_t bytes_;
  std::shared_ptr<std::byte> q_;
  std::vector<float> scales_;
  std::vector<int32_t> corrections_;
  std::vector<uint32_t> first_;
  std::vector<BoundedPanelMatrix::Rest> rests_;
};

size_t bytes_of(const BoundedPanelMatrix& m);  // with scales and rests

// Row r of w. out is [cols].
void copy_integers(const BoundedPanelMatrix& m, int r, std::span<int8_t> out);
void copy_row(const BoundedPanelMatrix& m, int r, std::span<float> out);

}  // namespace sotto::device::cpu
