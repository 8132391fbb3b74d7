#include "cluster/job.h"

#include <fmt/format.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json.h"
#include "base/json_fields.h"
#include "base/printable.h"
#include "cluster/digest.h"

namespace sotto::cluster {
namespace {

using namespace std::chrono_literals;

constexpr const char* kCard = "the job's card";
constexpr auto kSoonest = 5ms, kLatest = 100ms;  // between two looks for a result
constexpr auto kAskAgain = 30s;  // a task that nobody has done so long may have been lost

std::string next_attempt() {
  return fmt::format("{:x}", std::chrono::system_clock::now().time_since_epoch().count());
}

Result<std::optional<TaskResult>> result_of(Connection& connection, const Task& task) {
  const auto stored = connection.get(result_key(task.id()));
  if (!stored) return stored.error();
  if (!*stored) return std::optional<TaskResult>();
  Result<TaskResult> result = TaskResult::parse(**stored);
  if (!result) return result.error();
  return std::optional(*std::move(result));
}

void sleep_for(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, time, [] { return false; });
}

Error no_job(const std::string& id) {
  return Error{Errc::not_found,
               fmt::format("{}: there is no such job, or not any more; `sotto jobs` lists them",
                           printable(id))};
}

Error given_up(const JobCard& card, size_t index, const std::string& why) {
  return Error{Errc::io, fmt::format("{}: sentence {} was given up: {}; `sotto jobs {} --retry` "
                                     "tries again",
                                     printable(card.name), index + 1, printable(why), card.id)};
}

}  // namespace

std::string JobCard::json() const {
  return dumped({{"name", name},
                 {"from", wants.from.flores},
                 {"to", wants.to.flores},
                 {"model", wants.model},
                 {"voice", wants.voice},
                 {"rate", rate},
                 {"tasks", tasks},
                 {"attempt", attempt}});
}

Result<JobCard> JobCard::parse(const std::string& id, std::string_view json) {
  const Result<nlohmann::json> fields = parse_json_object(json, kCard);
  if (!fields) return fields.error();
  JobCard card;
  card.id = id;
  card.name = json_string(*fields, "name");
  card.wants.model = json_string(*fields, "model");
  card.wants.voice = json_string(*fields, "voice");
  card.attempt = json_string(*fields, "attempt");
  for (auto [key, language] : {std::pair{"from", &card.wants.from}, {"to", &card.wants.to}}) {
    Result<Language> found = check_language(key, json_string(*fields, key));
    if (!found) return found.error();
    *language = *std::move(found);
  }
  const auto rate = get_number(*fields, kCard, "rate", 0.25, 4);
  if (!rate) return rate.error();
  card.rate = *rate;
  const auto tasks = get_int(*fields, kCard, "tasks", 0, kLongestFile);
  if (!tasks) return tasks.error();
  card.tasks = static_cast<size_t>(*tasks);
  return card;
}

Job::Job(JobCard card, std::string bytes, Document document)
    : card_(std::move(card)), bytes_(std::move(bytes)), document_(std::move(document)) {}

Result<Job> Job::make(const std::string& name, std::string bytes, const Capability& wants,
                      double rate) {
  Result<Document> document = Document::parse(name, bytes, wants, rate);
  if (!document) return document.error();
  JobCard card{.id = "",
               .name = std::filesystem::path(name).filename().string(),
               .wants = wants,
               .rate = rate,
               .tasks = document->tasks().size(),
               .attempt = ""};
  card.id = digest(card.json() + digest(bytes)).substr(0, 20);
  card.attempt = next_attempt();
  return Job(std::move(card), std::move(bytes), *std::move(document));
}

Result<Job> Job::find(Connection& connection, const std::string& id) {
  const Error none = no_job(id);
  if (!is_job_id(id)) return none;
  const auto stored = connection.get(job_key(id));
  if (!stored) return stored.error();
  if (!*stored) return none;
  const Result<JobCard> card = JobCard::parse(id, **stored);
  if (!card) return card.error();
  auto bytes = connection.get(file_key(id));
  if (!bytes) return bytes.error();
  if (!*bytes) return none;
  Result<Document> document = Document::parse(card->name, **bytes, card->wants, card->rate);
  if (!document) return document.error();
  return Job(*card, **std::move(bytes), *std::move(document));
}

Result<std::vector<JobCard>> Job::list(Connection& connection) {
  const auto keys = connection.keys("job");
  if (!keys) return keys.error();
  std::vector<JobCard> cards;
  for (const std::string& key : *keys) {
    const auto stored = connection.get(key);
    if (!stored && stored.error().code != Errc::bad_format) return stored.error();
    if (!stored || !*stored) continue;
    Result<JobCard> card = JobCard::parse(key.substr(job_key("").size()), **stored);
    if (card) cards.push_back(*std::move(card));
  }
  return cards;
}

Result<void> Job::publish(Connection& connection, const Task& task) const {
  Task named = task;
  named.job = card_.id;
  return connection.publish(task.wants.subject(), named.json(),
                            fmt::format("{}.{}.{}", task.id(), card_.id, card_.attempt));
}

Result<size_t> Job::submit(Connection& connection) {
  std::set<std::string> seen;
  std::vector<const Task*> missing;
  bool has_failed = false;
  for (const Task& task : document_.tasks()) {
    const std::string id = task.id();
    if (!seen.insert(id).second) continue;
    const auto result = result_of(connection, task);
    if (!result) return result.error();
    if (*result && (*result)->failure.empty()) continue;
    missing.push_back(&task);
    if (!*result) continue;
    has_failed = true;
    if (const Result<bool> gone = connection.erase(result_key(id)); !gone) return gone.error();
  }
  const auto before = connection.get(job_key(card_.id));
  if (!before) return before.error();
  if (*before && !has_failed) {
    const Result<JobCard> card = JobCard::parse(card_.id, **before);
    if (card) card_.attempt = card->attempt;
  } else {
    card_.attempt = next_attempt();
  }
  if (const Result<void> kept = connection.put(file_key(card_.id), bytes_); !kept)
    return kept.error();
  if (const Result<void> kept = connection.put(job_key(card_.id), card_.json()); !kept)
    return kept.error();
  for (const Task* task : missing) {
    if (const Result<void> sent = publish(connection, *task); !sent) return sent.error();
  }
  return missing.size();
}

Result<void> Job::drop(Connection& connection, const std::string& id) {
  if (!is_job_id(id)) return no_job(id);
  const Result<bool> had_card = connection.erase(job_key(id));
  if (!had_card) return had_card.error();
  const Result<bool> had_file = connection.erase(file_key(id));
  if (!had_file) return had_file.error();
  if (!*had_card && !*had_file) return no_job(id);
  return {};
}

Result<Job::State> Job::state(Connection& connection) const {
  State state;
  for (size_t i = 0; i < document_.tasks().size(); ++i) {
    const auto result = result_of(connection, document_.tasks()[i]);
    if (!result) return result.error();
    if (!*result) {
      ++state.waiting;
    } else if ((*result)->failure.empty()) {
      ++state.done;
    } else if (state.failed++ == 0) {
      state.failure = given_up(card_, i, (*result)->failure).message;
    }
  }
  return state;
}

Result<std::vector<TaskResult>> Job::wait(Connection& connection,
                                          const std::function<void(size_t done)>& progress,
                                          const std::stop_token& stop) {
  std::vector<TaskResult> results;
  std::chrono::milliseconds pause = kSoonest;
  auto since = std::chrono::steady_clock::now();
  while (results.size() < document_.tasks().size()) {
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    const Task& task = document_.tasks()[results.size()];
    auto result = result_of(connection, task);
    if (!result) return result.error();
    if (*result) {
      if (!(*result)->failure.empty()) return given_up(card_, results.size(), (*result)->failure);
      results.push_back(**std::move(result));
      progress(results.size());
      pause = kSoonest;
      since = std::chrono::steady_clock::now();
      continue;
    }
    if (std::chrono::steady_clock::now() - since > kAskAgain) {
      const auto card = connection.get(job_key(card_.id));
      if (card && !*card)
        return Error{Errc::not_found,
                     fmt::format("{}: the job {} was dropped", printable(card_.name), card_.id)};
      if (const Result<void> sent = publish(connection, task); !sent) return sent.error();
      since = std::chrono::steady_clock::now();
    }
    sleep_for(pause, stop);
    pause = std::min<std::chrono::milliseconds>(2 * pause, kLatest);
  }
  return results;
}

Result<std::vector<TaskResult>> Job::results_so_far(Connection& connection) const {
  std::vector<TaskResult> results;
  for (const Task& task : document_.tasks()) {
    auto result = result_of(connection, task);
    if (!result) return result.error();
    if (!*result || !(*result)->failure.empty()) break;
    results.push_back(**std::move(result));
  }
  return results;
}

}  // namespace sotto::cluster
