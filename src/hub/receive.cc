#include "hub/receive.h"

#include <fmt/format.h>

#include "http/retry.h"

namespace sotto::hub {
namespace {

// "bytes 5-9/10" begins at 5.
bool begins_at(const Answer& answer, uint64_t from) {
  const auto range = answer.headers.find("content-range");
  return range != answer.headers.end() && range->second.starts_with(fmt::format("bytes {}-", from));
}

// The whole of it again, from one who knows no ranges.
Result<void> follow(const Answer& answer, uint64_t from, const Download& wanted,
                    Receiver& receiver) {
  if (from == 0 || (answer.status == 206 && begins_at(answer, from))) return {};
  if (answer.status == 200) return receiver.restart();
  return Error{Errc::bad_format,
               fmt::format("{}: the hub sends another part than was asked for", wanted.name)};
}

// The error for a success that is not all of it.
Error incomplete(const Download& wanted, uint64_t came, bool more_came) {
  if (more_came) {
    return {Errc::io, fmt::format("{}: the connection ended after {} of {} bytes", wanted.name,
                                  came, *wanted.bytes)};
  }
  return {Errc::bad_format, fmt::format("{}: the hub has fewer bytes than the {} that it lists",
                                        wanted.name, *wanted.bytes)};
}

}  // namespace

Result<Answer> receive(Http& http, const Download& wanted, Receiver& receiver,
                       const std::stop_token& stop) {
  http::Retry retry;
  Answer whole;
  whole.status = 200;
  while (!wanted.bytes || receiver.bytes() < *wanted.bytes) {
    const uint64_t from = receiver.bytes();
    Result<void> kept;
    const auto begin = [&](const Answer& answer) {
      kept = follow(answer, from, wanted, receiver);
      return static_cast<bool>(kept);
    };
    const auto sink = [&](std::span<const char> bytes) {
      kept = receiver.append(bytes);
      return static_cast<bool>(kept);
    };
    Result<Answer> answer = http.get(wanted.path, from, begin, sink, stop);
    if (!kept) return kept.error();
    if (answer && answer->status == 416) {  // it is shorter than what is there
      if (const auto r = receiver.restart(); !r) return r.error();
    }
    if (wanted.bytes ? receiver.bytes() == *wanted.bytes : answer && is_success(*answer)) break;
    const bool more_came = receiver.bytes() > from;
    if (more_came) retry.progress();
    if (wanted.bytes && answer && (more_came || is_success(*answer) || answer->status == 416))
      answer = incomplete(wanted, receiver.bytes(), more_came);
    if (retry.again(answer, stop)) continue;
    if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
    return answer;
  }
  return whole;
}

}  // namespace sotto::hub
