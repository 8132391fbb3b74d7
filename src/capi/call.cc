#include "capi/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <string>

namespace sotto::capi {
namespace {

static_assert(SOTTO_BAD_ARGUMENT == static_cast<int>(Errc::bad_argument) + 1);
static_assert(SOTTO_NOT_FOUND == static_cast<int>(Errc::not_found) + 1);
static_assert(SOTTO_BAD_FORMAT == static_cast<int>(Errc::bad_format) + 1);
static_assert(SOTTO_UNSUPPORTED == static_cast<int>(Errc::unsupported) + 1);
static_assert(SOTTO_IO == static_cast<int>(Errc::io) + 1);
static_assert(SOTTO_CANCELLED == static_cast<int>(Errc::cancelled) + 1);
static_assert(SOTTO_INTERNAL == static_cast<int>(Errc::internal) + 1);

// A struct that is larger was never filled in.
constexpr size_t kLargestStruct = 4096;

thread_local std::string last_message;
thread_local const char* shown_message = "";

}  // namespace

sotto_status failed(const Error& error) noexcept {
  try {
    last_message = error.message;
    shown_message = last_message.c_str();
  } catch (const std::bad_alloc&) {
    shown_message = "there is not enough memory to say what failed";
  }
  return static_cast<sotto_status>(static_cast<int>(error.code) + 1);
}

const char* last_error() noexcept { return shown_message; }

Result<void> check_given(std::initializer_list<Argument> arguments) {
  for (const Argument& argument : arguments) {
    if (!argument.is_given)
      return Error{Errc::bad_argument, fmt::format("{}: is null, expected one", argument.name)};
  }
  return {};
}

Result<void> read_struct(const void* given, void* options, size_t size, size_t least,
                         const char* name) {
  if (given == nullptr) return {};
  size_t theirs = 0;
  std::memcpy(&theirs, given, sizeof theirs);
  if (theirs < least || theirs > kLargestStruct) {
    return Error{Errc::bad_argument,
                 fmt::format("{}.struct_size: is {}, expected sizeof of the struct ({})", name,
                             theirs, size)};
  }
  const auto* bytes = static_cast<const unsigned char*>(given);
  if (theirs > size && std::any_of(bytes + size, bytes + theirs, [](auto b) { return b != 0; })) {
    return Error{
        Errc::unsupported,
        fmt::format("{}: has {} bytes with fields that this sotto ({} bytes) does not know", name,
                    theirs, size)};
  }
  std::memcpy(options, given, std::min(theirs, size));
  return {};
}

}  // namespace sotto::capi
