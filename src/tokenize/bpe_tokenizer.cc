#include "tokenize/bpe_tokenizer.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/file.h"
#include "base/utf8.h"
#include "tokenize/bpe_json.h"
#include "tokenize/bpe_merges.h"

namespace sotto::tokenize {
namespace {

struct AddedToken {
  std::string content;
  int id;
};

enum class Run { space, letters, signs };

// \s, \w and the rest, as Unicode's regular expressions have them (UTS 18, annex C).
Run run_of(char32_t character) {
  const auto c = static_cast<UChar32>(character);
  if (u_isUWhiteSpace(c)) return Run::space;
  const uint32_t letters = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;
  const bool is_letter = u_isUAlphabetic(c) || (U_GET_GC_MASK(c) & letters) != 0 ||
                         u_hasBinaryProperty(c, UCHAR_JOIN_CONTROL);
  return is_letter ? Run::letters : Run::signs;
}

}  // namespace

struct BpeTokenizer::Vocabulary {
  BpeMerges merges;
  std::vector<AddedToken> added;  // the longest first

  const AddedToken* added_at(std::string_view text) const {
    for (const AddedToken& token : added)
      if (text.starts_with(token.content)) return &token;
    return nullptr;
  }
};

class BpeReader {
 public:
  explicit BpeReader(std::string_view file)
      : file_(file), vocabulary_(std::make_unique<BpeTokenizer::Vocabulary>()) {}

  Result<BpeTokenizer> read(std::string_view bytes) {
    simdjson::dom::parser parser;
    Json root, model;
    if (parser.parse(bytes.data(), bytes.size()).get(root) || !root.is_object())
      return bad("is not a JSON object");
    if (root["model"].get(model) || string_at(model, "type") != "BPE")
      return unsupported("has no model of type BPE");
    Json pre_tokenizer;
    if (root["pre_tokenizer"].get(pre_tokenizer) ||
        string_at(pre_tokenizer, "type") != "Whitespace")
      return unsupported("has no pre_tokenizer of type Whitespace");
    for (const char* key : {"normalizer", "post_processor"})
      if (is_set(root, key)) return unsupported(fmt::format("has a {}", key));
    for (const char* key : {"dropout", "continuing_subword_prefix", "end_of_word_suffix",
                            "fuse_unk", "byte_fallback", "ignore_merges"})
      if (is_set(model, key)) return unsupported(fmt::format("has model.{}", key));
    if (const Result<void> done = read_vocabulary(model); !done) return done.error();
    if (const auto done = read_json_merges(model, file_, vocabulary_->merges); !done)
      return done.error();
    if (const Result<void> done = read_added_tokens(root); !done) return done.error();
    return BpeTokenizer(std::move(vocabulary_));
  }

 private:
  Error bad(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", file_, what)};
  }
  Error unsupported(std::string_view what) const {
    return {Errc::unsupported,
            fmt::format("{}: {}, expected a byte-pair encoding of words", file_, what)};
  }

  Result<void> add(std::string_view token, uint64_t id) {
    if (id >= kMostBpeTokens || token.empty())
      return bad(fmt::format("gives \"{}\" the id {}, expected a text and 0 to {}", token, id,
                             kMostBpeTokens - 1));
    vocabulary_->merges.add(token, static_cast<int>(id));
    return {};
  }

  Result<void> read_vocabulary(const Json& model) {
    simdjson::dom::object tokens;
    if (model["vocab"].get_object().get(tokens)) return bad("model.vocab is no object");
    for (const auto& [token, value] : tokens) {
      uint64_t id = 0;
      if (value.get_uint64().get(id))
        return bad(fmt::format("model.vocab gives \"{}\" no id", token));
      if (const Result<void> added = add(token, id); !added) return added.error();
    }
    const auto unknown = vocabulary_->merges.find(string_at(model, "unk_token"));
    if (!unknown) return bad("model.unk_token is none of model.vocab");
    vocabulary_->merges.unknown = *unknown;
    return {};
  }

  Result<void> read_added_tokens(const Json& root) {
    simdjson::dom::array list;
    if (root["added_tokens"].get_array().get(list)) return {};
    for (const Json& token : list) {
      const std::string_view content = string_at(token, "content");
      uint64_t id = 0;
      if (token["id"].get_uint64().get(id))
        return bad(fmt::format("the added token \"{}\" has no id", content));
      for (const char* key : {"single_word", "lstrip", "rstrip"})
        if (is_set(token, key))
          return unsupported(fmt::format("has the added token \"{}\" with {}", content, key));
      if (const Result<void> added = add(content, id); !added) return added.error();
      vocabulary_->added.push_back({std::string(content), static_cast<int>(id)});
    }
    std::ranges::stable_sort(vocabulary_->added, [](const AddedToken& a, const AddedToken& b) {
      return a.content.size() > b.content.size();
    });
    return {};
  }

  std::string_view file_;
  std::unique_ptr<BpeTokenizer::Vocabulary> vocabulary_;
};

BpeTokenizer::BpeTokenizer(std::unique_ptr<const Vocabulary> vocabulary)
    : vocabulary_(std::move(vocabulary)) {}
BpeTokenizer::BpeTokenizer(BpeTokenizer&&) noexcept = default;
BpeTokenizer& BpeTokenizer::operator=(BpeTokenizer&&) noexcept = default;
BpeTokenizer::~BpeTokenizer() = default;

Result<BpeTokenizer> BpeTokenizer::load(const std::filesystem::path& file) {
  const Result<std::string> bytes = read_file(file, kLargestBpeFile);
  if (!bytes) return bytes.error();
  return parse(*bytes, file.string());
}

Result<BpeTokenizer> BpeTokenizer::parse(std::string_view bytes, std::string_view file) {
  return BpeReader(file).read(bytes);
}

int BpeTokenizer::size() const { return vocabulary_->merges.size(); }

std::optional<int> BpeTokenizer::find(std::string_view token) const {
  return vocabulary_->merges.find(token);
}

std::vector<int> BpeTokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  size_t begin = 0;  // of the run at hand
  Run run = Run::space;
  const auto end_run = [&](size_t end) {
    if (run != Run::space) vocabulary_->merges.encode(text.substr(begin, end - begin), ids);
  };
  for (size_t i = 0; i < text.size();) {
    if (const AddedToken* token = vocabulary_->added_at(text.substr(i))) {
      end_run(i);
      run = Run::space;
      ids.push_back(token->id);
      i += token->content.size();
      continue;
    }
    const size_t at = i;
    const Run next = run_of(next_code_point(text, i));
    if (next == run) continue;
    end_run(at);
    begin = at;
    run = next;
  }
  end_run(text.size());
  return ids;
}

}  // namespace sotto::tokenize
