#include "checkpoint/onnx_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/protobuf.h"
#include "checkpoint/onnx_tensor.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"

namespace sotto::checkpoint {
namespace {

// Field numbers of ModelProto, GraphProto, NodeProto and AttributeProto.
enum OnnxModelField : uint64_t { kOnnxGraph = 7 };
enum OnnxGraphField : uint64_t { kOnnxGraphNode = 1, kOnnxInitializer = 5, kOnnxSparse = 15 };
enum OnnxNodeField : uint64_t {
  kOnnxInput = 1,
  kOnnxOutput = 2,
  kOnnxNodeName = 3,
  kOnnxOp = 4,
  kOnnxAttribute = 5,
};
enum OnnxAttributeField : uint64_t {
  kOnnxAttributeName = 1,
  kOnnxInt = 3,
  kOnnxString = 4,
  kOnnxTensor = 5,
  kOnnxInts = 8,
};

// Networks of hundreds of megabytes have some ten thousand nodes. A node of two bytes takes some
// hundred in memory, so without bounds a small file could fill it.
constexpr size_t kOnnxMaxNodes = 100'000;
constexpr size_t kOnnxMaxParts = 1'000'000;  // inputs, outputs and attributes of all nodes
constexpr size_t kOnnxMaxTensors = 100'000;

class OnnxReader {
 public:
  OnnxReader(std::string_view file, std::string_view source)
      : file_(file), table_(std::make_shared<TensorTable>(std::string(source))) {}

  Result<void> read() {
    if (file_.starts_with("version https://git-lfs")) {
      return wrong("a Git LFS pointer, expected the file that it points to");
    }
    std::string_view graph;
    bool found = false;
    ProtoReader model(file_);
    while (const auto field = model.next()) {
      if (field->number != kOnnxGraph || field->type != ProtoField::Type::bytes) continue;
      if (found) return wrong("has two graphs, expected one");
      graph = field->bytes;
      found = true;
    }
    if (!found) return wrong("not an ONNX file (no graph), or cut short");
    if (!model.ok()) return wrong("the model is cut short or malformed");
    return read_graph(graph);
  }

  std::shared_ptr<TensorTable> table() { return table_; }
  std::vector<OnnxNode> take_nodes() { return std::move(nodes_); }

 private:
  Error wrong(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", table_->source(), what)};
  }

  Result<void> read_graph(std::string_view graph) {
    ProtoReader reader(graph);
    while (const auto field = reader.next()) {
      if (field->type != ProtoField::Type::bytes) continue;
      Result<void> r;
      if (field->number == kOnnxInitializer) r = add_tensor(field->bytes, {});
      if (field->number == kOnnxGraphNode) r = add_node(field->bytes);
      if (field->number == kOnnxSparse) {
        r = Error{
            Errc::unsupported,
            fmt::format("{}: has sparse weights, which sotto does not read", table_->source())};
      }
      if (!r) return r;
    }
    if (!reader.ok()) return wrong("the graph is cut short or malformed");
    return {};
  }

  // `name`: of the value that it is, where the tensor itself has none.
  Result<void> add_tensor(std::string_view message, std::string_view name) {
    if (++tensors_ > kOnnxMaxTensors) {
      return wrong(fmt::format("more than {} tensors", kOnnxMaxTensors));
    }
    Result<std::optional<StoredTensor>> tensor = read_onnx_tensor(message, *table_);
    if (!tensor) return tensor.error();
    if (!*tensor) return {};
    if (!name.empty()) (*tensor)->name = name;
    const std::string shown = printable((*tensor)->name);
    if (!table_->add(**std::move(tensor))) return wrong(fmt::format("{} is there twice", shown));
    return {};
  }

  Result<void> add_node(std::string_view message) {
    if (nodes_.size() == kOnnxMaxNodes) {
      return wrong(fmt::format("more than {} nodes", kOnnxMaxNodes));
    }
    OnnxNode node;
    std::string_view constant;
    ProtoReader reader(message);
    while (const auto field = reader.next()) {
      if (field->type != ProtoField::Type::bytes) continue;
      const std::string_view text = field->bytes;
      if (field->number == kOnnxNodeName) node.name = text;
      if (field->number == kOnnxOp) node.op = text;
      if (field->number == kOnnxInput) node.inputs.emplace_back(text);
      if (field->number == kOnnxOutput) node.outputs.emplace_back(text);
      if (field->number == kOnnxAttribute && !add_attribute(text, node, constant)) {
        return wrong("an attribute of a node is cut short or malformed");
      }
      const bool is_part = field->number == kOnnxInput || field->number == kOnnxOutput;
      if (is_part) ++parts_;
      if (parts_ > kOnnxMaxParts) return wrong("has more inputs and attributes than any network");
    }
    if (!reader.ok()) return wrong("a node is cut short or malformed");
    if (node.op == "Constant" && !node.outputs.empty() && constant.data() != nullptr) {
      return add_tensor(constant, node.outputs[0]);
    }
    nodes_.push_back(std::move(node));
    return {};
  }

  // False: malformed. `tensor` becomes the message of one, where the attribute holds one.
  bool add_attribute(std::string_view message, OnnxNode& node, std::string_view& tensor) {
    std::string_view name;
    std::vector<int64_t> ints;
    std::optional<std::string_view> text;
    ProtoReader reader(message);
    while (const auto field = reader.next()) {
      const bool is_bytes = field->type == ProtoField::Type::bytes;
      if (field->number == kOnnxAttributeName) name = field->bytes;
      if (field->number == kOnnxString) text = field->bytes;
      if (field->number == kOnnxTensor && is_bytes) tensor = field->bytes;
      if (field->number == kOnnxInt || (field->number == kOnnxInts && !is_bytes)) {
        ints.push_back(static_cast<int64_t>(field->value));
      } else if (field->number == kOnnxInts) {
        VarintReader packed(field->bytes);
        while (const auto value = packed.next()) ints.push_back(static_cast<int64_t>(*value));
        if (!packed.ok()) return false;
      }
    }
    parts_ += 1 + ints.size();
    if (!ints.empty()) node.ints.emplace(name, std::move(ints));
    if (text) node.strings.emplace(name, *text);
    return reader.ok();
  }

  std::string_view file_;
  std::shared_ptr<TensorTable> table_;
  std::vector<OnnxNode> nodes_;
  size_t parts_ = 0, tensors_ = 0;
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

OnnxFile::OnnxFile(std::shared_ptr<const Weights> initializers, std::vector<OnnxNode> nodes)
    : initializers_(std::move(initializers)), nodes_(std::move(nodes)) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const OnnxNode& node = nodes_[i];
    if (!node.name.empty()) by_name_.emplace(node.name, &node);
    for (const std::string& output : node.outputs) {
      if (!output.empty()) producers_.emplace(output, &node);
    }
    for (const std::string& input : node.inputs) {
      if (!input.empty()) consumers_.emplace(input, i);
    }
  }
}

const OnnxNode* OnnxFile::named(std::string_view node) const {
  const auto it = by_name_.find(node);
  return it == by_name_.end() ? nullptr : it->second;
}

const OnnxNode* OnnxFile::producer_of(std::string_view value) const {
  const auto it = producers_.find(value);
  return it == producers_.end() ? nullptr : it->second;
}

std::vector<const OnnxNode*> OnnxFile::consumers_of(std::string_view value) const {
  std::vector<const OnnxNode*> found;
  const auto [begin, end] = consumers_.equal_range(value);
  for (auto it = begin; it != end; ++it) found.push_back(&nodes_[it->second]);
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::shared_ptr<const OnnxFile>> parse_onnx(std::span<const std::byte> file,
                                                   std::string_view source) {
  OnnxReader reader(text_of(file), source);
  if (Result<void> r = reader.read(); !r) return r.error();
  return std::make_shared<const OnnxFile>(reader.table(), reader.take_nodes());
}

Result<std::shared_ptr<const OnnxFile>> open_onnx(const std::filesystem::path& path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const auto file = std::make_shared<const MappedFile>(*std::move(mapped));
  const std::string source = path.string();
  OnnxReader reader(text_of(file->bytes()), source);
  if (Result<void> r = reader.read(); !r) return r.error();
  reader.table()->keep(file);
  return std::make_shared<const OnnxFile>(reader.table(), reader.take_nodes());
}

}  // namespace sotto::checkpoint
