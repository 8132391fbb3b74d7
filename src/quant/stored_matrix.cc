#include "quant/stored_matrix.h"

#include <algorithm>

#include "quant/half.h"

namespace sotto::quant {
namespace {

size_t start_of_row(const auto& m, int row) {
  return static_cast<size_t>(row) * static_cast<size_t>(m.cols);
}
size_t area(const auto& m) { return start_of_row(m, m.rows); }

struct Bytes {
  size_t operator()(const F32Matrix& m) const { return area(m) * sizeof(float); }
  size_t operator()(const F16Matrix& m) const { return area(m) * sizeof(uint16_t); }
  size_t operator()(const Bf16Matrix& m) const { return area(m) * sizeof(uint16_t); }
  size_t operator()(const Sym8View& m) const {
    return area(m) + static_cast<size_t>(m.rows) * sizeof(float);
  }
  size_t operator()(const Sym8Columns& m) const {
    return area(m) + static_cast<size_t>(m.rows) * sizeof(float);
  }
  size_t operator()(const AffineView& m) const {
    const size_t row = static_cast<size_t>(m.words_per_row()) * sizeof(uint32_t) +
                       bytes_of(m.scales, m.biases, static_cast<size_t>(m.groups_per_row()));
    return static_cast<size_t>(m.rows) * row;
  }
};

struct SchemeOf {
  Scheme operator()(const F32Matrix&) const { return {Scheme::Kind::f32}; }
  Scheme operator()(const F16Matrix&) const { return {Scheme::Kind::f16}; }
  Scheme operator()(const Bf16Matrix&) const { return {Scheme::Kind::bf16}; }
  Scheme operator()(const Sym8View&) const { return {Scheme::Kind::int8}; }
  Scheme operator()(const Sym8Columns&) const { return {Scheme::Kind::int8}; }
  Scheme operator()(const AffineView& m) const {
    using Kind = Scheme::Kind;
    return {m.bits == 8 ? Kind::q8 : (m.bits == 6 ? Kind::q6 : Kind::q4), m.group};
  }
};

struct RowsBetween {
  int first, count;

  template <class Floats>
  StoredMatrix operator()(const Floats& m) const {
    return Floats{m.data + start_of_row(m, first), count, m.cols};
  }
  StoredMatrix operator()(const Sym8View& m) const {
    return Sym8View{count, m.cols, m.q + start_of_row(m, first), m.scales + first};
  }
  StoredMatrix operator()(const Sym8Columns& m) const { return m; }
  StoredMatrix operator()(AffineView m) const {
    const auto row = static_cast<size_t>(first);
    m.rows = count;
    m.packed += row * static_cast<size_t>(m.words_per_row());
    m.scales = m.scales.from(row * static_cast<size_t>(m.groups_per_row()));
    m.biases = m.biases.from(row * static_cast<size_t>(m.groups_per_row()));
    return m;
  }
};

struct CopyRow {
  int row;
  std::span<float> out;

  void operator()(const F32Matrix& m) const {
    std::copy_n(m.data + start_of_row(m, row), m.cols, out.data());
  }
  void operator()(const F16Matrix& m) const { widen(m, from_f16); }
  void operator()(const Bf16Matrix& m) const { widen(m, from_bf16); }
  void operator()(const AffineView& m) const { dequantize_row(m, row, out); }
  void operator()(const Sym8View& m) const {
    const int8_t* q = m.q + start_of_row(m, row);
    for (size_t c = 0; c < out.size(); ++c) out[c] = m.scales[row] * static_cast<float>(q[c]);
  }
  void operator()(const Sym8Columns& m) const {
    for (int c = 0; c < m.cols; ++c) {
      const int8_t q = m.q[static_cast<size_t>(c) * static_cast<size_t>(m.rows) + size_t(row)];
      out[static_cast<size_t>(c)] = m.scales[row] * static_cast<float>(q);
    }
  }

  template <class Halves>
  void widen(const Halves& m, float (*from)(uint16_t)) const {
    std::transform(m.data + start_of_row(m, row), m.data + start_of_row(m, row + 1), out.data(),
                   from);
  }
};

}  // namespace

size_t bytes_of(const StoredMatrix& w) { return std::visit(Bytes{}, w); }

Scheme scheme_of(const StoredMatrix& w) { return std::visit(SchemeOf{}, w); }

StoredMatrix rows_between(const StoredMatrix& w, int first, int count) {
  return std::visit(RowsBetween{first, count}, w);
}

void copy_row(const StoredMatrix& w, int r, std::span<float> out) {
  std::visit(CopyRow{r, out}, w);
}

std::vector<float> floats_of(const StoredMatrix& w) {
  const auto cols = static_cast<size_t>(cols_of(w));
  std::vector<float> all(static_cast<size_t>(rows_of(w)) * cols);
  for (int r = 0; r < rows_of(w); ++r)
    copy_row(w, r, std::span(all).subspan(static_cast<size_t>(r) * cols, cols));
  return all;
}

}  // namespace sotto::quant
