#include "text/quantity.h"

#include <algorithm>

namespace sotto::text {
namespace {

// Whole digits without leading zeros, and decimals without trailing ones.
struct Normal {
  std::string whole, decimals;
};

Normal normal(const Decimal& decimal) {
  const size_t point = std::min(decimal.digits.find('.'), decimal.digits.size());
  Normal out{decimal.digits.substr(0, point),
             point < decimal.digits.size() ? decimal.digits.substr(point + 1) : ""};
  for (int i = 0; i < decimal.power; ++i) {
    out.whole += out.decimals.empty() ? '0' : out.decimals[0];
    if (!out.decimals.empty()) out.decimals.erase(0, 1);
  }
  while (out.decimals.ends_with('0')) out.decimals.pop_back();
  out.whole.erase(0, std::min(out.whole.find_first_not_of('0'), out.whole.size()));
  return out;
}

}  // namespace

std::string Decimal::plain() const {
  const Normal n = normal(*this);
  std::string out = negative ? "-" : "";
  out += n.whole.empty() ? "0" : n.whole;
  return n.decimals.empty() ? out : out + '.' + n.decimals;
}

std::strong_ordering Decimal::compare(const Decimal& other) const {
  const Normal a = normal(*this), b = normal(other);
  const bool zeros = a.whole.empty() && a.decimals.empty() && b.whole.empty() && b.decimals.empty();
  if (!zeros && negative != other.negative)
    return negative ? std::strong_ordering::less : std::strong_ordering::greater;
  auto order = a.whole.size() <=> b.whole.size();
  if (order == 0) order = a.whole <=> b.whole;
  if (order == 0) order = a.decimals <=> b.decimals;
  return negative ? 0 <=> order : order;
}

bool Quantity::operator==(const Quantity& other) const {
  return kind == other.kind && bound == other.bound && value == other.value && to == other.to &&
         unit == other.unit && year == other.year && month == other.month && day == other.day &&
         seconds == other.seconds;
}

}  // namespace sotto::text
