// ONNX files that tests make for themselves: a graph, message by message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/protobuf.h"

namespace sotto::checkpoint {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// TensorProto with its numbers as they lie in memory.
inline std::string onnx_tensor(std::string_view name, int type, const std::vector<int64_t>& dims,
                               std::string_view raw) {
  std::string message;
  for (const int64_t dim : dims) put_number(message, 1, static_cast<uint64_t>(dim));
  put_number(message, 2, static_cast<uint64_t>(type));
  put_bytes(message, 8, name);
  put_bytes(message, 9, raw);
  return message;
}

// The same with the numbers in a field of their own, packed; dimensions packed, too.
inline std::string onnx_packed_tensor(std::string_view name, int type,
                                      const std::vector<int64_t>& dims, int field,
                                      const std::vector<uint64_t>& values) {
  std::string packed_dims, packed, message;
  for (const int64_t dim : dims) put_varint(packed_dims, static_cast<uint64_t>(dim));
  for (const uint64_t value : values) put_varint(packed, value);
  put_bytes(message, 1, packed_dims);
  put_number(message, 2, static_cast<uint64_t>(type));
  put_bytes(message, static_cast<uint64_t>(field), packed);
  put_bytes(message, 8, name);
  return message;
}

class OnnxGraph {
 public:
  OnnxGraph& tensor(std::string_view message) {
    put_bytes(graph_, 5, message);
    return *this;
  }
  OnnxGraph& node(std::string_view op, std::string_view name,
                  const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                  const std::vector<std::string>& attributes = {}) {
    std::string message;
    for (const std::string& input : inputs) put_bytes(message, 1, input);
    for (const std::string& output : outputs) put_bytes(message, 2, output);
    put_bytes(message, 3, name);
    put_bytes(message, 4, op);
    for (const std::string& attribute : attributes) put_bytes(message, 5, attribute);
    put_bytes(graph_, 1, message);
    return *this;
  }
  OnnxGraph& field(uint64_t number, std::string_view message) {
    put_bytes(graph_, number, message);
    return *this;
  }

  // The file: an IR version, a producer, the graph.
  std::string done() const {
    std::string model;
    put_number(model, 1, 9);
    put_bytes(model, 2, "a test");
    put_bytes(model, 7, graph_);
    return model;
  }

 private:
  std::string graph_;
};

inline std::string onnx_int(std::string_view name, int64_t value) {
  std::string message;
  put_bytes(message, 1, name);
  put_number(message, 3, static_cast<uint64_t>(value));
  return message;
}

}  // namespace sotto::checkpoint
