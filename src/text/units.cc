#include "text/units.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sotto::text {
namespace {

using Kind = Unit::Kind;

constexpr Unit kAllUnits[] = {
    {Kind::percent, "% ％", "percent", "", "パーセント"},
    {Kind::percent, "‰", "permille", "", "パーミル"},

    {Kind::money, "$ US$ USD ドル", "USD", "dollars", "ドル"},
    {Kind::money, "€ EUR ユーロ", "EUR", "euros", "ユーロ"},
    {Kind::money, "£ GBP ポンド", "GBP", "pounds", "ポンド"},
    {Kind::money, "¥ ￥ JPY 円", "JPY", "yen", "円"},
    {Kind::money, "₩ KRW ウォン", "KRW", "won", "ウォン"},
    {Kind::money, "₹ INR ルピー", "INR", "rupees", "ルピー"},
    {Kind::money, "CHF スイスフラン", "CHF", "francs", "スイスフラン"},

    {Kind::measure, "ns", "nanosecond", "", "ナノ秒"},
    {Kind::measure, "µs μs us", "microsecond", "", "マイクロ秒"},
    {Kind::measure, "ms", "millisecond", "", "ミリ秒"},
    {Kind::measure, "s sec secs", "second", "", "秒"},
    {Kind::measure, "min mins", "minute", "", "分"},
    {Kind::measure, "h hr hrs", "hour", "", "時間"},

    {Kind::measure, "B", "byte", "", "バイト"},
    {Kind::measure, "kB KB", "kilobyte", "", "キロバイト"},
    {Kind::measure, "MB", "megabyte", "", "メガバイト"},
    {Kind::measure, "GB", "gigabyte", "", "ギガバイト"},
    {Kind::measure, "TB", "terabyte", "", "テラバイト"},
    {Kind::measure, "PB", "petabyte", "", "ペタバイト"},
    {Kind::measure, "KiB kiB", "", "kibibytes", "キビバイト"},
    {Kind::measure, "MiB", "", "mebibytes", "メビバイト"},
    {Kind::measure, "GiB", "", "gibibytes", "ギビバイト"},
    {Kind::measure, "TiB", "", "tebibytes", "テビバイト"},
    {Kind::measure, "B/s", "byte-per-second", "", "バイト毎秒"},
    {Kind::measure, "kB/s KB/s", "kilobyte-per-second", "", "キロバイト毎秒"},
    {Kind::measure, "MB/s", "megabyte-per-second", "", "メガバイト毎秒"},
    {Kind::measure, "GB/s", "gigabyte-per-second", "", "ギガバイト毎秒"},
    {Kind::measure, "KiB/s", "", "kibibytes per second", "キビバイト毎秒"},
    {Kind::measure, "MiB/s", "", "mebibytes per second", "メビバイト毎秒"},
    {Kind::measure, "GiB/s", "", "gibibytes per second", "ギビバイト毎秒"},
    {Kind::measure, "bit bits", "bit", "", "ビット"},
    {Kind::measure, "kbit", "kilobit", "", "キロビット"},
    {Kind::measure, "Mbit", "megabit", "", "メガビット"},
    {Kind::measure, "Gbit", "gigabit", "", "ギガビット"},
    {Kind::measure, "kbit/s kbps", "kilobit-per-second", "", "キロビット毎秒"},
    {Kind::measure, "Mbit/s Mbps", "megabit-per-second", "", "メガビット毎秒"},
    {Kind::measure, "Gbit/s Gbps", "gigabit-per-second", "", "ギガビット毎秒"},

    {Kind::measure, "Hz", "hertz", "", "ヘルツ"},
    {Kind::measure, "kHz", "kilohertz", "", "キロヘルツ"},
    {Kind::measure, "MHz", "megahertz", "", "メガヘルツ"},
    {Kind::measure, "GHz", "gigahertz", "", "ギガヘルツ"},
    {Kind::measure, "px", "pixel", "", "ピクセル"},
    {Kind::measure, "dpi", "dot-per-inch", "", "ディーピーアイ"},
    {Kind::measure, "fps", "", "frames per second", "フレーム毎秒"},
    {Kind::measure, "rpm", "revolution-per-minute", "revolutions per minute", "回転毎分"},
    {Kind::measure, "dB", "decibel", "decibels", "デシベル"},
    {Kind::measure, "req/s requests/s rps", "", "requests per second", "リクエスト毎秒"},
    {Kind::measure, "req/min requests/min", "", "requests per minute", "リクエスト毎分"},
    {Kind::measure, "qps queries/s", "", "queries per second", "クエリ毎秒"},
    {Kind::measure, "ops/s", "", "operations per second", "オペレーション毎秒"},
    {Kind::measure, "tok/s tokens/s", "", "tokens per second", "トークン毎秒"},
    {Kind::measure, "ms/token", "", "milliseconds per token", "ミリ秒毎トークン"},
    {Kind::measure, "/s", "", "per second", "毎秒"},
    {Kind::measure, "/min", "", "per minute", "毎分"},
    {Kind::measure, "/h", "", "per hour", "毎時"},

    {Kind::measure, "mm", "millimeter", "", "ミリメートル"},
    {Kind::measure, "cm", "centimeter", "", "センチメートル"},
    {Kind::measure, "km", "kilometer", "", "キロメートル"},
    {Kind::measure, "km/h", "kilometer-per-hour", "", "キロメートル毎時"},
    {Kind::measure, "m/s", "meter-per-second", "", "メートル毎秒"},
    {Kind::measure, "mph", "mile-per-hour", "", "マイル毎時"},
    {Kind::measure, "mg", "milligram", "", "ミリグラム"},
    {Kind::measure, "kg", "kilogram", "", "キログラム"},
    {Kind::measure, "V", "volt", "", "ボルト"},
    {Kind::measure, "A", "ampere", "", "アンペア"},
    {Kind::measure, "W", "watt", "", "ワット"},
    {Kind::measure, "mV", "", "millivolts", "ミリボルト"},
    {Kind::measure, "mA", "milliampere", "milliamperes", "ミリアンペア"},
    {Kind::measure, "kW", "kilowatt", "", "キロワット"},
    {Kind::measure, "MW", "megawatt", "", "メガワット"},
    {Kind::measure, "kWh", "kilowatt-hour", "", "キロワット時"},
    {Kind::measure, "°C ℃", "celsius", "", "度"},
    {Kind::measure, "°F", "fahrenheit", "", "度華氏"},
    {Kind::measure, "°", "degree", "", "度"},
};

struct UnitSymbol {
  std::string_view text;
  const Unit* unit;
};

// By their first byte, then the longest first, so that "MB/s" is not "MB".
using Symbols = std::array<std::vector<UnitSymbol>, 256>;

size_t slot_of(std::string_view text) { return static_cast<unsigned char>(text.front()); }

Symbols make_symbols() {
  Symbols out;
  for (const Unit& unit : kAllUnits) {
    for (std::string_view rest = unit.symbols; !rest.empty();) {
      const std::string_view symbol = rest.substr(0, rest.find(' '));
      out[slot_of(symbol)].push_back({symbol, &unit});
      rest.remove_prefix(std::min(rest.size(), symbol.size() + 1));
    }
  }
  for (std::vector<UnitSymbol>& slot : out)
    std::ranges::stable_sort(slot, std::ranges::greater{},
                             [](const UnitSymbol& symbol) { return symbol.text.size(); });
  return out;
}

}  // namespace

std::span<const Unit> all_units() { return kAllUnits; }

UnitMatch unit_at(std::string_view text) {
  static const Symbols all = make_symbols();
  if (text.empty()) return {};
  const std::vector<UnitSymbol>& symbols = all[slot_of(text)];
  const auto found = std::ranges::find_if(
      symbols, [&](const UnitSymbol& symbol) { return text.starts_with(symbol.text); });
  if (found == symbols.end()) return {};
  return {found->unit, found->text, found->text.size()};
}

}  // namespace sotto::text
