// Of what a fuzz target can do, what $SOTTO_FUZZ_ONLY names: scripts/fuzz gives each its own runs.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::testing {

// Those of `all` whose `name` begins so; all of them where the variable is not set.
template <class All>
auto only_chosen(const All& all) {
  const char* variable = std::getenv("SOTTO_FUZZ_ONLY");
  const std::string_view chosen = variable == nullptr ? "" : variable;
  std::vector<typename All::value_type> kept;
  for (const auto& one : all)
    if (std::string_view(one.name).starts_with(chosen)) kept.push_back(one);
  if (!kept.empty()) return kept;
  std::fprintf(stderr, "SOTTO_FUZZ_ONLY is %s, expected one of:", variable);
  for (const auto& one : all) std::fprintf(stderr, " %s", std::string(one.name).c_str());
  std::fputc('\n', stderr);
  std::_Exit(1);  // an exit() is a finding of libFuzzer's
}

}  // namespace sotto::testing
