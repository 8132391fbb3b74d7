// What networks are written against: the operations they need, and nothing about who computes them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/arena.h"
#include "device/tensor.h"
#include "device/weight.h"

namespace sotto::device {

// The rows of keys and values that one query attends to: `count` of them, either one after the
// other from `first` on, or as `rows` lists them.
struct Seen {
  int first = 0;
  int count = 0;
  const int* rows = nullptr;

  int row(int i) const { return rows != nullptr ? rows[i] : first + i; }
};

// What becomes of v = x W^T + b.
enum class Epilogue {
  none,  // y = v
  relu,  // y = max(v, 0)
  add,   // y = y + v
};

// One product of several with the same x.
struct Product {
  const Weight* w = nullptr;
  const float* bias = nullptr;  // [rows of w] or null
  Tensor y;                     // [rows of x, rows of w]; must not overlap x
  Epilogue epilogue = Epilogue::none;
};

// The operations, and the memory of their results. Belongs to one session: used by one thread at a
// time. Shapes are the caller's business: they were checked when the model was loaded. A result
// does not depend on the number of threads, nor a row of it on the other rows.
class Device {
 public:
  virtual ~Device() = default;

  Arena& arena() { return arena_; }
  Tensor make(int rows, int cols) { return arena_.make(rows, cols); }

  // Queries, keys and values, for example: x is brought into the kernels' form once, and threads
  // start and end once.
  virtual void linears(const Tensor& x, std::span<const Product> products) = 0;

  // y = x W^T + b
  void linear(const Tensor& x, const Weight& w, const float* bias, const Tensor& y,
              Epilogue epilogue = Epilogue::none) {
    const Product product{&w, bias, y, epilogue};
    linears(x, {&product, 1});
  }
  Tensor linear(const Tensor& x, const Weight& w, const float* bias,
                Epilogue epilogue = Epilogue::none) {
    const Tensor y = make(x.rows, rows_of(w));
    linear(x, w, bias, y, epilogue);
    return y;
  }

  // One product with rows of x that overlap.
  virtual void convolve(const Windows& x, const Product& product) = 0;

  // Row i of the result is scale * table[rows[i]].
  virtual Tensor embed(const Weight& table, std::span<const int> rows, float scale) = 0;

  // x[i] += table[rows[i]]
  virtual void add_rows(const Tensor& x, const Tensor& table, std::span<const int> rows) = 0;

  virtual void add(const Tensor& x, const Tensor& y) = 0;  // x += y
  virtual void relu(const Tensor& x) = 0;                  // x = max(x, 0)
  virtual void silu(const Tensor& x) = 0;                  // x = x / (1 + e^-x)
  virtual void gelu(const Tensor& x) = 0;                  // x = x (1 + erf(x / sqrt 2)) / 2

  // Each row: y = (x - mean) / sqrt(variance + epsilon) * weight + bias. y may be x.
  virtual void layer_norm(const Tensor& x, const float* weight, const float* bias, float epsilon,
                          const Tensor& y) = 0;
  Tensor layer_norm(const Tensor& x, const float* weight, const float* bias, float epsilon) {
    const Tensor y = make(x.rows, x.cols);
    layer_norm(x, weight, bias, epsilon, y);
    return y;
  }

  // For each row i of q and each head h (a block of cols / heads columns):
  //   softmax(q_ih . K_h^T / sqrt(cols / heads)) V_h   over the rows seen[i] of k and v.
  // Where k and v have fewer columns, a divisor of q's, neighbouring heads share theirs. A query
  // that sees nothing gives zeros.
  virtual Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v,
                           std::span<const Seen> seen, int heads) = 0;

  // The same for many queries that see about the same rows, one after the other: faster than
  // attention(), and rounded in another way.
  virtual Tensor block_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                 std::span<const Seen> seen, int heads) = 0;

  // Of the weights by columns that were multiplied so far: their columns, and those of them that
  // met a number other than zero.
  struct Columns {
    int64_t all = 0, read = 0;
  };
  virtual Columns columns() const { return {}; }

 protected:
  Device() : arena_(own_) {}
  explicit Device(Arena& other) : arena_(other) {}  // of a device that does this one's work

 private:
  Arena own_;
  Arena& arena_;
};

// What `sotto info` says of a backend.
struct BackendReport {
  struct Kernel {
    std::string family;   // "matmul_q8"
    std::string variant;  // "avx2"
  };
  std::string name;      // "cpu"
  std::string features;  // "avx2 fma"
  std::string chosen;    // "avx2"
  int threads = 1;
  std::vector<Kernel> kernels;
};

// Kernels and threads that the sessions of an engine share. Immutable; any thread may open devices
// and use its own: where two want the threads at once, one computes alone.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::unique_ptr<Device> open() const = 0;
  virtual BackendReport report() const = 0;
};

}  // namespace sotto::device
