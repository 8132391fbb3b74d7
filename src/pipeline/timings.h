// Times of each utterance in each stage: a table for people, JSON lines for programs.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/utterance.h"

namespace sotto::pipeline {

// One measured span of an utterance. Waiting in queues and work are different stages.
struct Stage {
  const char* key;                                          // in JSON: "translate_ms"
  const char* label;                                        // in the table
  std::optional<double> (*milliseconds)(const Utterance&);  // none: never reached
};
std::span<const Stage> stages();

// Percentiles are taken over the last kKept values, count and max over all: memory is bounded.
class Distribution {
 public:
  static constexpr size_t kKept = 16384;

  void add(double value);
  size_t count() const { return count_; }
  double max() const { return max_; }
  double percentile(double p) const;  // nearest rank, p in (0, 100]; 0 when there is no value

 private:
  std::vector<double> values_;
  size_t count_ = 0;
  double max_ = 0;
};

// The session's statistics. Used by one thread.
class Timings {
 public:
  explicit Timings(Clock::time_point session_start) : start_(session_start) {}

  void add(const Utterance& utterance);
  size_t utterances() const { return utterances_; }

  // One line of JSON, without the newline.
  std::string json(const Utterance& utterance) const;
  std::string summary_json() const;

  // Several lines: stage, count, p50, p95, max.
  std::string table() const;

 private:
  Clock::time_point start_;
  std::array<Distribution, 16> distributions_;  // by stage
  size_t utterances_ = 0, lost_ = 0, unheard_ = 0;
  std::set<std::string> voices_;  // that spoke
  double audio_ms_ = 0;
  size_t passed_over_ = 0;  // to catch up
  double most_lag_ms_ = 0, most_tempo_ = 1;
};

}  // namespace sotto::pipeline
