// sotto work: a worker, which takes jobs from a NATS server.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <thread>

#include "base/log.h"
#include "base/machine.h"
#include "base/printable.h"
#include "base/thread_limits.h"
#include "cli/cluster_flags.h"
#include "cli/verbs.h"
#include "cluster/live_worker.h"
#include "cluster/status_page.h"
#include "cluster/worker.h"
#include "engine/translator_order.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/signals.h"
#include "terminal/voice_flags.h"

namespace sotto::cli {
namespace {

constexpr const char* kWorkHelp = R"(Examples:
  nats-server -js &
  sotto work --to ja
  sotto work --translator nllb-600m --voices kokoro     # for `sotto serve --nats` alone
  sotto work --nats tls://queue.example:4222 --nats-creds worker.creds --to ja,fr \
      --translator nllb-600m --listen 0.0.0.0:9090)";

struct WorkFlags {
  cluster::ConnectionOptions nats;
  std::string from = "en", to, translator = "auto", voice = "none", voices, listen = "none";
  std::string device = "cpu";
  int slots = 4, threads = 0, batch = 16, deliveries = 5, translations = 64, speeches = 8;
  double ack_wait_s = 30;
  VoiceFlags of_voices;
  std::optional<sotto::device::Precision> kv_cache;
  bool no_cache = false;
};

void declare_work(CLI::App& app, WorkFlags& f) {
  app.footer(kWorkHelp);
  add_cluster_flags(app, f.nats);
  app.add_option("--from", f.from, "Language of what it translates")->capture_default_str();
  app.add_option("--to", f.to,
                 "Languages of the jobs that it takes, separated by commas (default: no jobs, only "
                 "requests of `sotto serve --nats`)");
  app.add_option("--translator", f.translator,
                 "Model of the jobs that it takes: those that name it; auto: those that name none, "
                 "with the best that is installed. Requests: those for it; auto: for each that is "
                 "installed")
      ->capture_default_str();
  app.add_option("--voice", f.voice,
                 "Voice of the jobs that it takes, beside those for text alone; none: only those")
      ->capture_default_str();
  app.add_option("--voices", f.voices,
                 "Voices that requests of `sotto serve --nats` may name, separated by commas: as "
                 "its own --voices (default: every voice of this machine)");
  app.add_option("--translations", f.translations,
                 "Requests of `sotto serve --nats` for translation at once, before all jobs; 0: "
                 "none")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--speeches", f.speeches, "Sentences at once that it speaks for it; 0: none")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--slots", f.slots, "Sentences at once, of each direction")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--batch", f.batch, "Sentences that are translated side by side")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--listen", f.listen, "HOST:PORT of /metrics, /ready and /health; none")
      ->capture_default_str();
  app.add_option("--deliveries", f.deliveries,
                 "Workers that may try a sentence before it becomes a dead letter")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--ack-wait", f.ack_wait_s,
                 "Seconds after which the sentence of a worker that died goes to another")
      ->check(CLI::Range(1.0, 3600.0))
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

Result<std::vector<cluster::Capability>> capabilities(const WorkFlags& f) {
  const Result<Language> from = language_flag("--from", f.from);
  if (!from) return from.error();
  std::vector<cluster::Capability> all;
  for (const std::string& code : split_list(f.to)) {
    const Result<Language> to = language_flag("--to", code);
    if (!to) return to.error();
    all.push_back({*from, *to, f.translator, "none"});
    if (f.voice != "none") all.push_back({*from, *to, f.translator, f.voice});
  }
  if (all.empty() && f.translations + f.speeches == 0)
    return Error{Errc::bad_argument, "--to: is missing, expected a language, such as ja"};
  return all;
}

Result<engine::EngineOptions> work_engine_options(const WorkFlags& f) {
  engine::EngineOptions options;
  const engine::Pace pace{engine::Pace().latency_ms, f.threads, f.device};
  for (const std::string& name : engine::served_translators(f.translator, pace)) {
    Result<engine::TranslatorChoice> choice = engine::find_translator(name);
    if (!choice) return choice.error();
    options.translators.models.push_back(*std::move(choice));
  }
  options.translators.threads = options.voices.voice.threads = f.threads;
  options.translators.cache = !f.no_cache;
  options.translators.batch = f.batch;
  options.voices.voice = voice_options(f.of_voices);
  options.voices.served = split_list(f.voices);
  options.voices.shown_by = "`sotto voices` there";
  const auto backend = device_flag(f.device, f.threads, f.kv_cache);
  if (!backend) return backend.error();
  options.translators.backend = options.voices.voice.backend = *backend;
  return options;
}

// Until `stop` is set. The error: the server has closed the connection for good.
Result<void> wait_for_end(const cluster::Wire& wire, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (wire.is_closed())
      return Error{Errc::io, "the NATS server has closed the connection for good"};
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return {};
}

int work(const WorkFlags& f, Session& session) {
  if (const Result<void> checked = check_cluster_flags(f.nats); !checked)
    return fail(checked.error());
  const auto takes = capabilities(f);
  if (!takes) return fail(takes.error());
  std::optional<net::Address> address;
  if (f.listen != "none") {
    const Result<net::Address> parsed = net::parse_address(f.listen);
    if (!parsed) return fail(parsed.error());
    address = *parsed;
  }
  Result<engine::EngineOptions> options = work_engine_options(f);
  if (!options) return fail(options.error());
  if (const Result<void> checked = engine::check_served(options->voices); !checked)
    return fail(Error{checked.error().code, "--" + checked.error().message});
  const bool has_requests = f.translations + f.speeches > 0;
  engine::Engine engine(*std::move(options));
  std::unique_ptr<cluster::Wire> wire;
  std::optional<cluster::LiveWorker> live;
  const Signals signals(session.stop);
  const std::stop_token stop = session.stop.get_token();
  const auto give_way = [&live](const std::stop_token& ends) {
    if (live) live->wait_for_quiet(ends);
  };
  cluster::TaskRunner runner(engine, [&] { give_way(stop); });
  for (const cluster::Capability& capability : *takes) {
    if (const Result<void> can = runner.check(capability); !can) return fail(can.error());
  }
  std::unique_ptr<cluster::Connection> connection;
  std::optional<cluster::Worker> jobs;
  if (!takes->empty()) {
    auto opened = cluster::Connection::open(f.nats);
    if (!opened) return fail(opened.error());
    connection = *std::move(opened);
    jobs.emplace(*connection, runner,
                 cluster::WorkerOptions{.takes = *takes,
                                        .slots = f.slots,
                                        .deliveries = static_cast<uint64_t>(f.deliveries),
                                        .ack_wait = std::chrono::milliseconds(
                                            static_cast<int64_t>(1000 * f.ack_wait_s)),
                                        .give_way = give_way});
  }
  if (has_requests) {
    auto opened = cluster::Wire::open(f.nats, stop);
    if (!opened) return fail(opened.error());
    wire = *std::move(opened);
    live.emplace(
        *wire, engine,
        cluster::LiveWorkerOptions{.translations = f.translations, .speeches = f.speeches});
  }
  const cluster::StatusSource source = {
      .is_up = [&] { return (!wire || wire->is_up()) && (!jobs || jobs->is_up()); },
      .is_ready = [&] { return (!live || live->is_ready()) && (!jobs || jobs->is_ready()); },
      .metrics =
          [&] {
            return (jobs ? cluster::metrics_of(*jobs) : "") +
                   (live ? cluster::metrics_of(*live) : "");
          }};
  Result<void> shown;
  std::jthread status;
  if (address) {
    status = std::jthread([&] {
      const auto say = [&](const std::string& url) {
        if (!session.quiet) print_result(fmt::format("status on {}\n", url));
      };
      shown = cluster::serve_status(*address, source, say, stop);
      if (!shown) session.stop.request_stop();
    });
  }
  Result<void> worked = live ? live->begin() : Result<void>();
  if (worked && !session.quiet)
    print_result(fmt::format("works for {}\n", printable(cluster::shown_url(f.nats.url))));
  if (worked) worked = jobs ? jobs->run(stop) : wait_for_end(*wire, stop);
  if (live) live->end();
  session.stop.request_stop();  // of the status page
  if (status.joinable()) status.join();
  if (!shown) return fail(shown.error());
  if (!worked) return fail(worked.error());
  if (session.quiet) return kDone;
  if (jobs)
    print_result(fmt::format("{} sentences done, {} given up\n", jobs->counts().done.load(),
                             jobs->counts().dead.load()));
  if (live) print_result(fmt::format("{} requests done\n", live->counts().done.load()));
  return kDone;
}

}  // namespace

Verb add_work(CLI::App& app) {
  auto flags = std::make_shared<WorkFlags>();
  flags->nats.name = "sotto work";
  CLI::App* verb = app.add_subcommand("work", "Take jobs from a queue that many machines share");
  declare_work(*verb, *flags);
  return {verb, [flags](Session& session) { return work(*flags, session); }};
}

}  // namespace sotto::cli
