#include "measure/run_folder.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/file.h"
#include "base/json.h"

namespace sotto::measure {
namespace {

namespace fs = std::filesystem;
constexpr int kFormat = 1;
constexpr size_t kLargestRunFile = size_t{1} << 28;  // of run.json and of measurements.jsonl

std::string now(const char* format) {
  return fmt::format(fmt::runtime(format), fmt::gmtime(std::chrono::system_clock::now()));
}

bool is_plain(std::string_view name) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  };
  return name.size() <= 100 && !name.starts_with('.') && std::ranges::all_of(name, plain);
}

Error io_error(const fs::path& path, const char* what) {
  return {Errc::io, fmt::format("{}: cannot {}: {}", path.string(), what, std::strerror(errno))};
}

// An object's field of the wanted type; `fallback` where it has none of it.
template <class T>
T field(const Json& object, const char* key, T fallback) {
  const auto found = object.find(key);
  if (found == object.end()) return fallback;
  if constexpr (std::is_same_v<T, std::string>) {
    return found->is_string() ? found->get<std::string>() : fallback;
  } else if constexpr (std::is_same_v<T, bool>) {
    return found->is_boolean() ? found->get<bool>() : fallback;
  } else {
    return found->is_number_integer() ? found->get<T>() : fallback;
  }
}

Result<Measurement> measurement_of(const Json& line, const std::string& where) {
  if (!line.is_object()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: is no JSON object, expected a measurement", where)};
  }
  Measurement m{.task = field(line, "task", std::string()),
                .variant = field(line, "variant", std::string()),
                .prompt = field(line, "prompt", std::string()),
                .round = field(line, "round", 0),
                .cold = field(line, "cold", false),
                .numbers = {},
                .text = field(line, "text", std::string()),
                .audio = field(line, "audio", std::string())};
  if (m.task.empty() || m.variant.empty()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: has no task or no variant, expected both as texts", where)};
  }
  if (!m.audio.empty() && !is_plain(m.audio)) {
    return Error{Errc::bad_format,
                 fmt::format("{}: audio is \"{}\", expected a plain file name", where, m.audio)};
  }
  for (const auto& [key, value] : line.items()) {
    if (value.is_number() && std::isfinite(value.get<double>()) && key != "round") {
      m.numbers[key] = value.get<double>();
    }
  }
  return m;
}

Result<void> read_measurements(Run& run) {
  const fs::path file = run.folder / "measurements.jsonl";
  const Result<std::string> content = read_file(file, kLargestRunFile);
  if (!content) return content.error();
  int number = 0;
  for (size_t begin = 0; begin < content->size();) {
    const size_t end = content->find('\n', begin);
    if (end == std::string::npos) break;  // the run was killed while it wrote this line
    const Json line = exact_ordered_json(std::string_view(*content).substr(begin, end - begin));
    auto measurement = measurement_of(line, fmt::format("{}: line {}", file.string(), ++number));
    if (!measurement) return measurement.error();
    run.measurements.push_back(*std::move(measurement));
    begin = end + 1;
  }
  return {};
}

void read_prompts(Run& run) {
  const auto prompts = run.about.find("prompts");
  if (prompts == run.about.end() || !prompts->is_array()) return;
  for (const Json& p : *prompts) {
    if (!p.is_object()) continue;
    run.prompts.push_back({.id = field(p, "id", std::string()),
                           .set = field(p, "set", std::string()),
                           .text = field(p, "text", std::string()),
                           .reference = field(p, "reference", std::string())});
  }
}

}  // namespace

Result<RunWriter> RunWriter::create(const fs::path& parent, std::string id,
                                    const std::string& label, Json about) {
  if (id.empty()) id = now("{:%Y%m%d-%H%M%S}") + fmt::format("-{:04x}", ::getpid() & 0xffff);
  for (const auto& [what, name] : {std::pair("id", id), std::pair("label", label)}) {
    if (!is_plain(name)) {
      return Error{
          Errc::bad_argument,
          fmt::format("the {} of the run is \"{}\", expected letters, digits and . _ - only", what,
                      name)};
    }
  }
  RunWriter writer;
  writer.folder_ = parent / (label.empty() ? id : id + "-" + label);
  std::error_code error;
  fs::create_directories(parent, error);
  if (!fs::create_directory(writer.folder_, error)) {
    return Error{Errc::io, fmt::format("{}: cannot be made: {}", writer.folder_.string(),
                                       error ? error.message() : "it is there already")};
  }
  fs::create_directory(writer.folder_ / "audios", error);
  writer.about_ = {
      {"format", kFormat}, {"id", id}, {"label", label}, {"started", now("{:%Y-%m-%dT%H:%M:%SZ}")}};
  if (about.is_object()) writer.about_.update(about);  // {} is null
  if (const Result<void> written = writer.write_about(); !written) return written.error();
  const fs::path file = writer.folder_ / "measurements.jsonl";
  writer.measurements_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (writer.measurements_ < 0) return io_error(file, "be written");
  return writer;
}

RunWriter::RunWriter(RunWriter&& other) noexcept
    : folder_(std::move(other.folder_)),
      about_(std::move(other.about_)),
      measurements_(std::exchange(other.measurements_, -1)) {}

RunWriter::~RunWriter() {
  if (measurements_ >= 0) ::close(measurements_);
}

Result<void> RunWriter::add(const Json& measurement) {
  const std::string line = dumped(measurement) + "\n";
  // One write: whoever kills us finds whole lines.
  const ssize_t written = ::write(measurements_, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return {};
  return io_error(folder_ / "measurements.jsonl", "be written");
}

Result<void> RunWriter::finish(const Json& more) {
  if (more.is_object()) about_.update(more);
  about_["finished"] = now("{:%Y-%m-%dT%H:%M:%SZ}");
  return write_about();
}

Result<void> RunWriter::write_about() const {
  return write_file(folder_ / "run.json", dumped(about_, 1) + "\n");
}

std::string audio_name(std::string_view label, std::string_view variant, const Prompt& prompt) {
  std::string name = fmt::format("{}-{}-{}", label.empty() ? "run" : label, variant, prompt.id);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '_');
  return name + ".flac";
}

Result<Run> read_run(const fs::path& folder) {
  Run run;
  run.folder = folder;
  const fs::path file = folder / "run.json";
  const Result<std::string> content = read_file(file, kLargestRunFile);
  if (!content) return content.error();
  run.about = exact_ordered_json(*content);
  if (!run.about.is_object()) {
    return Error{
        Errc::bad_format,
        fmt::format("{}: is no JSON object, expected what `sotto bench` wrote", file.string())};
  }
  const int format = field(run.about, "format", 0);
  run.id = field(run.about, "id", std::string());
  if (format != kFormat || run.id.empty()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: has format {} and id \"{}\", expected format {} "
                             "and an id",
                             file.string(), format, run.id, kFormat)};
  }
  run.label = field(run.about, "label", std::string());
  run.finished = run.about.contains("finished");
  read_prompts(run);
  if (const Result<void> read = read_measurements(run); !read) return read.error();
  return run;
}

Result<fs::path> find_run(const std::string& name, const fs::path& parent) {
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return fs::path(name);
  if (!is_plain(name)) {
    return Error{Errc::not_found, fmt::format("{}: there is no such folder", name)};
  }
  fs::path newest;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    const std::string folder = entry.path().filename().string();
    const bool fits =
        folder == name || folder.ends_with("-" + name) || folder.starts_with(name + "-");
    if (fits && entry.path() > newest) newest = entry.path();
  }
  if (!newest.empty()) return newest;
  return Error{Errc::not_found,
               fmt::format("{}: is no folder, and no run in {} has this id or label", name,
                           parent.string())};
}

}  // namespace sotto::measure
