#include "tokenize/piece_tokenizer.h"

#include <sentencepiece_processor.h>

#include <algorithm>

#include "base/file.h"
#include "base/utf8.h"
#include "tokenize/processor.h"
#include "tokenize/sentencepiece_model.h"
#include "tokenize/tokenizer_json.h"

namespace sotto::tokenize {

struct PieceTokenizer::State {
  sentencepiece::SentencePieceProcessor processor;
};

PieceTokenizer::PieceTokenizer(std::unique_ptr<State> state) : state_(std::move(state)) {}
PieceTokenizer::PieceTokenizer(PieceTokenizer&&) noexcept = default;
PieceTokenizer& PieceTokenizer::operator=(PieceTokenizer&&) noexcept = default;
PieceTokenizer::~PieceTokenizer() = default;

Result<PieceTokenizer> PieceTokenizer::load(const std::filesystem::path& file) {
  const Result<std::string> bytes = read_file(file, kLargestModel);
  if (!bytes) return bytes.error();
  return make(*bytes, file.string());
}

Result<PieceTokenizer> PieceTokenizer::make(std::string_view bytes, std::string_view file) {
  // No protocol buffer begins so: 0x7b would open a group, which the format does not have.
  if (bytes.starts_with('{')) {
    const Result<TokenizerJson> json = TokenizerJson::parse(bytes, file);
    if (!json) return json.error();
    return build(json->model(), file);
  }
  const Result<SentencepieceModel> model = SentencepieceModel::parse(bytes, file);
  if (!model) return model.error();
  return build(*model, file);
}

Result<PieceTokenizer> PieceTokenizer::build(const SentencepieceModel& model,
                                             std::string_view file) {
  auto state = std::make_unique<State>();
  if (const Result<void> loaded = load_processor(model, file, state->processor); !loaded)
    return loaded.error();
  return PieceTokenizer(std::move(state));
}

int PieceTokenizer::size() const { return state_->processor.GetPieceSize(); }

std::vector<int> PieceTokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  if (!state_->processor.Encode({text.data(), text.size()}, &ids).ok())
    ids = {state_->processor.unk_id()};
  return ids;
}

std::string PieceTokenizer::decode(std::span<const int> ids) const {
  std::vector<int> known;
  for (const int id : ids)
    if (id >= 0 && id < size()) known.push_back(id);
  std::string text;
  if (!state_->processor.Decode(known, &text).ok()) return {};
  size_t replaced = 0;
  return to_valid_utf8(text, replaced);
}

std::vector<ByteRange> PieceTokenizer::ranges_of(std::string_view text) const {
  // Its pieces point into it.
  const auto encoded = state_->processor.EncodeAsImmutableProto({text.data(), text.size()});
  std::vector<ByteRange> ranges;
  for (const auto& piece : encoded.pieces()) ranges.push_back({piece.begin(), piece.end()});
  return ranges;
}

std::vector<ByteRange> PieceTokenizer::decoded_ranges(std::span<const int> ids) const {
  if (std::ranges::any_of(ids, [&](int id) { return id < 0 || id >= size(); })) return {};
  const auto decoded =
      state_->processor.DecodeIdsAsImmutableProto(std::vector<int>(ids.begin(), ids.end()));
  size_t replaced = 0;
  if (to_valid_utf8(decoded.text(), replaced); replaced > 0) return {};
  std::vector<ByteRange> ranges;
  for (const auto& piece : decoded.pieces()) ranges.push_back({piece.begin(), piece.end()});
  return ranges;
}

}  // namespace sotto::tokenize
