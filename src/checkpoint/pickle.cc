#include "checkpoint/pickle.h"

#include <fmt/format.h>

#include <unordered_set>

#include "checkpoint/pickle_machine.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

constexpr size_t kLargestProgram = size_t{32}
                                   << 20;  // a checkpoint of ten thousand tensors has 1 MB

Result<std::vector<PickledTensor>> tensors_of(const pickle::Arena& arena, pickle::Ref root) {
  const pickle::Dict* dict = arena.get<pickle::Dict>(root);
  if (dict == nullptr) return Error{Errc::unsupported, "the pickle holds no dictionary of tensors"};
  std::vector<PickledTensor> tensors;
  std::unordered_set<std::string_view> names;
  for (const auto& [key, value] : dict->items) {
    const pickle::Tensor* tensor = arena.get<pickle::Tensor>(value);
    const std::string* name = arena.get<std::string>(key);
    if (tensor == nullptr) continue;
    if (name == nullptr) return Error{Errc::bad_format, "the pickle has a tensor without a name"};
    if (!names.insert(*name).second) {
      return Error{Errc::bad_format, fmt::format("{} is there twice", printable(*name))};
    }
    const pickle::Storage& storage =
        *arena.get<pickle::Storage>(tensor->storage);  // rebuild_tensor made sure
    tensors.push_back({*name, storage.dtype, storage.key, storage.elements, tensor->offset,
                       tensor->shape, tensor->strides});
  }
  if (tensors.empty()) return Error{Errc::unsupported, "the pickle holds no dictionary of tensors"};
  return tensors;
}

}  // namespace

Result<std::vector<PickledTensor>> read_state_dict(std::span<const std::byte> program,
                                                   std::string_view source) {
  const auto with_source = [&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", source, error.message)};
  };
  if (program.size() > kLargestProgram) {
    return Error{Errc::unsupported, fmt::format("{}: a pickle of {} bytes, expected at most {}",
                                                source, program.size(), kLargestProgram)};
  }
  pickle::Arena arena;
  const Result<pickle::Ref> root = pickle::run(program, arena);
  if (!root) return with_source(root.error());
  auto tensors = tensors_of(arena, *root);
  if (!tensors) return with_source(tensors.error());
  return tensors;
}

}  // namespace sotto::checkpoint
