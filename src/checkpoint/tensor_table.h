// The tensors of one checkpoint by name, and the bytes they lie in.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
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
  void keep(std::shared_ptr<const MappedFile> file) { files_.push_back(std::move(file)); }
  void keep(std::shared_ptr<const Weights> shard) { shards_.push_back(std::move(shard)); }

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
  void release(std::span<const std::byte> bytes) const override {
    for (const auto& file : files_) file->release(bytes);
    for (const auto& shard : shards_) shard->release(bytes);
  }

 private:
  std::string source_;
  std::map<std::string, StoredTensor, std::less<>> tensors_;
  std::vector<std::shared_ptr<const void>> owners_;
  std::vector<std::shared_ptr<const MappedFile>> files_;
  std::vector<std::shared_ptr<const Weights>> shards_;
};

}  // namespace sotto::checkpoint
