#include "speaker/spoken_history.h"

#include <algorithm>

namespace sotto::speaker {
namespace {

constexpr size_t kManySessions = 256, kLongStream = 64 << 10;  // sessions, bytes
constexpr size_t kManyStreams = 256;                           // of a session
constexpr std::chrono::seconds kSameTurn{10};

// Without white space: a text and its pieces differ in nothing else.
std::string squeezed(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') out += c;
  return out;
}

}  // namespace

void SpokenHistory::note(const std::string& session, const std::string& stream,
                         const std::string& text, Time now) {
  const std::string more = squeezed(text);
  if (more.empty()) return;
  Session* known = find(session, now);
  if (known == nullptr) {
    known = &sessions_.emplace_back();
    known->name = session;
    if (sessions_.size() > kManySessions) sessions_.pop_front();
  }
  known->turn_ended.reset();
  auto of = std::ranges::find(known->streams, stream, &Stream::name);
  if (of == known->streams.end()) of = known->streams.insert(of, {stream, ""});
  of->text += more;
  known->bytes += more.size();
  shorten(*known);
}

// The oldest goes.
void SpokenHistory::shorten(Session& session) {
  while (session.bytes > kLongStream || session.streams.size() > kManyStreams) {
    std::string& oldest = session.streams.front().text;
    const bool is_one_too_many = session.streams.size() > kManyStreams;
    const size_t n =
        is_one_too_many ? oldest.size() : std::min(oldest.size(), session.bytes - kLongStream);
    oldest.erase(0, n);
    session.bytes -= n;
    if (oldest.empty()) session.streams.pop_front();
  }
}

void SpokenHistory::end_turn(const std::string& session, Time now) {
  Session* known = find(session, now);
  if (known != nullptr && !known->turn_ended) known->turn_ended = now;
}

// Moves it behind the others. Null: it is not known, or its turn ended a while ago.
SpokenHistory::Session* SpokenHistory::find(const std::string& session, Time now) {
  const auto found = std::ranges::find(sessions_, session, &Session::name);
  if (found == sessions_.end()) return nullptr;
  if (found->turn_ended && now - *found->turn_ended >= kSameTurn) {
    sessions_.erase(found);
    return nullptr;
  }
  sessions_.splice(sessions_.end(), sessions_, found);
  return &sessions_.back();
}

void SpokenHistory::forget(const std::string& session, const std::string& stream) {
  const auto found = std::ranges::find(sessions_, session, &Session::name);
  if (found == sessions_.end()) return;
  const auto of = std::ranges::find(found->streams, stream, &Stream::name);
  if (of == found->streams.end()) return;
  found->bytes -= of->text.size();
  found->streams.erase(of);
}

bool SpokenHistory::is_repetition(const std::string& session, const std::string& text, Time now) {
  const Session* found = find(session, now);
  if (found == nullptr) return false;
  std::string all;
  for (const Stream& stream : found->streams) all += stream.text;
  const std::string wanted = squeezed(text);
  return !wanted.empty() && all.ends_with(wanted);
}

}  // namespace sotto::speaker
