#include "cli/speechd_channel.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/utf8.h"

namespace sotto::cli {
namespace {

constexpr size_t kMostSamples =
    4800;  // of a block: 0.2 s at 24 kHz, so that the first is heard soon
constexpr char kEscape = 0x7d, kInverted = 0x20;

struct DataCommand {
  std::string_view name, asks;
  bool is_text;
};
constexpr std::array kDataCommands = std::to_array<DataCommand>({
    {"SPEAK", "202 OK RECEIVING MESSAGE", true},
    {"CHAR", "202 OK RECEIVING MESSAGE", true},
    {"KEY", "202 OK RECEIVING MESSAGE", true},
    {"SOUND_ICON", "202 OK RECEIVING MESSAGE", true},
    {"SET", "207 OK RECEIVING SETTINGS", false},
    {"AUDIO", "207 OK RECEIVING AUDIO SETTINGS", false},
    {"LOGLEVEL", "207 OK RECEIVING LOGLEVEL SETTINGS", false},
});

}  // namespace

std::string speechd_audio(std::span<const std::byte> samples, int sample_rate_hz) {
  std::string block = fmt::format(
      "705-bits=16\n705-num_channels=1\n705-sample_rate={}\n705-num_samples={}\n"
      "705-big_endian=0\n705-AUDIO",
      sample_rate_hz, samples.size() / 2);
  block += '\0';
  for (const std::byte byte : samples.first(samples.size() / 2 * 2)) {
    const char c = static_cast<char>(byte);
    if (c == '\n' || c == kEscape) {
      block += kEscape;
      block += static_cast<char>(c ^ kInverted);
    } else {
      block += c;
    }
  }
  return block + "\n705 AUDIO\n";
}

std::optional<std::string> SpeechdChannel::next_line(const std::stop_token& stop, bool& is_whole) {
  auto line = lines_.next(stop);
  if (line) return *std::move(line);
  is_whole = false;
  if (line.error().code == Errc::bad_format) return std::string();
  return std::nullopt;
}

std::optional<SpeechdRequest> SpeechdChannel::next(const std::stop_token& stop) {
  SpeechdRequest request;
  const auto line = next_line(stop, request.is_whole);
  if (!line) return std::nullopt;
  request.command = trimmed(*line);
  const auto row = std::ranges::find(kDataCommands, request.command, &DataCommand::name);
  if (row == kDataCommands.end()) return request;
  if (!tell(row->asks) || !read_data(request, stop)) return std::nullopt;
  if (row->is_text) {
    size_t replaced = 0;
    request.text = to_valid_utf8(request.text, replaced);
    return request;
  }
  for (size_t begin = 0; begin < request.text.size();) {
    const size_t end = std::min(request.text.find('\n', begin), request.text.size());
    const std::string setting = request.text.substr(begin, end - begin);
    const size_t equals = setting.find('=');
    if (equals != setting.npos)
      request.settings[setting.substr(0, equals)] = setting.substr(equals + 1);
    begin = end + 1;
  }
  request.text.clear();
  return request;
}

// Lines up to one that is a full stop alone; a stop that begins a line has another before it.
bool SpeechdChannel::read_data(SpeechdRequest& request, const std::stop_token& stop) {
  for (;;) {
    auto line = next_line(stop, request.is_whole);
    if (!line) return false;
    if (*line == ".") return true;
    if (line->starts_with('.')) line->erase(0, 1);
    if (request.text.size() + line->size() > kLongestText) {
      request.is_whole = false;
      continue;
    }
    request.text += *line + '\n';
  }
}

bool SpeechdChannel::tell(std::string_view lines) { return write(std::string(lines) + '\n'); }

bool SpeechdChannel::play(std::span<const std::byte> samples, int sample_rate_hz) {
  while (samples.size() >= 2) {
    const auto piece = samples.first(std::min(samples.size() / 2 * 2, 2 * kMostSamples));
    if (!write(speechd_audio(piece, sample_rate_hz))) return false;
    samples = samples.subspan(piece.size());
  }
  return true;
}

bool SpeechdChannel::write(std::string_view bytes) {
  const std::lock_guard lock(writing_);
  while (!bytes.empty()) {
    const ssize_t written = ::write(out_, bytes.data(), bytes.size());
    if (written > 0) bytes.remove_prefix(static_cast<size_t>(written));
    if (written < 0 && errno != EINTR) return false;
  }
  return true;
}

}  // namespace sotto::cli
