// Tokenizers of language models: byte pairs of bytes (Llama 3, LFM2, Qwen, Hunyuan), and pieces
// with the bytes of what has none (Sarashina, Gemma). Names of special tokens in a text are text:
// what stands around texts (translate/prompts.h) takes them by special().
//
// Sources: tokenizers 0.23 (models/bpe, pre_tokenizers), sentencepiece 0.2.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "sotto/error.h"
#include "tokenize/chat_vocabulary.h"

namespace sotto::tokenize {

// Immutable after load; any thread may use it.
class ChatTokenizer {
 public:
  // Reads a folder's tokenizer.model, which says more, else tokenizer.json; or the metadata of a
  // GGUF file. All of it is untrusted.
  static Result<std::shared_ptr<const ChatTokenizer>> load(const std::filesystem::path& path);
  // The same from the bytes of a tokenizer.json, a SentencePiece model or a GGUF file; `file` is
  // for messages.
  static Result<std::shared_ptr<const ChatTokenizer>> make(std::string_view bytes,
                                                           std::string_view file);
  virtual ~ChatTokenizer() = default;

  int size() const { return static_cast<int>(bytes_.size()); }  // the highest id and one

  // `text`: valid UTF-8. Never a special token. In time that grows as the text, but for the
  // logarithm of its longest word.
  virtual std::vector<int> encode(std::string_view text) const = 0;

  // The token of that name that no text becomes.
  std::optional<int> special(std::string_view name) const;

  // The bytes that an id stands for; none for special and unknown ones. A character may lie in
  // several.
  std::string_view bytes_of(int id) const;

  // Joins the bytes of all ids; bytes that are no characters become U+FFFD.
  std::string decode(std::span<const int> ids) const;

 protected:
  // Sets the bytes that each id stands for, and the tokens that no text becomes.
  void set(std::vector<std::string> bytes, const std::vector<AddedName>& specials);
  bool is_special(int id) const;

 private:
  std::vector<std::string> bytes_;
  std::map<std::string, int, std::less<>> specials_;
  std::unordered_set<int> special_ids_;
};

// Ids that come one by one, as text: a character is whole before it is given out.
class TokenStream {
 public:
  explicit TokenStream(const ChatTokenizer& tokenizer) : tokenizer_(tokenizer) {}

  std::string push(int id);
  std::string finish();  // what is left of a character becomes U+FFFD

 private:
  const ChatTokenizer& tokenizer_;
  std::string held_;
};

}  // namespace sotto::tokenize
