// Shared parts of the readers of tokenizer.json.
#pragma once

#include <simdjson.h>

#include <string_view>

#include "sotto/error.h"
#include "tokenize/bpe_merges.h"

namespace sotto::tokenize {

using Json = simdjson::dom::element;

// The text of a key; empty where it has none.
std::string_view string_at(const Json& object, std::string_view key);
// Whether a key says anything but null, false and "".
bool is_set(const Json& object, std::string_view key);

// model.merges: pairs, or, in older files, texts with a space between the two. `file` is for
// messages.
Result<void> read_json_merges(const Json& model, std::string_view file, BpeMerges& merges);

}  // namespace sotto::tokenize
