// Weights in the form that a device computes with. Layers carry them without looking inside.
#pragma once

#include <cstddef>
#include <memory>

#include "device/tensor.h"
#include "quant/quant_params.h"
#include "quant/scheme.h"

namespace sotto::device {

// Rows of activations that a weight or a list of keys mostly meets. A device chooses layouts and
// algorithms by them. `decode`: the few of a step; `prefill`: many at once, as of a prompt or a
// sound. These give the same bits each, however many rows come; `any` chooses in each call.
enum class Rows { decode, prefill, any };

// Quantization of activations that meet int8 weights. Others leave no choice: floats meet floats,
// and groups of 8, 6 or 4 bits meet groups that are rounded.
enum class ActivationQuant {
  by_scheme,           // rounded, each row with a scale of its own
  floats,              // as they are: weight-only quantization
  dynamic_per_tensor,  // they may be rounded with one scale and zero point that each call finds, so
                       // that a row depends on the others; floats where that is no faster
  dynamic_per_token,   // each row that is multiplied, as a window of a convolution is, may be
                       // rounded with a scale of its own; floats where that is no faster
  known,               // static quantization, with Use::parameters
};

// The use of a weight, by which a backend chooses its form.
struct Use {
  Rows rows = Rows::decode;
  ActivationQuant activations = ActivationQuant::by_scheme;
  quant::QuantParams parameters = {};  // of known: symmetric with a factor of 2^-100 to 2^100, or
                                       // for at most quant::most_columns(parameters.most) columns
  bool is_transient = false;  // what is prepared goes away behind it: another layout of it is no
                              // second copy
  bool chooses = false;       // of logits: Device::choose() may find a coarse copy beside it
};

// A stored matrix prepared by a backend, [rows, cols]: outputs and inputs. Immutable, and of use to
// every device of a backend of that kind.
class PreparedMatrix {
 public:
  PreparedMatrix(int rows, int cols, size_t bytes, quant::Scheme scheme, bool skips_zeros,
                 size_t coarse_bytes = 0)
      : rows(rows),
        cols(cols),
        bytes(bytes),
        coarse_bytes(coarse_bytes),
        scheme(scheme),
        skips_zeros(skips_zeros) {}
  virtual ~PreparedMatrix() = default;

  const int rows, cols;
  const size_t bytes;         // with scales; what one product with it reads
  const size_t coarse_bytes;  // of a copy beside it, which Device::choose() reads instead; or 0
  const quant::Scheme scheme;
  const bool skips_zeros;  // only columns that meet a number other than zero are read
};

using Weight = std::shared_ptr<const PreparedMatrix>;

inline int rows_of(const Weight& w) { return w != nullptr ? w->rows : 0; }
inline int cols_of(const Weight& w) { return w != nullptr ? w->cols : 0; }
inline size_t bytes_of(const Weight& w) { return w != nullptr ? w->bytes : 0; }

// A bias, a norm's scale, a table: numbers that stay. Copies share them.
struct Constant {
  Tensor tensor;
  std::shared_ptr<const void> owner;

  explicit operator bool() const { return owner != nullptr; }
};

}  // namespace sotto::device
