#include "checkpoint/pickle.h"

#include <fmt/format.h>

#include <unordered_set>

#include "checkpoint/pickle_machine.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

constexpr size_t kLargestProgram = size_t{32}
                                   << 20;  // a checkpoint of ten thousand tensors has 1 MB

constexpr int kMaxDictDepth = 4;  // of state dicts inside a dictionary
// A pickle may name one dictionary in many places, so that few bytes could make many entries.
constexpr size_t kMaxEntries = 100'000;
constexpr size_t kMaxTensorName = 1000;

class TensorGatherer {
 public:
  explicit TensorGatherer(const pickle::Arena& arena) : arena_(arena) {}

  Result<std::vector<PickledTensor>> gather(pickle::Ref root) {
    if (arena_.get<pickle::Tensor>(root) != nullptr) {
      add({}, root);
    } else if (const pickle::Dict* dict = arena_.get<pickle::Dict>(root)) {
      if (Result<void> r = walk(*dict, {}, 1); !r) return r.error();
    }
    if (tensors_.empty()) {
      return Error{Errc::unsupported, "the pickle holds no dictionary of tensors"};
    }
    return std::move(tensors_);
  }

 private:
  static Error wrong(std::string what) { return {Errc::bad_format, std::move(what)}; }

  Result<void> walk(const pickle::Dict& dict, const std::string& prefix, int depth) {
    for (const auto& [key, value] : dict.items) {
      if (++entries_ > kMaxEntries) return wrong("the pickle has more entries than any network");
      const pickle::Dict* inner = arena_.get<pickle::Dict>(value);
      if (inner == nullptr && arena_.get<pickle::Tensor>(value) == nullptr) continue;
      const std::string* name = arena_.get<std::string>(key);
      if (name == nullptr) {
        if (inner != nullptr) continue;  // an optimizer's state, by number
        return wrong("the pickle has a tensor without a name");
      }
      if (prefix.size() + name->size() > kMaxTensorName) {
        return wrong(fmt::format("{} has a name of more than {} bytes", printable(prefix + *name),
                                 kMaxTensorName));
      }
      if (inner == nullptr) {
        if (!add(prefix + *name, value)) {
          return wrong(fmt::format("{} is there twice", printable(prefix + *name)));
        }
      } else if (depth == kMaxDictDepth) {
        return wrong(fmt::format("{} is a dictionary more than {} deep", printable(prefix + *name),
                                 kMaxDictDepth));
      } else if (Result<void> r = walk(*inner, prefix + *name + ".", depth + 1); !r) {
        return r;
      }
    }
    return {};
  }

  // False: the name is taken.
  bool add(std::string name, pickle::Ref value) {
    if (!names_.insert(name).second) return false;
    const pickle::Tensor& tensor = *arena_.get<pickle::Tensor>(value);
    const pickle::Storage& storage =
        *arena_.get<pickle::Storage>(tensor.storage);  // rebuild_tensor made sure
    tensors_.push_back({std::move(name), storage.dtype, storage.key, storage.elements,
                        tensor.offset, tensor.shape, tensor.strides});
    return true;
  }

  const pickle::Arena& arena_;
  std::vector<PickledTensor> tensors_;
  std::unordered_set<std::string> names_;
  size_t entries_ = 0;
};

}  // namespace

Result<std::vector<PickledTensor>> read_state_dict(std::span<const std::byte> program,
                                                   std::string_view source, Objects objects) {
  const auto with_source = [&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", source, error.message)};
  };
  if (program.size() > kLargestProgram) {
    return Error{Errc::unsupported, fmt::format("{}: a pickle of {} bytes, expected at most {}",
                                                source, program.size(), kLargestProgram)};
  }
  pickle::Arena arena;
  const Result<pickle::Ref> root = pickle::run(program, arena, objects);
  if (!root) return with_source(root.error());
  auto tensors = TensorGatherer(arena).gather(*root);
  if (!tensors) return with_source(tensors.error());
  return tensors;
}

}  // namespace sotto::checkpoint
