#include "tokenize/sentencepiece_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "base/protobuf.h"
#include "tokenize/charsmap.h"

namespace sotto::tokenize {
namespace {

constexpr size_t kLongestPiece = 1024;
// SentencePiece gathers the user-defined pieces that begin at a position in an array of 64 and does
// not look at its end (PrefixMatcher).
constexpr size_t kMostUserPieces = 64;

// Field numbers of sentencepiece_model.proto.
enum ModelField : uint64_t { kPieces = 1, kTrainerSpec = 2, kNormalizerSpec = 3 };
enum PieceField : uint64_t { kPieceText = 1, kPieceScore = 2, kPieceType = 3 };
enum TrainerField : uint64_t { kModelType = 3, kWhitespaceAsSuffix = 24, kByteFallback = 35 };
enum NormalizerField : uint64_t {
  kCharsmap = 2,
  kAddDummyPrefix = 3,
  kRemoveExtraWhitespaces = 4,
  kEscapeWhitespaces = 5
};

using Type = ProtoField::Type;

class Parser {
 public:
  explicit Parser(std::string_view file) : file_(file) {}

  Result<SentencepieceModel> parse(std::string_view bytes) {
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
      if (field->type != Type::bytes) continue;
      Result<void> read;
      if (field->number == kPieces) read = piece(field->bytes);
      if (field->number == kTrainerSpec) read = trainer(field->bytes);
      if (field->number == kNormalizerSpec) read = normalizer(field->bytes);
      if (!read) return read.error();
    }
    if (!reader.ok() || model_.pieces.empty()) {
      return bad(fmt::format("is no SentencePiece model, or cut short ({} bytes, {} pieces read)",
                             bytes.size(), model_.pieces.size()));
    }
    if (model_type_ != 1 && model_type_ != 2) {
      return Error{Errc::unsupported,
                   fmt::format("{}: has model type {}, expected 1 (unigram) or 2 (BPE)", file_,
                               model_type_)};
    }
    model_.type = static_cast<ModelType>(model_type_);
    if (whitespace_as_suffix_) {
      return Error{Errc::unsupported, fmt::format("{}: puts the space mark behind words, expected "
                                                  "it in front of them",
                                                  file_)};
    }
    if (const Result<void> checked = model_.check(file_); !checked) return checked.error();
    return std::move(model_);
  }

 private:
  Error bad(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", file_, what)};
  }

  Result<void> piece(std::string_view bytes) {
    const size_t index = model_.pieces.size();
    if (index == kMostPieces) return bad(fmt::format("has more than {} pieces", kMostPieces));
    Piece piece;
    uint64_t type = static_cast<uint64_t>(PieceType::normal);
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
      if (field->number == kPieceText && field->type == Type::bytes) piece.text = field->bytes;
      if (field->number == kPieceScore && field->type == Type::fixed32)
        piece.score = std::bit_cast<float>(static_cast<uint32_t>(field->value));
      if (field->number == kPieceType && field->type == Type::varint) type = field->value;
    }
    if (!reader.ok()) return bad(fmt::format("piece {} is malformed", index));
    if (type < 1 || type > 6)
      return bad(fmt::format("piece {} has type {}, expected 1 to 6", index, type));
    piece.type = static_cast<PieceType>(type);
    model_.pieces.push_back(piece);
    return {};
  }

  Result<void> trainer(std::string_view bytes) {
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
      if (field->type != Type::varint) continue;
      if (field->number == kModelType) model_type_ = field->value;
      if (field->number == kWhitespaceAsSuffix) whitespace_as_suffix_ = field->value != 0;
      if (field->number == kByteFallback) model_.byte_fallback = field->value != 0;
    }
    if (!reader.ok()) return bad("the trainer specification is malformed");
    return {};
  }

  Result<void> normalizer(std::string_view bytes) {
    ProtoReader reader(bytes);
    while (const auto field = reader.next()) {
      const bool on = field->value != 0;
      if (field->number == kCharsmap && field->type == Type::bytes) model_.charsmap = field->bytes;
      if (field->type != Type::varint) continue;
      if (field->number == kAddDummyPrefix) model_.add_dummy_prefix = on;
      if (field->number == kRemoveExtraWhitespaces) model_.remove_extra_whitespaces = on;
      if (field->number == kEscapeWhitespaces) model_.escape_whitespaces = on;
    }
    if (!reader.ok()) return bad("the normalizer specification is malformed");
    return {};
  }

  std::string_view file_;
  SentencepieceModel model_;
  uint64_t model_type_ = 1;  // the default of the format: unigram
  bool whitespace_as_suffix_ = false;
};

bool is_byte_name(std::string_view text) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
  return text.size() == 6 && text.starts_with("<0x") && is_hex(text[3]) && is_hex(text[4]) &&
         text[5] == '>';
}

// Says what is wrong with a piece; empty: nothing.
std::string fault_of(const Piece& piece) {
  if (piece.text.empty() || piece.text.size() > kLongestPiece)
    return fmt::format("has {} bytes, expected 1 to {}", piece.text.size(), kLongestPiece);
  if (piece.text.find('\0') != std::string_view::npos) return "contains a NUL byte";
  // Sums of scores decide the cut; with an infinite one they could become no numbers.
  if (!std::isfinite(piece.score)) return "has a score that is no number";
  if (piece.type == PieceType::byte && !is_byte_name(piece.text))
    return "is a byte piece with another name than <0x00> to <0xFF>";
  return {};
}

// The most user-defined pieces of which each begins with the one before: as many can begin at one
// position of a text.
size_t longest_chain(const std::vector<Piece>& pieces) {
  std::vector<std::string_view> sorted, chain;
  for (const Piece& piece : pieces)
    if (piece.type == PieceType::user_defined) sorted.push_back(piece.text);
  std::ranges::sort(sorted);
  size_t longest = 0;
  for (const std::string_view text : sorted) {
    while (!chain.empty() && !text.starts_with(chain.back())) chain.pop_back();
    chain.push_back(text);
    longest = std::max(longest, chain.size());
  }
  return longest;
}

}  // namespace

Result<void> SentencepieceModel::check(std::string_view file) const {
  const auto bad = [&](std::string_view what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", file, what)};
  };
  std::unordered_set<std::string_view> texts;
  size_t byte_pieces = 0, unknown_pieces = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (const std::string fault = fault_of(piece); !fault.empty())
      return bad(fmt::format("piece {} {}", i, fault));
    if (!texts.insert(piece.text).second) return bad(fmt::format("piece {} stands there twice", i));
    byte_pieces += piece.type == PieceType::byte;
    unknown_pieces += piece.type == PieceType::unknown;
  }
  if (const size_t chain = longest_chain(pieces); chain > kMostUserPieces)
    return bad(
        fmt::format("has {} user-defined pieces of which each begins with the one before, "
                    "expected at most {}",
                    chain, kMostUserPieces));
  if (unknown_pieces != 1)
    return bad(fmt::format("has {} unknown pieces, expected 1", unknown_pieces));
  // The byte pieces are all of them (no name stands there twice) or none.
  if (byte_pieces != (byte_fallback ? 256 : 0))
    return bad(fmt::format("has {} byte pieces, expected {}", byte_pieces,
                           byte_fallback ? "256" : "none without byte fallback"));
  if (const auto map = Charsmap::check(charsmap, file); !map) return map.error();
  return {};
}

Result<SentencepieceModel> SentencepieceModel::parse(std::string_view bytes,
                                                     std::string_view file) {
  return Parser(file).parse(bytes);
}

std::string SentencepieceModel::serialize() const {
  std::string out, message;
  for (const Piece& piece : pieces) {
    message.clear();
    put_bytes(message, kPieceText, piece.text);
    put_float(message, kPieceScore, piece.score);
    put_number(message, kPieceType, static_cast<uint64_t>(piece.type));
    put_bytes(out, kPieces, message);
  }
  message.clear();
  put_number(message, kModelType, static_cast<uint64_t>(type));
  put_number(message, kByteFallback, byte_fallback);
  put_bytes(out, kTrainerSpec, message);
  message.clear();
  put_bytes(message, kCharsmap, charsmap);
  put_number(message, kAddDummyPrefix, add_dummy_prefix);
  put_number(message, kRemoveExtraWhitespaces, remove_extra_whitespaces);
  put_number(message, kEscapeWhitespaces, escape_whitespaces);
  put_bytes(out, kNormalizerSpec, message);
  return out;
}

}  // namespace sotto::tokenize
