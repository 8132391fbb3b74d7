// The few Python names that a file of tensors needs.
// Source: torch/_utils.py (_rebuild_tensor_v2, _rebuild_parameter), torch/serialization.py
// (persistent_id).
#include <fmt/format.h>

#include <optional>

#include "checkpoint/pickle_value.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint::pickle {
namespace {

// Bounds that real files are far below. A pickle may use one tuple or string many times, so without
// them a small file could make large tables.
constexpr size_t kMaxRank = 16;
constexpr size_t kMaxKeyLength = 64;

struct Global {
  std::string_view module, name;
  Value value;
};

const std::vector<Global>& globals() {
  static const std::vector<Global> all = {
      {"collections", "OrderedDict", Function::ordered_dict},
      {"torch._utils", "_rebuild_tensor_v2", Function::rebuild_tensor},
      {"torch._utils", "_rebuild_parameter", Function::rebuild_parameter},
      {"torch", "Size", Function::size},
      {"torch", "FloatStorage", StorageType{DType::f32}},
      {"torch", "HalfStorage", StorageType{DType::f16}},
      {"torch", "BFloat16Storage", StorageType{DType::bf16}},
      {"torch", "DoubleStorage", StorageType{DType::f64}},
      {"torch", "CharStorage", StorageType{DType::i8}},
      {"torch", "ByteStorage", StorageType{DType::u8}},
      {"torch", "ShortStorage", StorageType{DType::i16}},
      {"torch", "IntStorage", StorageType{DType::i32}},
      {"torch", "LongStorage", StorageType{DType::i64}},
      {"torch", "BoolStorage", StorageType{DType::boolean}},
  };
  return all;
}

Error malformed(std::string_view what) {
  return {Errc::bad_format, fmt::format("the pickle has {}", what)};
}

// A list or tuple of sizes or strides.
std::optional<std::vector<int64_t>> sizes_of(const Arena& arena, Ref ref) {
  const Sequence* sequence = arena.get<Sequence>(ref);
  if (sequence == nullptr || sequence->items.size() > kMaxRank) return std::nullopt;
  std::vector<int64_t> sizes;
  for (const Ref item : sequence->items) {
    const int64_t* size = arena.get<int64_t>(item);
    if (size == nullptr || *size < 0) return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

// _rebuild_tensor_v2(storage, offset, size, stride, requires_grad, backward_hooks[, metadata])
Result<Ref> rebuild_tensor(Arena& arena, const std::vector<Ref>& arguments) {
  if (arguments.size() < 6 || arguments.size() > 7) {
    return malformed(fmt::format("a tensor of {} arguments, expected 6", arguments.size()));
  }
  if (arena.get<Storage>(arguments[0]) == nullptr) return malformed("a tensor without a storage");
  const int64_t* offset = arena.get<int64_t>(arguments[1]);
  if (offset == nullptr || *offset < 0) return malformed("a tensor with a bad offset");
  auto shape = sizes_of(arena, arguments[2]);
  auto strides = sizes_of(arena, arguments[3]);
  if (!shape || !strides || shape->size() != strides->size()) {
    return malformed("a tensor with a bad size or stride");
  }
  return arena.add(Tensor{arguments[0], *offset, *std::move(shape), *std::move(strides)});
}

}  // namespace

Result<Value> find_global(std::string_view module, std::string_view name) {
  for (const Global& global : globals()) {
    if (global.module == module && global.name == name) return global.value;
  }
  return Error{Errc::unsupported,
               fmt::format("the pickle asks for {}.{}, which is no part of a plain "
                           "file of tensors; it was refused",
                           printable(module), printable(name))};
}

Result<Ref> call(Arena& arena, Ref function, Ref arguments) {
  if (arena.get<Inert>(function) != nullptr) return arena.add(Inert());
  const Function* called = arena.get<Function>(function);
  const Sequence* sequence = arena.get<Sequence>(arguments);
  if (called == nullptr || sequence == nullptr || !sequence->tuple) {
    return malformed("a call of something that is no function");
  }
  const std::vector<Ref>& items = sequence->items;
  switch (*called) {
    case Function::ordered_dict:
      if (!items.empty()) return malformed("an OrderedDict with arguments, expected none");
      return arena.add(Dict{});
    case Function::rebuild_tensor:
      return rebuild_tensor(arena, items);
    case Function::rebuild_parameter:  // (data, requires_grad, backward_hooks)
      if (items.size() != 3 || arena.get<Tensor>(items[0]) == nullptr) {
        return malformed("a parameter that is no tensor");
      }
      return items[0];
    case Function::size:
      if (items.size() != 1 || !sizes_of(arena, items[0])) return malformed("a bad torch.Size");
      return items[0];
  }
  return malformed("a call of something that is no function");
}

Result<Value> find_storage(const Arena& arena, Ref id) {
  const Sequence* sequence = arena.get<Sequence>(id);
  if (sequence == nullptr || sequence->items.size() < 5) return malformed("a bad storage");
  const std::vector<Ref>& items = sequence->items;
  const std::string* kind = arena.get<std::string>(items[0]);
  const StorageType* type = arena.get<StorageType>(items[1]);
  const std::string* key = arena.get<std::string>(items[2]);
  const int64_t* elements = arena.get<int64_t>(items[4]);
  if (kind == nullptr || *kind != "storage" || type == nullptr || key == nullptr ||
      key->size() > kMaxKeyLength || elements == nullptr || *elements < 0) {
    return malformed("a bad storage");
  }
  return Value(Storage{type->dtype, *key, *elements});
}

}  // namespace sotto::checkpoint::pickle
