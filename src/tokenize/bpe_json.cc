#include "tokenize/bpe_json.h"

#include <fmt/format.h>

#include "checkpoint/printable.h"

namespace sotto::tokenize {

std::string_view string_at(const Json& object, std::string_view key) {
  std::string_view text;
  return object[key].get_string().get(text) ? std::string_view() : text;
}

bool is_set(const Json& object, std::string_view key) {
  Json value;
  if (object[key].get(value) != simdjson::SUCCESS || value.is_null()) return false;
  bool flag = true;
  std::string_view text;
  if (!value.get_string().get(text)) return !text.empty();
  return value.get_bool().get(flag) || flag;
}

Result<void> read_json_merges(const Json& model, std::string_view file, BpeMerges& merges) {
  const auto bad = [&](const std::string& what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", file, what)};
  };
  simdjson::dom::array list;
  if (model["merges"].get_array().get(list)) return bad("model.merges is no array");
  size_t rank = 0;
  for (const Json& entry : list) {
    std::string_view left, right, both;
    simdjson::dom::array pair;
    if (!entry.get_array().get(pair)) {
      if (pair.size() != 2 || pair.at(0).get_string().get(left) ||
          pair.at(1).get_string().get(right))
        return bad(fmt::format("model.merges[{}] is no pair of tokens", rank));
    } else if (!entry.get_string().get(both) && both.find(' ') != both.npos) {
      left = both.substr(0, both.find(' '));
      right = both.substr(left.size() + 1);
    }
    if (!merges.join(left, right))
      return bad(
          fmt::format("model.merges[{}] names \"{}\" and \"{}\", of which model.vocab "
                      "lacks one, or both together",
                      rank, checkpoint::printable(left), checkpoint::printable(right)));
    ++rank;
  }
  return {};
}

}  // namespace sotto::tokenize
