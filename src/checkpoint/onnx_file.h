// ONNX files (onnx.proto of the ONNX project) as checkpoints: the initializers, and the list of
// nodes, so that a weight whose name says nothing ("onnx::MatMul_6547") can be found by the node
// that uses it. No graph is run. Files are untrusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct OnnxNode {
  std::string op, name;                      // "MatMulInteger", "/encoder/ffn/MatMul_quant"
  std::vector<std::string> inputs, outputs;  // names of values; empty: one that is left out
  // Its attributes that are numbers (one or several) and strings; others are not kept.
  std::map<std::string, std::vector<int64_t>, std::less<>> ints;
  std::map<std::string, std::string, std::less<>> strings;
};

// Immutable; any thread may read.
class OnnxFile {
 public:
  // The memory that `initializers` points into must live as long as they do.
  OnnxFile(std::shared_ptr<const Weights> initializers, std::vector<OnnxNode> nodes);
  OnnxFile(const OnnxFile&) = delete;
  OnnxFile& operator=(const OnnxFile&) = delete;

  // By their names in the graph; constants that are nodes of their own are among them.
  const std::shared_ptr<const Weights>& initializers() const { return initializers_; }
  std::span<const OnnxNode> nodes() const { return nodes_; }

  // Null where there is none. Of several nodes with one name, the first.
  const OnnxNode* named(std::string_view node) const;
  const OnnxNode* producer_of(std::string_view value) const;
  // In the order of the file.
  std::vector<const OnnxNode*> consumers_of(std::string_view value) const;

 private:
  std::shared_ptr<const Weights> initializers_;
  std::vector<OnnxNode> nodes_;
  // Views into nodes_, which never changes.
  std::unordered_map<std::string_view, const OnnxNode*> by_name_, producers_;
  std::unordered_multimap<std::string_view, size_t> consumers_;
};

// Maps a file. An error for one that is no ONNX file, is cut short, or keeps weights in other
// files.
Result<std::shared_ptr<const OnnxFile>> open_onnx(const std::filesystem::path& path);

// The same for a file in memory, which must outlive the result.
Result<std::shared_ptr<const OnnxFile>> parse_onnx(std::span<const std::byte> file,
                                                   std::string_view source);

}  // namespace sotto::checkpoint
