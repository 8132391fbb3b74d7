// The tensors of one checkpoint by name, and the bytes they lie in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checkpoint/weights.h"

namespace sotto::checkpoint {

// Filled by a reader, then handed out as Weights.
class TensorTable : public Weights {
 public:
  explicit TensorTable(std::string source) : source_(std::move(source)) {}

  // False when the name is taken.
  bool add(StoredTensor tensor) {
    std::string name = tensor.name;
    return tensors_.emplace(std::move(name), std::move(tensor)).second;
  }

  // Keeps what the tensors point into for as long as the table lives.
  void keep(std::shared_ptr<const void> owner) { owners_.push_back(std::move(owner)); }

  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    names.reserve(tensors_.size());
    for (const auto& [name, tensor] : tensors_) names.push_back(name);
    return names;
  }
  const StoredTensor* find(std::string_view name) const override {
    const auto it = tensors_.find(name);
    return it == tensors_.end() ? nullptr : &it->second;
  }
  std::string_view source() const override { return source_; }

 private:
  std::string source_;
  std::map<std::string, StoredTensor, std::less<>> tensors_;
  std::vector<std::shared_ptr<const void>> owners_;
};

}  // namespace sotto::checkpoint
