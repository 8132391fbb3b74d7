// Text to ids and back, for one network and one direction.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_range.h"
#include "base/language.h"
#include "tokenize/marian_tokenizer.h"
#include "tokenize/tokenizer.h"

namespace sotto::translate {

struct PromptTurn;

// Immutable; any thread may use it.
class Codec {
 public:
  virtual ~Codec() = default;

  virtual int eos() const = 0;
  virtual bool is_end(int id) const { return id == eos(); }
  // The token that the network is told the target language by, or kNoForcedFirst.
  virtual int forced_first() const = 0;

  // The ids that the network is given for a text from outside; names of special tokens are plain
  // text.
  virtual std::vector<int> encode(std::string_view text) const = 0;
  // The same behind texts that were translated before, as many of the last as there is room for:
  // for a network that reads them.
  virtual std::vector<int> encode_behind(std::span<const PromptTurn>, std::string_view text) const {
    return encode(text);
  }
  // The same as the reference does it, for comparison with it.
  virtual std::vector<int> encode_raw(std::string_view line) const = 0;
  // The tokens of an encoded source that stand for the text.
  virtual std::span<const int> words(std::span<const int> source) const = 0;
  // Tokens of what was encoded that say what is to be done with the text, and are not counted as
  // its length.
  virtual size_t frame_size() const { return 0; }

  virtual std::string decode(std::span<const int> ids) const = 0;
  // Why a decoded text is none of the source's, where it takes this kind of network to make such;
  // none: it may be one.
  virtual std::optional<std::string_view> fault(std::string_view, std::string_view) const {
    return std::nullopt;
  }
  // The id of a piece by its exact text (a placeholder such as "⟦0⟧"), if it is one piece.
  virtual std::optional<int> piece_id(std::string_view piece) const = 0;

  // The places of words(encode(text)) in the text, and of the ids in decode(ids), as alignments
  // need it; nothing where that is not known.
  virtual std::vector<ByteRange> ranges_of(std::string_view) const { return {}; }
  virtual std::vector<ByteRange> decoded_ranges(std::span<const int>) const { return {}; }
};

// NLLB: [from] pieces </s>. Both languages are known to the tokenizer.
std::unique_ptr<Codec> make_codec(std::shared_ptr<const tokenize::Tokenizer> tokenizer,
                                  const Language& from, const Language& to);
std::unique_ptr<Codec> make_codec(tokenize::Tokenizer tokenizer, const Language& from,
                                  const Language& to);

// Marian: pieces </s>, behind the token of the target language where the network has several.
std::unique_ptr<Codec> make_codec(std::shared_ptr<const tokenize::MarianTokenizer> tokenizer,
                                  std::optional<int> to);

}  // namespace sotto::translate
