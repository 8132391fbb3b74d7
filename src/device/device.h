// The interface that networks are written against: the operations they need, and nothing about who
// computes them, where, or when. A device may be lazy: only read() has to wait for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/cache.h"
#include "device/choice.h"
#include "device/tensor.h"
#include "device/weight.h"
#include "quant/stored_matrix.h"

namespace sotto::device {

// The rows of keys and values that one query attends to: `count` of them, either one after the
// other from `first` on, or as `rows` lists them.
struct VisibleKeys {
  int first = 0;
  int count = 0;
  const int* rows = nullptr;

  int row(int i) const { return rows != nullptr ? rows[i] : first + i; }
};

// Applied to v = x W^T + b.
enum class Epilogue {
  none,  // y = v
  relu,  // y = max(v, 0)
  add,   // y = y + v
};

// One product of several with the same x.
struct Product {
  const PreparedMatrix* w = nullptr;
  Tensor bias;  // [1, rows of w], or none
  Tensor y;     // [rows of x, rows of w]; must not overlap x
  Epilogue epilogue = Epilogue::none;
};

// im2col, never materialized: row t of a convolution's input is the rows stride * t + dilation * k
// of x, k = 0 .. kernel - 1, concatenated.
struct Taps {
  int kernel = 1;
  int stride = 1;
  int dilation = 1;
  // Allow tiles of neighbouring rows (Winograd, Fourier): rounding then depends on a row's place and
  // on its neighbours.
  bool together = false;
};

// Each column over all rows: S((x - mean) / sqrt(variance + epsilon) * (1 + scale) + shift)
// (Ulyanov et al. 2016), where S is snake of `alpha`, or nothing without one.
struct InstanceNorm {
  float epsilon = 0;
  Tensor scale, shift, alpha;  // [1, cols]; alpha may be none
  // [rows, 1]: how often each row counts in mean and variance, not all of them 0; or none: once.
  Tensor counts = {};
};

// Number by number.
enum class Activation {
  relu,       // max(x, 0)
  silu,       // x / (1 + e^-x)
  gelu,       // x (1 + erf(x / sqrt 2)) / 2
  gelu_near,  // gelu within 2^-12 of max(1, |x| / 4), for what is rounded to a byte next
  gelu_tanh,  // x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2 (Hendrycks and Gimpel 2016)
  elu,        // x where x > 0, else e^x - 1 (Clevert et al. 2016, alpha = 1)
  mish,       // x tanh(ln(1 + e^x)) (Misra 2019)
  tanh,
  sigmoid,  // 1 / (1 + e^-x)
};

// Layouts of the pairs of numbers that rotary positions turn, in a head of size h.
enum class Pairs {
  adjacent,  // 2i and 2i + 1 (Su et al. 2021)
  halves,    // i and i + h / 2 (Llama's checkpoints)
};

// Options and outputs of attention besides queries, keys and values. Rows of `bias` and `weights`:
// the queries of the first head, then those of the next one.
struct Scoring {
  float scale = 0;  // of q . k + bias; 0: 1 / sqrt(size of a head)
  Tensor bias;      // [heads * rows of q, rows of k], or none
  // The bias depends on how far a key lies from its query (Dai et al. 2019): it has rows of q +
  // rows of k - 1 columns, and that of query i and key j is in column rows of q - 1 - i + j.
  bool relative = false;
  Tensor weights;  // [heads * rows of q, rows of k]: becomes the softmax, zero for what is not seen
  // Allows many queries, with none of the above, to be rounded to eight bits, if that is faster.
  bool rounded = false;
};

// x where it is not negative, else slope * x; slope: 0 to 1.
struct LeakyRelu {
  float slope = 0;
};

// One direction of a recurrent layer.
struct Recurrence {
  Tensor gates;                       // [steps, 4 * hidden]: what does not depend on the state
  const PreparedMatrix* w = nullptr;  // [4 * hidden, hidden], for activations that are floats
  bool backward = false;              // from the last row to the first
};

class Backend;

// A piece of the host's work, one of many.
using HostWork = std::function<void(int worker, int piece)>;

// The operations, and the memory of their results. Belongs to one session: used by one thread at a
// time. Shapes are the caller's business: they were checked when the model was loaded. What must
// hold before each operation, and else is undefined, is said in operations.h, and looked at in
// debug builds and tests (checked.h). A result does not depend on the number of threads, nor a row
// of it on the other rows, unless an option says so. What spans point to is taken during the call.
// Operations with a body here are sequences of others: a device that has nothing better calls them.
class Device {
 public:
  virtual ~Device() = default;

  // Uninitialized; lives until the frame around it ends.
  virtual Tensor make(int rows, int cols) = 0;

  // Numbers of the host, in a tensor of this frame. y: in one that is there.
  virtual void upload(std::span<const float> x, const Tensor& y) = 0;
  Tensor upload(std::span<const float> x, int rows, int cols) {
    const Tensor y = make(rows, cols);
    upload(x, y);
    return y;
  }

  // The numbers, row by row; waits for all pending work. Valid as long as the tensor is, and until
  // something writes to it.
  virtual std::span<const float> read(const Tensor& x) = 0;

  virtual std::unique_ptr<Cache> make_cache(int cols) = 0;
  // A cache of keys, or of values, of so many heads beside each other, in the precision that the
  // backend was told, else in the network's own.
  virtual std::unique_ptr<Cache> make_kv_cache(int cols, int heads,
                                               Precision own = Precision::f32) = 0;

  // Switches to the threads of that backend. Precondition: it is of the same concrete type.
  virtual void take_threads_of(const Backend& other) = 0;

  // The threads that the host's own work may have while nothing is computed.
  virtual int threads() const { return 1; }
  // Calls work(worker, piece) once for each piece of [0, count), with worker < threads(); returns
  // when all is done. `bytes` is about what the whole reads: little has the calling thread alone.
  virtual void share(int count, int64_t bytes, const HostWork& work) {
    static_cast<void>(bytes);
    for (int piece = 0; piece < count; ++piece) work(0, piece);
  }

  // Queries, keys and values, for example: x is brought into the kernels' form once, and threads
  // start and end once.
  virtual void linears(const Tensor& x, std::span<const Product> products) = 0;

  // y = x W^T + b
  void linear(const Tensor& x, const Weight& w, const Constant& bias, const Tensor& y,
              Epilogue epilogue = Epilogue::none) {
    const Product product{w.get(), bias.tensor, y, epilogue};
    linears(x, {&product, 1});
  }
  Tensor linear(const Tensor& x, const Weight& w, const Constant& bias,
                Epilogue epilogue = Epilogue::none) {
    const Tensor y = make(x.rows, rows_of(w));
    linear(x, w, bias, y, epilogue);
    return y;
  }

  // Chooses in each row of logits x W^T + b the greatest that is not banned: exactly the one that
  // linear() and chosen_of() give. Where the weight was prepared for it (Use::chooses), few rows
  // are multiplied by a coarse copy, and only what may be the greatest by W itself; log_sum is then
  // off by what the coarse logits are, and so depends on how many rows come. `banned`, `chosen`:
  // one for each row of x.
  virtual void choose(const Tensor& x, const Weight& w, const Constant& bias, Banned banned,
                      std::span<Choice> chosen) = 0;

  // down(f(up(x))). The hidden rows are scratch: up.y must be empty. down.y may be x.
  virtual void feed_forward(const Tensor& x, const Product& up, Activation f,
                            const Product& down) = 0;

  // The product with the windows of x: as many as y has rows.
  virtual void convolve(const Tensor& x, const Taps& taps, const Product& product) = 0;

  // The same with the windows of `norm`, or of a leaky ReLU, of x, between `padding` rows of zeros
  // at each end. Fused: the padded input need not be made.
  virtual void convolve(const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,
                        const Product& product) = 0;
  virtual void convolve(const Tensor& x, const LeakyRelu& before, int padding, const Taps& taps,
                        const Product& product) = 0;

  // Each channel by itself: y[t] = sum over k of x[stride t + dilation k] w[k].  w: [kernel,
  // channels].
  virtual void depthwise(const Tensor& x, const Constant& w, const Taps& taps, const Tensor& y) = 0;

  // Each channel by itself, `stride` rows of y for each row of x behind the first reach - 1, where
  // reach = ceil(kernel / stride):  y[t] = sum over s of x[s + reach - 1] w[t - stride s],
  // 0 <= t - stride s < kernel.  w: [kernel, channels].
  virtual void depthwise_transposed(const Tensor& x, const Constant& w, int stride,
                                    const Tensor& y) = 0;

  // y[i] = scale * table[rows[i]]
  virtual void embed(const Weight& table, std::span<const int> rows, float scale,
                     const Tensor& y) = 0;
  Tensor embed(const Weight& table, std::span<const int> rows, float scale) {
    const Tensor y = make(static_cast<int>(rows.size()), cols_of(table));
    embed(table, rows, scale, y);
    return y;
  }

  // y[i] = x[rows[i]]
  virtual void gather(const Tensor& x, std::span<const int> rows, const Tensor& y) = 0;
  Tensor gather(const Tensor& x, std::span<const int> rows) {
    const Tensor y = make(static_cast<int>(rows.size()), x.cols);
    gather(x, rows, y);
    return y;
  }

  // Each row of y: those of the parts beside each other.
  virtual void concatenate(std::span<const Tensor> parts, const Tensor& y) = 0;
  // y: as many columns of x, from `first_col` on.
  virtual void slice(const Tensor& x, int first_col, const Tensor& y) = 0;

  // x[i] += table[rows[i]]
  virtual void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) = 0;

  virtual void copy(const Tensor& x, const Tensor& y) = 0;  // y = x, which is of floats
  virtual void fill(const Tensor& x, float value) = 0;      // x = value
  virtual void activate(Activation f, const Tensor& x, const Tensor& y) = 0;  // y = f(x)
  virtual void mix(float a, const Tensor& x, float b, const Tensor& y) = 0;   // x = a x + b y
  // y = x where x > 0, else slope * x (Maas et al. 2013). y may be x.
  virtual void leaky_relu(float slope, const Tensor& x, const Tensor& y) = 0;
  // y = x + sin^2(alpha x) / alpha (Liu et al. 2020). alpha: [1, cols]. y may be x.
  virtual void snake(const Tensor& x, const Tensor& alpha, const Tensor& y) = 0;

  // If y has one row, it is added to, or multiplies, each row of x.
  virtual void add(const Tensor& x, const Tensor& y) = 0;       // x += y
  virtual void multiply(const Tensor& x, const Tensor& y) = 0;  // x *= y
  // y += x * scale; scale may have one row, too.
  virtual void add_scaled(const Tensor& x, const Tensor& scale, const Tensor& y) = 0;
  // y = x * (plus + scale) + shift; scale and shift may have one row. y may be x.
  virtual void scale_shift(const Tensor& x, float plus, const Tensor& scale, const Tensor& shift,
                           const Tensor& y) = 0;

  // Each row: y = (x - mean) / sqrt(variance + epsilon) * weight + bias. y may be x.
  virtual void layer_norm(const Tensor& x, const Constant& weight, const Constant& bias,
                          float epsilon, const Tensor& y) = 0;
  Tensor layer_norm(const Tensor& x, const Constant& weight, const Constant& bias, float epsilon) {
    const Tensor y = make(x.rows, x.cols);
    layer_norm(x, weight, bias, epsilon, y);
    return y;
  }

  // Each row: y = x / sqrt(mean of its squares + epsilon) * weight (Zhang and Sennrich 2019). y may
  // be x.
  virtual void rms_norm(const Tensor& x, const Constant& weight, float epsilon,
                        const Tensor& y) = 0;

  // Each group of cols / groups columns, over all rows: y = (x - mean) / sqrt(variance + epsilon) *
  // weight + bias (Wu and He 2018). weight, bias: [1, cols]. y may be x.
  virtual void group_norm(const Tensor& x, int groups, const Constant& weight, const Constant& bias,
                          float epsilon, const Tensor& y) = 0;

  // y = `norm` of x. y may be x.
  virtual void instance_norm(const Tensor& x, const InstanceNorm& norm, const Tensor& y) = 0;

  // Long short-term memory (Hochreiter and Schmidhuber 1997), from states of zero. With i, f, g, o
  // the quarters of gates[t] + W h:
  //   c = sigmoid(f) c + sigmoid(i) tanh(g),   h = sigmoid(o) tanh(c)
  // y: [steps, directions * hidden], row t the h of step t of each direction beside each other.
  virtual void lstm(std::span<const Recurrence> directions, const Tensor& y) = 0;

  // Rotary positions (Su et al. 2021): the pairs of each head of x, as wide as `angles`, are turned
  // where they lie. Row i of `angles`: cosine and sine of each pair of row i, beside each other.
  virtual void rotate(const Tensor& x, const Tensor& angles, Pairs pairs) = 0;

  // For each row i of q and each head h (a block of cols / heads columns):
  //   softmax(q_ih . K_h^T / sqrt(cols / heads)) V_h   over the rows seen[i] of k and v.
  // If k and v have fewer columns, a divisor of q's, neighbouring heads share theirs. A query that
  // sees nothing gives zeros. k and v are of one precision. `rows` other than decode: queries that
  // see about the same rows, one after the other.
  virtual void attention(const Tensor& q, const Tensor& k, const Tensor& v,
                         std::span<const VisibleKeys> seen, int heads, Rows rows,
                         const Tensor& y) = 0;
  Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v,
                   std::span<const VisibleKeys> seen, int heads, Rows rows) {
    const Tensor y = make(q.rows, q.cols);
    attention(q, k, v, seen, heads, rows, y);
    return y;
  }
  // The same with other scores than q . k alone, or where the weights are asked for.
  virtual void attention(const Tensor& q, const Tensor& k, const Tensor& v,
                         std::span<const VisibleKeys> seen, int heads, const Scoring& scoring,
                         const Tensor& y) = 0;

  // Row head * rows of q + i of y, column j: q_ih . k_jh, with heads as above. What a Scoring's
  // bias is made of.
  virtual void scores(const Tensor& q, const Tensor& k, int heads, const Tensor& y) = 0;

  // Counts over the products so far with weights that skip zeros: their columns, and how many of
  // these were read.
  struct Columns {
    int64_t all = 0, read = 0;
  };
  virtual Columns columns() const { return {}; }

  // A point in the order of allocations; everything made behind it can be given back. A Frame does
  // that.
  struct Mark {
    size_t block = 0, used = 0;
  };
  virtual Mark mark() = 0;
  virtual void release(const Mark& mark) = 0;

 private:
  // Rows for what becomes of x, and `padding` rows of zeros at each end.
  Tensor make_between_zeros(const Tensor& x, int padding);
};

// Gives back at its end everything that was made on the device during its life. Frames end in the
// reverse order of their beginnings.
class Frame {
 public:
  explicit Frame(Device& device) : device_(device), mark_(device.mark()) {}
  ~Frame() { device_.release(mark_); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

 private:
  Device& device_;
  Device::Mark mark_;
};

inline void Device::feed_forward(const Tensor& x, const Product& up, Activation f,
                                 const Product& down) {
  const Frame frame(*this);
  const bool relu = f == Activation::relu;
  const Product hidden{.w = up.w,
                       .bias = up.bias,
                       .y = make(x.rows, up.w->rows),
                       .epilogue = relu ? Epilogue::relu : Epilogue::none};
  linears(x, {&hidden, 1});
  if (!relu) activate(f, hidden.y, hidden.y);
  linears(hidden.y, {&down, 1});
}

inline Tensor Device::make_between_zeros(const Tensor& x, int padding) {
  const Tensor all = make(x.rows + 2 * padding, x.cols);
  fill(all.part(0, padding), 0);
  fill(all.part(padding + x.rows, padding), 0);
  return all;
}

inline void Device::convolve(const Tensor& x, const LeakyRelu& before, int padding,
                             const Taps& taps, const Product& product) {
  const Frame frame(*this);
  const Tensor all = make_between_zeros(x, padding);
  leaky_relu(before.slope, x, all.part(padding, x.rows));
  convolve(all, taps, product);
}

inline void Device::convolve(const Tensor& x, const InstanceNorm& norm, int padding,
                             const Taps& taps, const Product& product) {
  const Frame frame(*this);
  const Tensor all = make_between_zeros(x, padding);
  instance_norm(x, norm, all.part(padding, x.rows));
  convolve(all, taps, product);
}

// A backend as `sotto info` shows it.
struct BackendReport {
  struct Kernel {
    std::string family;   // "matmul_q8"
    std::string variant;  // "avx2"
  };
  std::string name;      // "cpu"
  std::string features;  // "avx2 fma"
  std::string chosen;    // "avx2"
  int threads = 1;
  std::optional<Precision> kv_cache = {};  // none: each network's own
  std::vector<Kernel> kernels;
};

// Work so far of a backend's devices, if they are not the host.
struct BackendUse {
  double computing_ms = 0;  // the host waited for them so long
  double memory_mb = 0, peak_memory_mb = 0;
};

// Kernels and threads that the sessions of an engine share. Immutable; any thread may prepare
// weights, open devices and use its own: of two that compute at once each leaves the other a
// thread.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::unique_ptr<Device> open() const = 0;
  // The same kernels and threads, of which an operation takes no more than so many.
  virtual std::shared_ptr<const Backend> with_at_most(int threads) const = 0;
  // The same, whose devices keep keys and values so, whatever a network's own precision is.
  virtual std::shared_ptr<const Backend> with_kv_cache(Precision precision) const = 0;

  // Puts a stored matrix in the layout that this backend's products read fastest for that use.
  // `owner` keeps the stored bytes, and is kept as long as they are read. Without one they must
  // outlive the weight, but floats for many rows, and int8 for activations other than by_scheme and
  // symmetric ones, are copied.
  virtual Weight prepare(const quant::StoredMatrix& matrix, std::shared_ptr<const void> owner,
                         const Use& use) const = 0;
  // Copies.
  virtual Constant prepare(std::span<const float> numbers, int rows) const = 0;
  Constant prepare(std::span<const float> numbers) const { return prepare(numbers, 1); }

  // Row i is row rows[i] of w: a copy.
  virtual Weight select(const Weight& w, std::span<const int> rows) const = 0;
  // The numbers of w, row by row.
  virtual std::vector<float> floats_of(const Weight& w) const = 0;

  virtual BackendReport report() const = 0;
  virtual BackendUse use() const { return {}; }
};

}  // namespace sotto::device
