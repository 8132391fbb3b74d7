#include "checkpoint/in_memory.h"

#include <algorithm>

#include "base/aligned_bytes.h"
#include "checkpoint/tensor_table.h"

namespace sotto::checkpoint {
namespace {

constexpr size_t kLine = 64;

size_t in_lines(size_t bytes) { return (bytes + kLine - 1) / kLine * kLine; }

}  // namespace

std::shared_ptr<const Weights> in_memory(const Weights& weights) {
  const std::vector<std::string> names = weights.names();
  size_t size = 0;
  for (const std::string& name : names) size += in_lines(weights.find(name)->bytes.size());
  const auto memory = std::make_shared<const AlignedBytes>(size);
  auto table = std::make_shared<TensorTable>(std::string(weights.source()));
  size_t at = 0;
  for (const std::string& name : names) {
    StoredTensor tensor = *weights.find(name);
    const auto to = memory->all().subspan(at, tensor.bytes.size());
    std::ranges::copy(tensor.bytes, to.begin());
    weights.release(tensor.bytes);
    at += in_lines(tensor.bytes.size());
    tensor.bytes = to;
    table->add(std::move(tensor));
  }
  table->keep(std::shared_ptr<const void>(memory));
  return table;
}

}  // namespace sotto::checkpoint
