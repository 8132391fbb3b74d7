#include "phonemes/open_jtalk_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string_view>

namespace sotto::phonemes {
namespace {

constexpr std::chrono::milliseconds kReaderPatience{20000};
constexpr size_t kMaxTraceBytes = size_t{16} << 20;

// The lines behind `heading`, up to an empty one or the next heading.
std::vector<std::string_view> section(std::string_view trace, std::string_view heading) {
  std::vector<std::string_view> lines;
  const size_t at = trace.find(heading);
  if (at == std::string_view::npos) return lines;
  trace.remove_prefix(at + heading.size());
  while (!trace.empty() && trace[0] != '[' && trace[0] != '\n') {
    const std::string_view line = trace.substr(0, trace.find('\n'));
    trace.remove_prefix(std::min(trace.size(), line.size() + 1));
    lines.push_back(line);
  }
  return lines;
}

// "失敗,名詞,サ変接続,*,*,*,*,失敗,シッパイ,シッパイ,0/4,C2,0": the pronunciation is the tenth
// column, accent and morae the eleventh.
std::optional<JTalkWord> parse_word(std::string_view line) {
  std::array<std::string_view, 11> columns;
  for (std::string_view& column : columns) {
    column = line.substr(0, line.find(','));
    line.remove_prefix(std::min(line.size(), column.size() + 1));
  }
  const std::string_view morae =
      columns[10].substr(std::min(columns[10].size(), columns[10].find('/')));
  JTalkWord word{std::string(columns[0]), std::string(columns[9]), 0};
  if (morae.size() < 2) return std::nullopt;
  const auto [end, error] =
      std::from_chars(morae.data() + 1, morae.data() + morae.size(), word.morae);
  if (error != std::errc() || word.morae < 0) return std::nullopt;
  return word;
}

}  // namespace

JTalkReading parse_jtalk_trace(std::string_view trace) {
  JTalkReading reading;
  for (const std::string_view line : section(trace, "[Text analysis result]\n")) {
    if (auto word = parse_word(line)) reading.words.push_back(*std::move(word));
  }
  // Lines of `START END LABEL`.
  for (const std::string_view line : section(trace, "[Output label]\n")) {
    const std::string_view label = line.substr(line.rfind(' ') + 1);
    if (!label.empty()) reading.labels.emplace_back(label);
  }
  return reading;
}

OpenJTalkReader::OpenJTalkReader(std::filesystem::path dictionary, std::filesystem::path voice)
    : argv_{"open_jtalk",  "-x",           dictionary.string(),
            "-m",          voice.string(), "-ot",
            "/dev/stdout", "-p",           "1",
            "-r",          "1000"} {}

void OpenJTalkReader::prepare() {
  if (spare_) return;
  if (Result<Child> child = Child::start(argv_)) spare_ = *std::move(child);
}

Result<JTalkReading> OpenJTalkReader::read(const std::string& text, const std::stop_token& stop) {
  const bool was_ready = spare_.has_value();
  Result<JTalkReading> reading = run(text, stop);
  const bool died = !reading && reading.error().code == Errc::io;
  // A program that waited may have been killed meanwhile, by someone who needed its memory.
  return died && was_ready ? run(text, stop) : reading;
}

Result<JTalkReading> OpenJTalkReader::run(const std::string& text, const std::stop_token& stop) {
  if (!spare_) {
    Result<Child> child = Child::start(argv_);
    if (!child) return child.error();
    spare_ = *std::move(child);
  }
  Child child = std::move(*spare_);
  spare_.reset();
  std::string trace;
  const Result<void> r = child.converse(
      text + "\n", stop, kReaderPatience, [&](std::span<const std::byte> bytes) -> Result<bool> {
        trace.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (trace.size() <= kMaxTraceBytes) return true;
        return Error{Errc::bad_format, "open_jtalk: its trace has no end"};
      });
  // The program's last words where a text is nothing but marks; a voice that cannot say anything at
  // all was found out when it was opened.
  constexpr std::string_view kNothingToSay = "waveform cannot be synthesized";
  if (!r && r.error().message.find(kNothingToSay) != std::string::npos) return JTalkReading();
  if (!r) return r.error();
  return parse_jtalk_trace(trace);
}

}  // namespace sotto::phonemes
