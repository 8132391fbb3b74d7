#include "pipeline/digest_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/child.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "translate/remote/chat_digest.h"

namespace sotto::pipeline {
namespace {

using DigestClock = std::chrono::steady_clock;

constexpr size_t kLongestAnswer = 64 << 10;  // bytes, of a program that has gone wrong
constexpr const char* kCommand = "--digest-command";

size_t characters_in(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

// Takes out a terminal's sequences, such as colours; other controls but line ends become blanks.
std::string without_sequences(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\x1b[") {
      for (i += 2; i < text.size() && (text[i] < '@' || text[i] > '~');) ++i;
    } else if (text.substr(i, 2) == "\x1b]") {
      i = std::min(text.find('\a', i), text.size());
    } else {
      const bool is_control = static_cast<unsigned char>(text[i]) < ' ' || text[i] == 0x7f;
      out += is_control && text[i] != '\n' && text[i] != '\r' ? ' ' : text[i];
    }
  }
  return out;
}

Result<std::string> run_digest(const std::string& command, const std::string& text,
                               std::chrono::milliseconds patience, const std::stop_token& stop) {
  Result<Child> child = Child::start({"/bin/sh", "-c", command});
  if (!child) return child.error();
  const auto until = DigestClock::now() + patience;
  std::string answer;
  const auto take = [&](std::span<const std::byte> bytes) -> Result<bool> {
    answer.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (answer.size() > kLongestAnswer)
      return Error{Errc::bad_format, fmt::format("wrote more than {} bytes", kLongestAnswer)};
    if (DigestClock::now() > until)
      return Error{Errc::io, fmt::format("took more than {} ms", patience.count())};
    return true;
  };
  const Result<void> done = child->converse(text, stop, patience, take);
  if (!done) return done.error();
  return answer;
}

}  // namespace

Result<std::string> checked_digest(std::string_view who, std::string_view answer) {
  size_t replaced = 0;
  const std::string valid = to_valid_utf8(answer, replaced);
  const std::string text = without_sequences(valid);
  const std::string_view lines = trimmed(text);
  const std::string clean = without_controls(lines);
  const std::string_view line = trimmed(clean);
  if (line.empty()) return Error{Errc::bad_format, fmt::format("{}: said nothing", who)};
  if (lines.find_first_of("\r\n") != lines.npos)
    return Error{Errc::bad_format, fmt::format("{}: said several lines, expected one", who)};
  const size_t characters = characters_in(line);
  if (characters > kLongestDigest) {
    return Error{Errc::bad_format, fmt::format("{}: said {} characters, expected at most {}", who,
                                               characters, kLongestDigest)};
  }
  return std::string(line);
}

DigestMaker digest_command(std::string command, std::chrono::milliseconds patience) {
  return [command = std::move(command), patience](
             const std::string& text, const std::stop_token& stop) -> Result<std::string> {
    const Result<std::string> answer = run_digest(command, text, patience, stop);
    if (answer) return checked_digest(kCommand, *answer);
    if (answer.error().code == Errc::cancelled) return answer.error();
    return Error{answer.error().code,
                 fmt::format("{}: {}", kCommand, printable(answer.error().message))};
  };
}

Result<DigestMaker> digest_server(const std::string& url) {
  auto opened = translate::ChatDigest::open(url, 4 * kLongestDigest);
  if (!opened) return opened.error();
  const std::shared_ptr<translate::ChatDigest> chat = *std::move(opened);
  return DigestMaker(
      [chat](const std::string& text, const std::stop_token& stop) -> Result<std::string> {
        const Result<std::string> answer = chat->digest(text, stop);
        if (!answer) return answer.error();
        return checked_digest(chat->name(), *answer);
      });
}

}  // namespace sotto::pipeline
