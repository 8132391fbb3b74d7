// Names of Kokoro's layers in kokoro-onnx's exports. Biases, norms and embeddings kept their names,
// behind "encoder." or "decoder."; matrices and convolutions lost theirs when constants were folded
// ("onnx::MatMul_6704"), but the nodes that use them are named after the layers.
//
//   bert_encoder                       encoder.bert_encoder.bias, /encoder/bert_encoder/MatMul
//   predictor.F0.0.conv1               encoder.predictor.F0.0.conv1.bias, /encoder/F0.0/conv1/Conv
//   decoder.generator.ups.0            decoder.decoder.generator.ups.0.bias,
//                                      /decoder/decoder/generator/ups.0/ConvTranspose
#pragma once

#include <string>
#include <string_view>

namespace sotto::models::kokoro {

// The initializer of that tensor: "encoder.bert_encoder.bias" of "bert_encoder.bias".
std::string onnx_initializer(std::string_view tensor);

// The scope of a layer's nodes: "/encoder/F0.0/conv1" of "predictor.F0.0.conv1".
std::string onnx_scope(std::string_view module);

}  // namespace sotto::models::kokoro
