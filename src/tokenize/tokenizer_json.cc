#include "tokenize/tokenizer_json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <optional>

namespace sotto::tokenize {

using Object = simdjson::dom::element;

namespace {

std::optional<int> base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return std::nullopt;
}

// RFC 4648, section 4, with its padding.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::optional<int> digit = base64_digit(c);
    if (!digit) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(*digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

std::string_view text_at(const Object& object, std::string_view key) {
  std::string_view text;
  if (object[key].get_string().get(text)) return {};
  return text;
}

bool is_null(const Object& object, std::string_view key) {
  Object value;
  return object[key].get(value) != simdjson::SUCCESS || value.is_null();
}

// Names that SentencePiece's trainer gives to pieces that no text becomes.
bool is_control_name(std::string_view name) {
  return name == "<s>" || name == "</s>" || name == "<pad>";
}

}  // namespace

class TokenizerJsonReader {
 public:
  TokenizerJsonReader(std::string_view file, PostProcessor post_processor)
      : file_(file),
        post_processor_(post_processor),
        content_(std::make_unique<TokenizerJson::Content>()) {
    model().add_dummy_prefix = false;
    model().remove_extra_whitespaces = false;
  }

  Result<TokenizerJson> read(std::string_view bytes) {
    simdjson::dom::parser parser;
    Object root;
    if (parser.parse(bytes.data(), bytes.size()).get(root) || !root.is_object())
      return bad("is not a JSON object");
    const auto step = [&](Result<void> (TokenizerJsonReader::*part)(const Object&)) {
      if (error_) return;
      if (Result<void> done = (this->*part)(root); !done) error_ = done.error();
    };
    step(&TokenizerJsonReader::read_model);
    step(&TokenizerJsonReader::read_added_tokens);
    step(&TokenizerJsonReader::read_normalizer);
    step(&TokenizerJsonReader::read_pre_tokenizer);
    if (error_) return *error_;
    if (!is_null(root, "post_processor") && post_processor_ == PostProcessor::refused)
      return unsupported("has a post_processor");
    point_to_texts();
    if (const Result<void> checked = model().check(file_); !checked) return checked.error();
    return TokenizerJson(std::move(content_));
  }

 private:
  SentencepieceModel& model() { return content_->model; }
  Error bad(std::string_view what) const {
    return {Errc::bad_format, fmt::format("{}: {}", file_, what)};
  }
  Error unsupported(std::string_view what) const {
    return {Errc::unsupported,
            fmt::format("{}: {}, expected what a SentencePiece model says", file_, what)};
  }

  Result<void> read_model(const Object& root) {
    Object json;
    if (root["model"].get(json) || text_at(json, "type") != "Unigram")
      return unsupported("has no model of type Unigram");
    simdjson::dom::array vocabulary;
    int64_t unknown = -1;
    if (json["vocab"].get_array().get(vocabulary) || json["unk_id"].get_int64().get(unknown))
      return bad("model.vocab is no array, or model.unk_id no number");
    if (vocabulary.size() > kMostPieces)
      return bad(fmt::format("has more than {} pieces", kMostPieces));
    model().type = ModelType::unigram;
    if (json["byte_fallback"].get_bool().get(model().byte_fallback)) model().byte_fallback = false;
    for (const Object& entry : vocabulary) {
      const size_t index = model().pieces.size();
      simdjson::dom::array pair;
      std::string_view name;
      double score = 0;
      if (entry.get_array().get(pair) || pair.at(0).get_string().get(name) ||
          pair.at(1).get_double().get(score))
        return bad(fmt::format("model.vocab[{}] is no pair of a piece and its score", index));
      add_piece(name, static_cast<float>(score), static_cast<int64_t>(index) == unknown);
    }
    return {};
  }

  void add_piece(std::string_view name, float score, bool unknown) {
    Piece piece;
    piece.score = score;
    if (unknown)
      piece.type = PieceType::unknown;
    else if (model().byte_fallback && name.size() == 6 && name.starts_with("<0x"))
      piece.type = PieceType::byte;
    else if (is_control_name(name))
      piece.type = PieceType::control;
    model().pieces.push_back(piece);
    content_->texts += name;
    sizes_.push_back(name.size());
  }

  // Reads the added tokens, each of which names a piece of the vocabulary; they are not looked for
  // in texts.
  Result<void> read_added_tokens(const Object& root) {
    simdjson::dom::array list;
    if (root["added_tokens"].get_array().get(list)) return {};
    point_to_texts();
    for (const Object& token : list) {
      uint64_t id = 0;
      if (token["id"].get_uint64().get(id) || id >= model().pieces.size() ||
          model().pieces[id].text != text_at(token, "content"))
        return unsupported(fmt::format("has the added token \"{}\", which is no piece",
                                       text_at(token, "content")));
      if (model().pieces[id].type == PieceType::normal)
        model().pieces[id].type = PieceType::control;
    }
    return {};
  }

  // The table of replacements, spaces made single, spaces at the ends taken away.
  Result<void> read_normalizer(const Object& root) {
    if (is_null(root, "normalizer")) return {};
    const Object json = root["normalizer"].value_unsafe();
    if (text_at(json, "type") != "Sequence") return read_normalizer_step(json);
    simdjson::dom::array steps;
    if (json["normalizers"].get_array().get(steps)) return bad("normalizer has no steps");
    for (const Object& step : steps)
      if (const Result<void> done = read_normalizer_step(step); !done) return done.error();
    return {};
  }

  Result<void> read_normalizer_step(const Object& json) {
    const std::string_view type = text_at(json, "type");
    if (type == "Precompiled") {
      std::optional<std::string> map = from_base64(text_at(json, "precompiled_charsmap"));
      if (!map) return bad("precompiled_charsmap is not base64");
      content_->charsmap = *std::move(map);
      model().charsmap = content_->charsmap;
      return {};
    }
    if (type == "Strip") return {};  // comes with the next, and alone changes no piece
    Object pattern;
    const std::string_view content = text_at(json, "content");
    if (type == "Replace" && !json["pattern"].get(pattern) && text_at(pattern, "String") == " " &&
        content == kSpaceMark) {
      marks_spaces_ = true;
      return {};
    }
    if (type == "Replace" && !json["pattern"].get(pattern) &&
        text_at(pattern, "Regex") == " {2,}" && (content == " " || content == kSpaceMark)) {
      model().remove_extra_whitespaces = true;
      return {};
    }
    return unsupported(fmt::format("has a normalizer of type \"{}\"", type));
  }

  Result<void> read_pre_tokenizer(const Object& root) {
    if (is_null(root, "pre_tokenizer") && marks_spaces_) return {};
    if (is_null(root, "pre_tokenizer")) return unsupported("has no pre_tokenizer");
    const Object json = root["pre_tokenizer"].value_unsafe();
    if (text_at(json, "type") != "Metaspace" || text_at(json, "replacement") != kSpaceMark)
      return unsupported("has a pre_tokenizer that is no Metaspace with ▁");
    const std::string_view scheme = text_at(json, "prepend_scheme");
    bool add = scheme == "always" || scheme == "first";
    if (scheme.empty() && json["add_prefix_space"].get_bool().get(add)) add = true;
    model().add_dummy_prefix = add;
    return {};
  }

  // The string has stopped growing: the pieces can point into it.
  void point_to_texts() {
    size_t at = 0;
    for (size_t i = 0; i < sizes_.size(); ++i) {
      model().pieces[i].text = std::string_view(content_->texts).substr(at, sizes_[i]);
      at += sizes_[i];
    }
  }

  std::string_view file_;
  PostProcessor post_processor_;
  std::unique_ptr<TokenizerJson::Content> content_;
  std::vector<size_t> sizes_;
  bool marks_spaces_ = false;  // the normalizer makes ▁ of them, and puts none in front
  std::optional<Error> error_;
};

Result<TokenizerJson> TokenizerJson::parse(std::string_view bytes, std::string_view file,
                                           PostProcessor post_processor) {
  return TokenizerJsonReader(file, post_processor).read(bytes);
}

}  // namespace sotto::tokenize
