// Quantized weights of an ONNX file: the integers, and the scale and zero point that the graph
// gives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "checkpoint/onnx_file.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// w = (integers - zero point) * scale. There is one scale and zero point, or one of each for every
// index of an axis.
struct OnnxQuantized {
  const StoredTensor* integers;  // I8 or U8; belongs to the file
  std::vector<float> scales;
  std::vector<int> zero_points;  // as many
  size_t axis;                   // of the integers' shape, if there are several
};

// Reads the weight that is input `input` of `node`: MatMulInteger, ConvInteger, DequantizeLinear,
// or com.microsoft's DynamicQuantizeLSTM (inputs 1 and 2). None: that input is no quantized weight.
Result<std::optional<OnnxQuantized>> quantized_input(const OnnxFile& file, const OnnxNode& node,
                                                     size_t input);

// The same of an initializer by its name, whichever node uses it; also of one whose rows are
// gathered before they are dequantized, as embeddings are.
Result<std::optional<OnnxQuantized>> quantized_weight(const OnnxFile& file, std::string_view name);

std::vector<float> dequantize(const OnnxQuantized& weight);

// integers - zero point, which are the same numbers with a zero point of 0. None where they do not
// fit into -127 to 127, as those of full range with a zero point off the middle.
std::optional<std::vector<int8_t>> centred(const OnnxQuantized& weight);

}  // namespace sotto::checkpoint
