// Progress of a long piece of work, on standard error: a bar on a terminal, else a line every
// tenth.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace sotto::terminal {

class Progress {
 public:
  enum class Unit { bytes, pieces };

  // Says nothing when `quiet`.
  Progress(std::string what, bool quiet, Unit unit = Unit::bytes);
  ~Progress();  // ends the line of a bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap to call often; by one thread at a time.
  void show(size_t done, size_t all);

  double seconds() const;  // since the beginning

 private:
  std::string what_;
  bool quiet_, bar_;
  Unit unit_;
  int shown_ = -1;         // percent
  size_t begun_with_ = 0;  // what was done when it was shown first
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace sotto::terminal
