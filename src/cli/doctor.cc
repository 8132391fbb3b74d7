// sotto doctor: what is there, what is missing, and what would make it better, each with its
// command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "audio/aac_output.h"
#include "audio/sink.h"
#include "audio/tempo.h"
#include "base/file.h"
#include "base/paths.h"
#include "cli/hook_agents.h"
#include "cli/verbs.h"
#include "device_cpu/backend.h"
#include "engine/detect.h"
#include "engine/translator_order.h"
#include "engine/voice_order.h"
#include "net/local_client.h"
#include "speech/voice_kinds.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDoctorHelp =
    R"(Nothing is fetched and nothing is changed. It fails where `sotto speak` would.

Examples:
  sotto doctor
  sotto doctor --to fr)";

constexpr int kDeviceRate = 24000;  // Hz

struct DoctorFlags {
  std::string from = "en", to = "ja";
};

// A line of what it says.
struct Finding {
  enum State { kFine, kBetter, kMissing, kBroken } state;  // kBroken: `sotto speak` would fail
  const char* about;
  std::string text;
};

std::string line_of(const Finding& finding) {
  constexpr const char* kWords[] = {"ok", "better", "missing", "broken"};
  return fmt::format("{:<8} {:<11} {}\n", kWords[finding.state], finding.about, finding.text);
}

using Findings = std::vector<Finding>;

void look_at_processor(Findings& found) {
  const auto backend = device::cpu::open_backend(0);
  if (!backend) {
    found.push_back({Finding::kBroken, "processor", backend.error().message});
    return;
  }
  const device::BackendReport report = (*backend)->report();
  found.push_back({Finding::kFine, "processor",
                   fmt::format("{} kernels on {} threads", report.chosen, report.threads)});
}

void look_at_translators(Findings& found, const Language& from, const Language& to) {
  const auto order = engine::translator_order("auto", from, to, engine::Pace());
  if (!order) {
    found.push_back({Finding::kBroken, "translator", order.error().message});
    return;
  }
  if (order->empty()) return;  // one language
  found.push_back({Finding::kFine, "translator",
                   fmt::format("{} translates from {} to {}", order->front(), from.iso, to.iso)});
  const std::string better = engine::better_translator(order->front(), from, to);
  if (!better.empty()) found.push_back({Finding::kBetter, "translator", better});
}

// Looks at the voices that `--voice auto` would try, in its order.
void look_at_voices(Findings& found, const Language& to) {
  const std::vector<speech::VoiceInfo> all = speech::list_voices();
  std::vector<std::string> speaking;
  for (const speech::VoiceKind* kind : speech::auto_order(speech::voice_kinds(), to, {})) {
    const bool usable = std::ranges::any_of(all, [&](const speech::VoiceInfo& voice) {
      return voice.usable && speech::kind_of(voice.name) == kind;
    });
    if (usable) speaking.emplace_back(kind->name);
  }
  if (speaking.empty()) {
    found.push_back({Finding::kBroken, "voice", fmt::format("none speaks {}", to.iso)});
  } else {
    found.push_back({Finding::kFine, "voice",
                     fmt::format("{} speaks {}", fmt::join(speaking, ", else "), to.iso)});
    const std::string better = engine::better_voice(speaking.front(), to);
    if (!better.empty()) found.push_back({Finding::kBetter, "voice", better});
  }
  for (const speech::VoiceInfo& voice : all) {
    const bool fits = std::ranges::find(voice.languages, to.iso) != voice.languages.end();
    if (fits && !voice.usable && !speech::kind_of(voice.name)->has_models) {
      found.push_back({Finding::kMissing, "voice", fmt::format("{}: {}", voice.name, voice.why)});
    }
  }
}

void look_at_sound(Findings& found) {
  const auto device = audio::Sink::open("device", kDeviceRate);
  if (device) {
    found.push_back({Finding::kFine, "sound", "an output device takes sound"});
  } else {
    found.push_back({Finding::kBroken, "sound", device.error().message});
  }
}

// Names libraries that are missing without an error: sotto goes on without them.
void look_at_libraries(Findings& found) {
  const std::pair<const char*, std::string> missing[] = {
      {"languages of texts are not told apart", engine::missing_detection()},
      {"voices keep their tempo", audio::Tempo::missing()},
      {"aac cannot be written", audio::missing_aac()},
  };
  for (const auto& [what, why] : missing)
    if (!why.empty())
      found.push_back({Finding::kMissing, "library", fmt::format("{}: {}", what, why)});
}

void look_at_agent(Findings& found) {
  const auto answer =
      net::ask_server(net::default_socket(), "/v1/speaker", "", net::kServerPatience);
  if (answer && answer->status == 200) {
    found.push_back({Finding::kFine, "server", "one runs, for hooks and for `sotto mcp`"});
  } else {
    found.push_back({Finding::kBetter, "server", "none runs; hooks start one when they need it"});
  }
  bool has_hooks = false;
  for (const HookAgent& agent : hook_agents()) {
    const auto file = read_file(agent.file(), 1 << 22);
    if (!file || file->find("sotto hook") == std::string::npos) continue;
    found.push_back({Finding::kFine, "hooks", agent.file().string() + " has them"});
    has_hooks = true;
  }
  if (has_hooks) return;
  found.push_back(
      {Finding::kBetter, "hooks", "`sotto hook install` makes interactive agent sessions heard"});
}

void look_at_folder(Findings& found) {
  constexpr uint64_t kLittle = 1'000'000'000;  // bytes: less than most models
  fs::path there = data_folder() / "models";
  std::error_code error;
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  const fs::space_info space = fs::space(there, error);
  if (error) return;
  const bool little = space.available < kLittle;
  found.push_back({little ? Finding::kBetter : Finding::kFine, "disk",
                   fmt::format("{:.1f} GB are free for models in {}",
                               static_cast<double>(space.available) / 1e9,
                               (data_folder() / "models").string())});
}

int doctor(const DoctorFlags& f) {
  const auto from = language_flag("--from", f.from);
  if (!from) return fail(from.error());
  const auto to = language_flag("--to", f.to);
  if (!to) return fail(to.error());
  Findings found;
  look_at_processor(found);
  look_at_translators(found, *from, *to);
  look_at_voices(found, *to);
  look_at_sound(found);
  look_at_libraries(found);
  look_at_agent(found);
  look_at_folder(found);
  std::string text;
  for (const Finding& finding : found) text += line_of(finding);
  const int printed = print_result(text);
  const bool broken = std::ranges::any_of(
      found, [](const Finding& finding) { return finding.state == Finding::kBroken; });
  return broken ? int{kFailed} : printed;
}

}  // namespace

Verb add_doctor(CLI::App& app) {
  auto flags = std::make_shared<DoctorFlags>();
  CLI::App* verb =
      app.add_subcommand("doctor", "Say what is there, what is missing, what would be better");
  verb->footer(kDoctorHelp);
  verb->add_option("--from", flags->from, "Language of the text")->capture_default_str();
  verb->add_option("--to", flags->to, "Language to speak")->capture_default_str();
  return {verb, [flags](Session&) { return doctor(*flags); }};
}

}  // namespace sotto::cli
