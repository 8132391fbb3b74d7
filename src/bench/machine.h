// The machine, as a measurement must describe it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/machine.h"
#include "sotto/error.h"

namespace sotto::bench {

// Processor, memory, instruction set, kernels, read bandwidth; version and commit of this program.
Result<nlohmann::ordered_json> machine_json();

// A hash of the bytes of all files of a model folder; empty if they cannot be read.
std::string model_hash(const std::filesystem::path& folder);

// Load of the processors by anything but this process and the programs that it started.
class OtherPrograms {
 public:
  OtherPrograms();
  // The share of all processors' time since this was made, 0 to 1; 0 where the system does not say.
  double share() const;

 private:
  struct Times {
    ProcessorTimes all_processors;
    double own_s = 0;
  };
  static Times now();
  Times begin_;
};

// The warning of a run while which others took this share of the processors; none for a little.
std::optional<std::string> busy_warning(double share);

}  // namespace sotto::bench
