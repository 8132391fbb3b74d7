#include "tokenize/chat_tokenizer.h"

#include <sentencepiece_processor.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "checkpoint/gguf_file.h"
#include "tokenize/byte_names.h"
#include "tokenize/processor.h"
#include "tokenize/tokenizer_json.h"

namespace sotto::tokenize {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoCharacter = "\xEF\xBF\xBD";  // U+FFFD

std::string with_spaces_as(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t next = std::min(text.find(from, at), text.size());
    out.append(text, at, next - at);
    if (next < text.size()) out += to;
    at = next + from.size();
  }
  return out;
}

std::string composed(std::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  if (U_SUCCESS(error))
    nfc->normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, error);
  return U_SUCCESS(error) ? out : std::string(text);
}

// The bytes that a piece stands for; none for other types.
std::string bytes_of_piece(std::string_view piece, PieceType type) {
  if (type == PieceType::byte) {
    unsigned byte = 0;
    std::from_chars(piece.data() + 3, piece.data() + 5, byte, 16);
    return std::string(1, static_cast<char>(byte));
  }
  if (type == PieceType::unknown) return std::string(kNoCharacter);
  if (type == PieceType::control) return {};
  return with_spaces_as(piece, kSpaceMark, " ");
}

// Byte pairs of a PairVocabulary.
class PairTokenizer final : public ChatTokenizer {
 public:
  explicit PairTokenizer(PairVocabulary vocabulary) : v_(std::move(vocabulary)) {
    std::vector<std::string> bytes(v_.names.size());
    for (size_t id = 0; id < bytes.size(); ++id)
      bytes[id] = v_.of_bytes ? bytes_of_names(v_.names[id])
                              : with_spaces_as(v_.names[id], kSpaceMark, " ");
    for (size_t byte = 0; byte < v_.merges.bytes.size(); ++byte)
      bytes[static_cast<size_t>(v_.merges.bytes[byte])] = std::string(1, static_cast<char>(byte));
    set(std::move(bytes), v_.added);
  }

  std::vector<int> encode(std::string_view text) const override {
    std::vector<int> ids;
    if (!v_.of_bytes) {
      v_.merges.encode(with_spaces_as(text, " ", kSpaceMark), ids);
      return ids;
    }
    const std::string kept = v_.composes ? composed(text) : std::string(text);
    for (const std::string_view word : split_words(kept, v_.rule)) encode_word(word, ids);
    return ids;
  }

 private:
  void encode_word(std::string_view word, std::vector<int>& ids) const {
    std::string named;
    for (const char byte : word) named += byte_names()[static_cast<unsigned char>(byte)];
    const auto whole = v_.whole_words ? v_.merges.find(named) : std::nullopt;
    if (whole && !is_special(*whole)) {
      ids.push_back(*whole);
    } else {
      v_.merges.encode(named, ids);
    }
  }

  const PairVocabulary v_;
};

// SentencePiece, whose control pieces match no text.
class PieceChatTokenizer final : public ChatTokenizer {
 public:
  static Result<std::shared_ptr<const ChatTokenizer>> make(PieceVocabulary vocabulary,
                                                           std::string_view file) {
    SentencepieceModel& model = vocabulary.model;
    for (Piece& piece : model.pieces)
      if (piece.type == PieceType::user_defined && is_name_of_token(piece.text))
        piece.type = PieceType::control;
    for (const AddedName& token : vocabulary.added) {
      if (static_cast<size_t>(token.id) >= model.pieces.size()) continue;
      Piece& piece = model.pieces[static_cast<size_t>(token.id)];
      if (piece.type == PieceType::normal && is_name_of_token(piece.text))
        piece.type = PieceType::control;
    }
    if (const Result<void> checked = model.check(file); !checked) return checked.error();
    auto tokenizer = std::make_shared<PieceChatTokenizer>();
    const Result<void> loaded = load_processor(model, file, tokenizer->processor_);
    if (!loaded) return loaded.error();
    tokenizer->set_pieces(vocabulary);
    return std::shared_ptr<const ChatTokenizer>(std::move(tokenizer));
  }

  std::vector<int> encode(std::string_view text) const override {
    std::vector<int> ids;
    if (!processor_.Encode({text.data(), text.size()}, &ids).ok()) ids = {processor_.unk_id()};
    return ids;
  }

 private:
  void set_pieces(PieceVocabulary& vocabulary) {
    std::vector<std::string> bytes;
    std::vector<AddedName>& added = vocabulary.added;
    for (const Piece& piece : vocabulary.model.pieces) {
      const auto id = static_cast<int>(bytes.size());
      if (piece.type == PieceType::control || piece.type == PieceType::unknown)
        added.push_back({std::string(piece.text), id, piece.type == PieceType::control});
      bytes.push_back(bytes_of_piece(piece.text, piece.type));
    }
    set(std::move(bytes), added);
  }

  sentencepiece::SentencePieceProcessor processor_;
};

using Made = Result<std::shared_ptr<const ChatTokenizer>>;

Made make_pairs(PairVocabulary vocabulary) {
  return std::shared_ptr<const ChatTokenizer>(
      std::make_shared<const PairTokenizer>(std::move(vocabulary)));
}

Made make_from_json(std::string_view bytes, std::string_view file) {
  auto pairs = read_pair_vocabulary(bytes, file);
  if (!pairs) return pairs.error();
  if (*pairs) return make_pairs(**std::move(pairs));
  const auto json = TokenizerJson::parse(bytes, file, PostProcessor::ignored);
  if (!json) return json.error();
  return PieceChatTokenizer::make({json->model(), {}}, file);
}

Made make_from_gguf(const checkpoint::GgufMetadata& metadata, std::string_view file) {
  auto vocabulary = read_gguf_vocabulary(metadata, file);
  if (!vocabulary) return vocabulary.error();
  if (auto* pairs = std::get_if<PairVocabulary>(&*vocabulary)) return make_pairs(std::move(*pairs));
  return PieceChatTokenizer::make(std::get<PieceVocabulary>(*std::move(vocabulary)), file);
}

// The tokens that tokenizer_config.json adds, where there is one that says so.
Result<std::vector<AddedName>> added_of(const fs::path& folder) {
  std::vector<AddedName> added;
  const fs::path file = folder / "tokenizer_config.json";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return added;
  const Result<nlohmann::json> config = read_json_object(file);
  if (!config) return config.error();
  const auto tokens = config->find("added_tokens_decoder");
  if (tokens == config->end() || !tokens->is_object()) return added;
  for (const auto& [number, token] : tokens->items()) {
    uint32_t id = 0;
    const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), id);
    const bool is_number = failure == std::errc() && end == number.data() + number.size();
    const auto name = token.is_object() ? token.find("content") : token.end();
    if (!is_number || id >= kMostPieces || !token.is_object() || name == token.end() ||
        !name->is_string() || name->get_ref<const std::string&>().empty())
      return Error{Errc::bad_format,
                   file.string() + ": added_tokens_decoder is no map of ids and tokens"};
    added.push_back({name->get<std::string>(), static_cast<int>(id), true});
  }
  return added;
}

Made load_model(const fs::path& file) {
  const Result<std::string> bytes = read_file(file, kLargestModel);
  if (!bytes) return bytes.error();
  Result<SentencepieceModel> model = SentencepieceModel::parse(*bytes, file.string());
  if (!model) return model.error();
  Result<std::vector<AddedName>> added = added_of(file.parent_path());
  if (!added) return added.error();
  return PieceChatTokenizer::make({*std::move(model), *std::move(added)}, file.string());
}

}  // namespace

Made ChatTokenizer::load(const fs::path& path) {
  if (checkpoint::is_gguf(path)) {
    const Result<checkpoint::GgufFile> file = checkpoint::open_gguf(path);
    if (!file) return file.error();
    return make_from_gguf(file->metadata, path.string());
  }
  std::error_code ignored;
  if (fs::exists(path / "tokenizer.model", ignored)) return load_model(path / "tokenizer.model");
  const fs::path file = path / "tokenizer.json";
  const Result<std::string> bytes = read_file(file, kLargestBpeFile);
  if (!bytes) return bytes.error();
  return make(*bytes, file.string());
}

Made ChatTokenizer::make(std::string_view bytes, std::string_view file) {
  if (bytes.starts_with("GGUF")) {
    const auto gguf =
        checkpoint::parse_gguf(std::as_bytes(std::span(bytes.data(), bytes.size())), file);
    if (!gguf) return gguf.error();
    return make_from_gguf(gguf->metadata, file);
  }
  // No protocol buffer begins so: 0x7b would open a group, which the format does not have.
  if (bytes.starts_with('{')) return make_from_json(bytes, file);
  Result<SentencepieceModel> model = SentencepieceModel::parse(bytes, file);
  if (!model) return model.error();
  return PieceChatTokenizer::make({*std::move(model), {}}, file);
}

void ChatTokenizer::set(std::vector<std::string> bytes, const std::vector<AddedName>& specials) {
  bytes_ = std::move(bytes);
  for (const AddedName& token : specials) {
    const auto id = static_cast<size_t>(token.id);
    if (bytes_.size() <= id) bytes_.resize(id + 1);
    bytes_[id] = token.is_hidden ? std::string() : token.name;
    specials_.insert_or_assign(token.name, token.id);
    special_ids_.insert(token.id);
  }
}

bool ChatTokenizer::is_special(int id) const { return special_ids_.contains(id); }

std::optional<int> ChatTokenizer::special(std::string_view name) const {
  const auto found = specials_.find(name);
  return found == specials_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view ChatTokenizer::bytes_of(int id) const {
  if (id < 0 || id >= size()) return {};
  return bytes_[static_cast<size_t>(id)];
}

std::string ChatTokenizer::decode(std::span<const int> ids) const {
  std::string bytes;
  for (const int id : ids) bytes += bytes_of(id);
  size_t replaced = 0;
  return to_valid_utf8(bytes, replaced);
}

std::string TokenStream::push(int id) {
  held_ += tokenizer_.bytes_of(id);
  const size_t rest = unfinished_tail(held_);
  const std::string_view whole = std::string_view(held_).substr(0, held_.size() - rest);
  size_t replaced = 0;
  std::string text = to_valid_utf8(whole, replaced);
  held_.erase(0, whole.size());
  return text;
}

std::string TokenStream::finish() {
  size_t replaced = 0;
  return to_valid_utf8(std::exchange(held_, {}), replaced);
}

}  // namespace sotto::tokenize
