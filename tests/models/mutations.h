// A network's files with something wrong in them, for fuzzing: shapes, types, names and values of
// tensors, and values of a configuration, as bytes from a fuzzer say.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/bounded.h"
#include "checkpoint/tensor_table.h"
#include "checkpoint/weights.h"

namespace sotto::models::testing {

// A file cannot be shorter than its tensors, all together: what is changed has no more than this.
inline constexpr int64_t kMostBytes = 24 << 20;

inline int64_t odd_size(FuzzedDataProvider& from) {
  constexpr auto kSizes =
      std::to_array<int64_t>({0,      1,    2,    3,       4,     5,       7,       8,
                              16,     31,   32,   33,      63,    64,      65,      80,
                              100,    127,  128,  255,     256,   257,     512,     1000,
                              1024,   4095, 4096, 1 << 14, 46341, 1 << 16, 1 << 20, (1 << 20) + 1,
                              1 << 24});
  return from.PickValueInArray(kSizes);
}

// One of the numbers, strings or flags of a JSON value, however deep, becomes something else.
inline void mutate(nlohmann::json& value, FuzzedDataProvider& from) {
  nlohmann::json* at = &value;
  while (at->is_structured() && !at->empty()) {
    auto it = at->begin();
    std::advance(it, from.ConsumeIntegralInRange<size_t>(0, at->size() - 1));
    at = &*it;
  }
  switch (from.ConsumeIntegralInRange(0, 7)) {
    case 0:
      *at = nullptr;
      break;
    case 1:
      *at = -odd_size(from);
      break;
    case 2:
      *at = from.ConsumeBool();
      break;
    case 3:
      *at = from.ConsumeFloatingPointInRange(-1e6, 1e6);
      break;
    case 4:
      *at = from.ConsumeIntegral<int64_t>();
      break;
    default:
      *at = odd_size(from);
  }
}

class MutatedWeights {
 public:
  MutatedWeights(std::shared_ptr<const checkpoint::Weights> stored, FuzzedDataProvider& from)
      : from_(from) {
    for (const std::string& name : stored->names()) tensors_.push_back(*stored->find(name));
    stored_ = std::move(stored);
  }

  std::shared_ptr<const checkpoint::Weights> done(int most) {
    for (int i = from_.ConsumeIntegralInRange(0, most); i > 0 && !tensors_.empty(); --i) mutate();
    const auto table = std::make_shared<checkpoint::TensorTable>(std::string(stored_->source()));
    for (auto& bytes : made_) table->keep(std::shared_ptr<const void>(bytes));
    table->keep(stored_);
    for (checkpoint::StoredTensor& tensor : tensors_) table->add(std::move(tensor));
    return table;
  }

 private:
  void mutate() {
    const size_t at = from_.ConsumeIntegralInRange<size_t>(0, tensors_.size() - 1);
    checkpoint::StoredTensor& tensor = tensors_[at];
    switch (from_.ConsumeIntegralInRange(0, 7)) {
      case 0:
        tensors_.erase(tensors_.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        again(tensor);
        break;
      case 2:
        fill(tensor);
        break;
      case 3:
        tensor.shape.push_back(odd_size(from_)), refill(tensor);
        break;
      case 4:
        if (!tensor.shape.empty()) tensor.shape.pop_back(), refill(tensor);
        break;
      default:
        resize(tensor.name, from_.ConsumeBool());
    }
  }

  // A list has one layer more, or fewer: a number in its name is another.
  void again(checkpoint::StoredTensor tensor) {
    const size_t digit = tensor.name.find_first_of("0123456789");
    if (digit == std::string::npos) return;
    tensor.name[digit] = static_cast<char>('0' + from_.ConsumeIntegralInRange(0, 9));
    tensors_.push_back(std::move(tensor));
  }

  void fill(checkpoint::StoredTensor& tensor) {
    constexpr auto kValues = std::to_array<float>({0, 1, -1, 1e-30f, 1e30f, -1e30f,
                                                   std::numeric_limits<float>::infinity(),
                                                   std::numeric_limits<float>::quiet_NaN()});
    const float value = from_.PickValueInArray(kValues);
    tensor.dtype = checkpoint::DType::f32;
    refill(tensor);
    std::string& bytes = *made_.back();
    for (size_t i = 0; i + sizeof value <= bytes.size(); i += sizeof value)
      std::memcpy(bytes.data() + i, &value, sizeof value);
  }

  // Some dimension; of all tensors that have such a one where `everywhere`, so that they fit.
  void resize(const std::string& name, bool everywhere) {
    const checkpoint::StoredTensor chosen = *find(name);
    if (chosen.shape.empty()) return;
    const int64_t old =
                      chosen
                          .shape[from_.ConsumeIntegralInRange<size_t>(0, chosen.shape.size() - 1)],
                  size = odd_size(from_);
    for (checkpoint::StoredTensor& tensor : tensors_) {
      if (tensor.name != name && !everywhere) continue;
      for (int64_t& dimension : tensor.shape)
        if (dimension == old) dimension = size;
      refill(tensor);
    }
  }

  // Its numbers again and again, as many as its shape has.
  void refill(checkpoint::StoredTensor& tensor) {
    const auto unit = static_cast<int64_t>(checkpoint::size_of(tensor.dtype));
    int64_t bytes = bounded_product(tensor.shape, kMostBytes) * unit;
    if (bytes > kMostBytes - made_bytes_) tensor.shape = {1}, bytes = unit;
    made_bytes_ += bytes;
    const auto size = static_cast<size_t>(bytes);
    const auto made = std::make_shared<std::string>();
    made->reserve(size);
    made->assign(reinterpret_cast<const char*>(tensor.bytes.data()),
                 std::min(tensor.bytes.size(), size));
    while (!made->empty() && made->size() < size) made->append(*made, 0, size - made->size());
    made->resize(size);
    made_.push_back(made);
    tensor.bytes = std::as_bytes(std::span(*made));
  }

  const checkpoint::StoredTensor* find(const std::string& name) const {
    for (const auto& tensor : tensors_)
      if (tensor.name == name) return &tensor;
    return nullptr;
  }

  FuzzedDataProvider& from_;
  std::shared_ptr<const checkpoint::Weights> stored_;
  std::vector<checkpoint::StoredTensor> tensors_;
  std::vector<std::shared_ptr<std::string>> made_;
  int64_t made_bytes_ = 0;
};

}  // namespace sotto::models::testing
