#include "models/kokoro/onnx_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/encode.h"
#include "checkpoint/onnx_quantized.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"
#include "models/kokoro/modules.h"
#include "models/kokoro/onnx_names.h"
#include "models/weight_norm.h"

namespace sotto::models::kokoro {
namespace {

using checkpoint::DType;
using checkpoint::OnnxFile;
using checkpoint::OnnxNode;
using checkpoint::OnnxQuantized;
using checkpoint::StoredTensor;
using checkpoint::TensorTable;

// A weight on its way: integers with a scale for each index of an axis, or floats.
struct Unpacked {
  std::vector<int64_t> shape;
  std::vector<int8_t> integers;  // empty: floats
  std::vector<float> values;     // the floats, or the scales
  size_t scale_axis = 0;         // of several scales

  bool is_quantized() const { return !integers.empty(); }
  int64_t dim(size_t axis) const { return shape[axis]; }
};

template <class T>
std::vector<T> transposed(const std::vector<T>& values, size_t rows, size_t cols) {
  std::vector<T> out(values.size());
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < cols; ++c) out[c * rows + r] = values[r * cols + c];
  }
  return out;
}

// [in, out] to [out, in].
void transpose(Unpacked& w) {
  const auto rows = static_cast<size_t>(w.dim(0)), cols = static_cast<size_t>(w.dim(1));
  if (w.is_quantized()) {
    w.integers = transposed(w.integers, rows, cols);
    if (w.values.size() > 1) w.scale_axis = 1 - w.scale_axis;
  } else {
    w.values = transposed(w.values, rows, cols);
  }
  std::swap(w.shape[0], w.shape[1]);
}

// One of the leading axis, without it: an LSTM's direction.
Unpacked slice(const Unpacked& w, size_t index) {
  Unpacked part{{w.shape.begin() + 1, w.shape.end()}, {}, {}, 0};
  const size_t count =
      static_cast<size_t>(w.dim(1)) * static_cast<size_t>(w.shape.size() > 2 ? w.dim(2) : 1);
  const auto take = [&](const auto& from) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(index * count);
    return std::vector(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  if (w.is_quantized()) {
    part.integers = take(w.integers);
    part.values = {w.values.size() > 1 ? w.values[index] : w.values[0]};
  } else {
    part.values = take(w.values);
  }
  return part;
}

// Rows of gates i o f c, as ONNX has them, to torch's i f g o, where g is c.
template <class T>
void reorder_gates(std::vector<T>& values) {
  const size_t gate = values.size() / 4;
  const std::vector<T> onnx = values;
  constexpr std::array<size_t, 4> kFrom = {0, 2, 3, 1};
  for (size_t g = 0; g < 4; ++g) {
    std::copy_n(onnx.begin() + static_cast<std::ptrdiff_t>(kFrom[g] * gate), gate,
                values.begin() + static_cast<std::ptrdiff_t>(g * gate));
  }
}

class OnnxWeightReader {
 public:
  explicit OnnxWeightReader(const OnnxFile& file)
      : file_(file),
        table_(std::make_shared<TensorTable>(std::string(file.initializers()->source()))) {}

  Result<void> add(const Module& module) {
    switch (module.kind) {
      case ModuleKind::embedding:
        return add_embedding(module.name + ".weight");
      case ModuleKind::linear:
        return add_weight(module, {"MatMul_quant", "MatMul", "Gemm_MatMul_quant", "Gemm"});
      case ModuleKind::convolution:
        return add_weight(module, {"Conv_quant", "Conv", "ConvTranspose"});
      case ModuleKind::lstm:
        return add_lstm(module.name);
      case ModuleKind::layer_norm:
      case ModuleKind::channel_norm:
      case ModuleKind::alpha:
        break;
    }
    for (const std::string& name : tensor_names(module)) {
      if (Result<void> r = add_named(name); !r) return r;
    }
    return {};
  }

  std::shared_ptr<TensorTable> table() { return table_; }

 private:
  Error wrong(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", table_->source(), what)};
  }

  const StoredTensor* initializer(std::string_view tensor) const {
    return file_.initializers()->find(onnx_initializer(tensor));
  }

  // Adds a float tensor under its own name.
  Result<void> add_named(const std::string& name) {
    const StoredTensor* stored = initializer(name);
    if (stored == nullptr || !checkpoint::is_float(stored->dtype)) {
      return wrong(
          fmt::format("there are no floats {}, which Kokoro's {} is in kokoro-onnx's "
                      "exports",
                      onnx_initializer(name), name));
    }
    StoredTensor tensor = *stored;
    tensor.name = name;
    table_->add(std::move(tensor));
    return {};
  }

  Result<void> add_embedding(const std::string& name) {
    if (initializer(name) != nullptr) return add_named(name);
    const auto quantized =
        checkpoint::quantized_weight(file_, onnx_initializer(name) + "_quantized");
    if (!quantized) return quantized.error();
    if (!*quantized) return add_named(name);  // says that it is not there
    put_floats(name, (*quantized)->integers->shape, checkpoint::dequantize(**quantized));
    return {};
  }

  Result<void> add_weight(const Module& module, std::initializer_list<const char*> operations) {
    const std::string weight = module.name + ".weight";
    if (module.has_bias) {
      if (Result<void> r = add_named(module.name + ".bias"); !r) return r;
    }
    // Under its own name, in upstream's layout; with weight norm, or without.
    const StoredTensor* stored = initializer(weight);
    if (stored != nullptr && checkpoint::is_float(stored->dtype)) return add_named(weight);
    for (const auto& [g, v] :
         {std::pair{".weight_g", ".weight_v"},
          {".parametrizations.weight.original0", ".parametrizations.weight.original1"}}) {
      if (initializer(module.name + v) == nullptr) continue;
      return add_with_weight_norm(weight, module.name + g, module.name + v);
    }

    const OnnxNode* node = node_of(module.name, operations);
    if (node == nullptr) {
      return wrong(
          fmt::format("there is no node {}/{}, which uses Kokoro's {} in kokoro-onnx's "
                      "exports",
                      onnx_scope(module.name), *operations.begin(), weight));
    }
    Result<Unpacked> unpacked = input_of(*node, 1, weight);
    if (!unpacked) return unpacked.error();
    const size_t rank = module.kind == ModuleKind::linear ? 2 : 3;
    if (Result<void> r = check_rank(*unpacked, weight, rank); !r) return r;
    if (rank == 2 && !has_rows_first(*node)) transpose(*unpacked);
    return put(weight, *std::move(unpacked), true);
  }

  // Gemm may take its weight as torch stores it.
  static bool has_rows_first(const OnnxNode& node) {
    const auto flag = node.ints.find("transB");
    return flag != node.ints.end() && !flag->second.empty() && flag->second[0] != 0;
  }

  Result<void> add_with_weight_norm(const std::string& weight, const std::string& g_name,
                                    const std::string& v_name) {
    const StoredTensor *g = initializer(g_name), *v = initializer(v_name);
    if (g == nullptr || v->shape.empty() || g->elements() != v->shape[0] || v->elements() == 0 ||
        !checkpoint::is_float(g->dtype) || !checkpoint::is_float(v->dtype)) {
      return wrong(fmt::format("{} has no {} that fits beside it", onnx_initializer(v_name),
                               onnx_initializer(g_name)));
    }
    put_floats(weight, v->shape,
               fold_weight_norm(*checkpoint::to_f32(*g), *checkpoint::to_f32(*v)));
    return {};
  }

  const OnnxNode* node_of(const std::string& module,
                          std::initializer_list<const char*> operations) const {
    for (const char* operation : operations) {
      const OnnxNode* node = file_.named(fmt::format("{}/{}", onnx_scope(module), operation));
      if (node != nullptr) return node;
    }
    return nullptr;
  }

  // The initializer that a node has there, int8 if that says the same.
  Result<Unpacked> input_of(const OnnxNode& node, size_t input, std::string_view tensor) const {
    Result<std::optional<OnnxQuantized>> quantized =
        checkpoint::quantized_input(file_, node, input);
    if (!quantized) return quantized.error();
    if (*quantized) {
      OnnxQuantized& q = **quantized;
      Unpacked unpacked{q.integers->shape, {}, {}, q.axis};
      if (auto integers = checkpoint::centred(q); integers && !integers->empty()) {
        unpacked.integers = *std::move(integers);
        unpacked.values = std::move(q.scales);
      } else {
        unpacked.values = checkpoint::dequantize(q);
      }
      file_.initializers()->release(q.integers->bytes);
      return unpacked;
    }
    const StoredTensor* stored =
        input < node.inputs.size() ? file_.initializers()->find(node.inputs[input]) : nullptr;
    if (stored == nullptr || !checkpoint::is_float(stored->dtype)) {
      return wrong(fmt::format("{} takes no weights, expected Kokoro's {}",
                               checkpoint::printable(node.name), tensor));
    }
    return Unpacked{stored->shape, {}, *checkpoint::to_f32(*stored), 0};
  }

  Result<void> check_rank(const Unpacked& w, std::string_view tensor, size_t rank) const {
    if (w.shape.size() == rank &&
        std::all_of(w.shape.begin(), w.shape.end(), [](int64_t dim) { return dim > 0; })) {
      return {};
    }
    return wrong(fmt::format("{} is {}, expected {} dimensions", tensor,
                             checkpoint::shape_text(w.shape), rank));
  }

  Result<void> add_lstm(const std::string& module) {
    const OnnxNode* node = node_of(module, {"LSTM_quant", "LSTM"});
    if (node == nullptr) {
      return wrong(
          fmt::format("there is no node {}/LSTM, which uses Kokoro's {} in kokoro-onnx's "
                      "exports",
                      onnx_scope(module), module));
    }
    Result<Unpacked> biases = input_of(*node, 3, module + ".bias_ih_l0");
    if (!biases) return biases.error();
    if (Result<void> r = check_rank(*biases, module + ".bias_ih_l0", 2); !r) return r;
    // [2, 4 * hidden, columns], or for DynamicQuantizeLSTM [2, columns, 4 * hidden].
    const int64_t gates = biases->dim(1) / 2;
    for (const auto& [input, part] : {std::pair<size_t, const char*>{1, "ih"}, {2, "hh"}}) {
      const std::string name = fmt::format("{}.weight_{}_l0", module, part);
      Result<Unpacked> both = input_of(*node, input, name);
      if (!both) return both.error();
      if (Result<void> r = check_rank(*both, name, 3); !r) return r;
      const size_t rows = node->op == "DynamicQuantizeLSTM" ? 2 : 1;
      if (both->dim(0) != 2 || biases->dim(0) != 2 || both->dim(rows) != gates || gates % 4 != 0) {
        return wrong(fmt::format(
            "{} is {} with biases of {}, expected two directions of four "
            "gates",
            name, checkpoint::shape_text(both->shape), checkpoint::shape_text(biases->shape)));
      }
      for (const size_t direction : {0, 1}) {
        Unpacked weight = slice(*both, direction);
        if (rows == 2) transpose(weight);
        weight.is_quantized() ? reorder_gates(weight.integers) : reorder_gates(weight.values);
        if (Result<void> r = put(direction_of(name, direction), std::move(weight), false); !r)
          return r;
      }
    }
    put_lstm_biases(module, *biases);
    return {};
  }

  static std::string direction_of(const std::string& name, size_t direction) {
    return direction == 0 ? name : name + "_reverse";
  }

  // Biases of the input's products stand before those of the state's.
  void put_lstm_biases(const std::string& module, const Unpacked& biases) {
    const auto gates = static_cast<size_t>(biases.dim(1)) / 2;
    for (const size_t direction : {0, 1}) {
      for (const size_t half : {0, 1}) {
        const auto begin =
            biases.values.begin() + static_cast<std::ptrdiff_t>((direction * 2 + half) * gates);
        std::vector<float> bias(begin, begin + static_cast<std::ptrdiff_t>(gates));
        reorder_gates(bias);
        const std::string name = fmt::format("{}.bias_{}_l0", module, half == 0 ? "ih" : "hh");
        put_floats(direction_of(name, direction), {static_cast<int64_t>(gates)}, std::move(bias));
      }
    }
  }

  // is_read_once: layers copy the integers, and then they are freed. The weights of an LSTM are
  // read twice, once for each part of their columns.
  Result<void> put(const std::string& name, Unpacked weight, bool is_read_once) {
    if (!weight.is_quantized()) {
      put_floats(name, weight.shape, std::move(weight.values));
      return {};
    }
    const auto rows = static_cast<size_t>(weight.dim(0));
    if (weight.values.size() == 1) weight.values.resize(rows, weight.values[0]);
    if (weight.scale_axis != 0 || weight.values.size() != rows) {
      return wrong(fmt::format("{} has its scales along another axis than the outputs", name));
    }
    const auto integers = std::make_shared<const std::vector<int8_t>>(std::move(weight.integers));
    StoredTensor tensor{name, DType::i8, weight.shape, std::as_bytes(std::span(*integers))};
    if (is_read_once) {
      table_->add_for_one(std::move(tensor), integers);
    } else {
      table_->keep(integers);
      table_->add(std::move(tensor));
    }
    put_floats(checkpoint::name_beside(name, "scales"), {weight.dim(0)}, std::move(weight.values));
    return {};
  }

  void put_floats(const std::string& name, std::vector<int64_t> shape, std::vector<float> values) {
    const auto kept = std::make_shared<const std::vector<float>>(std::move(values));
    table_->keep(kept);
    table_->add({name, DType::f32, std::move(shape), std::as_bytes(std::span(*kept))});
  }

  const OnnxFile& file_;
  std::shared_ptr<TensorTable> table_;
};

}  // namespace

Result<std::shared_ptr<const checkpoint::Weights>> plain_weights(
    std::shared_ptr<const OnnxFile> file, const Config& config) {
  OnnxWeightReader reader(*file);
  for (const Module& module : modules_of(config)) {
    if (Result<void> r = reader.add(module); !r) return r.error();
  }
  reader.table()->keep(file->initializers());  // some tensors are views of its
  return std::shared_ptr<const checkpoint::Weights>(reader.table());
}

}  // namespace sotto::models::kokoro
