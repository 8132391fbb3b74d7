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

  // The same of numbers that were made for it alone and that one reader will copy: release() of its
  // bytes frees them, and the tensor is no longer there.
  bool add_for_one(StoredTensor tensor, std::shared_ptr<const void> owner) {
    for_one_.emplace(tensor.bytes.data(), ForOne{tensor.name, std::move(owner)});
    return add(std::move(tensor));
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
    const auto found = for_one_.find(bytes.data());
    if (found == for_one_.end()) return;
    tensors_.erase(found->second.name);
    for_one_.erase(found);
  }

 private:
  std::string source_;
  struct ForOne {
    std::string name;
    std::shared_ptr<const void> owner;
  };
  // Both change by release() alone.
  mutable std::map<std::string, StoredTensor, std::less<>> tensors_;
  mutable std::map<const std::byte*, ForOne> for_one_;
  std::vector<std::shared_ptr<const void>> owners_;
  std::vector<std::shared_ptr<const MappedFile>> files_;
  std::vector<std::shared_ptr<const Weights>> shards_;
};

}  // namespace sotto::checkpoint
