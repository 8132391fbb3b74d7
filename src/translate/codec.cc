#include "translate/codec.h"

#include "translate/search/search.h"

namespace sotto::translate {
namespace {

class NllbCodec final : public Codec {
 public:
  NllbCodec(std::shared_ptr<const tokenize::Tokenizer> tokenizer, const Language& from,
            const Language& to)
      : tokenizer_(std::move(tokenizer)),
        from_(tokenizer_->language_id(from.flores).value_or(tokenize::Tokenizer::kUnk)),
        to_(tokenizer_->language_id(to.flores).value_or(tokenize::Tokenizer::kUnk)) {}

  int eos() const override { return tokenize::Tokenizer::kEos; }
  int forced_first() const override { return to_; }
  std::vector<int> encode(std::string_view text) const override {
    return tokenizer_->encode(text, from_);
  }
  std::vector<int> encode_raw(std::string_view line) const override {
    return tokenizer_->encode_raw(line, from_);
  }
  std::span<const int> words(std::span<const int> source) const override {
    return source.subspan(1, source.size() - 2);
  }
  std::string decode(std::span<const int> ids) const override { return tokenizer_->decode(ids); }
  std::optional<int> piece_id(std::string_view piece) const override {
    return tokenizer_->piece_id(piece);
  }

 private:
  std::shared_ptr<const tokenize::Tokenizer> tokenizer_;
  int from_, to_;
};

class MarianCodec final : public Codec {
 public:
  MarianCodec(std::shared_ptr<const tokenize::MarianTokenizer> tokenizer, std::optional<int> to)
      : tokenizer_(std::move(tokenizer)), to_(to) {}

  int eos() const override { return tokenizer_->vocabulary().eos(); }
  int forced_first() const override { return kNoForcedFirst; }
  std::vector<int> encode(std::string_view text) const override {
    return tokenizer_->encode(text, to_);
  }
  // A line that names its language itself, as the reference wants it, is left as it is.
  std::vector<int> encode_raw(std::string_view line) const override {
    const bool named = line.starts_with(">>") && line.find("<<") != std::string_view::npos;
    return tokenizer_->encode_raw(line, named ? std::nullopt : to_);
  }
  std::span<const int> words(std::span<const int> source) const override {
    const size_t begin = to_ ? 1 : 0;
    return source.subspan(begin, source.size() - 1 - begin);
  }
  std::string decode(std::span<const int> ids) const override { return tokenizer_->decode(ids); }
  // It has no placeholders, whatever its vocabulary says: none was ever trained.
  std::optional<int> piece_id(std::string_view) const override { return std::nullopt; }

 private:
  std::shared_ptr<const tokenize::MarianTokenizer> tokenizer_;
  std::optional<int> to_;
};

}  // namespace

std::unique_ptr<Codec> make_codec(std::shared_ptr<const tokenize::Tokenizer> tokenizer,
                                  const Language& from, const Language& to) {
  return std::make_unique<NllbCodec>(std::move(tokenizer), from, to);
}

std::unique_ptr<Codec> make_codec(tokenize::Tokenizer tokenizer, const Language& from,
                                  const Language& to) {
  return make_codec(std::make_shared<const tokenize::Tokenizer>(std::move(tokenizer)), from, to);
}

std::unique_ptr<Codec> make_codec(std::shared_ptr<const tokenize::MarianTokenizer> tokenizer,
                                  std::optional<int> to) {
  return std::make_unique<MarianCodec>(std::move(tokenizer), to);
}

}  // namespace sotto::translate
