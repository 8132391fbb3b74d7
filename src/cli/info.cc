// sotto info: what this machine offers and what was chosen of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "base/paths.h"
#include "base/thread_pool.h"
#include "cli/verbs.h"
#include "device/device.h"
#include "device_cpu/backend.h"
#include "device_cpu/bandwidth.h"
#include "devices/open.h"
#include "models/kinds.h"
#include "speech/voice_kinds.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

constexpr int kKeyWidth = 16;

std::string entry(std::string_view key, std::string_view value) {
  return fmt::format("{:<{}} {}\n", key, kKeyWidth, value);
}

int info(int threads) {
  const auto backend = device::cpu::open_backend(threads);
  if (!backend) return fail(backend.error());
  const device::BackendReport report = (*backend)->report();
  std::string text = entry("version", SOTTO_VERSION);
  text += entry("cpu features", report.features);
  text += entry("instructions", report.chosen);
  for (const auto& kernel : report.kernels) {
    text += entry("kernel", fmt::format("{} {}", kernel.family, kernel.variant));
  }
  text += entry("threads", std::to_string(report.threads));
  text += entry("read bandwidth",
                fmt::format("{:.1f} GB/s", device::cpu::read_bandwidth_gbps(report.threads)));
  for (const std::string& name : device::names()) {
    const auto opened = device::open(name, threads);
    if (opened) text += entry("device", fmt::format("{}: {}", name, (*opened)->report().chosen));
  }
  for (const speech::VoiceInfo& voice : speech::list_voices()) {
    if (voice.usable) text += entry("voice", voice.name);
  }
  for (const models::InstalledModel& model : models::installed_models()) {
    text += entry("model", fmt::format("{} {}", model.name, model.path.string()));
  }
  text += entry("model folder", (data_folder() / "models").string());
  text += entry("configuration", (config_folder() / "config.toml").string());
  return print_result(text);
}

}  // namespace

Verb add_info(CLI::App& app) {
  auto threads = std::make_shared<int>(0);
  CLI::App* verb = app.add_subcommand("info", "Show processor, kernels, voices and models");
  verb->footer("Examples:\n  sotto info\n  SOTTO_CPU=portable sotto info");
  verb->add_option("--threads", *threads, "0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  return {verb, [threads](Session&) { return info(*threads); }};
}

}  // namespace sotto::cli
