// Convolutions over whole signals: tiles of rows, whose points are multiplied as panels are.
#include <algorithm>
#include <array>

#include "device_cpu/cpu_channels.h"
#include "device_cpu/winograd.h"
#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

constexpr int kPoints = Winograd::kPoints, kRows = PanelMatrix::kRows;
constexpr int kTiles = 48;  // at once: the points of their inputs stay in the second cache

using PointRows = std::array<float*, kPoints>;
using ConstPointRows = std::array<const float*, kPoints>;

// Row `row` of each point's matrix; `step` floats lie between two matrices.
template <class Rows, class T>
Rows rows_at(T* first, size_t step, size_t row, size_t cols) {
  Rows rows;
  for (size_t p = 0; p < rows.size(); ++p) rows[p] = first + p * step + row * cols;
  return rows;
}

// Numbers [begin, begin + n) of a matrix, as floats without their scales.
void widen(const PanelMatrix& w, size_t begin, size_t n, float* out) {
  if (w.f32 != nullptr) {
    std::copy_n(w.f32 + begin, n, out);
  } else if (w.int8 != nullptr) {
    std::copy_n(w.int8 + begin, n, out);
  } else {
    std::transform(w.bf16 + begin, w.bf16 + begin + n, out, quant::from_bf16);
  }
}

// y[r][...] = v, by the epilogue. v is changed on the way.
void put_row(const Output& y, int r, float* v) {
  const std::span<float> to = y.y.row(r);
  const size_t n = to.size();
  if (y.scales != nullptr)
    for (size_t c = 0; c < n; ++c) v[c] *= y.scales[c];
  if (y.bias != nullptr) add(v, y.bias, n);
  if (y.epilogue == Epilogue::add) return add(to.data(), v, n);
  if (y.epilogue == Epilogue::relu)
    for (size_t c = 0; c < n; ++c) v[c] = v[c] > 0 ? v[c] : 0;
  std::copy_n(v, n, to.data());
}

// Into how many parts a sequence is cut: small ones, as many for each thread as for the others.
int parts_of(int tiles, int sequences, int threads) {
  int parts = (tiles + kTiles - 1) / kTiles;
  while (parts < tiles && parts * sequences % threads != 0) ++parts;
  return parts;
}

}  // namespace

// The rows of a dilated convolution fall into `dilation` sequences, which know nothing of each
// other: tile i of sequence s makes rows s + dilation * (outputs * i + ...).
class CpuDevice::WinogradConvolution {
 public:
  // norm: of x, or none; `padding` rows of zeros lie before what is convolved.
  WinogradConvolution(CpuDevice& device, const Activations& x, const Channels* norm, int padding,
                      const Taps& taps, const Product& product, const PanelMatrix& w)
      : device_(device),
        form_(Winograd::for_taps(taps.kernel)),
        taps_(taps),
        x_(x),
        norm_(norm),
        padding_(padding),
        w_(w),
        y_{floats(product.y), floats(product.bias).data, product.epilogue,
           w.int8 != nullptr ? w.scales : nullptr},
        cols_(form_.groups * x.cols),
        panels_((w.rows + kRows - 1) / kRows),
        longest_sequence_((y_.y.rows + taps.dilation - 1) / taps.dilation),
        tiles_((longest_sequence_ + form_.outputs - 1) / form_.outputs),
        parts_(parts_of(tiles_, taps.dilation, device.workers_->threads())),
        part_tiles_(std::min((tiles_ + parts_ - 1) / parts_ + 5, kTiles) / 6 * 6) {
    zeros_ = device.arena_.make(1, std::max(x.cols * kRows, 1));
    std::ranges::fill(zeros_.all(), 0.0f);
    points_ = device.arena_.make(kPoints, panels_ * kRows * cols_);
    const int threads = device.workers_->threads();
    widened_ = device.arena_.make(threads, form_.taps * x.cols * kRows);
    if (norm != nullptr) normed_ = device.arena_.make(threads, kPoints * x.cols);
    inputs_ = device.arena_.make(threads, kPoints * (kTiles + form_.groups - 1) * x.cols);
    products_ = device.arena_.make(threads, kPoints * kTiles * w.rows);
    rows_ = device.arena_.make(threads, form_.outputs * w.rows);
  }

  void run() {
    const auto bytes = static_cast<int64_t>(points_.size() * sizeof(float));
    device_.workers_->parallel_for(panels_, bytes, [&](int worker, int begin, int end) {
      for (int p = begin; p < end; ++p) transform_panel(worker, p);
    });
    device_.workers_->parallel_for(parts_ * taps_.dilation, bytes * parts_,
                                   [&](int worker, int begin, int end) {
                                     for (int i = begin; i < end; ++i) make_part(worker, i);
                                   });
  }

 private:
  size_t in() const { return static_cast<size_t>(x_.cols); }

  // The points of 16 outputs' weights, in panels of groups * in columns each.
  void transform_panel(int worker, int panel) {
    const size_t tap = in() * kRows;  // the numbers of one tap lie together
    const size_t first = static_cast<size_t>(panel) * static_cast<size_t>(w_.cols) * kRows;
    float* widened = widened_.row(worker).data();
    ConstPointRows rows;
    const auto from = std::span(rows).first(static_cast<size_t>(form_.taps));
    for (int g = 0; g < form_.groups; ++g) {
      for (int k = 0; k < form_.taps; ++k) {
        const auto place = static_cast<size_t>(k);
        const int number = g * form_.taps + k;
        from[place] = zeros_.data;
        if (number >= taps_.kernel) continue;
        widen(w_, first + static_cast<size_t>(number) * tap, tap, widened + place * tap);
        from[place] = widened + place * tap;
      }
      const auto block = static_cast<size_t>(panel * form_.groups + g);
      device_.kernels_.mix_rows(
          form_.weights, from,
          rows_at<PointRows>(points_.data, static_cast<size_t>(points_.cols), block, tap),
          static_cast<int>(tap));
    }
  }

  // Some tiles of one sequence.
  void make_part(int worker, int number) {
    const int sequence = number / parts_;
    const int length = (y_.y.rows - sequence + taps_.dilation - 1) / taps_.dilation;
    const int all = (length + form_.outputs - 1) / form_.outputs;
    const int first = number % parts_ * part_tiles_;
    const int count = std::min(part_tiles_, all - first);
    if (count <= 0) return;
    transform_inputs(worker, sequence, first, count);
    multiply(worker, count);
    put_outputs(worker, sequence, first, count);
  }

  int row_of(int sequence, int tile) const {
    return sequence + taps_.dilation * tile * form_.outputs;
  }

  // Tile i reads kPoints rows, of which the last `outputs` are new.
  void transform_inputs(int worker, int sequence, int first, int count) {
    const int tiles = count + form_.groups - 1, begin = row_of(sequence, first) - padding_;
    std::array<const float*, kPoints> rows;  // row j of the part at j % kPoints
    int known = 0;
    ConstPointRows from;
    for (int i = 0; i < tiles; ++i) {
      for (; known < i * form_.outputs + kPoints; ++known) {
        const auto place = static_cast<size_t>(known % kPoints);
        rows[place] = convolved_row(worker, begin + taps_.dilation * known, place);
      }
      for (size_t p = 0; p < kPoints; ++p)
        from[p] = rows[(static_cast<size_t>(i * form_.outputs) + p) % kPoints];
      device_.kernels_.mix_rows(form_.input, from,
                                rows_at<PointRows>(inputs_.row(worker).data(), input_step(),
                                                   static_cast<size_t>(i), in()),
                                x_.cols);
    }
  }

  // Row r of x as it is convolved; where it has to be made, in that place of the worker's.
  const float* convolved_row(int worker, int r, size_t place) const {
    if (r < 0 || r >= x_.rows) return zeros_.data;
    if (norm_ == nullptr) return x_.row(r).data();
    float* made = normed_.row(worker).data() + place * in();
    norm_->apply(x_.row(r), made);
    return made;
  }

  void multiply(int worker, int count) {
    for (size_t p = 0; p < kPoints; ++p) {
      const Windows windows{inputs_.row(worker).data() + p * input_step(), count, cols_, in()};
      const PanelMatrix weights{
          .f32 = points_.row(static_cast<int>(p)).data(), .rows = w_.rows, .cols = cols_};
      const Activations made{products_.row(worker).data() + p * product_step(), count, w_.rows};
      device_.kernels_.matmul_panels(windows, weights, {made}, 0, panels_ * kRows);
    }
  }

  void put_outputs(int worker, int sequence, int first, int count) {
    PointRows rows;
    const auto made = std::span(rows).first(static_cast<size_t>(form_.outputs));
    for (size_t s = 0; s < made.size(); ++s)
      made[s] = rows_.row(worker).data() + s * static_cast<size_t>(w_.rows);
    for (int i = 0; i < count; ++i) {
      device_.kernels_.mix_rows(
          form_.output,
          rows_at<ConstPointRows>(products_.row(worker).data(), product_step(),
                                  static_cast<size_t>(i), static_cast<size_t>(w_.rows)),
          made, w_.rows);
      int row = row_of(sequence, first + i);
      for (size_t s = 0; s < made.size() && row < y_.y.rows; ++s, row += taps_.dilation)
        put_row(y_, row, made[s]);
    }
  }

  // Floats between the matrices of two points.
  size_t input_step() const { return static_cast<size_t>(inputs_.cols) / kPoints; }
  size_t product_step() const { return static_cast<size_t>(products_.cols) / kPoints; }

  CpuDevice& device_;
  const Winograd form_;
  const Taps taps_;
  const Activations x_;
  const Channels* const norm_;
  const int padding_;
  const PanelMatrix w_;
  const Output y_;
  const int cols_;  // of a point's matrix
  const int panels_;
  const int longest_sequence_;  // rows of y
  const int tiles_;             // of that
  const int parts_;             // of a sequence
  const int part_tiles_;        // whole tiles of the kernel, six each
  Activations zeros_;
  Activations points_;    // of the weights, panels of each point
  Activations widened_;   // of each worker: the taps of a group
  Activations normed_;    // and the rows of x that a tile reads, with a norm
  Activations inputs_;    // and the points of some tiles' inputs, [kPoints, tiles, in]
  Activations products_;  // and of their outputs, [kPoints, tiles, rows of w]
  Activations rows_;      // and the rows of one tile
};

// It pays where many rows share the transforms of the weights, and these stay in a cache.
bool CpuDevice::pays_in_tiles(const Taps& taps, const Product& product) {
  constexpr int kLeastRows = 256, kMostFloats = 1 << 21;
  if (!taps.together || taps.stride != 1 || taps.kernel < 3) return false;
  const int64_t floats = int64_t{product.w->rows} * product.w->cols / taps.kernel *
                         Winograd::groups_of(taps.kernel) * kPoints;
  return product.y.rows >= kLeastRows && floats <= kMostFloats;
}

void CpuDevice::convolve_in_tiles(const Tensor& x, const Taps& taps, const Product& product,
                                  const PanelMatrix& w) {
  const Frame frame(*this);
  WinogradConvolution(*this, floats(x), nullptr, 0, taps, product, w).run();
}

// The normalized input is never written but for the rows of a tile.
void CpuDevice::convolve_in_tiles(const Tensor& x, const InstanceNorm& norm, int padding,
                                  const Taps& taps, const Product& product, const PanelMatrix& w) {
  const Frame frame(*this);
  const Activations from = floats(x);
  const Channels channels = channels_of(blocks_of(from, false, floats(norm.counts)), norm);
  WinogradConvolution(*this, from, &channels, padding, taps, product, w).run();
}

}  // namespace sotto::device::cpu
