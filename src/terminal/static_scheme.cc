#include "terminal/static_scheme.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/utf8.h"
#include "device_cpu/backend.h"

namespace sotto::terminal {
namespace {

using models::StaticConvolutions;

// Lines with something in them.
Result<std::vector<std::string>> read_texts(const std::string& path) {
  constexpr size_t kMostBytes = size_t{1} << 20;
  const Result<std::string> all = read_file(path, kMostBytes);
  if (!all) return all.error();
  size_t replaced = 0;
  std::istringstream in(to_valid_utf8(*all, replaced));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") != line.npos) lines.push_back(std::move(line));
  }
  if (replaced == 0 && !lines.empty()) return lines;
  return Error{Errc::bad_format,
               fmt::format("{}: {}, expected a text a line, in UTF-8", path,
                           replaced > 0 ? "holds bytes that are no text" : "has no text")};
}

}  // namespace

std::optional<StaticScheme> static_scheme(const std::string& scheme) {
  const size_t at = scheme.find("-static");
  if (at == scheme.npos) return {};
  const std::string rest = scheme.substr(0, at), bits = scheme.substr(at + 7);
  if (bits.empty() || bits == ":12") return StaticScheme{rest, quant::QuantParams::kTwoBytes};
  if (bits == ":8") return StaticScheme{rest, quant::QuantParams::kBytes};
  return {};
}

Result<StaticConvolutions> static_convolutions(const StaticScheme& scheme, const std::string& texts,
                                               int threads) {
  StaticConvolutions convolutions{.texts = {}, .levels = scheme.levels, .backend = {}, .said = {}};
  if (!texts.empty()) {
    auto lines = read_texts(texts);
    if (!lines) return lines.error();
    convolutions.texts = *std::move(lines);
  }
  const auto backend = device::cpu::open_backend(threads);
  if (!backend) return backend.error();
  convolutions.backend = *backend;
  return convolutions;
}

}  // namespace sotto::terminal
