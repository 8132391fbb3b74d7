// Looks for NaN in everything that an operation was given and has written, once it is computed.
#pragma once

#include <concepts>
#include <span>
#include <string_view>
#include <type_traits>

#include "device/device.h"

namespace sotto::device {

// Arguments that hold no activations. A type that is neither here nor seen below does not compile.
template <class T>
concept HasNoActivations =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::same_as<T, Weight> ||
    std::same_as<T, Taps> || std::same_as<T, LeakyRelu> || std::same_as<T, Banned> ||
    std::same_as<T, std::span<const int>> || std::same_as<T, std::span<const VisibleKeys>>;

// Ends the program at the first argument with a NaN in it, with a line that names the operation,
// the argument, and the place. Infinity is a number: masks are made of it. Allocates nothing of its
// own, so that tests of allocations hold with it.
class NumberCheck {
 public:
  // arguments: their names, as "(x, y)". device: computes the operation; must outlive the check.
  NumberCheck(const char* operation, std::string_view arguments, Device& device)
      : operation_(operation), arguments_(arguments.substr(1)), device_(device) {}

  // All arguments, in the order of their names.
  template <class... Arguments>
  void operator()(const Arguments&... each) {
    (see(next_name(), each), ...);
  }

  // One of an operation's arguments, or of what it has in it: "products[0].y".
  struct Name {
    std::string_view argument;
    int index = -1;           // none
    std::string_view member;  // or empty

    Name at(size_t i) const { return {argument, static_cast<int>(i), member}; }
    Name dot(std::string_view part) const { return {argument, index, part}; }
  };

  void see(const Name& name, const Tensor& t);
  void see(const Name& name, const Constant& constant);
  void see(const Name& name, const Product& product);
  void see(const Name& name, const InstanceNorm& norm);
  void see(const Name& name, const Recurrence& direction);
  void see(const Name& name, const Scoring& scoring);
  void see(const Name& name, const Choice& choice);
  template <class T>
  requires(!HasNoActivations<std::span<T>>) void see(const Name& name, std::span<T> all) {
    for (size_t i = 0; i < all.size(); ++i) see(name.at(i), all[i]);
  }
  void see(const Name&, const HasNoActivations auto&) {}

 private:
  Name next_name();
  [[noreturn]] void fail(const Name& name, std::string_view found) const;

  const char* operation_;
  std::string_view arguments_;  // names that are left
  Device& device_;
};

}  // namespace sotto::device
