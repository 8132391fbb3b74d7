// sotto replay: a recorded stream at the pace of a live one, so that latencies mean something.
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/line_writer.h"
#include "cli/signals.h"
#include "cli/verb.h"
#include "pipeline/byte_source.h"

namespace sotto::cli {
namespace {

constexpr const char* kFooter = R"(Examples:
  sotto replay session.jsonl | sotto speak --to ja
  sotto replay session.jsonl --rate 50 | sotto speak --to ja -o talk.wav --timings times.jsonl)";

struct ReplayFlags {
  std::string file;
  double rate = 20;  // an agent's stream brings about so many events a second
};

// Lines leave at their time, not a fixed pause after the one before: the rate is kept.
class Pacer {
 public:
  Pacer(double lines_per_second, std::stop_token stop)
      : interval_(1 / lines_per_second), stop_(std::move(stop)), next_(Clock::now()) {}

  // Waits for the time of the next line.
  void wait() {
    std::unique_lock lock(mutex_);
    condition_.wait_until(lock, stop_, next_, [] { return false; });
    next_ += std::chrono::duration_cast<Clock::duration>(interval_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::duration<double> interval_;
  std::stop_token stop_;
  Clock::time_point next_;
  std::mutex mutex_;
  std::condition_variable_any condition_;
};

int replay(const ReplayFlags& f, Session& session) {
  auto source = pipeline::open_source(f.file);
  if (!source) return fail(source.error());
  const Signals signals(session.stop);
  const std::stop_token stop = session.stop.get_token();
  LineWriter out(STDOUT_FILENO, "standard output");
  Pacer pacer(f.rate, stop);
  std::vector<char> buffer(64 << 10);
  std::string line;
  bool ended = false;
  while (!ended) {
    const Result<size_t> n = (*source)->read(buffer, stop);
    if (!n) break;
    ended = *n == 0;
    if (ended && !line.empty()) buffer[0] = '\n';  // the last line lacked its own
    const size_t bytes = ended ? !line.empty() : *n;
    for (size_t i = 0; i < bytes; ++i) {
      if (buffer[i] != '\n') {
        line += buffer[i];
        continue;
      }
      pacer.wait();
      if (stop.stop_requested()) break;
      if (!out.write(line, stop)) return out.error() ? fail(*out.error()) : signals.exit_code();
      line.clear();
    }
  }
  return signals.exit_code();
}

}  // namespace

Verb add_replay(CLI::App& app) {
  auto flags = std::make_shared<ReplayFlags>();
  CLI::App* verb = app.add_subcommand("replay", "Print a recorded stream at a steady pace");
  verb->footer(kFooter);
  verb->add_option("FILE", flags->file, "The recorded stream; - is standard input")->required();
  verb->add_option("--rate", flags->rate, "Lines a second")
      ->check(CLI::Range(0.01, 100000.0))
      ->capture_default_str();
  return {verb, [flags](Session& session) { return replay(*flags, session); }};
}

}  // namespace sotto::cli
