#include "cluster/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "cluster/digest.h"
#include "cluster/sentence_json.h"
#include "cluster/subjects.h"

namespace sotto::cluster {
namespace {

constexpr const char* kTask = "the job";
constexpr const char* kResult = "the result";
constexpr int kFormat = 1;

constexpr const char* kKinds[] = {"sentence", "line", "markup"};  // by TaskKind

nlohmann::ordered_json content_of(const Task& task) {
  return {{"format", kFormat},
          {"kind", kKinds[static_cast<size_t>(task.kind)]},
          {"from", task.wants.from.flores},
          {"to", task.wants.to.flores},
          {"model", task.wants.model},
          {"voice", task.wants.voice},
          {"rate", task.rate},
          {"text", task.sentence.text},
          {"spans", spans_json(task.sentence.spans)}};
}

}  // namespace

std::string Capability::subject() const {
  return fmt::format("sotto.jobs.{}.{}.{}.{}", from.flores, to.flores, subject_part(model),
                     subject_part(voice));
}

std::string Task::id() const { return digest(dumped(content_of(*this))).substr(0, 32); }

std::string Task::json() const {
  nlohmann::ordered_json all = content_of(*this);
  all["job"] = job;
  return dumped(all);
}

Result<Task> Task::parse(std::string_view json) {
  size_t replaced = 0;
  to_valid_utf8(json, replaced);
  if (replaced > 0) return Error{Errc::bad_format, "the job: is not UTF-8"};
  const Result<nlohmann::json> fields = parse_json_object(json, kTask);
  if (!fields) return Error{Errc::bad_format, "the job: is not a JSON object"};
  const auto format = get_int(*fields, kTask, "format", kFormat, kFormat);
  if (!format) return format.error();
  Task task;
  const auto kind = get_string(*fields, kTask, "kind");
  if (!kind) return kind.error();
  const auto* known = std::ranges::find(kKinds, *kind);
  if (known == std::end(kKinds))
    return Error{Errc::bad_format,
                 "the job: kind is another one, expected sentence, line or markup"};
  task.kind = static_cast<TaskKind>(known - std::begin(kKinds));
  for (auto [key, language] : {std::pair{"from", &task.wants.from}, {"to", &task.wants.to}}) {
    const auto code = get_string(*fields, kTask, key);
    if (!code) return code.error();
    Result<Language> found = check_language(key, *code);
    if (!found) return found.error();
    *language = *std::move(found);
  }
  for (auto [key, value] :
       {std::pair{"model", &task.wants.model}, {"voice", &task.wants.voice}, {"job", &task.job}}) {
    auto text = get_string(*fields, kTask, key);
    if (!text) return text.error();
    *value = *std::move(text);
  }
  if (!task.job.empty() && !is_job_id(task.job))
    return Error{Errc::bad_format, "the job: job is no id, expected 20 hexadecimal digits"};
  const auto rate = get_number(*fields, kTask, "rate", 0.25, 4);
  if (!rate) return rate.error();
  task.rate = *rate;
  const auto text = fields->find("text");
  if (text == fields->end() || !text->is_string())
    return Error{Errc::bad_format, "the job: text is missing, expected a string"};
  task.sentence.text = text->get<std::string>();
  if (task.sentence.text.size() > kLongestText)
    return Error{Errc::bad_format, fmt::format("the job: text has {} bytes, expected at most {}",
                                               task.sentence.text.size(), kLongestText)};
  task.sentence.language = task.wants.from;
  Result<std::vector<text::ProtectedSpan>> spans =
      read_spans(kTask, json_member(*fields, "spans"), task.sentence.text);
  if (!spans) return spans.error();
  task.sentence.spans = *std::move(spans);
  return task;
}

std::string TaskResult::json() const {
  return dumped({{"format", kFormat},
                 {"failure", failure},
                 {"text", text},
                 {"untranslated", untranslated},
                 {"sample_rate_hz", sample_rate_hz}});
}

Result<TaskResult> TaskResult::parse(std::string_view json) {
  const Result<nlohmann::json> fields = parse_json_object(json, kResult);
  if (!fields) return fields.error();
  TaskResult result;
  const auto format = get_int(*fields, kResult, "format", kFormat, kFormat);
  if (!format) return format.error();
  result.failure = json_string(*fields, "failure");
  result.text = json_string(*fields, "text");
  result.untranslated = json_string(*fields, "untranslated");
  const auto rate = get_int(*fields, kResult, "sample_rate_hz", 0, 192000);
  if (!rate) return rate.error();
  result.sample_rate_hz = *rate;
  return result;
}

bool is_job_id(std::string_view id) {
  return id.size() == 20 && id.find_first_not_of("0123456789abcdef") == id.npos;
}

std::string result_key(const std::string& task_id) { return "result." + task_id; }
std::string sound_key(const std::string& task_id) { return "sound." + task_id; }
std::string job_key(const std::string& job) { return "job." + job; }
std::string file_key(const std::string& job) { return "file." + job; }

}  // namespace sotto::cluster
