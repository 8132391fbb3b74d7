#include "tokenize/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/file.h"
#include "base/utf8.h"
#include "tokenize/charsmap.h"
#include "tokenize/processor.h"
#include "tokenize/sentencepiece_model.h"
#include "tokenize/special_tokens.h"

namespace sotto::tokenize {
namespace {

constexpr std::string_view kModelFile = "sentencepiece.bpe.model";
constexpr std::string_view kFirstNames[] = {"<s>", "<pad>", "</s>", "<unk>"};
constexpr int kFirstPieces = 3;  // <unk>, <s>, </s> in SentencePiece's own order
constexpr int kFairseqShift = 1;

// Start of the last character of valid UTF-8.
size_t last_character(std::string_view text) {
  size_t i = text.size();
  while (i > 0 && (text[--i] & 0xc0) == 0x80) {
  }
  return i;
}

// Checks that a model suits NLLB's ids.
Result<void> check_nllb(const SentencepieceModel& model, std::string_view file) {
  if (model.type != ModelType::bpe)
    return Error{Errc::unsupported,
                 fmt::format("{}: is a unigram model, expected a BPE model", file)};
  const auto& pieces = model.pieces;
  if (pieces.size() < 4 || pieces[0].type != PieceType::unknown ||
      pieces[1].type != PieceType::control || pieces[2].type != PieceType::control)
    return Error{
        Errc::bad_format,
        fmt::format("{}: its first pieces are not <unk>, <s> and </s>, as NLLB's ids need them",
                    file)};
  return {};
}

}  // namespace

struct Tokenizer::State {
  std::string charsmap_bytes;
  Charsmap charsmap;
  sentencepiece::SentencePieceProcessor processor;
  int pieces = 0;  // those of the model file; their last id is `pieces`
  std::vector<std::string> specials;
  std::unordered_map<std::string_view, int> special_ids;  // names of the first four, too
  std::set<size_t> special_sizes;                         // in bytes
  int space_mark = kUnk;

  int first_special() const { return pieces + kFairseqShift; }

  void index_specials() {
    for (int i = 0; i < static_cast<int>(std::size(kFirstNames)); ++i)
      special_ids.emplace(kFirstNames[i], i);
    for (size_t i = 0; i < specials.size(); ++i)
      if (!specials[i].empty()) special_ids.emplace(specials[i], first_special() + i);
    for (const auto& [name, id] : special_ids) special_sizes.insert(name.size());
  }

  void append_pieces(std::string_view text, std::vector<int>& ids) const {
    std::vector<int> pieces_of_text;
    if (!processor.Encode({text.data(), text.size()}, &pieces_of_text).ok())
      pieces_of_text = {processor.unk_id()};
    for (const int piece : pieces_of_text)
      ids.push_back(piece < kFirstPieces ? kUnk : piece + kFairseqShift);
  }

  // Whether the normalized text ends in a space.
  bool ends_in_space(std::string_view text) const {
    while (!text.empty()) {
      const size_t last = last_character(text);
      const std::string_view character = text.substr(last);
      if (character == " ") return true;
      const auto match = charsmap.longest_prefix(character);
      if (!match || match->bytes != character.size()) return false;
      if (!match->replacement.empty()) return match->replacement.ends_with(' ');
      text.remove_suffix(character.size());
    }
    return false;
  }

  // The longest name of a special token that `text` begins with.
  const std::pair<const std::string_view, int>* special_at(std::string_view text) const {
    for (auto size = special_sizes.rbegin(); size != special_sizes.rend(); ++size) {
      const auto found = special_ids.find(text.substr(0, *size));
      if (found != special_ids.end()) return &*found;
    }
    return nullptr;
  }

  void append_stretch(std::string_view text, bool before_mask, std::vector<int>& ids) const {
    if (before_mask)
      while (!text.empty() && ends_in_space(text.substr(last_character(text))))
        text = text.substr(0, last_character(text));
    if (text.empty()) return;
    append_pieces(text, ids);
    if (ends_in_space(text)) ids.push_back(space_mark);
  }

  std::string_view special_name(int id) const {
    if (id < static_cast<int>(std::size(kFirstNames))) return kFirstNames[id];
    return specials[id - first_special()];
  }
};

Tokenizer::Tokenizer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Result<Tokenizer> Tokenizer::load(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kModelFile;
  const Result<std::string> bytes = read_file(file, kLargestModel);
  if (!bytes) return bytes.error();
  const Result<SentencepieceModel> model = SentencepieceModel::parse(*bytes, file.string());
  if (!model) return model.error();
  const int first_special = static_cast<int>(model->pieces.size()) + kFairseqShift;
  Result<std::vector<std::string>> specials = read_special_tokens(folder, first_special);
  if (!specials) return specials.error();
  return build(*model, *std::move(specials), file.string());
}

Result<Tokenizer> Tokenizer::make(std::string_view bytes, std::vector<std::string> specials,
                                  std::string_view file) {
  const Result<SentencepieceModel> model = SentencepieceModel::parse(bytes, file);
  if (!model) return model.error();
  return build(*model, std::move(specials), file);
}

Result<Tokenizer> Tokenizer::build(const SentencepieceModel& model,
                                   std::vector<std::string> specials, std::string_view file) {
  if (const Result<void> checked = check_nllb(model, file); !checked) return checked.error();
  auto state = std::make_unique<State>();
  if (const Result<void> loaded = load_processor(model, file, state->processor); !loaded)
    return loaded.error();
  state->charsmap_bytes = model.charsmap;
  Result<Charsmap> charsmap = Charsmap::check(state->charsmap_bytes, file);
  if (!charsmap) return charsmap.error();
  state->charsmap = *charsmap;
  state->pieces = state->processor.GetPieceSize();
  state->specials = std::move(specials);
  state->index_specials();
  Tokenizer tokenizer(std::move(state));
  tokenizer.state_->space_mark = tokenizer.piece_id(kSpaceMark).value_or(kUnk);
  return tokenizer;
}

int Tokenizer::size() const {
  return state_->first_special() + static_cast<int>(state_->specials.size());
}

std::optional<int> Tokenizer::language_id(std::string_view flores) const {
  const auto found = state_->special_ids.find(flores);
  if (found == state_->special_ids.end() || found->second < state_->first_special() ||
      flores == kMask)
    return std::nullopt;
  return found->second;
}

std::vector<std::string> Tokenizer::languages() const {
  std::vector<std::string> codes;
  for (const std::string& name : state_->specials)
    if (!name.empty() && name != kMask) codes.push_back(name);
  return codes;
}

std::vector<int> Tokenizer::encode(std::string_view text, int language) const {
  std::vector<int> ids = {language};
  state_->append_pieces(text, ids);
  ids.push_back(kEos);
  return ids;
}

std::vector<int> Tokenizer::encode_raw(std::string_view text, int language) const {
  std::vector<int> ids = {language};
  size_t begin = 0;
  for (size_t i = 0; i < text.size();) {
    const auto* special = state_->special_at(text.substr(i));
    if (special == nullptr) {
      ++i;
      continue;
    }
    state_->append_stretch(text.substr(begin, i - begin), special->first == kMask, ids);
    ids.push_back(special->second);
    begin = i += special->first.size();
  }
  state_->append_stretch(text.substr(begin), false, ids);
  ids.push_back(kEos);
  return ids;
}

std::optional<int> Tokenizer::piece_id(std::string_view piece) const {
  const int id = state_->processor.PieceToId({piece.data(), piece.size()});
  if (id < kFirstPieces || state_->processor.IdToPiece(id) != piece) return std::nullopt;
  return id + kFairseqShift;
}

std::string Tokenizer::decode(std::span<const int> ids, bool skip_special) const {
  std::string text;
  for (const int id : ids) {
    if (id < 0 || id >= size()) continue;
    const bool is_piece = id >= kFirstPieces + kFairseqShift && id < state_->first_special();
    if (!is_piece) {
      if (!skip_special) text += state_->special_name(id);
      continue;
    }
    const int piece = id - kFairseqShift;
    const std::string& name = state_->processor.IdToPiece(piece);
    if (state_->processor.IsByte(piece))
      text += static_cast<char>(std::stoi(name.substr(3, 2), nullptr, 16));
    else
      text += name;
  }
  for (size_t at = 0; (at = text.find(kSpaceMark, at)) != std::string::npos; ++at)
    text.replace(at, kSpaceMark.size(), 1, ' ');
  if (text.starts_with(' ')) text.erase(0, 1);
  size_t replaced = 0;
  return to_valid_utf8(text, replaced);
}

}  // namespace sotto::tokenize
