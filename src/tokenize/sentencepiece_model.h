// A SentencePiece model file, checked before SentencePiece sees it. The library trusts its models:
// tables out of bounds, long chains of user pieces or a piece with a NUL make it crash.
//
// The file is a protocol buffer, message ModelProto of sentencepiece_model.proto.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::tokenize {

// Stands for a space in pieces.
inline constexpr std::string_view kSpaceMark = "▁";
// A model with more than these is refused.
inline constexpr size_t kLargestModel = 64 << 20;  // bytes: NLLB's has 4.9 MB, opus-mt's 0.8
inline constexpr size_t kMostPieces = 1 << 20;

enum class PieceType { normal = 1, unknown, control, user_defined, unused, byte };

struct Piece {
  std::string_view text;
  float score = 0;
  PieceType type = PieceType::normal;
};

// Ways to cut a text: into the likeliest pieces, or by merging the best pair again and again.
enum class ModelType { unigram = 1, bpe = 2 };

// The parts of a model file that matter for encoding. Views point into the file's bytes.
struct SentencepieceModel {
  ModelType type = ModelType::unigram;
  std::vector<Piece> pieces;
  std::string_view charsmap;
  bool byte_fallback = false;
  bool add_dummy_prefix = true, remove_extra_whitespaces = true, escape_whitespaces = true;

  // `file` is for messages.
  static Result<SentencepieceModel> parse(std::string_view bytes, std::string_view file);

  // Done by `parse`, too: no model that passes makes SentencePiece crash.
  Result<void> check(std::string_view file) const;

  // A ModelProto of these fields and nothing else.
  std::string serialize() const;
};

}  // namespace sotto::tokenize
