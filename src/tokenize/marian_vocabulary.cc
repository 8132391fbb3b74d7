#include "tokenize/marian_vocabulary.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>

#include "checkpoint/printable.h"

namespace sotto::tokenize {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr int64_t kMostIds = 1 << 20;  // published models have about 65,000
constexpr size_t kLongestText = 1024;

Error bad(std::string_view file, std::string_view what) {
  return {Errc::bad_format, fmt::format("{}: {}", file, what)};
}

}  // namespace

Result<void> MarianVocabulary::add(std::string_view text, int64_t id, std::string_view file) {
  if (id < 0 || id >= kMostIds) {
    return bad(file, fmt::format("\"{}\" has id {}, expected 0 to {}", checkpoint::printable(text),
                                 id, kMostIds - 1));
  }
  if (text.empty() || text.size() > kLongestText) {
    return bad(file, fmt::format("the token with id {} has {} bytes, expected 1 to {}", id,
                                 text.size(), kLongestText));
  }
  const auto index = static_cast<size_t>(id);
  if (names_.size() <= index) names_.resize(index + 1);
  if (!names_[index].empty()) {
    return bad(
        file, fmt::format("\"{}\" and \"{}\" both have id {}", checkpoint::printable(names_[index]),
                          checkpoint::printable(text), id));
  }
  names_[index] = text;
  if (!ids_.emplace(text, static_cast<int>(id)).second) {
    return bad(file, fmt::format("\"{}\" stands there twice", checkpoint::printable(text)));
  }
  return {};
}

Result<void> MarianVocabulary::read(std::string_view json, std::string_view file) {
  const simdjson::padded_string padded(json);
  ondemand::parser parser;
  ondemand::document document;
  ondemand::object object;
  if (parser.iterate(padded).get(document) || document.get_object().get(object))
    return bad(file, "is not a JSON object of tokens and ids");
  for (auto item : object) {
    std::string_view text;
    if (item.unescaped_key().get(text))
      return bad(file, fmt::format("is not JSON behind its first {} tokens", ids_.size()));
    const std::string name(text);  // the value is parsed into the same buffer
    int64_t id = 0;
    if (item.value().get_int64().get(id))
      return bad(file, fmt::format("the id of \"{}\" is no integer", checkpoint::printable(name)));
    if (const Result<void> added = add(name, id, file); !added) return added.error();
  }
  if (const char* at = nullptr; !document.current_location().get(at))
    return bad(file, "goes on behind its JSON object");
  return {};
}

Result<MarianVocabulary> MarianVocabulary::parse(std::string_view json, std::string_view file) {
  MarianVocabulary v;
  if (const Result<void> read = v.read(json, file); !read) return read.error();
  const struct {
    const char* name;
    int* id;
  } needed[] = {{"</s>", &v.eos_}, {"<unk>", &v.unk_}, {"<pad>", &v.pad_}};
  for (const auto& token : needed) {
    const std::optional<int> id = v.find(token.name);
    if (!id) {
      return bad(file, fmt::format("has {} tokens and no {}, expected </s>, <unk> and <pad>",
                                   v.ids_.size(), token.name));
    }
    *token.id = *id;
  }
  return v;
}

std::optional<int> MarianVocabulary::find(std::string_view text) const {
  const auto found = ids_.find(std::string(text));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> MarianVocabulary::codes() const {
  std::vector<std::string> codes;
  for (const std::string& name : names_) {
    if (name.size() > 4 && name.starts_with(">>") && name.ends_with("<<"))
      codes.push_back(name.substr(2, name.size() - 4));
  }
  std::ranges::sort(codes);
  return codes;
}

}  // namespace sotto::tokenize
