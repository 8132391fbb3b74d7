// A safetensors file written piece by piece, so that a model of any size needs no memory.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct TensorSpec {
  std::string name;
  DType dtype;
  std::vector<int64_t> shape;

  size_t bytes() const;
};

// Puts the tensors in an order in which each that is a multiple of 64 bytes begins on a multiple of
// 64, and every other one at least on a multiple of its element: the format allows no holes.
void sort_for_alignment(std::vector<TensorSpec>& tensors);

class SafetensorsWriter {
 public:
  // Creates the file, in its full length. The names must differ, and none may be "__metadata__".
  // The data begin on a multiple of 64 bytes.
  static Result<SafetensorsWriter> create(const std::filesystem::path& path,
                                          std::vector<TensorSpec> tensors,
                                          const std::map<std::string, std::string>& metadata);
  SafetensorsWriter(SafetensorsWriter&&) noexcept;
  SafetensorsWriter& operator=(SafetensorsWriter&&) noexcept;
  ~SafetensorsWriter();

  // Bytes from `first_byte` of a tensor on; they must lie inside it. Different threads may write
  // different pieces.
  Result<void> write(const std::string& name, size_t first_byte, std::span<const std::byte> bytes);

  // Syncs. Every byte of every tensor must have been written once; without this the file stays
  // what it is, which is not a checkpoint.
  Result<void> finish();

  size_t file_bytes() const;

 private:
  struct State;
  explicit SafetensorsWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A small file of tensors that are in memory; it appears whole or not at all. The bytes of each
// tensor must fit its shape.
Result<void> write_safetensors(const std::filesystem::path& path,
                               std::span<const StoredTensor> tensors);

}  // namespace sotto::checkpoint
