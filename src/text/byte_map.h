// Maps the bytes of a text to those of a text that was made of it.
#pragma once

#include <cstddef>
#include <vector>

#include "base/byte_range.h"

namespace sotto::text {

class ByteMap {
 public:
  // Record the text from its beginning to its end: `bytes` stay, or are replaced by `made` others
  // (none: they are left out; none replaced: they are new).
  void keep(size_t bytes);
  void replace(size_t bytes, size_t made);

  // The range in the new text; for a part of a replaced range, the whole of its replacement.
  ByteRange operator()(ByteRange range) const;

  // This map followed by `next`.
  ByteMap then(const ByteMap& next) const;

 private:
  size_t begin_at(size_t at) const;
  size_t end_at(size_t at, size_t begin) const;

  std::vector<ByteRange> went_;  // of each byte
  size_t made_ = 0;              // bytes of the other text
};

}  // namespace sotto::text
