// What a reader delivers, for tests: the texts of its blocks, however the bytes were cut.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/reader.h"

namespace sotto::agent {

struct Collected {
  std::vector<std::string> texts;  // one a block
  std::vector<Notice> notices;
  std::string unended;  // text that no block_end followed
  ReaderStats stats;
  std::string error;  // of finish(); empty when there was none
  bool operator==(const Collected& other) const {
    return texts == other.texts && notices == other.notices && unended == other.unended &&
           error == other.error && stats.format == other.stats.format &&
           stats.lines == other.stats.lines && stats.skipped_lines == other.stats.skipped_lines &&
           stats.unknown_types == other.stats.unknown_types &&
           stats.replaced_bytes == other.stats.replaced_bytes && stats.blocks == other.stats.blocks;
  }
};

// Feeds `stream` in pieces of the sizes that `next_size` gives (at least 1), with a pause behind
// each where `pauses`.
inline Collected collect(std::string_view stream, ReaderOptions options,
                         const std::function<size_t()>& next_size, bool pauses = false) {
  Collected out;
  Reader reader(options, [&](TextEvent event) {
    if (event.kind == TextEvent::Kind::text) {
      out.unended += event.text;
    } else if (event.kind == TextEvent::Kind::notice) {
      out.notices.push_back(event.notice);
    } else {
      out.texts.push_back(std::move(out.unended));
      out.unended.clear();
    }
  });
  while (!stream.empty()) {
    // A copy of the exact size, so that a sanitizer sees every byte read behind the piece.
    const std::string piece(stream.substr(0, next_size()));
    reader.push(piece);
    if (pauses) reader.pause();
    stream.remove_prefix(piece.size());
  }
  const Result<void> end = reader.finish();
  if (!end) out.error = end.error().message;
  out.stats = reader.stats();
  return out;
}

inline Collected collect(std::string_view stream, ReaderOptions options = {}) {
  return collect(stream, options, [&] { return stream.size(); });
}

// A line at a time.
inline Collected collect_lines(std::string_view stream) {
  size_t at = 0;
  const auto next_line = [&] {
    const size_t begin = at;
    at = std::min(stream.find('\n', at), stream.size() - 1) + 1;
    return at - begin;
  };
  return collect(stream, {}, next_line, true);
}

}  // namespace sotto::agent
