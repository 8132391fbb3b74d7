// A run's folder whose files hold anything: read_run() and what looks at a run say what is wrong,
// or work. What stands before the first zero byte is run.json, the rest measurements.jsonl.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "measure/growth.h"
#include "measure/report.h"
#include "measure/stages.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("run_folder_fuzz." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "audios");
  const std::string text(reinterpret_cast<const char*>(data), size);
  const size_t half = std::min(text.find('\0'), size);
  std::ofstream(folder / "run.json", std::ios::binary) << text.substr(0, half);
  std::ofstream(folder / "measurements.jsonl", std::ios::binary)
      << text.substr(std::min(half + 1, size));
  const auto run = sotto::measure::read_run(folder);
  if (!run) return 0;
  sotto::measure::remarks_on(*run);
  sotto::measure::budget_table(*run);
  sotto::measure::growth_curves(*run);
  const std::vector<sotto::measure::Run> runs = {*run, *run};  // the comparisons point to them
  const auto comparisons = sotto::measure::compare_runs(runs, {});
  if (comparisons) static_cast<void>(sotto::measure::report_page(runs, *comparisons));
  return 0;
}
