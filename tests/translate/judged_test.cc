// The guards on outputs that people have judged: those of tools/narrator/*.tsv.
#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "paths.h"
#include "text/quantity.h"
#include "text/spans.h"
#include "translate/mangled.h"
#include "translate/meaning.h"

namespace sotto::translate::judged_test {
namespace {

struct Judged {
  std::string source, target, judgement;
  auto operator<=>(const Judged&) const = default;
};

// Every output of a line stands before its judgement.
std::vector<Judged> judged(const std::string& name, size_t source_column, size_t first) {
  std::ifstream file(test_data("../../tools/narrator/" + name));
  std::vector<Judged> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> columns;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) columns.push_back(cell);
    for (size_t i = first; i + 1 < columns.size(); i += 2)
      if (columns[i + 1] != "lost")
        all.push_back({columns[source_column], columns[i], columns[i + 1]});
  }
  return all;
}

// What several networks said in the same words counts once.
std::set<Judged> all_judged() {
  std::set<Judged> all;
  for (const auto& [name, source, first] :
       {std::tuple{"families.tsv", 1, 3}, {"families_fresh.tsv", 1, 2}, {"heldout200.tsv", 0, 1},
        {"agent_fresh.tsv", 0, 1},        {"agent60.tsv", 0, 1},        {"agent100.tsv", 0, 1},
        {"agent_new.tsv", 0, 1},          {"agent_long.tsv", 0, 1},     {"agent_short_b.tsv", 0, 1},
        {"agent_long_b.tsv", 0, 1},       {"agent_short_c.tsv", 0, 1},  {"agent_long_c.tsv", 0, 1},
        {"agent_short_d.tsv", 0, 1},      {"agent_long_d.tsv", 0, 1},   {"agent_short_e.tsv", 0, 1},
        {"agent_long_e.tsv", 0, 1},       {"agent_short_f.tsv", 0, 1},  {"agent_long_f.tsv", 0, 1},
        {"agent_short_g.tsv", 0, 1},      {"agent_long_g.tsv", 0, 1},   {"agent_short_h.tsv", 0, 1},
        {"agent_long_h.tsv", 0, 1}}) {
    const auto some = judged(name, static_cast<size_t>(source), static_cast<size_t>(first));
    EXPECT_FALSE(some.empty()) << name;
    all.insert(some.begin(), some.end());
  }
  return all;
}

std::string outside(std::string text, const std::vector<std::string>& values) {
  for (const std::string& value : values)
    for (size_t at = 0; (at = text.find(value, at)) != text.npos;)
      text.replace(at, value.size(), " ");
  return text;
}

// A placeholder holds the quantity alone: 約40 says 40, and 20から60 says 20 and 60.
bool says(text::Quantity found, const text::Quantity& quantity) {
  found.bound = quantity.bound;
  if (found == quantity) return true;
  if (!found.to || quantity.to) return false;
  text::Quantity last = found;
  last.value = *std::exchange(found.to, std::nullopt);
  last.to.reset();
  return found == quantity || last == quantity;
}

struct Counts {
  int wrong = 0, right = 0;
};

// At most one right sentence of a hundred is given up, all guards together; docs/translate.md has
// the numbers, which this prints.
TEST(JudgedTest, GuardsGiveUpWrongSentencesRatherThanRightOnes) {
  const Language english = {"eng_Latn", "en"}, japanese = {"jpn_Jpan", "ja"};
  const text::SpanFinder finder({"eng_Latn", "en"});
  std::map<std::string, Counts> refused;
  Counts total, any;
  double seconds = 0;
  for (const Judged& j : all_judged()) {
    std::vector<std::string> values;
    text::Sentence source{j.source, finder.find(j.source), english}, target{j.target, {}, japanese};
    for (const auto& s : source.spans) {
      values.push_back(j.source.substr(s.begin, s.end - s.begin));
      const auto quantity = text::parse_quantity(values.back(), english);
      if (!quantity) continue;
      for (const auto& [begin, end, same] : text::find_quantities(j.target, japanese))
        if (says(same, *quantity)) values.push_back(j.target.substr(begin, end - begin));
    }
    const std::string plain_source = outside(j.source, values), plain = outside(j.target, values);
    const Rendering rendering{source, target, plain_source, plain};
    int Counts::*const judgement = j.judgement == "right" ? &Counts::right : &Counts::wrong;
    ++(total.*judgement);
    // Only a network without placeholders mangles; here it can be wrong alone.
    EXPECT_FALSE(has_mangled_copy(plain, source)) << j.source << " | " << j.target;
    bool is_refused = false;
    const auto begin = std::chrono::steady_clock::now();
    for (const MeaningGuard guard : meaning_guards(english, japanese)) {
      const auto why = guard(rendering);
      if (!why) continue;
      ++(refused[std::string(*why)].*judgement);
      is_refused = true;
      if (j.judgement == "right")
        std::cout << "given up: " << j.source << " | " << j.target << " (" << *why << ")\n";
    }
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    any.*judgement += is_refused ? 1 : 0;
  }
  for (const auto& [why, counts] : refused)
    std::cout << why << ": " << counts.wrong << " wrong, " << counts.right << " right\n";
  std::cout << "of " << total.wrong << " wrong and " << total.right << " right: " << any.wrong
            << " and " << any.right << "; " << 1e6 * seconds / (total.wrong + total.right)
            << " us each\n";
  EXPECT_LE(100 * any.right, total.right);
  EXPECT_GE(any.wrong, 4 * any.right);
}

}  // namespace
}  // namespace sotto::translate::judged_test
