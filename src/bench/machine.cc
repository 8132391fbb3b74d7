#include "bench/machine.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/file.h"
#include "base/machine.h"
#include "bench/commit.h"
#include "device/device.h"
#include "device_cpu/backend.h"
#include "device_cpu/bandwidth.h"
#include "measure/prompts.h"
#include "measure/statistics.h"

namespace sotto::bench {
namespace {

namespace fs = std::filesystem;

double memory_mb() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), bytes = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? static_cast<double>(pages) * static_cast<double>(bytes) * 1e-6
                                : 0;
}

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

}  // namespace

Result<nlohmann::ordered_json> machine_json() {
  const auto backend = device::cpu::open_backend(0);
  if (!backend) return backend.error();
  const device::BackendReport report = (*backend)->report();
  nlohmann::ordered_json kernels = nlohmann::ordered_json::object();
  for (const auto& kernel : report.kernels) kernels[std::string(kernel.family)] = kernel.variant;
  return nlohmann::ordered_json{
      {"sotto", SOTTO_VERSION},
      {"commit", commit()},
      {"processor", processor_name()},
      {"processors", available_processors()},
      {"memory_mb", measure::rounded(memory_mb())},
      {"isa", report.chosen},
      {"kernels", std::move(kernels)},
      {"read_gb_per_s", measure::rounded(device::cpu::read_bandwidth_gbps(report.threads))}};
}

std::string model_hash(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  if (fs::is_regular_file(folder, error)) files.push_back(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::string hashes;
  for (const fs::path& path : files) {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) continue;
    const std::span<const std::byte> bytes = file->bytes();
    hashes += path.filename().string() +
              measure::hash_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return hashes.empty() ? "" : measure::hash_of(hashes);
}

OtherPrograms::OtherPrograms() : begin_(now()) {}

OtherPrograms::Times OtherPrograms::now() {
  Times times{.all_processors = processor_times(), .own_s = 0};
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    if (::getrusage(who, &usage) == 0) {
      times.own_s += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
  }
  return times;
}

double OtherPrograms::share() const {
  const Times end = now();
  const double all = end.all_processors.all_s - begin_.all_processors.all_s;
  const double busy = end.all_processors.busy_s - begin_.all_processors.busy_s;
  const double others = busy - (end.own_s - begin_.own_s);
  return all > 0 ? std::clamp(others / all, 0.0, 1.0) : 0;
}

std::optional<std::string> busy_warning(double share) {
  constexpr double kLittle = 0.1;
  if (share <= kLittle) return std::nullopt;
  return fmt::format(
      "other programs took up to {:.0f} % of the processors: times are longer than this machine "
      "needs, and runs at other times can hardly be told from it",
      100 * share);
}

}  // namespace sotto::bench
