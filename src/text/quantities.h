// How a number, with its unit or sign, is said.
#pragma once

#include <string>
#include <string_view>

namespace sotto::text {

// "$20" is 20ドル, "10:30" 10時30分, "2024-11-05" 2024年11月5日, "1920x1080" 1920かける1080, "10k"
// 10000, "12,345" 12345, "#123" 123番, "2.3.1" 2テン3テン1. Digits stay digits, and so does a unit
// behind them ("340 ms"): `unit` is what follows the number, or empty.
struct SpokenNumber {
  std::string text, unit;
};
SpokenNumber spoken_number(std::string_view number, bool japanese);

}  // namespace sotto::text
