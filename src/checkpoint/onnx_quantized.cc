#include "checkpoint/onnx_quantized.h"

#include <fmt/format.h>

#include <algorithm>

#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

// Positions of an operation's weight, scale and zero point among its inputs.
struct OnnxInputs {
  std::string_view op;
  size_t weight, scale, zero_point;
};

constexpr size_t kOnnxScaleBehind = SIZE_MAX;  // the result is multiplied by it
constexpr OnnxInputs kOnnxDequantize = {"DequantizeLinear", 0, 1, 2};
constexpr OnnxInputs kOnnxQuantizedOps[] = {
    {"MatMulInteger", 1, kOnnxScaleBehind, 3},
    {"ConvInteger", 1, kOnnxScaleBehind, 3},
    {"DynamicQuantizeLSTM", 1, 8, 9},
    {"DynamicQuantizeLSTM", 2, 10, 11},
    kOnnxDequantize,
};

std::string_view input_of(const OnnxNode& node, size_t index) {
  return index < node.inputs.size() ? std::string_view(node.inputs[index]) : std::string_view();
}

class OnnxScaleFinder {
 public:
  OnnxScaleFinder(const OnnxFile& file, const OnnxNode& node, const StoredTensor& integers)
      : file_(file), node_(node), integers_(integers) {}

  Result<std::optional<OnnxQuantized>> find(const OnnxInputs& inputs) {
    const StoredTensor* scale =
        inputs.scale == kOnnxScaleBehind ? scale_behind() : initializer(inputs.scale);
    if (scale == nullptr || !is_float(scale->dtype)) {
      return wrong("has no scale among the weights");
    }
    OnnxQuantized weight{&integers_, *to_f32(*scale), {}, 0};
    if (Result<void> r = read_zero_points(inputs.zero_point, weight); !r) return r.error();
    if (Result<void> r = check(*scale, weight); !r) return r.error();
    return std::optional(std::move(weight));
  }

 private:
  Error wrong(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {} {}", file_.initializers()->source(),
                                          printable(integers_.name), what)};
  }

  const StoredTensor* initializer(size_t index) const {
    const std::string_view name = input_of(node_, index);
    return name.empty() ? nullptr : file_.initializers()->find(name);
  }

  // Integer products become floats so: Cast(product [+ bias]) * (scale of the input * scale of the
  // weight). The last factor is an initializer.
  const StoredTensor* scale_behind() const {
    if (node_.outputs.empty()) return nullptr;
    std::string_view value = node_.outputs[0];
    for (int step = 0; step < 4; ++step) {
      const std::vector<const OnnxNode*> users = file_.consumers_of(value);
      if (users.size() != 1 || users[0]->outputs.empty()) return nullptr;
      const OnnxNode& user = *users[0];
      if (user.op == "Mul") {
        const std::string_view other = input_of(user, input_of(user, 0) == value ? 1 : 0);
        const OnnxNode* scales = file_.producer_of(other);
        if (scales == nullptr || scales->op != "Mul") return nullptr;
        for (const std::string& factor : scales->inputs) {
          if (const StoredTensor* found = file_.initializers()->find(factor)) return found;
        }
        return nullptr;
      }
      if (user.op != "Cast" && user.op != "Add") return nullptr;
      value = user.outputs[0];
    }
    return nullptr;
  }

  // A missing one is 0.
  Result<void> read_zero_points(size_t index, OnnxQuantized& weight) const {
    if (input_of(node_, index).empty()) {
      weight.zero_points.assign(weight.scales.size(), 0);
      return {};
    }
    const StoredTensor* points = initializer(index);
    if (points == nullptr || points->dtype != integers_.dtype) {
      return wrong("has no zero point of its own type among the weights");
    }
    for (const std::byte b : points->bytes) {
      const auto value = std::to_integer<uint8_t>(b);
      weight.zero_points.push_back(points->dtype == DType::i8 ? static_cast<int8_t>(value) : value);
    }
    if (weight.zero_points.size() == 1) {
      weight.zero_points.resize(weight.scales.size(), weight.zero_points[0]);
    }
    return {};
  }

  // Requires as many scales as their axis has indices.
  Result<void> check(const StoredTensor& scale, OnnxQuantized& weight) const {
    const size_t count = weight.scales.size();
    const std::vector<int64_t>& shape = integers_.shape;
    const auto mismatch = [&] {
      return wrong(fmt::format("is {} with scales {} and {} zero points, which do not fit",
                               shape_text(shape), shape_text(scale.shape),
                               weight.zero_points.size()));
    };
    if (count == 0 || weight.zero_points.size() != count) return mismatch();
    if (count == 1) return {};
    const size_t rank = shape.size();
    size_t axis = 0;  // a convolution's outputs, an LSTM's directions
    if (node_.op == "MatMulInteger") axis = rank - 1;
    if (node_.op == "DequantizeLinear") {
      const auto given = node_.ints.find("axis");
      const int64_t named =
          given == node_.ints.end() || given->second.empty() ? 1 : given->second[0];
      axis = static_cast<size_t>(named < 0 ? named + static_cast<int64_t>(rank) : named);
    }
    if (axis >= rank || scale.shape.size() != 1 || shape[axis] != static_cast<int64_t>(count)) {
      return mismatch();
    }
    weight.axis = axis;
    return {};
  }

  const OnnxFile& file_;
  const OnnxNode& node_;
  const StoredTensor& integers_;
};

// Runs through the elements with their scale's index, without a division for each.
template <class Take>
void for_each_with_scale(const OnnxQuantized& weight, const Take& take) {
  const std::byte* from = weight.integers->bytes.data();
  const bool is_signed = weight.integers->dtype == DType::i8;
  const size_t count = weight.integers->bytes.size();
  size_t inner = 1;  // elements that lie side by side and have one scale
  if (weight.scales.size() > 1) {
    for (size_t d = weight.axis + 1; d < weight.integers->shape.size(); ++d) {
      inner *= static_cast<size_t>(weight.integers->shape[d]);
    }
  } else {
    inner = count;
  }
  size_t scale = 0;
  for (size_t begin = 0; begin < count; begin += inner) {
    for (size_t i = begin; i < begin + inner; ++i) {
      const auto byte = std::to_integer<uint8_t>(from[i]);
      const int integer = is_signed ? static_cast<int8_t>(byte) : byte;
      take(i, integer - weight.zero_points[scale], weight.scales[scale]);
    }
    if (++scale == weight.scales.size()) scale = 0;
  }
}

}  // namespace

Result<std::optional<OnnxQuantized>> quantized_input(const OnnxFile& file, const OnnxNode& node,
                                                     size_t input) {
  const std::string_view name = input_of(node, input);
  const StoredTensor* integers = name.empty() ? nullptr : file.initializers()->find(name);
  if (integers == nullptr || (integers->dtype != DType::i8 && integers->dtype != DType::u8)) {
    return std::optional<OnnxQuantized>();
  }
  for (const OnnxInputs& inputs : kOnnxQuantizedOps) {
    if (inputs.op == node.op && inputs.weight == input) {
      return OnnxScaleFinder(file, node, *integers).find(inputs);
    }
  }
  return std::optional<OnnxQuantized>();
}

Result<std::optional<OnnxQuantized>> quantized_weight(const OnnxFile& file, std::string_view name) {
  const StoredTensor* integers = file.initializers()->find(name);
  if (integers == nullptr || (integers->dtype != DType::i8 && integers->dtype != DType::u8)) {
    return std::optional<OnnxQuantized>();
  }
  for (const OnnxNode* user : file.consumers_of(name)) {
    if (user->op == "Gather" && input_of(*user, 0) == name && !user->outputs.empty()) {
      for (const OnnxNode* next : file.consumers_of(user->outputs[0])) {
        if (next->op != "DequantizeLinear") continue;
        return OnnxScaleFinder(file, *next, *integers).find(kOnnxDequantize);
      }
    }
    for (size_t input = 0; input < user->inputs.size(); ++input) {
      if (user->inputs[input] != name) continue;
      Result<std::optional<OnnxQuantized>> found = quantized_input(file, *user, input);
      if (!found || *found) return found;
    }
  }
  return std::optional<OnnxQuantized>();
}

std::vector<float> dequantize(const OnnxQuantized& weight) {
  std::vector<float> values(weight.integers->bytes.size());
  for_each_with_scale(weight, [&](size_t i, int centred, float scale) {
    values[i] = static_cast<float>(centred) * scale;
  });
  return values;
}

std::optional<std::vector<int8_t>> centred(const OnnxQuantized& weight) {
  std::vector<int8_t> values(weight.integers->bytes.size());
  bool fits = true;
  for_each_with_scale(weight, [&](size_t i, int centred, float) {
    fits &= centred >= -127 && centred <= 127;
    values[i] = static_cast<int8_t>(centred);
  });
  return fits ? std::optional(std::move(values)) : std::nullopt;
}

}  // namespace sotto::checkpoint
