// Where the bytes of a text went when another text was made of it.
#pragma once

#include <cstddef>
#include <vector>

#include "base/byte_range.h"

namespace sotto::text {

class ByteMap {
 public:
  // What became of the text, from its beginning to its end: so many bytes stay, or so many others
  // are in their place. Nothing in place of some leaves them out; some in place of nothing are new.
  void keep(size_t bytes);
  void replace(size_t bytes, size_t made);

  // What was made of a range of the text; of a part of what was replaced, all that is in its place.
  ByteRange operator()(ByteRange range) const;

  // What became of the text when `next` was made of what this one makes.
  ByteMap then(const ByteMap& next) const;

 private:
  size_t begin_at(size_t at) const;
  size_t end_at(size_t at, size_t begin) const;

  std::vector<ByteRange> went_;  // of each byte
  size_t made_ = 0;              // bytes of the other text
};

}  // namespace sotto::text
