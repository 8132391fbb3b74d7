// A text as Pocket TTS wants it: prepared, cut into chunks that the network can say in one go, and
// tokenized. Follows text_chunking.py of the reference, whose rules the networks were tuned with.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/pocket_tts/config.h"
#include "sotto/error.h"
#include "text/spoken/prepare_text.h"
#include "tokenize/piece_tokenizer.h"

namespace sotto::models::pocket_tts {

// A chunk that is generated in one go, from a fresh copy of the voice.
struct PromptChunk {
  std::string chunk;     // as it was cut
  std::string prepared;  // what was tokenized
  std::vector<int> ids;
  int frames_after_eos = 0;  // frames that follow the one which ended the speech
  int max_frames = 0;        // what is longer is no speech of this text
};

// Immutable after load; any thread may use it.
class Prompts {
 public:
  static constexpr int kMaxTokens = 50;  // longer prompts make the networks skip words

  // Tokenizer and rules of a model.
  static Result<Prompts> load(const Config& config);

  Prompts(tokenize::PieceTokenizer tokenizer, spoken::TextRules rules, double frame_rate,
          std::optional<int> recommended_frames_after_eos);

  const tokenize::PieceTokenizer& tokenizer() const { return tokenizer_; }

  // The whole text in chunks of at most `max_tokens`, cut behind sentences, else behind commas;
  // what has neither stays one long chunk. An error when nothing is left to say.
  Result<std::vector<PromptChunk>> chunks(std::string_view text, int max_tokens = kMaxTokens,
                                          std::optional<int> frames_after_eos = {}) const;

  // Tokens that end a sentence, and those that end a clause.
  const std::vector<int>& sentence_ends() const { return sentence_ends_; }
  const std::vector<int>& clause_ends() const { return clause_ends_; }

 private:
  struct Segment {
    int tokens;
    std::string text;
  };
  std::vector<std::string> split(std::string_view prepared, int max_tokens) const;
  std::vector<Segment> segments(const std::vector<int>& ids, const std::vector<int>& ends,
                                bool keep_decimals) const;
  bool is_inside_number(const std::vector<int>& ids, size_t at) const;
  PromptChunk finish(std::string chunk, const spoken::PreparedText& prepared,
                     std::optional<int> frames_after_eos) const;

  tokenize::PieceTokenizer tokenizer_;
  spoken::TextRules rules_;
  double frame_rate_;
  std::optional<int> recommended_;
  std::vector<int> sentence_ends_, clause_ends_;
};

}  // namespace sotto::models::pocket_tts
