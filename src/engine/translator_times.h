// Times that translators took for a sentence on this machine: they are kept in the user's cache, so
// that the next choice knows them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quant/scheme.h"
#include "translate/translator.h"

namespace sotto::engine {

// Settings that change a translator's times.
struct Pace {
  double latency_ms = 150;  // that a listener is ready to wait for nearly every sentence
  int threads = 0;          // 0: one a processor
  std::string device = "cpu";
  std::optional<quant::Scheme> weights = {};
};

// For which processor, model files and pace times hold; empty: the model is not there.
std::string times_subject(const std::string& model, const Pace& pace);

// Milliseconds that all but one in twenty sentences stayed below, in the last 64 of the last week.
// None: fewer than 20 were seen, or nothing may be kept. Reads one small file.
std::optional<double> seen_p95_ms(const std::string& subject);

// Adds to what was seen. Does nothing where nothing may be kept. Processes that end in the same
// moment may lose each other's.
void keep_times(const std::string& subject, std::span<const double> milliseconds);

// Keeps the times of what is translated one sentence at a time and anew: now and then, and when it
// ends. Of a feed those count that were alone from their beginning to their end.
std::unique_ptr<translate::Translator> with_times(std::unique_ptr<translate::Translator> translator,
                                                  std::string subject);

// `models`, the best first, in the order in which a listener wants them: those that keep to the
// pace or were not seen yet, as they are; behind them the others, the fastest first.
std::vector<std::string> by_pace(std::vector<std::string> models, const Pace& pace);

}  // namespace sotto::engine
