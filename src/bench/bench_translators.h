// `sotto bench translators`: each translator of this machine, on the same sentences.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/published_quality.h"
#include "engine/translator_times.h"
#include "sotto/error.h"

namespace CLI {
class App;
}

namespace sotto::bench {

struct TranslatorsBench {
  std::string translators = "auto";  // a list; those of others' servers have to be named
  std::string from = "en", to = "ja";
  std::string prompts;  // a file; empty: those that come with sotto
  engine::Pace pace;
  bool json = false;
};

struct TranslatorRow {
  std::string name;
  std::string why;  // it was not measured; empty: it was
  double load_ms = 0, p50_ms = 0, p95_ms = 0;
  double memory_mb = 0;  // that this process holds more since it was loaded
  size_t sentences = 0, lost = 0;
  std::string licence;  // empty: not known
  std::optional<PublishedQuality> quality;
};

// One after the other, one sentence at a time; keeps the times of those on this machine for who
// chooses (engine/translator_times.h). The error: there is none, or no such language or file.
Result<std::vector<TranslatorRow>> run_bench(const TranslatorsBench& bench);

void declare_translators(CLI::App& app, TranslatorsBench& bench);
int bench_translators(const TranslatorsBench& bench);  // gives the exit code

std::string json_of(const TranslatorsBench& bench, const std::vector<TranslatorRow>& rows);
std::string table_of(const TranslatorsBench& bench, const std::vector<TranslatorRow>& rows);

}  // namespace sotto::bench
