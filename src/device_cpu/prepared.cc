#include "device_cpu/prepared.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "device_cpu/activations.h"

namespace sotto::device::cpu {
namespace {

struct BytesOf {
  size_t operator()(const PanelMatrix& m) const {
    if (m.int8 != nullptr) return area(m) + static_cast<size_t>(m.rows) * sizeof(float);
    return area(m) * (m.f32 != nullptr ? sizeof(float) : sizeof(uint16_t));
  }
  size_t operator()(const Int8PanelMatrix& m) const {
    return area(m) + static_cast<size_t>(m.rows) * (sizeof(float) + 2 * sizeof(int32_t));
  }
  size_t operator()(const AffinePanelMatrix& m) const { return cpu::bytes_of(m); }
  size_t operator()(const BoundedPanelMatrix& m) const { return cpu::bytes_of(m); }
  size_t operator()(const auto& stored) const { return quant::bytes_of(stored); }

  static size_t area(const auto& m) {
    return static_cast<size_t>(m.rows) * static_cast<size_t>(m.cols);
  }
};

Form form_of_stored(const quant::StoredMatrix& m) {
  return std::visit([](const auto& each) { return Form(each); }, m);
}

// Aligned memory for copied rows, all of one matrix.
class Storage {
 public:
  // The rows of `from`, each of `size` numbers, that `rows` names.
  template <class T>
  const T* copy(const T* from, size_t size, std::span<const int> rows) {
    auto* to = reinterpret_cast<T*>(allocate(rows.size() * size * sizeof(T)));
    for (size_t i = 0; i < rows.size(); ++i) {
      std::memcpy(to + i * size, from + static_cast<size_t>(rows[i]) * size, size * sizeof(T));
    }
    return to;
  }
  std::byte* allocate(size_t bytes) {
    constexpr std::align_val_t kLine{64};
    const auto free = [](std::byte* p) { ::operator delete(p, kLine); };
    auto* p = static_cast<std::byte*>(::operator new(std::max<size_t>(bytes, 1), kLine));
    blocks_.emplace_back(p, free);
    return p;
  }

 private:
  std::vector<std::shared_ptr<std::byte>> blocks_;
};

struct Gather {
  Storage& storage;
  std::span<const int> rows;

  int count() const { return static_cast<int>(rows.size()); }

  template <class Floats>
  Form operator()(const Floats& m) const {
    return Floats{storage.copy(m.data, static_cast<size_t>(m.cols), rows), count(), m.cols};
  }
  Form operator()(quant::AffineView m) const {
    const auto groups = static_cast<size_t>(m.groups_per_row());
    const auto scales = [&](const quant::Scales& s) {
      const auto copy = s.f16() != nullptr ? quant::Scales(storage.copy(s.f16(), groups, rows))
                                           : quant::Scales(storage.copy(s.f32(), groups, rows));
      return copy.times(s.factor());
    };
    const bool shares = share_memory(m.scales, m.biases);
    m.packed = storage.copy(m.packed, static_cast<size_t>(m.words_per_row()), rows);
    m.scales = scales(m.scales);
    m.biases = shares ? m.scales.times(m.biases.factor()) : scales(m.biases);
    m.rows = count();
    return m;
  }
  Form operator()(const quant::Sym8View& m) const {
    return quant::Sym8View{count(), m.cols, storage.copy(m.q, static_cast<size_t>(m.cols), rows),
                           storage.copy(m.scales, 1, rows)};
  }
  Form operator()(const quant::Sym8Columns& m) const {
    const size_t n = rows.size(), cols = static_cast<size_t>(m.cols);
    auto* q = reinterpret_cast<int8_t*>(storage.allocate(n * cols));
    for (size_t c = 0; c < cols; ++c) {
      const int8_t* column = m.q + c * static_cast<size_t>(m.rows);
      for (size_t i = 0; i < n; ++i) q[i * cols + c] = column[rows[i]];
    }
    return quant::Sym8View{count(), m.cols, q, storage.copy(m.scales, 1, rows)};
  }
  Form operator()(const PanelMatrix& m) const { return floats(m); }
  Form operator()(const Int8PanelMatrix& m) const { return floats(m); }
  Form operator()(const AffinePanelMatrix& m) const { return affine_rows(m); }
  Form operator()(const BoundedPanelMatrix& m) const {
    const size_t n = rows.size(), cols = static_cast<size_t>(m.cols);
    auto* q = reinterpret_cast<int8_t*>(storage.allocate(n * cols));
    for (size_t i = 0; i < n; ++i) copy_integers(m, rows[i], std::span(q + i * cols, cols));
    return quant::Sym8View{count(), m.cols, q, storage.copy(m.panels.scales, 1, rows)};
  }

  // The integers, scales and biases of those rows as they were before they were packed.
  Form affine_rows(const AffinePanelMatrix& m) const {
    const auto words = static_cast<size_t>(m.cols) * static_cast<size_t>(m.bits) / 32;
    auto* packed = reinterpret_cast<uint32_t*>(storage.allocate(rows.size() * words * 4));
    std::fill_n(packed, rows.size() * words, 0u);
    const int per_word = 32 / m.bits;
    for (size_t i = 0; i < rows.size(); ++i)
      for (int c = 0; c < m.cols; ++c)
        packed[i * words + static_cast<size_t>(c / per_word)] |=
            static_cast<uint32_t>(m.integer(rows[i], c)) << c % per_word * m.bits;
    const quant::Scales scales = row_scales(m, m.scales);
    const quant::Scales biases = share_memory(m.scales, m.biases) ? scales.times(m.biases.factor())
                                                                  : row_scales(m, m.biases);
    return quant::AffineView{count(), m.cols, m.group, m.bits, packed, scales, biases};
  }
  quant::Scales row_scales(const AffinePanelMatrix& m, const quant::Scales& from) const {
    const auto copy = from.f16() != nullptr ? quant::Scales(row_scales(m, from.f16()))
                                            : quant::Scales(row_scales(m, from.f32()));
    return copy.times(from.factor());
  }
  template <class T>
  const T* row_scales(const AffinePanelMatrix& m, const T* from) const {
    const auto groups = static_cast<size_t>(m.groups());
    auto* to = reinterpret_cast<T*>(storage.allocate(rows.size() * groups * sizeof(T)));
    for (size_t i = 0; i < rows.size() * groups; ++i) {
      const int row = rows[i / groups], g = static_cast<int>(i % groups);
      to[i] = from[m.group_at(row / m.kRows, g) + static_cast<size_t>(row % m.kRows)];
    }
    return to;
  }

  template <class Panels>
  Form floats(const Panels& m) const {
    const size_t cols = static_cast<size_t>(m.cols);
    auto* all = reinterpret_cast<float*>(storage.allocate(rows.size() * cols * sizeof(float)));
    for (size_t i = 0; i < rows.size(); ++i) {
      cpu::copy_row(m, rows[i], std::span(all + i * cols, cols));
    }
    return quant::F32Matrix{all, count(), m.cols};
  }
};

struct CopyRow {
  int row;
  std::span<float> out;

  void operator()(const PanelMatrix& m) const { cpu::copy_row(m, row, out); }
  void operator()(const Int8PanelMatrix& m) const { cpu::copy_row(m, row, out); }
  void operator()(const AffinePanelMatrix& m) const { cpu::copy_row(m, row, out); }
  void operator()(const BoundedPanelMatrix& m) const { cpu::copy_row(m, row, out); }
  void operator()(const auto& stored) const { quant::copy_row(stored, row, out); }
};

// Rows and their scales in large pages.
struct CopiedRows {
  quant::Sym8View rows;
  std::shared_ptr<const void> owner;
};

CopiedRows copied(const quant::Sym8View& matrix, LargePages& pages) {
  const size_t size = static_cast<size_t>(matrix.rows) * static_cast<size_t>(matrix.cols);
  const size_t scales = static_cast<size_t>(matrix.rows) * sizeof(float);
  constexpr size_t kLine = 64;
  const size_t room = (size + kLine - 1) / kLine * kLine;  // behind which the scales lie
  const std::shared_ptr<std::byte> memory = pages.take(room + scales);
  std::memcpy(memory.get(), matrix.q, size);
  std::memcpy(memory.get() + room, matrix.scales, scales);
  return {{matrix.rows, matrix.cols, reinterpret_cast<const int8_t*>(memory.get()),
           reinterpret_cast<const float*>(memory.get() + room)},
          memory};
}

// Null where some number is not finite: nothing is near it.
std::unique_ptr<const CoarseRows> coarse_of(const quant::AffineView& matrix, bool chooses,
                                            LargePages& pages) {
  if (!chooses) return nullptr;
  auto coarse = std::make_unique<const CoarseRows>(matrix, pages);
  return coarse->is_finite() ? std::move(coarse) : nullptr;
}

}  // namespace

CpuMatrix::CpuMatrix(const Form& form, quant::Scheme scheme, std::shared_ptr<const void> owner,
                     float factor, std::unique_ptr<const CoarseRows> coarse)
    : PreparedMatrix(std::visit([](const auto& m) { return m.rows; }, form),
                     std::visit([](const auto& m) { return m.cols; }, form),
                     std::visit(BytesOf{}, form), scheme,
                     std::holds_alternative<quant::Sym8Columns>(form),
                     coarse != nullptr ? coarse->bytes() : 0),
      form(form),
      factor(factor),
      owner_(std::move(owner)),
      coarse_(std::move(coarse)) {}

Weight prepared(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner, Rows rows) {
  const quant::Scheme scheme = quant::scheme_of(matrix);
  if (rows != Rows::prefill || !scheme.is_float())
    return std::make_shared<CpuMatrix>(form_of_stored(matrix), scheme, std::move(owner));
  const auto panels = std::make_shared<Panels>(quant::floats_of(matrix), quant::rows_of(matrix),
                                               quant::cols_of(matrix));
  const PanelMatrix view = panels->view();
  const bool whole = view.f32 != nullptr;
  using Kind = quant::Scheme::Kind;
  return std::make_shared<CpuMatrix>(view, quant::Scheme{whole ? Kind::f32 : Kind::bf16}, panels);
}

Weight prepared(const quant::AffineView& matrix, std::shared_ptr<const void> owner, bool chooses,
                LargePages& pages) {
  return std::make_shared<CpuMatrix>(matrix, quant::scheme_of(matrix), std::move(owner),
                                     /*factor=*/0.0f, coarse_of(matrix, chooses, pages));
}

Weight prepared_in_panels(const quant::AffineView& matrix, bool chooses, LargePages& pages) {
  const auto panels = std::make_shared<AffinePanels>(matrix);
  return std::make_shared<CpuMatrix>(panels->view(), quant::scheme_of(matrix), panels,
                                     /*factor=*/0.0f, coarse_of(matrix, chooses, pages));
}

Weight prepared_in_bounds(const quant::Sym8View& matrix, const Use& use, LargePages& pages) {
  const auto panels = std::make_shared<BoundedPanels>(matrix, pages);
  if (!panels->has_few_rests()) return {};
  return std::make_shared<CpuMatrix>(
      panels->view(), quant::Scheme{quant::Scheme::Kind::int8}, panels, use.parameters.factor,
      use.chooses ? std::make_unique<const CoarseRows>(matrix, pages) : nullptr);
}

Weight prepared(const quant::Sym8View& matrix, std::shared_ptr<const void> owner, const Use& use,
                int beside, LargePages& pages) {
  constexpr quant::Scheme kInt8{quant::Scheme::Kind::int8};
  const auto in_panels = [&](const quant::QuantParams& parameters) {
    const auto panels = std::make_shared<Int8Panels>(matrix, parameters, use.activations, beside);
    return std::make_shared<CpuMatrix>(panels->view(), kInt8, panels);
  };
  switch (use.activations) {
    case ActivationQuant::by_scheme:
      return std::make_shared<CpuMatrix>(matrix, kInt8, std::move(owner));
    case ActivationQuant::floats: {
      const auto panels = std::make_shared<Panels>(matrix);
      return std::make_shared<CpuMatrix>(panels->view(), kInt8, panels);
    }
    case ActivationQuant::dynamic_per_tensor:
      return in_panels(kPerTensor);
    case ActivationQuant::dynamic_per_token:
      return in_panels(kPerToken);
    case ActivationQuant::known:
      break;
  }
  if (!use.parameters.is_symmetric()) return in_panels(use.parameters);
  const CopiedRows copy = copied(matrix, pages);
  return std::make_shared<CpuMatrix>(
      copy.rows, kInt8, copy.owner, use.parameters.factor,
      use.chooses ? std::make_unique<const CoarseRows>(matrix, pages) : nullptr);
}

Constant prepared(std::span<const float> numbers, int rows) {
  const auto copy = std::make_shared<std::vector<float>>(numbers.begin(), numbers.end());
  const int cols = rows > 0 ? static_cast<int>(numbers.size()) / rows : 0;
  return {tensor_of({copy->data(), rows, cols}), copy};
}

Weight gathered(const PreparedMatrix& w, std::span<const int> rows) {
  const auto storage = std::make_shared<Storage>();
  const Form form = std::visit(Gather{*storage, rows}, form_of(w));
  return std::make_shared<CpuMatrix>(form, w.scheme, storage, cpu_matrix(w).factor);
}

void copy_row(const Form& w, int r, std::span<float> out) { std::visit(CopyRow{r, out}, w); }

}  // namespace sotto::device::cpu
