#include "device/weight.h"

namespace sotto::device {
namespace {

size_t area(const auto& m) { return static_cast<size_t>(m.rows) * static_cast<size_t>(m.cols); }

struct Bytes {
  size_t operator()(const F32Matrix& m) const { return area(m) * sizeof(float); }
  size_t operator()(const F16Matrix& m) const { return area(m) * sizeof(uint16_t); }
  size_t operator()(const Bf16Matrix& m) const { return area(m) * sizeof(uint16_t); }
  size_t operator()(const PanelMatrix& m) const {
    return area(m) * (m.f32 != nullptr ? sizeof(float) : sizeof(uint16_t));
  }
  size_t operator()(const Int8PanelMatrix& m) const {
    return area(m) + static_cast<size_t>(m.rows) * (sizeof(float) + sizeof(int32_t));
  }
  size_t operator()(const quant::Sym8View& m) const {
    return area(m) + static_cast<size_t>(m.rows) * sizeof(float);
  }
  size_t operator()(const quant::Sym8Columns& m) const {
    return area(m) + static_cast<size_t>(m.rows) * sizeof(float);
  }
  size_t operator()(const quant::AffineView& m) const {
    const size_t scale = m.scales.f16() != nullptr ? sizeof(uint16_t) : sizeof(float);
    const size_t row = static_cast<size_t>(m.words_per_row()) * sizeof(uint32_t) +
                       static_cast<size_t>(m.groups_per_row()) * 2 * scale;
    return static_cast<size_t>(m.rows) * row;
  }
};

}  // namespace

size_t bytes_of(const Weight& weight) { return std::visit(Bytes{}, weight); }

}  // namespace sotto::device
