// Convolutions over whole signals: tiles of rows, whose points are multiplied as panels are.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/vectorized.h"
#include "device_cpu/cpu_channels.h"
#include "device_cpu/fourier.h"
#include "device_cpu/winograd.h"
#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

constexpr int kPointRows = PanelMatrix::kRows;
constexpr int kUnit = 6;       // tiles that the kernel of AVX2 multiplies at once
constexpr int kMostUnits = 8;  // of a part

// Rows that a tile has, or points of it.
using TileRows = std::array<float*, Fourier::kMost>;
using ConstRows = std::array<const float*, Fourier::kMost>;

// The form of tiles: those of winograd.h, or those of fourier.h.
struct TileForm {
  Winograd winograd;  // but for what a Fourier transform of `size` rows has; 0: all of it
  int size = 0;
  int reads = Winograd::kPoints;   // rows of x in a tile
  int points = Winograd::kPoints;  // of each group
  int outputs = 0;                 // rows of y in a tile
  int taps = 0;                    // of a group
  int groups = 1;

  static TileForm by_points(int kernel) {
    TileForm form{.winograd = Winograd::for_taps(kernel)};
    form.outputs = form.winograd.outputs;
    form.taps = form.winograd.taps;
    form.groups = form.winograd.groups;
    return form;
  }
  static TileForm by_frequencies(int kernel, int size) {
    return {.winograd = {},
            .size = size,
            .reads = size,
            .points = Fourier::points_of(size),
            .outputs = Fourier::outputs_of(size, kernel),
            .taps = kernel};
  }
};

// About how many multiplications a convolution takes: of the points, of which the weights' are made
// and read as if they were so many tiles more, and of the transforms.
int64_t cost_of(const TileForm& form, const Taps& taps, int rows, int in, int out) {
  constexpr int kWeights = 12, kTurn = 12;  // as measured: docs/measurements/rows_avx2.md
  const int length = (rows + taps.dilation - 1) / taps.dilation;
  const int64_t tiles = int64_t{taps.dilation} * ((length + form.outputs - 1) / form.outputs);
  const int64_t products = int64_t{form.points} * form.groups * in * out * (tiles + kWeights);
  if (form.size != 0) return products + tiles * kTurn * form.size * (in + out);
  return products + tiles * form.points * (form.points * in + form.outputs * out);
}

// Floats of the points of all weights.
int64_t floats_of(const TileForm& form, int in, int out) {
  return int64_t{form.points} * form.groups * in * out;
}

// The cheapest of those whose weights' points stay in a cache; nothing: there is none.
std::optional<TileForm> tile_form(const Taps& taps, const Product& product) {
  const int rows = product.y.rows, out = product.w->rows, in = product.w->cols / taps.kernel;
  constexpr int kMost = 1 << 22;
  std::optional<TileForm> found;
  int64_t least = std::numeric_limits<int64_t>::max();
  const auto consider = [&](const TileForm& form, int64_t most) {
    const int64_t cost = cost_of(form, taps, rows, in, out);
    if (floats_of(form, in, out) > most || cost >= least) return;
    least = cost;
    found = form;
  };
  consider(TileForm::by_points(taps.kernel), kMost);
  for (const int size : {Fourier::kLeast, Fourier::kMost}) {
    if (taps.kernel <= size / 2) consider(TileForm::by_frequencies(taps.kernel, size), kMost);
  }
  return found;
}

// A row of each point's matrix; `step` floats lie between two matrices.
template <class Pointers, class T>
Pointers rows_at(T* first, size_t step) {
  Pointers rows;
  for (size_t p = 0; p < Winograd::kPoints; ++p) rows[p] = first + p * step;
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

// y = v scales + bias, or that is added to it.
SOTTO_VECTORIZED(void, put_scaled,
                 (const float* v, const float* scales, const float* bias, size_t n, float* y),
                 (v, scales, bias, n, y)) {
  for (size_t c = 0; c < n; ++c) y[c] = v[c] * scales[c] + bias[c];
}

SOTTO_VECTORIZED(void, add_to,
                 (const float* v, const float* scales, const float* bias, size_t n, float* y),
                 (v, scales, bias, n, y)) {
  for (size_t c = 0; c < n; ++c) y[c] += v[c] * scales[c] + bias[c];
}

// A row of y of v, by the epilogue; y has scales and biases.
void put_row(const Output& y, const float* v, float* to) {
  const auto n = static_cast<size_t>(y.y.cols);
  if (y.epilogue == Epilogue::add) return add_to(v, y.scales, y.bias, n, to);
  put_scaled(v, y.scales, y.bias, n, to);
  if (y.epilogue == Epilogue::relu) cpu::activate(Activation::relu, to, n, to);
}

// Into how many parts a sequence is cut: small ones, as many for each thread as for the others.
int parts_of(int units, int sequences, int threads) {
  int parts = (units + kMostUnits - 1) / kMostUnits;
  while (parts < units && parts * sequences % threads != 0) ++parts;
  return parts;
}

}  // namespace

// The rows of a dilated convolution fall into `dilation` sequences, which know nothing of each
// other: tile i of sequence s makes rows s + dilation * (outputs * i + ...).
class CpuDevice::TiledConvolution {
 public:
  // norm: of x, or none; `padding` rows of zeros lie before what is convolved.
  TiledConvolution(CpuDevice& device, TileForm form, const Activations& x, const Channels* norm,
                   int padding, const Taps& taps, const Product& product, const PanelMatrix& w)
      : device_(device),
        form_(std::move(form)),
        taps_(taps),
        x_(x),
        norm_(norm),
        padding_(padding),
        w_(w),
        y_(output_with_factors(product)),
        cols_(form_.groups * x.cols),
        panels_((w.rows + kPointRows - 1) / kPointRows),
        longest_sequence_((y_.y.rows + taps.dilation - 1) / taps.dilation),
        units_(divided_up(divided_up(longest_sequence_, form_.outputs), kUnit)),
        parts_(parts_of(units_, taps.dilation, device.workers_->threads())),
        step_(point_step(x.cols, w.rows)) {
    zeros_ = device.arena_.make(1, std::max(x.cols * kPointRows, 1));
    std::ranges::fill(zeros_.all(), 0.0f);
    points_ = device.arena_.make(form_.points, panels_ * kPointRows * cols_ + kApart);
    const int threads = device.workers_->threads();
    widened_ = device.arena_.make(threads, form_.taps * x.cols * kPointRows);
    if (norm != nullptr) normed_ = device.arena_.make(threads, form_.reads * x.cols);
    points_of_tiles_ = device.arena_.make(threads, (form_.points + 1) * step_);
    rows_ = device.arena_.make(threads, form_.outputs * w.rows);
  }

  void run() {
    const auto bytes = static_cast<int64_t>(points_.size() * sizeof(float));
    device_.workers_->parallel_for(panels_, bytes, [&](int worker, int begin, int end) {
      for (int p = begin; p < end; ++p) transform_panel(worker, p);
    });
    device_.workers_->parallel_tasks(parts_ * taps_.dilation, bytes * parts_,
                                     [&](int worker, int part) { make_part(worker, part); });
  }

 private:
  // Floats between the matrices of two points, beside what they hold: without them the rows of all
  // points would meet in a few lines of the first cache.
  static constexpr int kApart = 16;

  size_t in() const { return static_cast<size_t>(x_.cols); }

  // Floats between the matrices of two points, for the inputs as for the products of a part.
  int point_step(int in, int out) const {
    const int tiles = divided_up(units_, parts_) * kUnit;
    return std::max((tiles + form_.groups - 1) * in, tiles * out) + kApart;
  }
  // Point p of a part's inputs, [tiles, in], and of its products, [tiles, rows of w]. A product lies
  // where the inputs of the point before were, which nobody needs any more: half of the memory, and
  // of what is in the caches.
  float* inputs(int worker, int p) const {
    return points_of_tiles_.row(worker).data() + place(p + 1, step_);
  }
  float* products(int worker, int p) const {
    return points_of_tiles_.row(worker).data() + place(p, step_);
  }

  // The epilogue, with factors and biases where there are none.
  Output output_with_factors(const Product& product) {
    Output y{floats(product.y), floats(product.bias).data, product.epilogue, w_.scales};
    if (y.bias == nullptr) y.bias = filled(0, y.y.cols);
    if (w_.int8 == nullptr) y.scales = filled(1, y.y.cols);
    return y;
  }
  const float* filled(float value, int count) {
    const Activations made = device_.arena_.make(1, count);
    std::ranges::fill(made.all(), value);
    return made.data;
  }

  // The points of 16 outputs' weights, in panels of groups * in columns each.
  void transform_panel(int worker, int panel) {
    const size_t tap = in() * kPointRows;  // the numbers of one tap lie together
    const size_t first = static_cast<size_t>(panel) * static_cast<size_t>(w_.cols) * kPointRows;
    float* widened = widened_.row(worker).data();
    ConstRows rows;
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
      weights_to_points(from, points_.data + block * tap, static_cast<int>(tap));
    }
  }

  void weights_to_points(std::span<const float* const> from, float* to, int cols) {
    const auto step = static_cast<size_t>(points_.cols);
    if (form_.size != 0) return device_.kernels_.fourier.weights(form_.size, from, cols, to, step);
    const TileRows points = rows_at<TileRows>(to, step);
    device_.kernels_.mix_rows(form_.winograd.weights, from,
                              std::span(points).first(Winograd::kPoints), cols);
  }

  // Some tiles of one sequence.
  void make_part(int worker, int number) {
    const int sequence = number / parts_;
    const int length = (y_.y.rows - sequence + taps_.dilation - 1) / taps_.dilation;
    const int all = (length + form_.outputs - 1) / form_.outputs;
    const int first = first_tile(number % parts_);
    const int count = std::min(first_tile(number % parts_ + 1), all) - first;
    if (count <= 0) return;
    transform_inputs(worker, sequence, first, count);
    multiply(worker, count);
    put_outputs(worker, sequence, first, count);
  }

  // Of a part; parts differ by one unit at most.
  int first_tile(int part) const {
    return static_cast<int>(int64_t{units_} * part / parts_) * kUnit;
  }

  int row_of(int sequence, int tile) const {
    return sequence + taps_.dilation * tile * form_.outputs;
  }

  // Tile i reads so many rows, of which the last `outputs` are new.
  void transform_inputs(int worker, int sequence, int first, int count) {
    const int tiles = count + form_.groups - 1, begin = row_of(sequence, first) - padding_;
    ConstRows rows, from;  // row j of the part at j % reads, and those of a tile in order
    int known = 0;
    for (int i = 0; i < tiles; ++i) {
      const int top = i * form_.outputs;
      for (; known < top + form_.reads; ++known) {
        const auto place = static_cast<size_t>(known % form_.reads);
        const int row = begin + taps_.dilation * known;
        fetch_row(row + kRowsAhead * taps_.dilation);
        rows[place] = convolved_row(worker, row, place);
      }
      for (int p = 0; p < form_.reads; ++p)
        from[static_cast<size_t>(p)] = rows[static_cast<size_t>((top + p) % form_.reads)];
      inputs_to_points(from, inputs(worker, 0) + static_cast<size_t>(i) * in());
    }
  }

  void inputs_to_points(const ConstRows& from, float* to) {
    const auto step = static_cast<size_t>(step_);
    if (form_.size != 0)
      return device_.kernels_.fourier.inputs(form_.size, from.data(), x_.cols, to, step);
    const TileRows points = rows_at<TileRows>(to, step);
    device_.kernels_.mix_rows(form_.winograd.input, std::span(from).first(Winograd::kPoints),
                              std::span(points).first(Winograd::kPoints), x_.cols);
  }

  // Rows that lie apart are no stream that the processor would see.
  static constexpr int kRowsAhead = 2;
  void fetch_row(int r) const {
    if (norm_ == nullptr || r < 0 || r >= x_.rows) return;
    const std::span<const float> row = x_.row(r);
    for (size_t i = 0; i < row.size(); i += 16) __builtin_prefetch(row.data() + i);
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
    for (int p = 0; p < form_.points; ++p) {
      if (p + 1 < form_.points) fetch_point(worker, p + 1, count);
      const Windows windows{inputs(worker, p), count, cols_, in()};
      const PanelMatrix weights{.f32 = points_.row(p).data(), .rows = w_.rows, .cols = cols_};
      const Activations made{products(worker, p), count, w_.rows};
      device_.kernels_.matmul_panels(windows, weights, {made}, 0, panels_ * kPointRows);
    }
  }

  // Prefetches the first numbers that a point's product reads, from the third cache, while the
  // point before is computed.
  void fetch_point(int worker, int p, int count) const {
    const auto fetch = [](const float* from, size_t floats) {
      for (size_t i = 0; i < floats; i += 16) __builtin_prefetch(from + i, 0, 2);
    };
    fetch(inputs(worker, p), place(count, x_.cols));
    fetch(points_.row(p).data(), place(cols_, kPointRows));
  }

  void put_outputs(int worker, int sequence, int first, int count) {
    TileRows rows;
    for (int i = 0; i < count; ++i) {
      const int top = row_of(sequence, first + i);
      const int left = divided_up(y_.y.rows - top, taps_.dilation);
      const auto made = std::span(rows).first(static_cast<size_t>(std::min(form_.outputs, left)));
      for (size_t s = 0; s < made.size(); ++s)
        made[s] = y_.y.row(top + static_cast<int>(s) * taps_.dilation).data();
      if (i + 1 < count) fetch_outputs(row_of(sequence, first + i + 1));
      const float* from = products(worker, 0) + place(i, w_.rows);
      if (form_.size != 0) {
        put_transformed(from, made);
      } else {
        put_mixed(worker, from, made);
      }
    }
  }

  // Prefetches the rows of y that a tile puts, from that one on: they lie apart, and are added to,
  // or are written for the first time.
  void fetch_outputs(int row) const {
    const int end = std::min(y_.y.rows, row + form_.outputs * taps_.dilation);
    for (; row < end; row += taps_.dilation) {
      const std::span<const float> to = y_.y.row(row);
      for (size_t c = 0; c < to.size(); c += 16) __builtin_prefetch(to.data() + c, 1, 2);
    }
  }

  void put_transformed(const float* from, std::span<float* const> to) {
    device_.kernels_.fourier.outputs(form_.size, from, static_cast<size_t>(step_), w_.rows,
                                     {y_.scales, y_.bias, y_.epilogue == Epilogue::add}, to);
    if (y_.epilogue != Epilogue::relu) return;
    const auto n = static_cast<size_t>(w_.rows);
    for (float* const row : to) cpu::activate(Activation::relu, row, n, row);
  }

  void put_mixed(int worker, const float* from, std::span<float* const> to) {
    TileRows rows;
    const auto made = std::span(rows).first(static_cast<size_t>(form_.outputs));
    for (size_t s = 0; s < made.size(); ++s)
      made[s] = rows_.row(worker).data() + place(static_cast<int>(s), w_.rows);
    const auto points = rows_at<ConstRows>(from, static_cast<size_t>(step_));
    device_.kernels_.mix_rows(form_.winograd.output, std::span(points).first(Winograd::kPoints),
                              made, w_.rows);
    for (size_t s = 0; s < to.size(); ++s) put_row(y_, made[s], to[s]);
  }

  static size_t place(int number, int step) {
    return static_cast<size_t>(number) * static_cast<size_t>(step);
  }

  CpuDevice& device_;
  const TileForm form_;
  const Taps taps_;
  const Activations x_;
  const Channels* const norm_;
  const int padding_;
  const PanelMatrix w_;
  const Output y_;
  const int cols_;  // of a point's matrix
  const int panels_;
  const int longest_sequence_;  // rows of y
  const int units_;             // of a sequence's tiles
  const int parts_;             // of a sequence
  const int step_;              // point_step()
  Activations zeros_;
  Activations points_;           // of the weights, panels of each point
  Activations widened_;          // of each worker: the taps of a group
  Activations normed_;           // and the rows of x that a tile reads, with a norm
  Activations points_of_tiles_;  // and the points of a part: see inputs()
  Activations rows_;             // and the rows of one tile
};

// It pays where many rows share the transforms of the weights, and these stay in a cache.
bool CpuDevice::pays_in_tiles(const Taps& taps, const Product& product) {
  constexpr int kLeastRows = 256;
  if (!taps.together || taps.stride != 1 || taps.kernel < 2) return false;
  return product.y.rows >= kLeastRows && tile_form(taps, product);
}

void CpuDevice::convolve_in_tiles(const Tensor& x, const Taps& taps, const Product& product,
                                  const PanelMatrix& w) {
  const Frame frame(*this);
  TiledConvolution(*this, *tile_form(taps, product), floats(x), nullptr, 0, taps, product, w).run();
}

// The normalized input is never written but for the rows of a tile.
void CpuDevice::convolve_in_tiles(const Tensor& x, const InstanceNorm& norm, int padding,
                                  const Taps& taps, const Product& product, const PanelMatrix& w) {
  const Frame frame(*this);
  const Activations from = floats(x);
  const Channels channels = channels_of(blocks_of(from, false, floats(norm.counts)), norm);
  TiledConvolution(*this, *tile_form(taps, product), from, &channels, padding, taps, product, w)
      .run();
}

}  // namespace sotto::device::cpu
