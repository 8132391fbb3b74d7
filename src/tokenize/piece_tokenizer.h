// A SentencePiece tokenizer as it is: ids are the numbers of the pieces, nothing is put around
// them.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_range.h"
#include "sotto/error.h"

namespace sotto::tokenize {

struct SentencepieceModel;

// Immutable after load; any thread may use it.
class PieceTokenizer {
 public:
  // A SentencePiece model file, or a tokenizer.json that was made from one (tokenizer_json.h). The
  // file is untrusted.
  static Result<PieceTokenizer> load(const std::filesystem::path& file);

  // The same from the bytes of the file; `file` is for messages.
  static Result<PieceTokenizer> make(std::string_view bytes, std::string_view file);

  PieceTokenizer(PieceTokenizer&&) noexcept;
  PieceTokenizer& operator=(PieceTokenizer&&) noexcept;
  ~PieceTokenizer();

  int size() const;

  // Names of control pieces in the text are plain text.
  std::vector<int> encode(std::string_view text) const;

  // The place of each of these in the text; a piece of a space alone may be empty.
  std::vector<ByteRange> ranges_of(std::string_view text) const;

  // Joins pieces; ▁ becomes a space, the one in front is dropped, byte pieces become characters.
  // Ids without a piece are passed over.
  std::string decode(std::span<const int> ids) const;
  // The place of each of the ids in that; nothing where that is not known: some have no piece, or
  // make no valid text.
  std::vector<ByteRange> decoded_ranges(std::span<const int> ids) const;

 private:
  struct State;
  explicit PieceTokenizer(std::unique_ptr<State> state);
  static Result<PieceTokenizer> build(const SentencepieceModel& model, std::string_view file);
  std::unique_ptr<State> state_;
};

}  // namespace sotto::tokenize
