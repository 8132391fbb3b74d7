#include "text/byte_map.h"

#include <algorithm>

namespace sotto::text {

void ByteMap::keep(size_t bytes) {
  for (size_t i = 0; i < bytes; ++i, ++made_) went_.push_back({made_, made_ + 1});
}

void ByteMap::replace(size_t bytes, size_t made) {
  went_.insert(went_.end(), bytes, {made_, made_ + made});
  made_ += made;
}

// Places in the new text of whatever begins, or ends, at a byte of the old one.
size_t ByteMap::begin_at(size_t at) const { return at < went_.size() ? went_[at].begin : made_; }
size_t ByteMap::end_at(size_t at, size_t begin) const {
  return at > 0 ? std::max(went_[std::min(at, went_.size()) - 1].end, begin) : begin;
}

ByteRange ByteMap::operator()(ByteRange range) const {
  const size_t begin = begin_at(range.begin);
  if (range.begin >= std::min(range.end, went_.size())) return {begin, begin};
  return {begin, end_at(range.end, begin)};
}

ByteMap ByteMap::then(const ByteMap& next) const {
  ByteMap whole;
  for (const ByteRange& went : went_) {
    const size_t begin = next.begin_at(went.begin);
    whole.went_.push_back({begin, next.went_.empty() ? begin : next.end_at(went.end, begin)});
  }
  whole.made_ = next.made_;
  return whole;
}

}  // namespace sotto::text
