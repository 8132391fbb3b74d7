#include "models/output_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "device/int8_panels.h"
#include "device/panels.h"

namespace sotto::models {

template <class T>
const T* OutputRows::copy(const T* from, size_t row_size) {
  const size_t bytes = std::max<size_t>(ids_.size() * row_size * sizeof(T), 1);
  auto* to = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{64}));
  storage_.emplace_back(to);
  for (size_t i = 0; i < ids_.size(); ++i) {
    std::memcpy(to + i * row_size * sizeof(T), from + static_cast<size_t>(ids_[i]) * row_size,
                row_size * sizeof(T));
  }
  return reinterpret_cast<const T*>(to);
}

device::Weight OutputRows::copy_of(const device::F32Matrix& m) {
  const int rows = static_cast<int>(ids_.size());
  return device::F32Matrix{copy(m.data, static_cast<size_t>(m.cols)), rows, m.cols};
}

device::Weight OutputRows::copy_of(const device::F16Matrix& m) {
  const int rows = static_cast<int>(ids_.size());
  return device::F16Matrix{copy(m.data, static_cast<size_t>(m.cols)), rows, m.cols};
}

device::Weight OutputRows::copy_of(const device::Bf16Matrix& m) {
  const int rows = static_cast<int>(ids_.size());
  return device::Bf16Matrix{copy(m.data, static_cast<size_t>(m.cols)), rows, m.cols};
}

device::Weight OutputRows::copy_of(const quant::AffineView& m) {
  const auto groups = static_cast<size_t>(m.groups_per_row());
  const auto scales = [&](const quant::Scales& s) {
    return s.f16() != nullptr ? quant::Scales(copy(s.f16(), groups))
                              : quant::Scales(copy(s.f32(), groups));
  };
  quant::AffineView rows = m;
  rows.rows = static_cast<int>(ids_.size());
  rows.packed = copy(m.packed, static_cast<size_t>(m.words_per_row()));
  rows.scales = scales(m.scales);
  rows.biases = scales(m.biases);
  return rows;
}

device::Weight OutputRows::copy_of(const quant::Sym8View& m) {
  const int rows = static_cast<int>(ids_.size());
  return quant::Sym8View{rows, m.cols, copy(m.q, static_cast<size_t>(m.cols)), copy(m.scales, 1)};
}

device::Weight OutputRows::copy_of(const quant::Sym8Columns& m) {
  const size_t rows = ids_.size(), cols = static_cast<size_t>(m.cols);
  auto* q = new (std::align_val_t{64}) std::byte[std::max<size_t>(rows * cols, 1)];
  storage_.emplace_back(q);
  for (size_t c = 0; c < cols; ++c) {
    const int8_t* column = m.q + c * static_cast<size_t>(m.rows);
    for (size_t i = 0; i < rows; ++i) q[i * cols + c] = std::byte(column[ids_[i]]);
  }
  return quant::Sym8View{static_cast<int>(rows), m.cols, reinterpret_cast<const int8_t*>(q),
                         copy(m.scales, 1)};
}

template <class Panels>
device::Weight OutputRows::floats_of(const Panels& m) {
  const size_t cols = static_cast<size_t>(m.cols);
  std::vector<float> all(static_cast<size_t>(m.rows) * cols);
  for (const int id : ids_) {
    device::copy_row(m, id, std::span(all).subspan(static_cast<size_t>(id) * cols, cols));
  }
  return device::F32Matrix{copy(all.data(), cols), static_cast<int>(ids_.size()), m.cols};
}

device::Weight OutputRows::copy_of(const device::PanelMatrix& m) { return floats_of(m); }
device::Weight OutputRows::copy_of(const device::Int8PanelMatrix& m) { return floats_of(m); }

namespace {

Result<void> check(const std::vector<int>& ids, int vocabulary) {
  int last = -1;
  for (const int id : ids) {
    if (id <= last || id >= vocabulary) {
      return Error{Errc::bad_argument,
                   fmt::format("the shortlist has token {} behind {}, expected ascending ids below "
                               "{}",
                               id, last, vocabulary)};
    }
    last = id;
  }
  if (ids.empty()) return Error{Errc::bad_argument, "the shortlist is empty"};
  return {};
}

}  // namespace

Result<std::shared_ptr<const OutputRows>> OutputRows::stored(const nn::Linear& stored,
                                                             int vocabulary, std::vector<int> ids) {
  if (const Result<void> r = check(ids, vocabulary); !r) return r.error();
  if (const int rows = device::rows_of(stored.w); static_cast<size_t>(rows) != ids.size()) {
    return Error{Errc::bad_format,
                 fmt::format("the network's shortlist has {} rows, but shortlist.json {} ids", rows,
                             ids.size())};
  }
  std::shared_ptr<OutputRows> rows(new OutputRows);
  rows->ids_ = std::move(ids);
  rows->linear_ = stored;
  return std::shared_ptr<const OutputRows>(std::move(rows));
}

Result<std::shared_ptr<const OutputRows>> OutputRows::gather(const nn::Linear& output,
                                                             std::vector<int> ids) {
  if (const Result<void> r = check(ids, device::rows_of(output.w)); !r) return r.error();
  std::shared_ptr<OutputRows> rows(new OutputRows);
  rows->ids_ = std::move(ids);
  rows->linear_.w = std::visit([&](const auto& m) { return rows->copy_of(m); }, output.w);
  if (output.b != nullptr) rows->linear_.b = rows->copy(output.b, 1);
  return std::shared_ptr<const OutputRows>(std::move(rows));
}

}  // namespace sotto::models
