// Arithmetic on sizes that a file names.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <ranges>

namespace sotto {

// The product of numbers none of which is negative; `most` + 1 where it is more than `most`, which
// is below the largest int64_t. Nothing overflows on the way.
template <std::ranges::input_range Factors>
constexpr int64_t bounded_product(const Factors& factors, int64_t most) {
  int64_t product = 1;
  for (const int64_t factor : factors) {
    if (factor == 0) return 0;
    if (product <= most) product = product > most / factor ? most + 1 : product * factor;
  }
  return product;
}
constexpr int64_t bounded_product(std::initializer_list<int64_t> factors, int64_t most) {
  return bounded_product<std::initializer_list<int64_t>>(factors, most);
}

}  // namespace sotto
