// tokenizer.json of byte pairs.
#include <fmt/format.h>

#include "checkpoint/printable.h"
#include "tokenize/bpe_json.h"
#include "tokenize/chat_vocabulary.h"

namespace sotto::tokenize {
namespace {

// Reads a tokenizer.json whose model is of type BPE.
class PairReader {
 public:
  explicit PairReader(std::string_view file) : file_(file) {}

  Result<std::optional<PairVocabulary>> read(std::string_view bytes) {
    simdjson::dom::parser parser;
    Json root, model;
    if (parser.parse(bytes.data(), bytes.size()).get(root) || !root.is_object())
      return bad("is not a JSON object");
    if (root["model"].get(model) || string_at(model, "type") != "BPE")
      return std::optional<PairVocabulary>();
    for (const char* key : {"dropout", "continuing_subword_prefix", "end_of_word_suffix"})
      if (is_set(model, key)) return unsupported(fmt::format("has model.{}", key));
    out_.of_bytes = !is_set(model, "byte_fallback");
    out_.whole_words = is_set(model, "ignore_merges");
    if (const Result<void> done = read_normalizer(root); !done) return done.error();
    if (const Result<void> done = read_words(root); !done) return done.error();
    if (const Result<void> done = read_tokens(model); !done) return done.error();
    if (const auto done = read_json_merges(model, file_, out_.merges); !done) return done.error();
    if (const Result<void> done = read_added(root); !done) return done.error();
    if (const Result<void> done = out_.check(file_); !done) return done.error();
    return std::optional(std::move(out_));
  }

 private:
  static std::string printable(std::string_view text) { return checkpoint::printable(text); }
  Error bad(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", file_, what)};
  }
  Error unsupported(std::string_view what) const {
    return {Errc::unsupported,
            fmt::format("{}: {}, expected byte pairs as of Llama 3, LFM2, Qwen, Hunyuan or Gemma",
                        file_, what)};
  }

  // A step alone, or the only one of a sequence; none.
  std::optional<Json> only_step(const Json& root, std::string_view key, std::string_view list) {
    Json step;
    simdjson::dom::array steps;
    if (root[key].get(step) || step.is_null()) return std::nullopt;
    if (step[list].get_array().get(steps) || steps.size() != 1) return step;
    return steps.at(0).value_unsafe();
  }

  // NFC, or nothing; for characters spaces become ▁.
  Result<void> read_normalizer(const Json& root) {
    const auto step = only_step(root, "normalizer", "normalizers");
    const std::string_view type = step ? string_at(*step, "type") : std::string_view();
    if (out_.of_bytes) {
      out_.composes = type == "NFC";
      if (!step || out_.composes) return {};
      return unsupported(fmt::format("has a normalizer of type \"{}\"", printable(type)));
    }
    Json pattern;
    if (type == "Replace" && !(*step)["pattern"].get(pattern) &&
        string_at(pattern, "String") == " " && string_at(*step, "content") == kSpaceMark)
      return {};
    return unsupported("has no normalizer that makes ▁ of spaces");
  }

  // Expressions, and ByteLevel behind them. Of characters: at spaces, of which there are none then.
  Result<void> read_words(const Json& root) {
    const auto step = only_step(root, "pre_tokenizer", "pretokenizers");
    if (!out_.of_bytes) {
      if (!step || string_at(*step, "type") == "Split") return {};
      return unsupported("has a pre_tokenizer");
    }
    simdjson::dom::array steps;
    std::vector<std::string_view> expressions;
    if (!step || (*step)["pretokenizers"].get_array().get(steps))
      return unsupported("has no sequence of pre_tokenizers");
    bool ends = false;
    for (const Json& each : steps) {
      Json pattern;
      const std::string_view type = string_at(each, "type");
      const bool is_split = type == "Split" && !each["pattern"].get(pattern) &&
                            string_at(each, "behavior") == "Isolated" && !is_set(each, "invert");
      if (ends || (!is_split && type != "ByteLevel"))
        return unsupported("has other pre_tokenizers");
      ends = !is_split;
      if (ends && (is_set(each, "add_prefix_space") || is_set(each, "use_regex")))
        return unsupported("has a ByteLevel with add_prefix_space or use_regex");
      if (is_split) expressions.push_back(string_at(pattern, "Regex"));
    }
    const auto rule = word_rule_of(expressions);
    if (!ends || !rule) return unsupported("cuts words by other expressions");
    out_.rule = *rule;
    return {};
  }

  Result<void> read_tokens(const Json& model) {
    simdjson::dom::object tokens;
    if (model["vocab"].get_object().get(tokens)) return bad("model.vocab is no object");
    for (const auto& [token, value] : tokens) {
      uint64_t id = 0;
      if (value.get_uint64().get(id) || !out_.add(token, id))
        return bad(fmt::format("model.vocab gives \"{}\" no id from 0 to {}", printable(token),
                               kMostBpeTokens - 1));
    }
    return {};
  }

  Result<void> read_added(const Json& root) {
    simdjson::dom::array list;
    if (root["added_tokens"].get_array().get(list)) return {};
    for (const Json& token : list) {
      const std::string_view name = string_at(token, "content");
      uint64_t id = 0;
      if (token["id"].get_uint64().get(id) || id >= kMostBpeTokens || name.empty())
        return bad(fmt::format("gives the added token \"{}\" no id from 0 to {}", printable(name),
                               kMostBpeTokens - 1));
      out_.added.push_back({std::string(name), static_cast<int>(id), is_set(token, "special")});
    }
    return {};
  }

  std::string_view file_;
  PairVocabulary out_;
};

}  // namespace

Result<std::optional<PairVocabulary>> read_pair_vocabulary(std::string_view json,
                                                           std::string_view file) {
  return PairReader(file).read(json);
}

}  // namespace sotto::tokenize
