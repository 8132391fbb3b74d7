// A language model by itself: how long a prompt of 40 tokens takes, with and without a beginning of
// 20 that is known, each of 24 tokens behind it, and those of four sequences. Weights may be
// random. And eight callers of one session, the second to the eighth while those before go on: how
// long each waits for its first token, where the first of all reads the beginning for all, and by
// how much memory grows. Medians, and behind them the processor's time on all threads: on a busy machine only that
// of one thread says something.
//
//   language_model [--threads N] FOLDER|FILE.gguf [SCHEME...]   SCHEME "stored": as the file has them
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/model_folder.h"
#include "device_cpu/backend.h"
#include "models/causal_lm/model.h"

namespace {

using namespace sotto;
namespace causal_lm = models::causal_lm;

constexpr int kPrompt = 40, kShared = 20, kTokens = 24, kRounds = 5;

double now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

double processor_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> times) {
  std::ranges::sort(times);
  return times[times.size() / 2];
}

struct Times {
  double prompt = 0, token = 0, prompt_cpu = 0, token_cpu = 0;  // medians, ms
};

// `sequences` prompts, and then a token each in every step, the likeliest one.
Times measure(const causal_lm::Model& model, int sequences, int shared) {
  const int rows = model.config().vocab_size;
  const auto token = [&](int i) { return (7919 * (i + 1)) % std::min(rows, 60000); };
  std::vector<int> prefix, last;
  for (int i = 0; i < shared; ++i) prefix.push_back(token(i));
  std::vector<std::vector<int>> prompts(static_cast<size_t>(sequences));
  for (int s = 0; s < sequences; ++s) {
    for (int i = 0; i + 1 < kPrompt; ++i)
      prompts[static_cast<size_t>(s)].push_back(token(i < shared ? i : i + 100 * s));
    last.push_back(token(kPrompt));
  }
  const auto session = model.open_session(nullptr, prefix);
  const std::vector<std::span<const int>> banned(last.size());
  std::vector<double> prompt_ms, token_ms, prompt_cpu, token_cpu;
  for (int round = 0; round <= kRounds; ++round) {
    std::vector<int> tokens = last;
    double before = now_ms(), cpu_before = processor_ms();
    session->start(prompts, 1);
    for (int step = 0; step <= kTokens; ++step) {
      const auto chosen = session->choosing()->choose(tokens, banned);
      for (size_t s = 0; s < tokens.size(); ++s) tokens[s] = chosen[s].id;
      const double after = now_ms(), cpu_after = processor_ms();
      if (round > 0) {
        (step == 0 ? prompt_ms : token_ms).push_back(after - before);
        (step == 0 ? prompt_cpu : token_cpu).push_back(cpu_after - cpu_before);
      }
      before = after;
      cpu_before = cpu_after;
    }
  }
  return {median(prompt_ms), median(token_ms), median(prompt_cpu), median(token_cpu)};
}

// Resident, in a row of numbers that are pages.
double megabytes_now() {
  std::ifstream pages("/proc/self/statm");
  long all = 0, resident = 0;
  pages >> all >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

struct Callers {
  double first = 0, later = 0;           // medians, ms
  double of_first = 0, of_the_rest = 0;  // MB
};

Callers measure_callers(const causal_lm::Model& model) {
  constexpr int kCallers = 8;
  const int rows = model.config().vocab_size;
  const auto token = [&](int i) { return (7919 * (i + 1)) % std::min(rows, 60000); };
  std::vector<int> prefix;
  for (int i = 0; i < kShared; ++i) prefix.push_back(token(i));
  Callers all;
  std::vector<double> first, later;
  for (int round = 0; round < kRounds; ++round) {
    const double megabytes = megabytes_now();
    const auto session = model.open_session(nullptr, prefix);
    std::vector<int> tokens;
    for (int caller = 0; caller < kCallers; ++caller) {
      std::vector<int> prompt = prefix;
      for (int i = kShared; i + 1 < kPrompt; ++i) prompt.push_back(token(i + 100 * caller));
      const double before = now_ms();
      session->add(std::vector<std::vector<int>>(1, prompt));
      tokens.push_back(token(kPrompt));
      const auto chosen =
          session->choosing()->choose(tokens, std::vector<std::span<const int>>(tokens.size()));
      for (size_t s = 0; s < tokens.size(); ++s) tokens[s] = chosen[s].id;
      (caller == 0 ? first : later).push_back(now_ms() - before);
      if (round > 0) continue;
      (caller == 0 ? all.of_first : all.of_the_rest) = megabytes_now() - megabytes;
    }
  }
  all.of_the_rest -= all.of_first;
  all.first = median(first);
  all.later = median(later);
  return all;
}

double peak_megabytes() {
  rusage use = {};
  getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_maxrss) / 1024;
}

int fail(const Error& error) {
  fmt::print(stderr, "language_model: {}\n", error.message);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  int threads = 2;
  if (names.size() > 1 && names[0] == "--threads") {
    threads = std::atoi(names[1].c_str());
    names.erase(names.begin(), names.begin() + 2);
  }
  if (names.empty() || threads < 1)
    return fail({Errc::bad_argument, "expected a folder or a file, and schemes"});
  const std::string model_path = names.front();
  names.erase(names.begin());
  const auto backend = device::cpu::open_backend(threads);
  if (!backend) return fail(backend.error());
  if (names.empty()) names = {"stored"};
  for (const std::string& name : names) {
    std::optional<quant::Scheme> scheme;
    if (name != "stored") {
      const auto parsed = quant::parse_scheme(name);
      if (!parsed) return fail(parsed.error());
      scheme = *parsed;
    }
    const auto folder = checkpoint::open_model_folder(model_path);
    if (!folder) return fail(folder.error());
    const double before = now_ms();
    const auto model = causal_lm::Model::load(*folder, scheme, *backend);
    if (!model) return fail(model.error());
    const double loaded = now_ms() - before;
    if ((*model)->config().soft_cap > 0)
      return fail({Errc::unsupported, "its logits are capped, expected a network that chooses"});
    const double megabytes =
        static_cast<double>((*model)->network().step_bytes((*model)->output())) / 1e6;
    const Times one = measure(**model, 1, 0), shared = measure(**model, 1, kShared),
                four = measure(**model, 4, 0);
    fmt::print(
        "{:7} loaded in {:.1f} s; prompt {:.1f} ms ({:.1f}), {:.1f} ({:.1f}) with the beginning "
        "known; a token {:.2f} ms ({:.2f}): {:.1f} GB/s of {:.0f} MB; four sequences {:.2f} ms "
        "({:.2f}) a step, {:.0f} tokens/s; peak {:.0f} MB\n",
        name, loaded / 1000, one.prompt, one.prompt_cpu, shared.prompt, shared.prompt_cpu,
        one.token, one.token_cpu, megabytes / one.token, megabytes, four.token, four.token_cpu,
        4000 / four.token, peak_megabytes());
    const Callers callers = measure_callers(**model);
    fmt::print(
        "        eight callers: first token of the first after {:.1f} ms, of the others {:.1f} ms; "
        "memory of the first {:.1f} MB, of seven more {:.1f} MB\n",
        callers.first, callers.later, callers.of_first, callers.of_the_rest);
  }
  return 0;
}
