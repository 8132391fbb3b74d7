#include "cli/read_all.h"

#include <fmt/format.h>

#include "pipeline/byte_source.h"

namespace sotto::cli {

Result<std::string> read_all(const std::string& name, size_t most_bytes, const char* what) {
  auto source = pipeline::open_source(name);
  if (!source) return source.error();
  std::string all;
  char piece[65536];
  for (;;) {
    const Result<size_t> n = (*source)->read(piece, {});
    if (!n) return n.error();
    if (*n == 0) return all;
    all.append(piece, *n);
    if (all.size() <= most_bytes) continue;
    return Error{Errc::bad_format,
                 fmt::format("{} is longer than {} bytes, expected {}",
                             name == "-" ? "standard input" : name, most_bytes, what)};
  }
}

}  // namespace sotto::cli
