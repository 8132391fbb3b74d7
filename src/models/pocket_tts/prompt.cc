#include "models/pocket_tts/prompt.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cmath>

#include "base/log.h"
#include "base/utf8.h"
#include "text/spoken/characters.h"

namespace sotto::models::pocket_tts {
namespace {

// Speech has about three tokens a second; two seconds more than that are not expected.
constexpr double kTokensPerSecond = 3, kSlackSeconds = 2;
constexpr int kFramesBesideGuess = 2;
// Tokens on one side of a cut whose characters are looked at: two characters are at most eight byte
// pieces.
constexpr size_t kNearTokens = 9;

bool contains(const std::vector<int>& ids, int id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// The ids of the marks without what stands for the beginning of a word.
std::vector<int> marks(const tokenize::PieceTokenizer& tokenizer, std::string_view text) {
  std::vector<int> ids = tokenizer.encode(text);
  if (!ids.empty()) ids.erase(ids.begin());
  return ids;
}

// Decimal digits, and digits in other forms such as "²".
bool is_digit(char32_t c) {
  const int type = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_NUMERIC_TYPE);
  return type == U_NT_DECIMAL || type == U_NT_DIGIT;
}

}  // namespace

Result<Prompts> Prompts::load(const Config& config) {
  const LookupTableConfig& table = config.flow_lm.lookup_table;
  const Result<std::filesystem::path> file = resolve(config, table.tokenizer_path);
  if (!file) return file.error();
  Result<tokenize::PieceTokenizer> tokenizer = tokenize::PieceTokenizer::load(*file);
  if (!tokenizer) return tokenizer.error();
  if (tokenizer->size() != table.n_bins)
    return Error{Errc::bad_format,
                 fmt::format("{}: has {} pieces, expected {}, the n_bins of {}", file->string(),
                             tokenizer->size(), table.n_bins, config.file.string())};
  return Prompts(*std::move(tokenizer), config.text, config.mimi.frame_rate,
                 config.model_recommended_frames_after_eos);
}

Prompts::Prompts(tokenize::PieceTokenizer tokenizer, spoken::TextRules rules, double frame_rate,
                 std::optional<int> recommended_frames_after_eos)
    : tokenizer_(std::move(tokenizer)),
      rules_(std::move(rules)),
      frame_rate_(frame_rate),
      recommended_(recommended_frames_after_eos),
      sentence_ends_(marks(tokenizer_, ".!...?")),
      clause_ends_(marks(tokenizer_, ",;:")) {}

// Whether the text is cut at ids[at] behind the point of a number such as "3.14". Two tokens that
// the reference finds by decoding everything on both sides.
bool Prompts::is_inside_number(const std::vector<int>& ids, size_t at) const {
  const std::span<const int> all = ids;
  const size_t before = std::min(at, kNearTokens);
  const std::u32string left = to_utf32(tokenizer_.decode(all.subspan(at - before, before)));
  const std::u32string right =
      to_utf32(tokenizer_.decode(all.subspan(at, std::min(all.size() - at, kNearTokens))));
  return left.size() >= 2 && left.back() == U'.' && is_digit(left[left.size() - 2]) &&
         !right.empty() && is_digit(right.front());
}

// Cuts before the first token that follows a run of `ends`.
std::vector<Prompts::Segment> Prompts::segments(const std::vector<int>& ids,
                                                const std::vector<int>& ends,
                                                bool keep_decimals) const {
  std::vector<Segment> result;
  const std::span<const int> all = ids;
  size_t begin = 0;
  const auto cut = [&](size_t end) {
    result.push_back(
        {static_cast<int>(end - begin), tokenizer_.decode(all.subspan(begin, end - begin))});
    begin = end;
  };
  for (size_t i = 1; i < ids.size(); ++i) {
    if (contains(ends, ids[i]) || !contains(ends, ids[i - 1])) continue;
    if (keep_decimals && is_inside_number(ids, i)) continue;
    cut(i);
  }
  cut(ids.size());
  return result;
}

std::vector<std::string> Prompts::split(std::string_view prepared, int max_tokens) const {
  std::vector<Segment> parts;
  for (Segment& sentence :
       segments(tokenizer_.encode(spoken::stripped(prepared)), sentence_ends_, true)) {
    std::vector<Segment> clauses;
    if (sentence.tokens > max_tokens)
      clauses = segments(tokenizer_.encode(spoken::stripped(sentence.text)), clause_ends_, false);
    if (clauses.size() > 1)
      std::move(clauses.begin(), clauses.end(), std::back_inserter(parts));
    else
      parts.push_back(std::move(sentence));
  }
  std::vector<std::string> chunks;
  std::string chunk;
  int tokens = 0;
  for (const Segment& part : parts) {
    if (!chunk.empty() && tokens + part.tokens <= max_tokens) {
      chunk += " " + part.text;
      tokens += part.tokens;
      continue;
    }
    if (!chunk.empty()) chunks.push_back(spoken::stripped(chunk));
    chunk = part.text;
    tokens = part.tokens;
  }
  if (!chunk.empty()) chunks.push_back(spoken::stripped(chunk));
  return chunks;
}

PromptChunk Prompts::finish(std::string chunk, const spoken::PreparedText& prepared,
                            std::optional<int> frames_after_eos) const {
  PromptChunk result;
  result.chunk = std::move(chunk);
  result.prepared = prepared.text;
  result.ids = tokenizer_.encode(prepared.text);
  if (!frames_after_eos) frames_after_eos = recommended_;
  result.frames_after_eos =
      frames_after_eos.value_or(prepared.frames_after_eos_guess + kFramesBesideGuess);
  const double seconds = static_cast<double>(result.ids.size()) / kTokensPerSecond + kSlackSeconds;
  result.max_frames = static_cast<int>(std::ceil(seconds * frame_rate_));
  return result;
}

Result<std::vector<PromptChunk>> Prompts::chunks(std::string_view given, int max_tokens,
                                                 std::optional<int> frames_after_eos) const {
  size_t replaced = 0;
  const Result<spoken::PreparedText> whole =
      spoken::prepare_text(to_valid_utf8(given, replaced), rules_);
  if (!whole) return whole.error();
  std::vector<PromptChunk> chunks;
  for (std::string& chunk : split(whole->text, max_tokens)) {
    const Result<spoken::PreparedText> prepared = spoken::prepare_text(chunk, rules_);
    if (!prepared) continue;  // of deleted characters only
    chunks.push_back(finish(std::move(chunk), *prepared, frames_after_eos));
    if (chunks.back().ids.size() > static_cast<size_t>(max_tokens))
      log::debug("a chunk of {} tokens, more than {}: words may be skipped",
                 chunks.back().ids.size(), max_tokens);
  }
  if (chunks.empty()) return Error{Errc::bad_argument, "the text has nothing that could be said"};
  return chunks;
}

}  // namespace sotto::models::pocket_tts
