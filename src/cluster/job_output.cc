#include "cluster/job_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "audio/samples.h"
#include "audio/sink.h"
#include "base/file.h"
#include "base/printable.h"
#include "cluster/chapters.h"

namespace sotto::cluster {
namespace {

constexpr int kSentenceSilenceMs = 200;

std::vector<std::string> texts_of(const std::vector<TaskResult>& results) {
  std::vector<std::string> texts;
  for (const TaskResult& result : results) texts.push_back(result.text);
  return texts;
}

std::vector<float> samples_of(std::string_view sound) {
  std::vector<float> samples;
  for (size_t at = 0; at + 1 < sound.size(); at += 2) {
    const auto low = static_cast<unsigned char>(sound[at]),
               high = static_cast<unsigned char>(sound[at + 1]);
    samples.push_back(audio::from_s16(static_cast<int16_t>(low | high << 8)));
  }
  return samples;
}

bool is_there(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(path, unknown));
}

}  // namespace

JobOutput::JobOutput(const Job& job, const std::string& folder, const std::string& sound_ending)
    : job_(job), folder_(folder) {
  const std::filesystem::path in(folder);
  const Document& document = job.document();
  text_path_ = (in / document.output_name()).string();
  sound_path_ = (in / document.output_name(sound_ending)).string();
  chapters_path_ = (in / document.output_name(".chapters.txt")).string();
  unfinished_path_ = (in / document.output_name(".unfinished" + sound_ending)).string();
}

Result<void> JobOutput::check(Connection& connection, bool may_replace) const {
  if (const Result<void> able = check_folder(); !able) return able;
  for (const std::string& path : {text_path_, sound_path_, chapters_path_}) {
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown))
      return Error{Errc::io,
                   fmt::format("{}: is a folder, expected a file or none", printable(path))};
  }
  const std::string* in_the_way = nullptr;
  if (has_chapters() && is_there(chapters_path_)) in_the_way = &chapters_path_;
  if (has_voice() && is_there(sound_path_)) in_the_way = &sound_path_;
  if (is_there(text_path_)) in_the_way = &text_path_;
  if (may_replace || in_the_way == nullptr) return {};
  const Result<bool> is_own = has_written(connection);
  if (!is_own) return is_own.error();
  if (*is_own) return {};
  return Error{
      Errc::io,
      fmt::format("{}: is there already and not of this job, expected no such file, another "
                  "--out, or --force",
                  printable(*in_the_way))};
}

Result<void> JobOutput::check_folder() const {
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed)
    return Error{Errc::io,
                 fmt::format("--out {}: cannot be made: {}", printable(folder_), failed.message())};
  if (!std::filesystem::is_directory(folder_, failed))
    return Error{Errc::io, fmt::format("--out {}: is no folder", printable(folder_))};
  if (::access(folder_.c_str(), W_OK | X_OK) != 0)
    return Error{Errc::io, fmt::format("--out {}: cannot be written to: {}", printable(folder_),
                                       std::strerror(errno))};
  return {};
}

// Its text is what the results say; the sound is written behind it.
Result<bool> JobOutput::has_written(Connection& connection) const {
  if (!is_there(text_path_)) return false;
  const Result<std::vector<TaskResult>> results = job_.results_so_far(connection);
  if (!results) return results.error();
  if (results->size() < job_.document().tasks().size()) return false;
  const Result<std::string> text = job_.document().with(texts_of(*results));
  if (!text) return text.error();
  const Result<std::string> before = read_file(text_path_, text->size());
  return before && *before == *text;
}

Result<std::vector<std::string>> JobOutput::write(Connection& connection,
                                                  const std::vector<TaskResult>& results) const {
  if (const Result<void> able = check_folder(); !able) return able.error();
  const Result<std::string> text = job_.document().with(texts_of(results));
  if (!text) return text.error();
  if (const Result<void> written = write_file(text_path_, *text); !written) return written.error();
  if (!has_voice()) return std::vector{text_path_};
  const auto begins_s = write_sound(connection, results);
  if (!begins_s) return begins_s.error();
  if (!has_chapters()) return std::vector{text_path_, sound_path_};
  std::vector<Chapter> chapters;
  for (const size_t i : job_.document().headings())
    chapters.push_back({(*begins_s)[i], results[i].text});
  if (const Result<void> written = write_file(chapters_path_, chapter_lines(chapters)); !written)
    return written.error();
  return std::vector{text_path_, sound_path_, chapters_path_};
}

Result<std::vector<double>> JobOutput::write_sound(Connection& connection,
                                                   const std::vector<TaskResult>& results) const {
  auto begins_s = write_sound_to(unfinished_path_, connection, results);
  std::error_code failed;
  if (!begins_s) {
    std::filesystem::remove(unfinished_path_, failed);
    return begins_s;
  }
  std::filesystem::rename(unfinished_path_, sound_path_, failed);
  if (failed)
    return Error{Errc::io, fmt::format("{}: cannot be written: {}", printable(sound_path_),
                                       failed.message())};
  return begins_s;
}

// Gives where each result's sound begins, in seconds.
Result<std::vector<double>> JobOutput::write_sound_to(
    const std::string& path, Connection& connection, const std::vector<TaskResult>& results) const {
  const std::string name = printable(job_.card().name);
  std::unique_ptr<audio::Sink> sink;
  std::vector<double> begins_s;
  double now_s = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    begins_s.push_back(now_s);
    const int rate = results[i].sample_rate_hz;
    if (rate == 0) continue;
    const auto sound = connection.get(sound_key(job_.document().tasks()[i].id()));
    if (!sound) return sound.error();
    if (!*sound)
      return Error{Errc::not_found,
                   fmt::format("{}: the sound of sentence {} is there no more", name, i + 1)};
    if (sink == nullptr) {
      auto opened = audio::Sink::open(path, rate);
      if (!opened) return opened.error();
      sink = *std::move(opened);
    }
    std::vector<float> samples = samples_of(**sound);
    const auto silence = static_cast<size_t>(rate) * kSentenceSilenceMs / 1000;
    if (i + 1 < results.size()) samples.resize(samples.size() + silence);
    now_s += static_cast<double>(samples.size()) / rate;
    if (const Result<void> written = sink->write({samples, rate}, {}); !written)
      return written.error();
    if (const Result<void> ended = sink->end_utterance({}); !ended) return ended.error();
  }
  if (sink == nullptr)
    return Error{Errc::not_found, fmt::format("{}: nothing of it has sound", name)};
  if (const Result<void> finished = sink->finish(); !finished) return finished.error();
  return begins_s;
}

}  // namespace sotto::cluster
