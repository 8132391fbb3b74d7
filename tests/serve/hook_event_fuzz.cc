// Any bytes as an agent's event, on its way to the speaker: sotto hook reads it, the server reads
// what that sends, and a text that was said piece by piece is known again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "serve/announce_request.h"
#include "speaker/hook_event.h"
#include "speaker/spoken_history.h"

namespace {

sotto::speaker::SpeakRequest announced(const sotto::speaker::HookEvent& event) {
  const auto request = sotto::speaker::request_of(event, "queue");
  const auto fields = sotto::parse_json_object(request.json, "the body");
  if (!fields) abort();
  const auto read = sotto::serve::read_speak_request(*fields);
  const bool has_long_name = std::max(event.session.size(), event.stream.size()) > 256;
  if (!read && !event.stream.empty() && !has_long_name) abort();
  return read ? *read : sotto::speaker::SpeakRequest();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto event = sotto::speaker::read_hook_event({reinterpret_cast<const char*>(data), size});
  if (!event || !*event || (*event)->silences) return 0;
  sotto::speaker::HookEvent said = **event;
  const sotto::speaker::SpeakRequest whole = announced(said);
  if (whole.text.empty() || size > 60'000) return 0;  // only so much is remembered

  // The same in three pieces, wherever they end, and then as a summary.
  sotto::speaker::SpokenHistory memory;
  const sotto::speaker::SpokenHistory::Time now = {};
  for (size_t i = 0; i < 3; ++i) {
    const size_t begin = whole.text.size() * i / 3, end = whole.text.size() * (i + 1) / 3;
    memory.note(whole.session, "message", whole.text.substr(begin, end - begin), now);
  }
  const bool blank = whole.text.find_first_not_of(" \t\r\n") == std::string::npos;
  if (memory.is_repetition(whole.session, whole.text, now) == blank) abort();
  return 0;
}
