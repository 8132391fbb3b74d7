#include "cli/mcp_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/json.h"
#include "base/json_fields.h"
#include "base/language.h"
#include "cli/project_voice.h"
#include "net/local_client.h"
#include "speaker/hook_event.h"

namespace sotto::cli {
namespace {

using nlohmann::json;

constexpr const char* kArguments = "arguments";
constexpr std::chrono::milliseconds kTranslating{60000};  // the first one loads a model

// {"text": ..., "voice": ..., "language": ..., "on_new": ...}
Result<ServerQuestion> ask_speak(const McpAgent& agent, const json& arguments) {
  const auto text = get_string(arguments, kArguments, "text");
  if (!text) return text.error();
  const auto on_new = get_string_or(arguments, kArguments, "on_new", "queue");
  if (!on_new) return on_new.error();
  speaker::HookEvent said;
  said.session = agent.session;
  said.project = agent.project;
  said.folder = agent.folder;
  said.text = *text;
  const auto voice = get_string_or(arguments, kArguments, "voice", "");
  if (!voice) return voice.error();
  const auto language = get_string_or(arguments, kArguments, "language", "");
  if (!language) return language.error();
  if (!language->empty()) {
    const auto known = check_language("language", *language);
    if (!known) return known.error();
  }
  const speaker::HookRequest request = speaker::request_of(
      said, *on_new,
      with_project_voice({.voice = *voice, .language = *language}, agent.projects, said));
  return ServerQuestion{request.path, request.json, net::kServerPatience};
}

std::string read_speak(const json& answer, const json&) {
  const std::string outcome = json_string(answer, "outcome");
  if (outcome == "queued") return "It is said as soon as what was there before has been said.";
  return fmt::format("It is not said: {}.", outcome);
}

Result<ServerQuestion> ask_stop(const McpAgent& agent, const json& arguments) {
  const auto all = get_bool_or(arguments, kArguments, "all", false);
  if (!all) return all.error();
  return ServerQuestion{"/v1/stop", dumped({{"session", *all ? "" : agent.session}}),
                        net::kServerPatience};
}

std::string read_stop(const json&, const json&) { return "It is silent."; }

Result<ServerQuestion> ask_translate(const McpAgent&, const json& arguments) {
  const auto text = get_string(arguments, kArguments, "text");
  if (!text) return text.error();
  const auto to = get_string(arguments, kArguments, "to");
  if (!to) return to.error();
  const auto from = get_string_or(arguments, kArguments, "from", "auto");
  if (!from) return from.error();
  return ServerQuestion{"/translate", dumped({{"q", *text}, {"source", *from}, {"target", *to}}),
                        kTranslating};
}

std::string read_translate(const json& answer, const json&) {
  return json_string(answer, "translatedText");
}

Result<ServerQuestion> ask_voices(const McpAgent&, const json& arguments) {
  const auto language = get_string_or(arguments, kArguments, "language", "");
  if (!language) return language.error();
  if (!language->empty()) {
    const auto known = check_language("language", *language);
    if (!known) return known.error();
  }
  return ServerQuestion{"/v1/audio/voices", "", net::kServerPatience};
}

// open-jtalk:mei (ja)
std::string read_voices(const json& answer, const json& arguments) {
  const std::string wanted = json_string(arguments, "language");
  const std::string iso = wanted.empty() ? "" : find_language(wanted)->iso;
  std::string lines;
  for (const json& voice : answer.value("voices", json::array())) {
    const auto languages = voice.value("languages", std::vector<std::string>());
    const bool speaks = std::ranges::find(languages, iso) != languages.end();
    if (!iso.empty() && !speaks) continue;
    lines += fmt::format("{}{}", lines.empty() ? "" : "\n", json_string(voice, "id"));
    if (!languages.empty()) lines += fmt::format(" ({})", fmt::join(languages, ", "));
  }
  return lines.empty() ? fmt::format("No voice speaks {}.", wanted) : lines;
}

constexpr const char* kSpeakSchema = R"({"type": "object", "required": ["text"], "properties": {
  "text": {"type": "string", "description": "Text or Markdown; code and tables are left out"},
  "voice": {"type": "string",
    "description": "One that `voices` lists; without it the user's choice"},
  "language": {"type": "string",
    "description": "The text's language, such as de; without it the one that the user has chosen"},
  "on_new": {"type": "string", "enum": ["queue", "interrupt", "drop"], "default": "queue",
    "description": "While something else is being said: wait, end it, or leave this out"}},
  "additionalProperties": false})";
constexpr const char* kStopSchema = R"({"type": "object", "properties": {
  "all": {"type": "boolean", "default": false,
    "description": "Also what other sessions have to say"}},
  "additionalProperties": false})";
constexpr const char* kTranslateSchema = R"({"type": "object", "required": ["text", "to"],
  "properties": {
  "text": {"type": "string"},
  "to": {"type": "string", "description": "ISO 639 or FLORES-200 code: ja, jpn_Jpan"},
  "from": {"type": "string", "default": "auto",
    "description": "The text's language; auto finds it out"}},
  "additionalProperties": false})";
constexpr const char* kVoicesSchema = R"({"type": "object", "properties": {
  "language": {"type": "string", "description": "Only voices of this language, such as ja"}},
  "additionalProperties": false})";

}  // namespace

const std::vector<McpTool>& mcp_tools() {
  static const std::vector<McpTool> all = {
      {"speak",
       "Say something to the user, on the speaker of his machine and in the language and voice "
       "that "
       "he has chosen there. Returns at once, before it was said.",
       kSpeakSchema, false, ask_speak, read_speak},
      {"stop", "Silence what speak has begun to say, and forget what waits to be said.",
       kStopSchema, false, ask_stop, read_stop},
      {"translate", "Translate a text on the user's machine.", kTranslateSchema, true,
       ask_translate, read_translate},
      {"voices", "List the voices of the user's machine, with their languages.", kVoicesSchema,
       true, ask_voices, read_voices}};
  return all;
}

}  // namespace sotto::cli
