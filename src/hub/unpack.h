// A file that was packed for its way, as it was before: gzip, zstd or neither, whichever its first
// bytes say. A server may unpack on the way what it keeps packed, so that its name says nothing.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "sotto/error.h"

namespace sotto::hub {

// One file, on one thread. Memory is bounded whatever the bytes say: zstd's window by 128 MB.
class Unpacker {
 public:
  // Takes pieces of at most 256 KB; its error ends the unpacking. It bounds what comes out.
  using Sink = std::function<Result<void>(std::span<const char>)>;

  Unpacker(std::string name, Sink sink);  // the name: for messages
  ~Unpacker();

  // The next packed bytes, of any number.
  Result<void> add(std::span<const char> packed);

  // All came. The error: it ends in the middle.
  Result<void> finish();

  class Format;

 private:
  Result<void> add_to_format(std::span<const char> packed);

  std::string name_;
  Sink sink_;
  std::string head_;  // while too little came to know the format
  std::unique_ptr<Format> format_;
};

}  // namespace sotto::hub
