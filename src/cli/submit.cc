// sotto submit: files for workers. sotto jobs: what has become of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>

#include "base/file.h"
#include "base/log.h"
#include "base/printable.h"
#include "cli/cluster_flags.h"
#include "cli/verbs.h"
#include "cluster/job.h"
#include "cluster/job_output.h"
#include "speech/voice.h"
#include "terminal/flags.h"
#include "terminal/line_writer.h"
#include "terminal/progress.h"
#include "terminal/signals.h"

namespace sotto::cli {
namespace {

constexpr const char* kSubmitHelp = R"(Examples:
  sotto submit README.md --to ja --wait
  sotto submit docs/*.md --to ja,fr --out translated --wait
  sotto submit talk.md --to ja --voice open-jtalk:mei --format opus --wait
  sotto submit film.srt --to ja        # says the job's id; the same again goes on with it)";

constexpr const char* kJobsHelp = R"(Examples:
  sotto jobs
  sotto jobs 0123456789abcdef0123
  sotto jobs 0123456789abcdef0123 --out translated
  sotto jobs 0123456789abcdef0123 --retry
  sotto jobs --dead)";

struct SubmitFlags {
  cluster::ConnectionOptions nats;
  std::vector<std::string> files;
  std::string from = "en", to, translator = "auto", voice = "none", format = "wav", out = ".";
  double speed = 1;
  bool wait = false, force = false;
};

std::string sentences(size_t count) {
  return fmt::format("{} sentence{}", count, count == 1 ? "" : "s");
}

void add_output_flags(CLI::App& app, std::string& out, const char* about_out, std::string& format,
                      bool& force) {
  app.add_option("--out", out, about_out)->type_name("DIR")->capture_default_str();
  app.add_option("--format", format, "Of sound")
      ->check(CLI::IsMember({"wav", "flac", "opus"}))
      ->capture_default_str();
  app.add_flag("--force", force, "Replace files that are there already");
}

void declare_submit(CLI::App& app, SubmitFlags& f) {
  app.footer(kSubmitHelp);
  app.add_option("FILE", f.files,
                 "Texts (.md, .txt), agents' streams (.jsonl), subtitles (.srt, .vtt), pages "
                 "(.html), books (.epub)")
      ->required();
  add_cluster_flags(app, f.nats);
  app.add_option("--from", f.from, "Language of the files")->capture_default_str();
  app.add_option("--to", f.to, "Languages to translate to, separated by commas");
  app.add_option("--translator", f.translator, "Model, as a worker's --translator names it")
      ->capture_default_str();
  app.add_option("--voice", f.voice, "Voice, as a worker's --voice names it; none: text only")
      ->capture_default_str();
  app.add_option("--speed,--rate", f.speed, "Speed of the voice")
      ->check(CLI::Range(speech::kSlowestRate, speech::kFastestRate))
      ->capture_default_str();
  add_output_flags(app, f.out, "Folder of the results", f.format, f.force);
  app.add_flag("--wait", f.wait, "Until all is done, and write it");
}

// Every file in every language.
Result<std::vector<cluster::Job>> jobs_of(const SubmitFlags& f) {
  const Result<Language> from = language_flag("--from", f.from);
  if (!from) return from.error();
  std::vector<cluster::Job> jobs;
  std::map<std::string, std::string> outputs;
  for (const std::string& code : split_list(f.to)) {
    const Result<Language> to = language_flag("--to", code);
    if (!to) return to.error();
    if (std::ranges::any_of(jobs,
                            [&](const cluster::Job& job) { return job.card().wants.to == *to; }))
      continue;  // it is named twice
    const cluster::Capability wants{*from, *to, f.translator, f.voice};
    for (const std::string& file : f.files) {
      Result<std::string> bytes = read_file(file, cluster::Document::longest(file));
      if (!bytes) return bytes.error();
      Result<cluster::Job> job = cluster::Job::make(file, *std::move(bytes), wants, f.speed);
      if (!job) return job.error();
      if (f.voice != "none" && job->document().tasks()[0].kind != cluster::TaskKind::sentence)
        return Error{
            Errc::unsupported,
            fmt::format("{}: is translated, not spoken, expected --voice none", printable(file))};
      const auto [other, is_new] = outputs.emplace(job->document().output_name(), file);
      if (!is_new)
        return Error{Errc::bad_argument,
                     fmt::format("{}: would become the same file as {}, expected names that differ",
                                 printable(file), printable(other->second))};
      jobs.push_back(*std::move(job));
    }
  }
  if (jobs.empty())
    return Error{Errc::bad_argument, "--to: is missing, expected a language, such as ja"};
  return jobs;
}

void warn_if_nobody_takes(cluster::Connection& connection, const cluster::Capability& wants) {
  const auto state = connection.state_of(wants.subject());
  if (!state || *state) return;
  log::warn(
      "no worker has asked for such jobs yet (sotto work --from {} --to {} --translator {} "
      "--voice {}): they wait",
      short_code(wants.from), short_code(wants.to), printable(wants.model), printable(wants.voice));
}

Result<void> wait_and_write(cluster::Connection& connection, cluster::Job& job,
                            const std::string& out, const std::string& format,
                            const Session& session) {
  Result<std::vector<cluster::TaskResult>> results = std::vector<cluster::TaskResult>();
  {
    Progress progress(printable(job.card().name), session.quiet, Progress::Unit::pieces);
    results = job.wait(
        connection, [&](size_t done) { progress.show(done, job.card().tasks); },
        session.stop.get_token());
  }
  if (!results) return results.error();
  size_t lost = 0;
  for (const cluster::TaskResult& result : *results) lost += result.untranslated.empty() ? 0 : 1;
  if (lost > 0)
    log::warn("{}: {} of {} {} not translated", printable(job.card().name), lost,
              sentences(results->size()), lost == 1 ? "is" : "are");
  const auto files = cluster::JobOutput(job, out, "." + format).write(connection, *results);
  if (!files) return files.error();
  for (const std::string& file : *files) print_result(printable(file) + "\n");
  return {};
}

int submit(const SubmitFlags& f, Session& session) {
  if (const Result<void> checked = check_cluster_flags(f.nats); !checked)
    return fail(checked.error());
  if (f.translator.empty()) return fail_usage("--translator: is empty, expected a name or auto");
  if (f.voice.empty()) return fail_usage("--voice: is empty, expected a name or none");
  Result<std::vector<cluster::Job>> jobs = jobs_of(f);
  if (!jobs) return fail(jobs.error());
  const Signals signals(session.stop);
  const auto ended_by = [&](const Error& error) {
    return signals.exit_code() != 0 ? signals.exit_code() : fail(error);
  };
  const auto connection = cluster::Connection::open(f.nats, session.stop.get_token());
  if (!connection) return ended_by(connection.error());
  for (const cluster::Job& job : *jobs) {
    if (!f.wait) break;
    const cluster::JobOutput output(job, f.out, "." + f.format);
    if (const Result<void> able = output.check(**connection, f.force); !able)
      return ended_by(able.error());
  }
  for (cluster::Job& job : *jobs) {
    const Result<size_t> published = job.submit(**connection);
    if (!published) return ended_by(published.error());
    if (*published > 0) warn_if_nobody_takes(**connection, job.card().wants);
    if (!f.wait)
      print_result(fmt::format("{}\t{}\t{}\n", job.card().id, short_code(job.card().wants.to),
                               printable(job.card().name)));
  }
  if (!f.wait) return kDone;
  for (cluster::Job& job : *jobs) {
    const Result<void> written = wait_and_write(**connection, job, f.out, f.format, session);
    if (!written) return ended_by(written.error());
  }
  return kDone;
}

struct JobsFlags {
  cluster::ConnectionOptions nats;
  std::string id, out, format = "wav";
  bool retry = false, drop = false, dead = false, force = false;
};

void declare_jobs(CLI::App& app, JobsFlags& f) {
  app.footer(kJobsHelp);
  app.add_option("ID", f.id, "A job; without it all are listed");
  add_cluster_flags(app, f.nats);
  add_output_flags(app, f.out, "Wait for it, and write its results to this folder", f.format,
                   f.force);
  app.add_flag("--retry", f.retry, "What was given up is tried again");
  app.add_flag("--drop", f.drop, "Nobody wants it any more");
  app.add_flag("--dead", f.dead, "Sentences that were given up, with the reason, the latest first");
}

Result<void> list_jobs(cluster::Connection& connection) {
  const auto cards = cluster::Job::list(connection);
  if (!cards) return cards.error();
  for (const cluster::JobCard& card : *cards)
    print_result(fmt::format("{}\t{}\t{}\t{}\n", card.id, short_code(card.wants.to),
                             sentences(card.tasks), printable(card.name)));
  return {};
}

Result<void> list_dead(cluster::Connection& connection) {
  constexpr size_t kMostShown = 100;
  const auto letters = connection.buried(kMostShown);
  if (!letters) return letters.error();
  for (const cluster::DeadLetter& letter : *letters) {
    const Result<cluster::Task> task = cluster::Task::parse(letter.bytes);
    print_result(fmt::format("{}\t{}\t{}\n", letter.sequence,
                             task ? printable(task->job) : "not a job", printable(letter.reason)));
  }
  return {};
}

Result<void> see_to_job(cluster::Connection& connection, const JobsFlags& f,
                        const Session& session) {
  if (f.drop) return cluster::Job::drop(connection, f.id);
  Result<cluster::Job> job = cluster::Job::find(connection, f.id);
  if (!job) return job.error();
  if (!f.out.empty()) {
    const cluster::JobOutput output(*job, f.out, "." + f.format);
    if (Result<void> able = output.check(connection, f.force); !able) return able;
  }
  if (f.retry) {
    const Result<size_t> published = job->submit(connection);
    if (!published) return published.error();
    print_result(fmt::format("{} {}\n", sentences(*published), *published == 1 ? "waits" : "wait"));
  }
  if (!f.out.empty()) return wait_and_write(connection, *job, f.out, f.format, session);
  if (f.retry) return {};
  const auto state = job->state(connection);
  if (!state) return state.error();
  print_result(fmt::format("{}: {} done, {} given up, {} wait\n",
                           sentences(job->document().tasks().size()), state->done, state->failed,
                           state->waiting));
  if (state->failed > 0) print_result(state->failure + "\n");
  return {};
}

int jobs(const JobsFlags& f, Session& session) {
  if (const Result<void> checked = check_cluster_flags(f.nats); !checked)
    return fail(checked.error());
  if (f.id.empty() && (f.retry || f.drop || !f.out.empty()))
    return fail_usage("jobs: ID is missing, expected one that `sotto jobs` lists");
  if (f.drop && (f.retry || !f.out.empty()))
    return fail_usage("--drop: expected without --retry and --out");
  if (f.dead && !f.id.empty()) return fail_usage("--dead: expected without ID");
  const Signals signals(session.stop);
  const auto ended_by = [&](const Error& error) {
    return signals.exit_code() != 0 ? signals.exit_code() : fail(error);
  };
  const auto connection = cluster::Connection::open(f.nats, session.stop.get_token());
  if (!connection) return ended_by(connection.error());
  const Result<void> done = f.dead         ? list_dead(**connection)
                            : f.id.empty() ? list_jobs(**connection)
                                           : see_to_job(**connection, f, session);
  return done ? kDone : ended_by(done.error());
}

}  // namespace

Verb add_submit(CLI::App& app) {
  auto flags = std::make_shared<SubmitFlags>();
  flags->nats.name = "sotto submit";
  CLI::App* verb = app.add_subcommand("submit", "Give files to workers, and take what they made");
  declare_submit(*verb, *flags);
  return {verb, [flags](Session& session) { return submit(*flags, session); }};
}

Verb add_jobs(CLI::App& app) {
  auto flags = std::make_shared<JobsFlags>();
  flags->nats.name = "sotto jobs";
  CLI::App* verb = app.add_subcommand("jobs", "List, show, retry and drop what was submitted");
  declare_jobs(*verb, *flags);
  return {verb, [flags](Session& session) { return jobs(*flags, session); }};
}

}  // namespace sotto::cli
