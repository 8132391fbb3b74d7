// sotto watch: any program in its terminal, heard by the speaker of a running server.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "agent/screen_text.h"
#include "base/log.h"
#include "cli/hand_over.h"
#include "cli/project_voice.h"
#include "cli/pty.h"
#include "cli/socket_flag.h"
#include "cli/start_server.h"
#include "cli/verbs.h"
#include "net/local_client.h"
#include "speaker/hook_event.h"
#include "speech/voice.h"
#include "terminal/flags.h"

namespace sotto::cli {
namespace {

using WatchClock = std::chrono::steady_clock;

constexpr const char* kWatchHelp = R"(Examples:
  sotto serve --to ja &
  sotto watch -- aider
  sotto watch --start --speed 1.3 -- ssh host claude)";

constexpr std::chrono::milliseconds kTurnEnds{3000};  // without a new line
constexpr size_t kMostUnsent = size_t{1} << 20;       // bytes

struct WatchFlags {
  std::string socket = "auto";
  std::vector<std::string> command;
  speaker::HookOverrides overrides;
  bool start = false;
};

// Lines on their way to the server, which may be slow: a thread of its own hands them over. The
// lines of a turn are pieces of one message.
class WatchedLines {
 public:
  WatchedLines(const WatchFlags& flags, const terminal::Projects& projects,
               std::filesystem::path socket)
      : socket_(std::move(socket)) {
    std::error_code failed;
    piece_.session = fmt::format("{:06x}-watch", ::getpid());
    piece_.folder = std::filesystem::current_path(failed);
    piece_.project = speaker::project_of(piece_.folder);
    overrides_ = with_project_voice(flags.overrides, projects, piece_);
    sender_ = std::jthread([this](const std::stop_token& stop) { send(stop); });
  }

  void add(const std::string& text) {
    if (text.empty()) return;
    const std::lock_guard lock(mutex_);
    if (unsent_.size() + text.size() <= kMostUnsent) unsent_ += text;
    changed_.notify_one();
  }

 private:
  void send(const std::stop_token& stop) {
    bool is_open = false;  // a message was begun
    for (std::unique_lock lock(mutex_);;) {
      const bool has_text =
          changed_.wait_for(lock, stop, kTurnEnds, [&] { return !unsent_.empty(); });
      std::string text = std::exchange(unsent_, "");
      const bool ends = stop.stop_requested();
      lock.unlock();
      if (has_text || is_open) hand_piece(std::move(text), ends || !has_text);
      is_open = has_text && !ends;
      if (ends) return;
      lock.lock();
    }
  }

  void hand_piece(std::string text, bool last) {
    piece_.text = std::move(text);
    piece_.last = last;
    piece_.stream = fmt::format("turn {}", turn_);
    piece_.index = index_++;
    const Result<void> handed =
        hand_over(socket_, {speaker::request_of(piece_, "queue", overrides_)});
    if (!handed) log::debug("{}", handed.error().message);  // the screen is the command's
    if (!last) return;
    ++turn_;
    index_ = 0;
  }

  const std::filesystem::path socket_;
  speaker::HookOverrides overrides_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string unsent_;
  speaker::HookEvent piece_;
  size_t turn_ = 0, index_ = 0;
  std::jthread sender_;
};

Result<void> find_server(const std::filesystem::path& socket, bool start) {
  const auto answer = net::ask_server(socket, "/v1/speaker", "", net::kServerPatience);
  if (!answer && answer.error().code == Errc::not_found && start) return start_server(socket);
  if (!answer) return answer.error();
  if (answer->status == 200) return {};
  return Error{Errc::io,
               fmt::format("the server says nothing for others: {}", net::refusal_of(*answer))};
}

int watch(const WatchFlags& f, const terminal::Projects& projects) {
  const std::filesystem::path socket = socket_flag(f.socket);
  if (const Result<void> found = find_server(socket, f.start); !found) return fail(found.error());
  Result<PtyRun> command = PtyRun::start(f.command);
  if (!command) return fail(command.error());
  const TerminalSize size = terminal_size();
  agent::ScreenText screen(size.columns, size.rows);
  WatchedLines lines(f, projects, socket);
  PtyEvents events;
  events.wrote = [&](std::string_view bytes) { screen.push(bytes, WatchClock::now()); };
  events.resized = [&](TerminalSize now) { screen.resize(now.columns, now.rows); };
  events.passed = [&] { lines.add(screen.take(WatchClock::now())); };
  const Result<int> code = command->run(events);
  lines.add(screen.finish());
  return code ? *code : fail(code.error());
}

}  // namespace

Verb add_watch(CLI::App& app) {
  auto flags = std::make_shared<WatchFlags>();
  CLI::App* verb =
      app.add_subcommand("watch", "Run a program in its terminal, and say what it writes");
  verb->footer(kWatchHelp);
  verb->add_option("COMMAND", flags->command, "Behind --: the program and its arguments")
      ->required();
  add_socket_flag(*verb, flags->socket);
  verb->add_option("--speed,--rate", flags->overrides.speed,
                   "Speed of the voice (default: that of sotto serve)")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate));
  verb->add_option("--voice", flags->overrides.voice, "Voice (default: that of sotto serve)");
  add_read_flag(*verb, flags->overrides.read, " (default: that of sotto serve)");
  add_register_flag(*verb, flags->overrides.in_register, " (default: that of sotto serve)");
  verb->add_flag("--start", flags->start, "Start a server where none is running");
  return {verb, [flags](Session& session) { return watch(*flags, session.projects); }};
}

}  // namespace sotto::cli
