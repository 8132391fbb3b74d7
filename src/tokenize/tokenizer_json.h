// tokenizer.json of the hub's library, where it says what a SentencePiece model says.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sotto/error.h"
#include "tokenize/sentencepiece_model.h"

namespace sotto::tokenize {

// Post-processors put tokens around texts: refused, or somebody else's matter.
enum class PostProcessor { refused, ignored };

// A unigram model with its normalization table and ▁ in front of words. Added tokens and everything
// else that SentencePiece has no field for is an error.
class TokenizerJson {
 public:
  // Untrusted; checked as SentencepieceModel::parse does. `file` is for messages.
  static Result<TokenizerJson> parse(std::string_view bytes, std::string_view file,
                                     PostProcessor post_processor = PostProcessor::refused);

  // Points into this object's memory.
  const SentencepieceModel& model() const { return content_->model; }

 private:
  struct Content {
    std::string texts;  // of all pieces, one after the other
    std::string charsmap;
    SentencepieceModel model;
  };
  explicit TokenizerJson(std::unique_ptr<Content> content) : content_(std::move(content)) {}
  friend class TokenizerJsonReader;

  std::unique_ptr<Content> content_;
};

}  // namespace sotto::tokenize
