// The hash that the hub names a file's content by: it is also the file's name in the cache.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace sotto::hub {

class Digest {
 public:
  // A digest in the form that `name` has: 64 hexadecimal digits are sha256 of the content (large
  // files), 40 are git's name of a blob: sha1 of "blob <bytes>", a zero, and the content.
  Digest(const std::string& name, uint64_t bytes);
  ~Digest();

  void add(std::span<const char> bytes);
  std::string hex();  // of all that was added; once

  static bool is_name(const std::string& name);  // one of the two forms
  static bool is_sha256(const std::string& name);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace sotto::hub
