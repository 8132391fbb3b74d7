// JSON that comes from outside: streams and hook events of agents, transcripts, requests.
//
// Such JSON is often cut in the middle of a character: half a surrogate pair (`\ud83d`), or a byte
// of UTF-8. That costs the character, not the message.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sotto {

// The same JSON, in which escapes of lone surrogates, those that JSON does not have and, unless
// they are kept, those of U+0000 are `\ufffd`; `replaced` is increased by their number.
enum class Nul { replaced, kept };
std::string repaired_escapes(std::string_view json, size_t& replaced, Nul nul = Nul::replaced);

// The value in `text`, with U+FFFD for such escapes and for ill-formed runs of UTF-8, which are
// counted. is_discarded() where it is not one whole JSON value, is nested
// more than 256 levels deep, or has more than four million values.
nlohmann::json parse_json(std::string_view text, size_t& replaced);
nlohmann::json parse_json(std::string_view text);

// The value in `text` as it is, ours or a server's; is_discarded() where it is not one whole JSON
// value in UTF-8.
nlohmann::json exact_json(std::string_view text);
nlohmann::ordered_json exact_ordered_json(std::string_view text);

// The member of that name; null where there is none or `value` is no object.
const nlohmann::json& json_member(const nlohmann::json& value, const char* key);

// The string of that name; empty where there is none.
const std::string& json_string(const nlohmann::json& value, const char* key);

// Whether there is a member of that name that is true.
bool json_flag(const nlohmann::json& value, const char* key);

// On one line, or each member on its own, `indent` spaces further in than what it is in. U+FFFD
// stands for what is no UTF-8 in a string: it can always be written. Reader and writer are compiled
// here alone: nlohmann's own functions are made again in each unit that calls them.
std::string dumped(const nlohmann::ordered_json& json, int indent = -1);
// The same of an object whose members are sorted by their names.
std::string dumped_sorted(const nlohmann::json& json, int indent = -1);

}  // namespace sotto
