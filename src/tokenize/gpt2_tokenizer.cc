#include "tokenize/gpt2_tokenizer.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <functional>
#include <string>

#include "base/file.h"
#include "base/utf8.h"
#include "tokenize/byte_names.h"

namespace sotto::tokenize {
namespace {

constexpr std::string_view kContractions[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};

enum class Part { space, letters, digits, signs };

Part part_of(char32_t character) {
  const auto c = static_cast<UChar32>(character);
  if (u_isUWhiteSpace(c)) return Part::space;
  const uint32_t category = U_GET_GC_MASK(c);
  if ((category & U_GC_L_MASK) != 0) return Part::letters;
  return (category & U_GC_N_MASK) != 0 ? Part::digits : Part::signs;
}

// End of the run of that part that `begin` lies in, and, behind the first, its last character.
struct RunEnd {
  size_t end, last;
};
RunEnd run_end(std::string_view text, size_t begin, Part part) {
  RunEnd run{begin, begin};
  for (size_t i = begin; i < text.size();) {
    const size_t at = i;
    if (part_of(next_code_point(text, i)) != part) break;
    run = {i, at};
  }
  return run;
}

Part part_at(std::string_view text, size_t at) { return part_of(next_code_point(text, at)); }

size_t word_end(std::string_view text, size_t begin) {
  for (const std::string_view each : kContractions)
    if (text.substr(begin).starts_with(each)) return begin + each.size();
  const Part first = part_at(text, begin);
  if (first != Part::space) return run_end(text, begin, first).end;
  const bool leads =
      text[begin] == ' ' && begin + 1 < text.size() && part_at(text, begin + 1) != Part::space;
  if (leads) return run_end(text, begin + 1, part_at(text, begin + 1)).end;
  // The last space before a word is the word's.
  const RunEnd spaces = run_end(text, begin, Part::space);
  return spaces.end == text.size() || spaces.last == begin ? spaces.end : spaces.last;
}

Result<void> read_ids(std::string_view json, const std::string& file,
                      const std::function<void(std::string_view, int)>& add) {
  simdjson::dom::parser parser;
  simdjson::dom::object tokens;
  if (parser.parse(json.data(), json.size()).get_object().get(tokens))
    return Error{Errc::bad_format, fmt::format("{}: is not a JSON object", file)};
  for (const auto& [token, value] : tokens) {
    uint64_t id = 0;
    if (value.get_uint64().get(id) || id >= kMostBpeTokens || token.empty())
      return Error{Errc::bad_format, fmt::format("{}: gives \"{}\" no id from 0 to {}", file, token,
                                                 kMostBpeTokens - 1)};
    add(token, static_cast<int>(id));
  }
  return {};
}

// "Ġ t" a line; the first may say which version it is.
Result<void> read_merges(std::string_view lines, const std::string& file, BpeMerges& merges) {
  int number = 0;
  while (!lines.empty()) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (line.empty() || (number == 1 && line.starts_with("#version"))) continue;
    const size_t space = line.find(' ');
    if (space == line.npos || !merges.join(line.substr(0, space), line.substr(space + 1)))
      return Error{
          Errc::bad_format,
          fmt::format("{}:{}: is no pair of tokens that vocab.json has, alone and together", file,
                      number)};
  }
  return {};
}

}  // namespace

Result<Gpt2Tokenizer> Gpt2Tokenizer::load(const std::filesystem::path& folder) {
  const Result<std::string> vocab = read_file(folder / "vocab.json", kLargestBpeFile);
  if (!vocab) return vocab.error();
  const Result<std::string> merges = read_file(folder / "merges.txt", kLargestBpeFile);
  if (!merges) return merges.error();
  std::error_code ignored;
  Result<std::string> added = std::string();
  if (std::filesystem::exists(folder / "added_tokens.json", ignored))
    added = read_file(folder / "added_tokens.json", kLargestBpeFile);
  if (!added) return added.error();
  return make(*vocab, *merges, *added, folder.string());
}

Result<Gpt2Tokenizer> Gpt2Tokenizer::make(std::string_view vocab, std::string_view merges,
                                          std::string_view added, std::string_view folder) {
  Gpt2Tokenizer tokenizer;
  const auto file = [&](const char* name) { return fmt::format("{}/{}", folder, name); };
  const auto add = [&](std::string_view token, int id) { tokenizer.merges_.add(token, id); };
  if (const auto read = read_ids(vocab, file("vocab.json"), add); !read) return read.error();
  for (const std::string& name : byte_names())
    if (!tokenizer.merges_.find(name))
      return Error{Errc::bad_format, fmt::format("{}: has no token \"{}\", expected one for each "
                                                 "byte",
                                                 file("vocab.json"), name)};
  if (const auto read = read_merges(merges, file("merges.txt"), tokenizer.merges_); !read)
    return read.error();
  if (added.empty()) return tokenizer;
  const auto read = read_ids(added, file("added_tokens.json"), [&](std::string_view token, int id) {
    tokenizer.merges_.add(token, id);
    tokenizer.added_.emplace_back(token, id);
  });
  if (!read) return read.error();
  std::ranges::stable_sort(tokenizer.added_, [](const auto& a, const auto& b) {
    return a.first.size() > b.first.size();
  });
  return tokenizer;
}

std::vector<std::string_view> gpt2_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = word_end(text, begin);
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

void Gpt2Tokenizer::encode_word(std::string_view word, std::vector<int>& ids) const {
  std::string seen;
  for (const char byte : word) seen += byte_names()[static_cast<unsigned char>(byte)];
  merges_.encode(seen, ids);
}

std::vector<int> Gpt2Tokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  const auto encode_between = [&](std::string_view part) {
    for (const std::string_view word : gpt2_words(part)) encode_word(word, ids);
  };
  size_t begin = 0;
  for (size_t i = 0; i < text.size();) {
    const auto token = std::ranges::find_if(
        added_, [&](const auto& each) { return text.substr(i).starts_with(each.first); });
    if (token == added_.end()) {
      ++i;
      continue;
    }
    encode_between(text.substr(begin, i - begin));
    ids.push_back(token->second);
    begin = i += token->first.size();
  }
  encode_between(text.substr(begin));
  return ids;
}

}  // namespace sotto::tokenize
