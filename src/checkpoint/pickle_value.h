// Values that the pickle machine can build. They lie in one arena and name each other by index, so
// that a pickle that ties knots (a list inside itself) costs nothing to take apart.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint::pickle {

using Ref = uint32_t;

struct None {};
struct Sequence {  // a list or a tuple
  std::vector<Ref> items;
  bool tuple;
};
struct Dict {
  std::vector<std::pair<Ref, Ref>> items;  // as they were set; a key may repeat
};
enum class Function { ordered_dict, rebuild_tensor, rebuild_parameter, size };
struct StorageType {
  DType dtype;
};
struct Storage {
  DType dtype;
  std::string key;
  int64_t elements;
};
struct Tensor {
  Ref storage;
  int64_t offset;
  std::vector<int64_t> shape, strides;
};

struct Inert {};  // a name that nothing is known of, and what was made with it

using Value = std::variant<None, Inert, bool, int64_t, double, std::string, Sequence, Dict,
                           Function, StorageType, Storage, Tensor>;

class Arena {
 public:
  static constexpr Ref kNone = 0;  // a None that is always there

  template <class T>
  Ref add(T value) {
    values_.emplace_back(std::move(value));
    return static_cast<Ref>(values_.size() - 1);
  }
  size_t size() const { return values_.size(); }

  // The value if it is a T, else null. Good until the next `add`.
  template <class T>
  T* get(Ref ref) {
    return std::get_if<T>(&values_[ref]);
  }
  template <class T>
  const T* get(Ref ref) const {
    return std::get_if<T>(&values_[ref]);
  }

 private:
  std::vector<Value> values_ = {None{}};
};

// Names that torch.save writes and sotto knows. Messages come without the file's name.

// The meaning of `module.name`. Every name that is not listed is an error that names it.
Result<Value> find_global(std::string_view module, std::string_view name);

// `function(*arguments)`.
Result<Ref> call(Arena& arena, Ref function, Ref arguments);

// The storage that a persistent id describes: ("storage", type, key, device, elements).
Result<Value> find_storage(const Arena& arena, Ref id);

}  // namespace sotto::checkpoint::pickle
