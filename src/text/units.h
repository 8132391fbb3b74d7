// Units that are written as symbols, in every language alike.
#pragma once

#include <span>
#include <string_view>

namespace sotto::text {

struct Unit {
  enum class Kind { measure, percent, money };
  Kind kind;
  std::string_view symbols;  // separated by a space; the first one is written
  // CLDR's identifier ("megabyte-per-second"; a currency's code for money), or empty.
  std::string_view cldr;
  // Said so where CLDR has no name, or a clumsy one; empty: as CLDR says. English is for all
  // languages that CLDR has none for.
  std::string_view english, japanese;

  std::string_view symbol() const { return symbols.substr(0, symbols.find(' ')); }
};

std::span<const Unit> all_units();

// The unit that a text begins with, and how long its symbol is; the longest one. Null: none.
struct UnitMatch {
  const Unit* unit = nullptr;
  std::string_view symbol = {};  // of the table
  size_t size = 0;               // bytes
};
UnitMatch unit_at(std::string_view text);

}  // namespace sotto::text
