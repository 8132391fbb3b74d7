// sotto replay: a recorded stream at the pace of a live one, so that latencies mean something.
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "pipeline/byte_source.h"
#include "terminal/line_writer.h"
#include "terminal/pacer.h"
#include "terminal/signals.h"

namespace sotto::cli {
namespace {

constexpr const char* kReplayHelp = R"(Examples:
  sotto replay session.jsonl | sotto speak --to ja
  sotto replay session.jsonl --rate 50 | sotto speak --to ja -o talk.wav --timings times.jsonl)";

struct ReplayFlags {
  std::string file;
  double rate = 20;  // an agent's stream brings about so many events a second
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
  verb->footer(kReplayHelp);
  verb->add_option("FILE", flags->file, "The recorded stream; - is standard input")->required();
  verb->add_option("--rate", flags->rate, "Lines a second")
      ->check(CLI::Range(0.01, 100000.0))
      ->capture_default_str();
  return {verb, [flags](Session& session) { return replay(*flags, session); }};
}

}  // namespace sotto::cli
