#include "quant/scheme.h"

#include <fmt/format.h>

#include <charconv>

#include "quant/affine.h"
#include "quant/sym8.h"

namespace sotto::quant {
namespace {

using Kind = Scheme::Kind;

struct Row {
  Kind kind;
  std::string_view name;
  int bits;
};

constexpr Row kRows[] = {
    {Kind::f32, "f32", 0}, {Kind::f16, "f16", 0}, {Kind::bf16, "bf16", 0}, {Kind::q8, "q8", 8},
    {Kind::q6, "q6", 6},   {Kind::q4, "q4", 4},   {Kind::int8, "int8", 0},
};

static_assert(in_order_of_kind(kRows));

const Row& row_of(Kind kind) { return kRows[static_cast<int>(kind)]; }

Error unknown(std::string_view text) {
  return {Errc::bad_argument,
          fmt::format("\"{}\" is no scheme, expected f32, f16, bf16, int8, or q8, q6 or q4 with "
                      "an optional group of 32, 64 or 128, such as q4:32",
                      text.substr(0, 40))};
}

}  // namespace

int Scheme::bits() const { return row_of(kind).bits; }

Result<Scheme> parse_scheme(std::string_view text) {
  const size_t colon = text.find(':');
  for (const Row& row : kRows) {
    if (row.name != text.substr(0, colon)) continue;
    Scheme scheme{row.kind, 64};
    if (colon == text.npos) return scheme;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data() + colon + 1, end, scheme.group);
    if (failure != std::errc() || stop != end || !affine_fits(scheme.group, scheme.group, row.bits))
      return unknown(text);
    return scheme;
  }
  return unknown(text);
}

std::string name_of(const Scheme& scheme) {
  const std::string_view name = row_of(scheme.kind).name;
  if (scheme.is_affine() && scheme.group != 64) return fmt::format("{}:{}", name, scheme.group);
  return std::string(name);
}

bool fits(const Scheme& scheme, int cols) {
  if (scheme.is_affine()) return affine_fits(cols, scheme.group, scheme.bits());
  return scheme.kind != Kind::int8 || cols <= kSym8MostCols;
}

}  // namespace sotto::quant
