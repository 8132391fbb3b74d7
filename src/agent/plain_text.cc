#include "agent/plain_text.h"

#include "base/utf8.h"

namespace sotto::agent {
namespace {

// Four bad characters among at most 32: every binary format that we know shows that in its first
// bytes, and text in an 8-bit character set does not.
constexpr size_t kBadForBinary = 4;
constexpr size_t kBytesForABad = 8;

// Control characters that no text has; terminals send some of the others.
bool is_bad(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
                          c != '\b' && c != '\x1B');
}

// The bytes at the beginning of `s` that are one character or one ill-formed run.
size_t run_length(std::string_view s) {
  size_t length = 1;
  while (length < s.size() && unfinished_tail(s.substr(0, length)) == length) ++length;
  size_t runs = 0;
  to_valid_utf8(s.substr(0, length), runs);
  return runs > 0 && length > 1 && unfinished_tail(s.substr(0, length)) != length ? length - 1
                                                                                  : length;
}

}  // namespace

std::string PlainText::clean(std::string_view bytes) {
  std::string out;
  // One character or run at a time: the decision must not depend on how the bytes were cut.
  for (size_t i = 0; i < bytes.size() && !binary_;) {
    const char c = bytes[i];
    size_t length = 1, runs = 0;
    if (static_cast<unsigned char>(c) >= 0x80) {
      length = run_length(bytes.substr(i));
      const bool mark = bytes_ == 0 && bytes.substr(i, length) == kByteOrderMark;
      if (!mark) out += to_valid_utf8(bytes.substr(i, length), runs);
    } else if (c == 0) {
      append_utf8(out, 0xFFFD);
      runs = 1;
    } else {
      out += c;
      bad_ += is_bad(c);
    }
    replaced_ += runs;
    bad_ += runs;
    bytes_ += length;
    i += length;
    binary_ = bad_ >= kBadForBinary && bad_ * kBytesForABad >= bytes_;
  }
  return out;
}

std::string PlainText::push(std::string_view bytes) {
  if (binary_) return {};
  std::string joined;
  if (!tail_.empty()) {
    joined = tail_;
    joined += bytes;
    bytes = joined;
  }
  const size_t tail = unfinished_tail(bytes);
  std::string out = clean(bytes.substr(0, bytes.size() - tail));
  tail_ = std::string(bytes.substr(bytes.size() - tail));
  return out;
}

std::string PlainText::finish() {
  if (binary_) return {};
  std::string out = clean(tail_);
  tail_.clear();
  // A short stream of which half is bad.
  if (bad_ > 0 && bad_ * 2 > bytes_) binary_ = true;
  return out;
}

}  // namespace sotto::agent
