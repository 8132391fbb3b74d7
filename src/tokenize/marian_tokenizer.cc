#include "tokenize/marian_tokenizer.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "tokenize/processor.h"
#include "tokenize/sentencepiece_model.h"

namespace sotto::tokenize {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestVocabulary = 64 << 20;

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

// The reference's clean_up_tokenization_spaces.
void clean_up(std::string& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kRules = {{
      {" .", "."},
      {" ?", "?"},
      {" !", "!"},
      {" ,", ","},
      {" ' ", "'"},
      {" n't", "n't"},
      {" 'm", "'m"},
      {" 's", "'s"},
      {" 've", "'ve"},
      {" 're", "'re"},
  }};
  for (const auto& [what, by] : kRules) replace_all(text, what, by);
}

}  // namespace

struct MarianTokenizer::State {
  sentencepiece::SentencePieceProcessor processor;
  MarianVocabulary vocabulary;
  bool clean_up_spaces = false;

  int id_of(std::string_view text) const {
    return vocabulary.find(text).value_or(vocabulary.unk());
  }

  void append_pieces(std::string_view text, std::vector<int>& ids) const {
    std::vector<std::string> pieces;
    if (!processor.Encode({text.data(), text.size()}, &pieces).ok()) {
      ids.push_back(vocabulary.unk());
      return;
    }
    for (const std::string& piece : pieces) ids.push_back(id_of(piece));
  }

  void append_stretch(std::string_view text, std::vector<int>& ids) const {
    const size_t end = text.starts_with(">>") ? text.find("<<") : std::string_view::npos;
    if (end != std::string_view::npos) {
      ids.push_back(id_of(text.substr(0, end + 2)));
      text.remove_prefix(end + 2);
    }
    if (!text.empty()) append_pieces(text, ids);
  }

  bool is_special(int id) const {
    return id == vocabulary.eos() || id == vocabulary.unk() || id == vocabulary.pad();
  }

  // The special token whose name `text` begins with.
  std::optional<int> special_at(std::string_view text) const {
    for (const int id : {vocabulary.eos(), vocabulary.unk(), vocabulary.pad()})
      if (text.starts_with(vocabulary.text_of(id))) return id;
    return std::nullopt;
  }
};

MarianTokenizer::MarianTokenizer(std::unique_ptr<State> state) : state_(std::move(state)) {}
MarianTokenizer::MarianTokenizer(MarianTokenizer&&) noexcept = default;
MarianTokenizer& MarianTokenizer::operator=(MarianTokenizer&&) noexcept = default;
MarianTokenizer::~MarianTokenizer() = default;

Result<MarianTokenizer> MarianTokenizer::load(const fs::path& folder, Side side) {
  bool clean_up_spaces = false;
  const fs::path config_file = folder / "tokenizer_config.json";
  if (std::error_code ignored; fs::exists(config_file, ignored)) {
    const Result<nlohmann::json> config = read_json_object(config_file);
    if (!config) return config.error();
    const std::string file = config_file.string();
    const Result<bool> separate = get_bool_or(*config, file, "separate_vocabs", false);
    if (!separate) return separate.error();
    if (*separate) {
      return Error{Errc::unsupported,
                   fmt::format("{}: separate_vocabs is true, expected one vocabulary for both "
                               "languages",
                               file)};
    }
    const Result<bool> clean = get_bool_or(*config, file, "clean_up_tokenization_spaces", false);
    if (!clean) return clean.error();
    clean_up_spaces = *clean;
  }
  const fs::path vocabulary_file = folder / "vocab.json";
  const Result<std::string> json = read_file(vocabulary_file, kLargestVocabulary);
  if (!json) return json.error();
  Result<MarianVocabulary> vocabulary = MarianVocabulary::parse(*json, vocabulary_file.string());
  if (!vocabulary) return vocabulary.error();
  const fs::path model_file = folder / (side == Side::source ? "source.spm" : "target.spm");
  const Result<std::string> bytes = read_file(model_file, kLargestModel);
  if (!bytes) return bytes.error();
  Result<MarianTokenizer> tokenizer = make(*bytes, model_file.string(), *std::move(vocabulary));
  if (tokenizer) tokenizer->state_->clean_up_spaces = clean_up_spaces;
  return tokenizer;
}

Result<MarianTokenizer> MarianTokenizer::make(std::string_view bytes, std::string_view file,
                                              MarianVocabulary vocabulary) {
  const Result<SentencepieceModel> model = SentencepieceModel::parse(bytes, file);
  if (!model) return model.error();
  if (model->type != ModelType::unigram) {
    return Error{Errc::unsupported,
                 fmt::format("{}: is a BPE model, expected a unigram model", file)};
  }
  auto state = std::make_unique<State>();
  if (const Result<void> loaded = load_processor(*model, file, state->processor); !loaded)
    return loaded.error();
  state->vocabulary = std::move(vocabulary);
  return MarianTokenizer(std::move(state));
}

const MarianVocabulary& MarianTokenizer::vocabulary() const { return state_->vocabulary; }

std::vector<int> MarianTokenizer::encode(std::string_view text, std::optional<int> language) const {
  std::vector<int> ids;
  if (language) ids.push_back(*language);
  state_->append_pieces(text, ids);
  ids.push_back(state_->vocabulary.eos());
  return ids;
}

std::vector<int> MarianTokenizer::encode_raw(std::string_view text,
                                             std::optional<int> language) const {
  std::vector<int> ids;
  if (language) ids.push_back(*language);
  size_t begin = 0;
  for (size_t i = 0; i < text.size();) {
    const std::optional<int> special = state_->special_at(text.substr(i));
    if (!special) {
      ++i;
      continue;
    }
    state_->append_stretch(text.substr(begin, i - begin), ids);
    ids.push_back(*special);
    begin = i += state_->vocabulary.text_of(*special).size();
  }
  state_->append_stretch(text.substr(begin), ids);
  ids.push_back(state_->vocabulary.eos());
  return ids;
}

std::string MarianTokenizer::decode(std::span<const int> ids, bool skip_special) const {
  std::string text;
  for (const int id : ids) {
    if (id < 0 || id >= state_->vocabulary.size()) continue;
    if (skip_special && state_->is_special(id)) continue;
    text += state_->vocabulary.text_of(id);
  }
  replace_all(text, kSpaceMark, " ");
  text.erase(text.find_last_not_of(' ') + 1);
  text.erase(0, text.find_first_not_of(' '));
  if (state_->clean_up_spaces) clean_up(text);
  size_t replaced = 0;
  return to_valid_utf8(text, replaced);
}

}  // namespace sotto::tokenize
