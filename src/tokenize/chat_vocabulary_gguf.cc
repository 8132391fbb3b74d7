// The vocabulary in the keys of a GGUF file.
#include <fmt/format.h>

#include <cmath>

#include "checkpoint/printable.h"
#include "tokenize/chat_vocabulary.h"

namespace sotto::tokenize {
namespace {

// Reads the keys of a GGUF file.
class GgufVocabularyReader {
 public:
  GgufVocabularyReader(const checkpoint::GgufMetadata& metadata, std::string_view file)
      : metadata_(metadata), file_(file) {}

  Result<std::variant<PairVocabulary, PieceVocabulary>> read() {
    const auto tokens = metadata_.texts("tokenizer.ggml.tokens");
    const auto types = metadata_.integers("tokenizer.ggml.token_type");
    if (!tokens || !types || types->size() != tokens->size() || tokens->size() > kMostBpeTokens)
      return bad(fmt::format("has no tokenizer.ggml.tokens with as many token_type, at most {}",
                             kMostBpeTokens));
    const std::string_view model = metadata_.text("tokenizer.ggml.model").value_or("");
    if (model == "gpt2") return pairs(*tokens, *types);
    if (model == "llama") return pieces(*tokens, *types);
    return Error{Errc::unsupported,
                 fmt::format("{}: tokenizer.ggml.model is {}, expected gpt2 or llama", file_,
                             checkpoint::printable(model))};
  }

 private:
  using Either = Result<std::variant<PairVocabulary, PieceVocabulary>>;

  static constexpr int64_t kUserDefined = static_cast<int64_t>(PieceType::user_defined);

  Error bad(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", file_, what)};
  }

  Either pairs(const std::vector<std::string_view>& tokens, const std::vector<int64_t>& types) {
    PairVocabulary out;
    const std::string_view pre = metadata_.text("tokenizer.ggml.pre").value_or("");
    const auto rule = word_rule_named(pre);
    if (!rule)
      return Error{Errc::unsupported,
                   fmt::format("{}: tokenizer.ggml.pre is {}, expected llama-bpe, lfm2, qwen2 or "
                               "hunyuan-dense",
                               file_, checkpoint::printable(pre))};
    out.rule = *rule;
    out.composes = *rule == WordRule::qwen2;      // which the file has no key for
    out.whole_words = *rule == WordRule::llama3;  // nor for this
    for (size_t id = 0; id < tokens.size(); ++id) {
      if (types[id] == static_cast<int64_t>(PieceType::normal)) {
        if (!out.add(tokens[id], id)) return bad(fmt::format("token {} has no name", id));
      } else {
        out.added.push_back(
            {std::string(tokens[id]), static_cast<int>(id), types[id] != kUserDefined});
      }
    }
    const auto merges = metadata_.texts("tokenizer.ggml.merges");
    if (!merges) return bad("has no tokenizer.ggml.merges");
    for (size_t i = 0; i < merges->size(); ++i) {
      const std::string_view merge = merges->at(i);
      const size_t space = merge.find(' ', 1);
      if (space == merge.npos || !out.merges.join(merge.substr(0, space), merge.substr(space + 1)))
        return bad(fmt::format("tokenizer.ggml.merges[{}] is no pair of tokens", i));
    }
    if (const Result<void> checked = out.check(file_); !checked) return checked.error();
    return std::variant<PairVocabulary, PieceVocabulary>(std::move(out));
  }

  // Scores 0, -1, -2, ... are ranks of merges; other fractions are logarithms of a unigram model.
  Either pieces(const std::vector<std::string_view>& tokens, const std::vector<int64_t>& types) {
    const auto scores = metadata_.floats("tokenizer.ggml.scores");
    if (!scores || scores->size() != tokens.size())
      return bad("has no tokenizer.ggml.scores, expected one a token");
    PieceVocabulary out;
    SentencepieceModel& model = out.model;
    model.type = ModelType::bpe;
    model.add_dummy_prefix = metadata_.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    model.remove_extra_whitespaces =
        metadata_.boolean("tokenizer.ggml.remove_extra_whitespaces").value_or(false);
    for (size_t id = 0; id < tokens.size(); ++id) {
      if (types[id] < 1 || types[id] > 6)
        return bad(fmt::format("token {} is of type {}, expected 1 to 6", id, types[id]));
      Piece piece{tokens[id], scores->at(id), static_cast<PieceType>(types[id])};
      if (piece.type == PieceType::unused) piece.type = PieceType::control;
      model.byte_fallback = model.byte_fallback || piece.type == PieceType::byte;
      if (piece.type == PieceType::normal && piece.score != std::floor(piece.score))
        model.type = ModelType::unigram;
      model.pieces.push_back(piece);
    }
    return std::variant<PairVocabulary, PieceVocabulary>(std::move(out));
  }

  const checkpoint::GgufMetadata& metadata_;
  std::string_view file_;
};

}  // namespace

Result<std::variant<PairVocabulary, PieceVocabulary>> read_gguf_vocabulary(
    const checkpoint::GgufMetadata& metadata, std::string_view file) {
  return GgufVocabularyReader(metadata, file).read();
}

}  // namespace sotto::tokenize
