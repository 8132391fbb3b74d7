// sotto serve: translation and speech for every client of this machine, over HTTP.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/machine.h"
#include "base/paths.h"
#include "base/thread_limits.h"
#include "cli/cluster_flags.h"
#include "cli/digest_flags.h"
#include "cli/socket_flag.h"
#include "cli/verbs.h"
#include "cluster/remote_service.h"
#include "desktop/microphone.h"
#include "desktop/players.h"
#include "engine/translator_order.h"
#include "engine/voice_order.h"
#include "net/local_client.h"
#include "net/zeroconf.h"
#include "serve/server.h"
#include "serve/speaker_parts.h"
#include "speaker/speaker.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/signals.h"
#include "terminal/voice_flags.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kServeHelp = R"(Examples:
  sotto serve
  sotto serve --listen 0.0.0.0:8080 --keys keys.txt
  curl http://127.0.0.1:8080/v1/audio/speech -H 'Content-Type: application/json' \
      -d '{"input": "All tests pass.", "translate_to": "ja", "response_format": "wav"}' -o done.wav
  curl http://127.0.0.1:8080/translate -H 'Content-Type: application/json' \
      -d '{"q": "All tests pass.", "source": "en", "target": "ja"}')";

constexpr size_t kStackBytes = size_t{2} << 20;  // four times what threads have on a Mac

struct ServeFlags {
  cluster::ConnectionOptions nats;
  double worker_silence_s = 3;
  std::string listen = "127.0.0.1:8080", wyoming, wyoming_allow, wyoming_name, socket = "auto";
  std::string translator = "auto", voices, keys, cors, device = "cpu";
  std::string speaker = "device", from = "en", to, voice = "auto", read, in_register;
  int threads = 0, requests_a_minute = 0, connections = 256, translations = 64, speeches = 8;
  int waiting = 128, max_chars = 10000, batch = 16;
  double latency_ms = engine::Pace().latency_ms, speed = 1, seconds_a_minute = 0, max_memory_gb = 0,
         grace_s = 30;
  VoiceFlags of_voices;
  int most_sentences = 0;
  DigestFlags digest;
  bool say_both = false, quiet_in_calls = false, pause_players = false, lower_players = false;
  std::optional<bool> keep_up;
  std::optional<sotto::device::Precision> kv_cache;
  bool no_cache = false;
};

void declare(CLI::App& app, ServeFlags& f) {
  app.footer(kServeHelp);
  app.add_option("--listen", f.listen,
                 "HOST:PORT; localhost: 127.0.0.1 and ::1; port 0: any that is free; none: no HTTP")
      ->capture_default_str();
  app.add_option("--wyoming", f.wyoming, "Serve Home Assistant, too: tcp://127.0.0.1:10200");
  app.add_option("--wyoming-allow", f.wyoming_allow,
                 "Networks that may come to it, separated by commas: 192.168.0.0/16 (default: this "
                 "machine)");
  app.add_option("--wyoming-name", f.wyoming_name,
                 "Name by which avahi announces it where others can reach it (default: sotto on "
                 "HOST); none: it does not");
  app.add_option(
         "--socket", f.socket,
         "The socket for sotto hook, mcp, status, stop and what else has to do with the speaker; "
         "auto: in the runtime folder; none: no socket")
      ->capture_default_str();
  app.add_option("--speaker", f.speaker,
                 "Where hooks are heard: device, a .wav, .flac or .opus file, or none")
      ->capture_default_str();
  app.add_option("--from", f.from, "Language of what hooks say")->capture_default_str();
  app.add_option("--to", f.to, "Language to speak it in (default: as it is)");
  app.add_option("--voice", f.voice, "Voice to speak it with")->capture_default_str();
  app.add_option("--speed,--rate", f.speed,
                 "Speed of that voice; a hook's own --speed goes before it")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate))
      ->capture_default_str();
  add_read_flag(app, f.read, "; a hook's own --read goes before it");
  add_register_flag(app, f.in_register,
                    ": what hooks say, and requests for speech that name none (default: polite); "
                    "a hook's own --register goes before it");
  app.add_option("--most-sentences", f.most_sentences,
                 "Sentences of a message that hooks are heard with; 0: all")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  add_digest_flags(
      app, f.digest,
      "Hooks are heard with what has come of a long message, what failed and what is asked");
  app.add_flag("--say-both", f.say_both,
               "Hooks are heard with each sentence, and then its translation (with --to)");
  add_keep_up_flag(app, f.keep_up, "for what hooks say while it is written, on a sound card");
  app.add_flag("--quiet-in-calls", f.quiet_in_calls,
               "Hooks are silent while a program records from a microphone, and go on behind it");
  CLI::Option* pause =
      app.add_flag("--pause-players", f.pause_players,
                   "Media players are paused while hooks are heard, and go on behind it");
  app.add_flag("--lower-players", f.lower_players,
               "Media players play at a quarter of their volume while hooks are heard; those whose "
               "volume others may not set are paused")
      ->excludes(pause);
  app.add_option("--translator", f.translator,
                 "Models to serve, separated by commas: a name, hub id or folder, with @SCHEME for "
                 "other weights (nllb-600m@q4), or somebody's server (URL#MODEL, deepl, "
                 "google-cloud, azure, libretranslate:URL); auto: all that are installed")
      ->capture_default_str();
  add_latency_flag(app, f.latency_ms);
  app.add_option("--voices", f.voices,
                 "Voices that requests may name, separated by commas: a voice, a kind with all of "
                 "its voices, or pocket-tts:FILE (default: every voice of this machine)");
  add_optional_cluster_flags(app, f.nats);
  app.add_option(
         "--worker-silence", f.worker_silence_s,
         "Seconds without a sign of a worker, with --nats, after which its sentence goes to "
         "another one")
      ->check(CLI::Range(0.5, 600.0))
      ->capture_default_str();
  app.add_option("--keys", f.keys, "A file with a key a line, NAME:KEY; without it nobody is asked")
      ->type_name("FILE");
  app.add_option("--cors", f.cors,
                 "Origins of pages that may ask, separated by commas; *: all that have a key");
  app.add_option("--rate-limit", f.requests_a_minute,
                 "Requests a minute of a key or address; 0: any")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app.add_option(
         "--compute-limit", f.seconds_a_minute,
         "Seconds a minute that texts are read, translated and spoken for a key or address; 0: any")
      ->check(CLI::Range(0.0, 100000.0))
      ->capture_default_str();
  app.add_option("--max-chars", f.max_chars, "Longest text of a request")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--connections", f.connections, "Connections at once")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app.add_option("--translations", f.translations, "Requests that are translated at once")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app.add_option("--speeches", f.speeches, "Sentences that are spoken at once")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--waiting", f.waiting, "Requests that may wait for a place; others get a 503")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str();
  app.add_option("--batch", f.batch, "Sentences of all callers that are translated side by side")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option(
         "--max-memory", f.max_memory_gb,
         "GB of weights to keep loaded, of translators and voices; models used longest ago go "
         "first; 0: all")
      ->check(CLI::Range(0.0, 10000.0))
      ->capture_default_str();
  app.add_option("--grace", f.grace_s, "Seconds that requests have to end after SIGTERM")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  add_device_flag(app, f.device);
  app.add_option("--threads", f.threads,
                 "Threads that translators and voices share; 0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  add_kv_cache_flag(app, f.kv_cache);
  add_cache_flag(app, f.no_cache);
  add_voice_flags_beside(app, f.of_voices);
}

bool is_remote(const ServeFlags& f) { return !f.nats.url.empty(); }

// Flags that concern who computes are said to the workers.
Result<void> check_remote(const ServeFlags& f) {
  if (const Result<void> checked = check_cluster_flags(f.nats); !checked) return checked;
  const ServeFlags usual;
  const struct {
    const char* flag;
    bool is_set;
  } flags[] = {{"--threads", f.threads != usual.threads},
               {"--batch", f.batch != usual.batch},
               {"--device", f.device != usual.device},
               {"--kv-cache", f.kv_cache.has_value()},
               {"--max-memory", f.max_memory_gb != usual.max_memory_gb},
               {"--no-cache", f.no_cache}};
  for (const auto& [flag, is_set] : flags) {
    if (!is_set) continue;
    return Error{
        Errc::bad_argument,
        fmt::format("{}: is there with --nats, expected at the workers (`sotto work`)", flag)};
  }
  return {};
}

Result<engine::TranslatorsOptions> translators_options(const ServeFlags& f) {
  engine::TranslatorsOptions options;
  if (is_remote(f)) return options;
  const engine::Pace pace{f.latency_ms, f.threads, f.device};
  for (const std::string& name : engine::served_translators(f.translator, pace)) {
    Result<engine::TranslatorChoice> choice = engine::find_translator(name);
    if (!choice) return choice.error();
    options.models.push_back(*std::move(choice));
  }
  options.pace = pace;
  options.threads = f.threads;
  options.cache = !f.no_cache;
  options.max_bytes = static_cast<size_t>(f.max_memory_gb * 1e9);
  options.batch = f.batch;
  return options;
}

Result<serve::ServiceOptions> service_options(const ServeFlags& f) {
  serve::ServiceOptions options;
  Result<engine::TranslatorsOptions> translators = translators_options(f);
  if (!translators) return translators.error();
  options.engine.translators = *std::move(translators);
  options.engine.voices.voice = voice_options(f.of_voices);
  options.engine.voices.voice.threads = f.threads;
  if (!is_remote(f)) {
    const auto backend = device_flag(f.device, f.threads, f.kv_cache);
    if (!backend) return backend.error();
    options.engine.translators.backend = options.engine.voices.voice.backend = *backend;
  }
  options.engine.spoken = register_flag(f.in_register);
  options.engine.voices.served = split_list(f.voices);
  options.engine.voices.shown_by = "GET /v1/audio/voices";
  const Result<void> checked =
      is_remote(f) ? Result<void>() : engine::check_served(options.engine.voices);
  if (!checked) {
    const Error& error = checked.error();
    return Error{error.code,
                 fmt::format("--{}; `sotto voices` shows what there is", error.message)};
  }
  if (!f.keys.empty()) {
    Result<net::Keys> keys = net::Keys::read(f.keys);
    if (!keys) return keys.error();
    options.keys = *std::move(keys);
  }
  options.origins = split_list(f.cors);
  if (options.keys.empty() && std::ranges::find(options.origins, "*") != options.origins.end()) {
    return Error{Errc::bad_argument,
                 "--cors *: any page that is open in a browser here could ask, expected --keys "
                 "FILE with it, or the origins of pages"};
  }
  options.requests_a_minute = f.requests_a_minute;
  options.seconds_a_minute = f.seconds_a_minute;
  options.translating.inside = f.translations;
  options.translating.waiting = f.waiting;
  pipeline::SchedulerOptions& speaking = options.engine.scheduler;
  speaking.speaking = static_cast<size_t>(f.speeches);
  speaking.most_sessions = static_cast<size_t>(f.speeches) + static_cast<size_t>(f.waiting);
  // Nobody takes all places from the others.
  options.translating.halves = speaking.halves = options.keys.size() > 1;
  options.max_chars = f.max_chars;
  return options;
}

Result<serve::ServerOptions> server_options(const ServeFlags& f) {
  serve::ServerOptions options;
  const struct {
    const std::string& text;
    std::optional<net::Address>& address;
  } wanted[] = {{f.listen, options.http}, {f.wyoming, options.wyoming}};
  for (const auto& [text, address] : wanted) {
    if (text.empty() || text == "none") continue;
    const Result<net::Address> parsed = net::parse_address(text);
    if (!parsed) return parsed.error();
    address = *parsed;
  }
  Result<net::Networks> allowed = net::Networks::parse(split_list(f.wyoming_allow));
  if (!allowed) return allowed.error();
  options.wyoming_allow = *std::move(allowed);
  if (!options.wyoming_allow.empty() && !options.wyoming)
    return Error{Errc::bad_argument, "--wyoming-allow: is for --wyoming, which is missing"};
  options.wyoming_name = f.wyoming_name.empty() ? net::zeroconf_name() : f.wyoming_name;
  if (f.wyoming_name == "none") options.wyoming_name.clear();
  constexpr size_t kLongestName = 63;
  if (options.wyoming_name.size() > kLongestName) {
    return Error{Errc::bad_argument,
                 fmt::format("--wyoming-name: has {} bytes, expected at most {}",
                             options.wyoming_name.size(), kLongestName)};
  }
  options.connections = static_cast<size_t>(f.connections);
  options.grace = std::chrono::milliseconds(static_cast<int>(1000 * f.grace_s));
  if (f.socket == "none") return options;
  const fs::path path = socket_flag(f.socket);
  std::error_code failed;
  if (f.socket == "auto") fs::create_directories(path.parent_path(), failed);
  options.socket = net::Address{path.string(), -1};
  return options;
}

// By the names of sessions and projects; hooks know folders.
std::function<speaker::SpeechOverrides(const std::string&, const std::string&)> usual_voices(
    const terminal::Projects& projects) {
  return [projects](const std::string& session, const std::string& project) {
    speaker::SpeechOverrides overrides;
    const terminal::ProjectVoice* own = projects.named(session, project);
    if (own == nullptr) return overrides;
    overrides.speed = own->rate;
    if (!own->voice.empty()) overrides.voice = engine::VoiceChoice::of_owner(own->voice);
    if (const auto to = find_language(own->language)) overrides.to = *to;
    return overrides;
  };
}

Result<speaker::SpeakerOptions> speaker_options(const ServeFlags& f,
                                                const terminal::Projects& projects) {
  speaker::SpeakerOptions options;
  const Result<Language> from = language_flag("--from", f.from);
  if (!from) return from.error();
  const Result<Language> to = f.to.empty() ? from : language_flag("--to", f.to);
  if (!to) return to.error();
  options.output = f.speaker;
  options.order.from = *from;
  options.order.to = *to;
  options.order.rate = f.speed;
  const Result<text::Verbatim> read = read_flag(f.read, *to);
  if (!read) return read.error();
  options.order.options.speech_text.read = *read;
  options.order.voices.clear();
  for (const std::string& name : engine::voice_order(f.voice, *to))
    options.order.voices.push_back(engine::VoiceChoice::of_owner(name));
  if (options.order.voices.empty())
    return Error{Errc::bad_argument, "--voice: is empty, expected a voice, or auto"};
  if (!projects.empty()) options.usual = usual_voices(projects);
  options.most_sentences = static_cast<size_t>(f.most_sentences);
  if (const Result<void> applied = apply(f.digest, options.order.options); !applied)
    return applied.error();
  options.order.options.say_both = f.say_both;
  if (f.say_both && *from == *to)
    return Error{Errc::bad_argument,
                 "--say-both: nothing is translated, expected --to another language"};
  options.order.options.keep_up = f.keep_up.value_or(f.speaker == "device");
  return options;
}

// The voice that hooks will be heard in. None: they will not be heard, which was not asked for
// either.
Result<std::optional<std::string>> probe(const ServeFlags& f, serve::Service& service,
                                         const engine::SpeechOrder& order) {
  using Heard = std::optional<std::string>;
  if (f.speaker == "none") return Heard();
  Result<std::string> heard = service.engine.probe(order);
  if (heard) return Heard(*std::move(heard));
  const bool may_come = is_remote(f) && heard.error().code == Errc::cancelled;
  if (!may_come && (!f.to.empty() || f.voice != "auto")) return heard.error();
  log::warn("{}; hooks will not be heard", heard.error().message);
  return Heard();
}

// The error names the flag.
Result<std::unique_ptr<desktop::Players>> open_players(const ServeFlags& f) {
  if (!f.pause_players && !f.lower_players) return std::unique_ptr<desktop::Players>();
  auto players = desktop::Players::open(
      {.lower = f.lower_players, .record = cache_folder() / "lowered-players.json"});
  if (players) return players;
  const char* flag = f.lower_players ? "--lower-players: " : "--pause-players: ";
  return Error{players.error().code, flag + players.error().message};
}

Result<std::unique_ptr<desktop::Microphone>> watch_microphone(const ServeFlags& f,
                                                              speaker::Speaker& speaker) {
  if (!f.quiet_in_calls) return std::unique_ptr<desktop::Microphone>();
  auto watch = desktop::Microphone::watch([&speaker](bool on) { speaker.be_quiet(on); });
  if (watch) return watch;
  return Error{watch.error().code, "--quiet-in-calls: " + watch.error().message};
}

int serve(const ServeFlags& f, Session& session) {
  limit_threads(1 + available_processors(), kStackBytes);
  if (is_remote(f)) {
    if (const Result<void> checked = check_remote(f); !checked) return fail(checked.error());
  }
  Result<serve::ServerOptions> server = server_options(f);
  if (!server) return fail(server.error());
  const Result<speaker::SpeakerOptions> speaking = speaker_options(f, session.projects);
  if (!speaking) return fail(speaking.error());
  Result<serve::ServiceOptions> options = service_options(f);
  if (!options) return fail(options.error());
  options->loopback_only = !server->http || server->http->is_local();
  std::unique_ptr<cluster::RemoteService> remote;
  if (is_remote(f)) {
    const cluster::DoorOptions door{
        .silence = std::chrono::milliseconds(static_cast<int64_t>(1000 * f.worker_silence_s))};
    auto opened = cluster::RemoteService::open(f.nats, door, session.stop.get_token());
    if (!opened) return fail(opened.error());
    remote = *std::move(opened);
    remote->take_over(
        *options, f.translator == "auto" ? std::vector<std::string>() : split_list(f.translator));
  }
  serve::Service service(*std::move(options));
  const auto players = open_players(f);  // they outlive the speaker
  if (!players) return fail(players.error());
  std::optional<speaker::Speaker> speaker;
  std::unique_ptr<desktop::Microphone> microphone;
  if (f.speaker != "none") {
    speaker::SpeakerParts parts = serve::speaker_parts(service, speaking->output);
    if (*players) parts.sounding = [p = players->get()](bool on) { p->speaking(on); };
    service.speaker = &speaker.emplace(std::move(parts), *speaking);
    auto watch = watch_microphone(f, *speaker);
    if (!watch) return fail(watch.error());
    microphone = *std::move(watch);
  }
  const auto heard = probe(f, service, speaking->order);
  if (!heard) return fail(heard.error());
  const Signals signals(session.stop);
  const auto listening = [&](const std::string& url) {
    const bool for_hooks = url.starts_with("unix:") && *heard;
    const std::string what = for_hooks ? fmt::format("; hooks are heard in {}", **heard) : "";
    if (!session.quiet) print_result(fmt::format("listening on {}{}\n", url, what));
  };
  const Result<void> served = serve::serve(*server, service, listening, session.stop.get_token());
  if (!served) return fail(served.error());
  return kDone;
}

}  // namespace

Verb add_serve(CLI::App& app) {
  auto flags = std::make_shared<ServeFlags>();
  flags->nats.name = "sotto serve";
  CLI::App* verb = app.add_subcommand("serve", "Serve translation and speech over HTTP");
  declare(*verb, *flags);
  return {verb, [flags](Session& session) { return serve(*flags, session); }};
}

}  // namespace sotto::cli
