// Named tensors as they lie in a checkpoint, whatever file format holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quant/blocks.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

enum class DType {
  f32,
  f16,
  bf16,
  f64,
  i8,
  u8,
  i16,
  i32,
  u32,
  i64,
  u64,
  boolean,
  // Blocks of quantized numbers (quant/blocks.h), which rows are made of.
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  q4_k,
  q5_k,
  q6_k
};
size_t size_of(DType dtype);            // bytes an element; of no blocks
std::string_view name_of(DType dtype);  // as safetensors writes it: "F32"; of blocks as ggml does
std::optional<DType> dtype_named(std::string_view name);  // as safetensors writes it

// None: elements that lie alone.
std::optional<quant::BlockType> blocks_of(DType dtype);

// A view of one contiguous row-major tensor. The bytes belong to the Weights it came from and may
// be unaligned in a file that says so: readers copy, or check.
struct StoredTensor {
  std::string name;
  DType dtype;
  std::vector<int64_t> shape;
  std::span<const std::byte> bytes;

  int64_t elements() const;
};

std::string shape_text(std::span<const int64_t> shape);  // "[64, 1024]"

// All tensors of one checkpoint, however many files they lie in. Immutable; any thread may read.
class Weights : public std::enable_shared_from_this<Weights> {
 public:
  virtual ~Weights() = default;
  virtual std::vector<std::string> names() const = 0;
  virtual const StoredTensor* find(std::string_view name) const = 0;  // null: not there
  virtual std::string_view source() const = 0;                        // file name, for messages

  // Bytes of a tensor that will not be used soon: where they lie in a mapped file, they stop
  // counting as this process's memory. Where they were made for one reader, the tensor is gone: not
  // to be called while another thread reads.
  virtual void release(std::span<const std::byte>) const {}
};

// The tensor with that name and shape, or an error that names file, tensor, found and expected.
Result<const StoredTensor*> expect(const Weights& weights, std::string_view name,
                                   std::span<const int64_t> shape);

// f32, f16, bf16 and f64.
bool is_float(DType dtype);

// Any float type, widened (f64: rounded) to float32, and blocks as the floats that they stand for.
// An error for integer tensors.
Result<std::vector<float>> to_f32(const StoredTensor& tensor);

// The same for elements [first, first + out.size()) of a tensor of these that has them, so that a
// large tensor can be read in pieces: of blocks whole ones.
void to_f32(const StoredTensor& tensor, int64_t first, std::span<float> out);

// A float tensor of that shape: `expect` and `to_f32` in one.
Result<std::vector<float>> read_f32(const Weights& weights, std::string_view name,
                                    std::span<const int64_t> shape);

// A list of 32-bit integers, of any length. The error names file and tensor.
Result<std::vector<int>> read_i32(const Weights& weights, std::string_view name);

}  // namespace sotto::checkpoint
