// The tokens of a language model, as its files say them, whatever the file: the readers of
// tokenizer.json and GGUF fill it, and tokenizers are made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "checkpoint/gguf_metadata.h"
#include "sotto/error.h"
#include "tokenize/bpe_merges.h"
#include "tokenize/sentencepiece_model.h"
#include "tokenize/word_rules.h"

namespace sotto::tokenize {

struct AddedName {
  std::string name;
  int id;
  bool is_hidden;  // stands for no text; others for their name
};

// Byte pairs: of bytes, by words; or of characters, where a space is ▁ and the whole text one word.
struct PairVocabulary {
  BpeMerges merges = {};
  std::vector<std::string> names = {};  // of the ids, as files write them; "": of no token
  std::vector<AddedName> added = {};    // tokens that no text becomes
  bool of_bytes = true;
  WordRule rule = WordRule::llama3;  // of bytes
  bool composes = false;             // texts are brought into NFC
  bool whole_words = false;          // a word that is a token is not cut (`ignore_merges`)

  // The next token, from files where each has an id. False: the id is too high, the name empty.
  bool add(std::string_view name, uint64_t id);
  // All bytes have a token. `file` is for the message.
  Result<void> check(std::string_view file);
};

// A SentencePiece model, which points into what it was read from, and its special tokens.
struct PieceVocabulary {
  SentencepieceModel model = {};
  std::vector<AddedName> added = {};  // behind its pieces, or of their names
};

// tokenizer.json with a model of type BPE; none: it has another model, which TokenizerJson reads.
// Untrusted; what it says that is not done here is an error.
Result<std::optional<PairVocabulary>> read_pair_vocabulary(std::string_view json,
                                                           std::string_view file);

// The keys of a GGUF file (`tokenizer.ggml.`), untrusted: one of the two.
Result<std::variant<PairVocabulary, PieceVocabulary>> read_gguf_vocabulary(
    const checkpoint::GgufMetadata& metadata, std::string_view file);

// Pieces that no text may become: "<start_of_turn>", but not white space or signs of code.
bool is_name_of_token(std::string_view piece);

}  // namespace sotto::tokenize
