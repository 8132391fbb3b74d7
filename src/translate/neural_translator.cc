#include "translate/neural_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "translate/clauses.h"
#include "translate/consensus.h"
#include "translate/guards.h"
#include "translate/speculative.h"

namespace sotto::translate {
namespace {

using text::Sentence;

constexpr int kMostCuts = 4;       // a sentence is cut at most so often in halves
constexpr int kLongestPart = 200;  // tokens; longer sentences are cut at a clause
constexpr int kFewLetters = 4;     // "OK", "LGTM": a name may stay what it is
constexpr int kCopyLetters = 12;   // from here on an equal text is a copy, not a name
// A hypothesis that is this much worse than the best one, per token (natural log), is not what the
// network means, even if it has all placeholders.
constexpr double kMuchWorse = 1.0;
constexpr std::string_view kLostSpan = "a protected part is missing or invented";

Translation lost(const Sentence& sentence, std::string why, double mean_logprob = 0) {
  return {sentence, true, std::move(why), mean_logprob};
}

std::string outside_spans(const Sentence& sentence) {
  std::string text = sentence.text;
  for (const auto& span : sentence.spans)
    std::fill(text.begin() + span.begin, text.begin() + span.end, ' ');
  return text;
}

// Loops and hallucinations run to any maximum; a translation has about as many tokens as its
// source.
int token_limit(size_t source_tokens) { return 3 * static_cast<int>(source_tokens) + 16; }

// The halves of a cut sentence. The first one was translated as a sentence of its own.
Sentence joined(const Sentence& first, const Sentence& second) {
  const bool no_spaces = text::is_written_without_spaces(first.language);
  const std::string_view stop = no_spaces ? "。" : ".", comma = no_spaces ? "、" : ",";
  std::string_view beginning = first.text;
  const bool is_closed = beginning.ends_with(stop);
  if (is_closed) beginning.remove_suffix(stop.size());
  Sentence whole = first;
  whole.text = fmt::format("{}{}{}", beginning, is_closed ? comma : "", no_spaces ? "" : " ");
  const size_t shift = whole.text.size();
  whole.text += second.text;
  for (const auto& span : second.spans)
    whole.spans.push_back({span.begin + shift, span.end + shift, span.kind});
  return whole;
}

}  // namespace

struct NeuralTranslator::Attempt {
  const Markers* markers;
  SearchOptions search;
  bool all_markers = false;  // no text ends before it has them
};

// A sentence as it goes to the network.
struct NeuralTranslator::Prepared {
  ProtectedText source;
  std::vector<int> ids;
  const Markers* markers;
  SearchOptions search;
};

NeuralTranslator::NeuralTranslator(NetworkParts network, text::Language from, text::Language to)
    : network_(std::move(network)), from_(std::move(from)), to_(std::move(to)) {
  const Markers& tokens = placeholder_tokens();
  for (const std::string& token : tokens) {
    if (const auto id = network_.codec->piece_id(token)) own_marker_ids_.push_back(*id);
  }
  own_markers_ = own_marker_ids_.size() == tokens.size() ? &tokens : nullptr;
}

Result<Translation> NeuralTranslator::translate(const Sentence& sentence, std::stop_token stop) {
  if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
  if (needs_no_translation(sentence)) {
    Translation same{sentence, false, "", 0};
    same.sentence.language = to_;
    return same;
  }
  Result<Translation> translation = translate_part(sentence, 0, stop);
  if (!translation) return translation.error();
  // However much of it was translated: the listener gets all of it in one language.
  if (translation->lost) translation->sentence = sentence;
  return translation;
}

bool NeuralTranslator::needs_no_translation(const Sentence& sentence) const {
  return from_ == to_ || letters(outside_spans(sentence)) == 0;
}

bool NeuralTranslator::goes_in_one_piece(const Sentence& sentence) const {
  const auto ids = network_.codec->encode(sentence.text);
  return static_cast<int>(ids.size()) <= std::min(kLongestPart, network_.longest_source) &&
         (!own_markers_ || protect(sentence, own_markers_));
}

// What the network was made for, for all of them at once; what that does not do for, one by one.
Result<std::vector<Translation>> NeuralTranslator::translate_batch(
    std::span<const Sentence> sentences, std::stop_token stop) {
  const Attempt how{own_markers_, network_.generation.search};
  std::vector<std::optional<Prepared>> prepared(sentences.size());
  std::vector<std::vector<int>> sources;
  std::vector<SearchOptions> options;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (needs_no_translation(sentences[i]) || !goes_in_one_piece(sentences[i])) continue;
    prepared[i] = prepare(sentences[i], how);
    if (!prepared[i]) continue;
    sources.push_back(prepared[i]->ids);
    options.push_back(prepared[i]->search);
  }
  const auto pools = find(sources, options, stop);
  if (!pools && pools.error().code == Errc::cancelled) return pools.error();
  std::vector<Translation> translations;
  size_t next = 0;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (prepared[i] && pools) {
      Translation chosen = choose(pools->at(next++), sentences[i], *prepared[i]);
      if (!chosen.lost) {
        translations.push_back(std::move(chosen));
        continue;
      }
    }
    Result<Translation> alone = translate(sentences[i], stop);
    if (!alone) return alone.error();
    translations.push_back(*std::move(alone));
  }
  return translations;
}

Result<Translation> NeuralTranslator::translate_part(const Sentence& part, int depth,
                                                     std::stop_token stop) {
  const SearchOptions& search = network_.generation.search;
  // What the network was made for first; then more beams that must have all markers; then, for a
  // network without markers of its own, words that it may copy.
  SearchOptions wide = search;
  wide.beams = std::min(64, std::max(8, 2 * search.beams.value_or(1)));
  if (network_.session->vocab_size() < 2 * *wide.beams) wide.beams = search.beams;
  std::vector<Attempt> attempts = {{own_markers_, search}, {own_markers_, wide, true}};
  if (!own_markers_ && !part.spans.empty()) attempts.push_back({&neutral_words(), search});

  const auto ids = network_.codec->encode(part.text);
  const int longest = std::min(kLongestPart, network_.longest_source);
  if (static_cast<int>(ids.size()) > longest)
    return translate_halves(part, depth, "too long for the network", stop);
  if (own_markers_ && !protect(part, own_markers_))
    return translate_halves(part, depth, "more protected parts than the network can carry", stop);

  Translation best;
  for (const Attempt& how : attempts) {
    Result<Translation> translation = attempt(part, how, stop);
    if (!translation) return translation;
    const bool first = best.why.empty();
    const bool meant = first || translation->mean_logprob >= best.mean_logprob - kMuchWorse;
    if (!translation->lost && meant) return translation;
    if (first) best = *std::move(translation);
    // Other ways help against these only; the rest is the network's last word.
    if (best.why != kLostSpan && best.why != "repeats itself") break;
  }
  return best;
}

Result<Translation> NeuralTranslator::translate_halves(const Sentence& part, int depth,
                                                       std::string why, std::stop_token stop) {
  const auto halves = depth < kMostCuts ? split_at_clause(part) : std::nullopt;
  if (!halves) return lost(part, std::move(why));
  Result<Translation> first = translate_part(halves->first, depth + 1, stop);
  if (!first || first->lost) return first;
  Result<Translation> second = translate_part(halves->second, depth + 1, stop);
  if (!second || second->lost) return second;
  return Translation{joined(first->sentence, second->sentence),
                     false,
                     "",
                     std::min(first->mean_logprob, second->mean_logprob),
                     {},
                     first->new_tokens + second->new_tokens};
}

std::optional<NeuralTranslator::Prepared> NeuralTranslator::prepare(const Sentence& part,
                                                                    const Attempt& how) const {
  auto source = protect(part, how.markers);
  if (!source) return std::nullopt;
  Prepared prepared{*std::move(source), {}, how.markers, how.search};
  prepared.ids = network_.codec->encode(prepared.source.text);
  SearchOptions& search = prepared.search;
  const int limit = token_limit(prepared.ids.size());
  search.max_new_tokens = std::min(search.max_new_tokens.value_or(limit), limit);
  search.forced_eos.reset();  // what does not end by itself is no translation
  if (search.min_new_tokens)
    search.min_new_tokens = std::min(*search.min_new_tokens, *search.max_new_tokens);
  if (how.markers == own_markers_ && own_markers_)
    search.token_limits = limits(prepared.source, how.all_markers);
  return prepared;
}

Result<std::vector<std::vector<Hypothesis>>> NeuralTranslator::find(
    std::span<const std::vector<int>> sources, std::span<const SearchOptions> options,
    const std::stop_token& stop) {
  if (network_.draft == nullptr || sources.size() != 1 || options[0].beams.value_or(1) > 1) {
    return search_each(*network_.session, sources, network_.start_token,
                       network_.codec->forced_first(), options, stop);
  }
  Result<Hypothesis> found =
      speculative_search(*network_.session, *network_.draft, sources[0], network_.start_token,
                         network_.codec->forced_first(), options[0], network_.draft_tokens, stop);
  if (!found) return found.error();
  return std::vector<std::vector<Hypothesis>>{{*std::move(found)}};
}

Result<Translation> NeuralTranslator::attempt(const Sentence& part, const Attempt& how,
                                              std::stop_token stop) {
  const auto prepared = prepare(part, how);
  if (!prepared) return lost(part, std::string(kLostSpan));
  const auto pools = find({&prepared->ids, 1}, {&prepared->search, 1}, stop);
  if (!pools) {
    if (pools.error().code == Errc::cancelled) return pools.error();
    return lost(part, pools.error().message);
  }
  return choose(pools->at(0), part, *prepared);
}

// The best hypothesis that passes, or the one that those that pass agree on most.
Translation NeuralTranslator::choose(const std::vector<Hypothesis>& pool, const Sentence& part,
                                     const Prepared& prepared) const {
  Translation first;
  std::vector<Translation> good;
  std::vector<Candidate> candidates;
  const std::optional<double> temperature = network_.generation.consensus_temperature;
  for (const Hypothesis& hypothesis : pool) {
    if (hypothesis.mean_logprob < pool[0].mean_logprob - kMuchWorse) continue;
    Translation translation =
        judge(hypothesis, part, prepared.source, prepared.ids, prepared.markers);
    if (translation.lost) {
      if (first.why.empty()) first = std::move(translation);
      continue;
    }
    if (!temperature && network_.n_best == 1) return translation;
    candidates.push_back({translation.sentence.text, hypothesis.logprob()});
    good.push_back(std::move(translation));
  }
  if (good.empty()) return first;
  const size_t best = temperature ? consensus(candidates, *temperature) : 0;
  Translation chosen = good[best];
  for (const Translation& other : good) {
    const auto is_same = [&](const Alternative& a) { return a.text == other.sentence.text; };
    if (static_cast<int>(chosen.alternatives.size()) + 1 >= network_.n_best) break;
    if (other.sentence.text == chosen.sentence.text ||
        std::ranges::any_of(chosen.alternatives, is_same))
      continue;
    chosen.alternatives.push_back({other.sentence.text, other.mean_logprob});
  }
  return chosen;
}

// No marker more often than the source has it, and with `all` no text without one of them: a
// network with several likes to repeat one and to forget another.
std::vector<TokenLimit> NeuralTranslator::limits(const ProtectedText& source, bool all) const {
  std::vector<TokenLimit> limits;
  for (size_t m = 0; m < own_marker_ids_.size(); ++m) {
    const int count = m < source.values.size() ? source.values[m].count : 0;
    limits.push_back({.id = own_marker_ids_[m], .most = count, .least = all ? count : 0});
  }
  return limits;
}

Translation NeuralTranslator::judge(const Hypothesis& hypothesis, const Sentence& part,
                                    const ProtectedText& source, std::span<const int> source_ids,
                                    const Markers* markers) const {
  const auto no = [&](std::string_view why) {
    return lost(part, std::string(why), hypothesis.mean_logprob);
  };
  const size_t given = hypothesis.given;
  const bool ended =
      hypothesis.ids.back() == network_.codec->eos() && hypothesis.ids.size() > given;
  std::span<const int> ids = hypothesis.ids;
  ids = ids.subspan(std::min(given, ids.size()));
  if (ended) ids = ids.first(ids.size() - 1);
  const auto words = network_.codec->words(source_ids);

  if (repeats_itself(ids, words)) return no("repeats itself");
  if (!ended) return no("too long");
  if (words.size() >= 15 && ids.size() * 6 < words.size()) return no("too short");
  const std::string text = network_.codec->decode(ids);
  if (text.find_first_not_of(' ') == std::string::npos) return no("empty");
  std::optional<Restored> restored = restore(text, source, markers, to_);
  if (!restored) return no(kLostSpan);
  const std::string plain_source = outside_spans(part);
  const int source_letters = letters(plain_source);
  if (source_letters > kFewLetters && lacks_script(restored->plain, to_))
    return no("not in the target language");
  if (source_letters >= kCopyLetters && is_copy(restored->plain, plain_source))
    return no("a copy of the source");
  if (hypothesis.mean_logprob < network_.generation.min_mean_logprob.value_or(-1e9))
    return no("low score");
  return {std::move(restored->sentence), false, "",
          hypothesis.mean_logprob,       {},    static_cast<int>(hypothesis.ids.size() - given)};
}

Result<std::vector<RawTranslation>> NeuralTranslator::translate_raw(
    std::span<const std::string> lines, std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::vector<std::vector<int>> sources;
  for (const std::string& line : lines) sources.push_back(network_.codec->encode_raw(line));
  const std::vector<SearchOptions> options(lines.size(), network_.generation.search);
  auto pools = find(sources, options, stop);
  if (!pools) return pools.error();
  std::vector<RawTranslation> out;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<Hypothesis>& pool = pools->at(i);
    RawTranslation raw{std::move(sources[i]), pool[0], network_.codec->decode(pool[0].ids), 0};
    for (size_t n = 1; n < pool.size() && static_cast<int>(n) < network_.n_best; ++n)
      raw.others.emplace_back(pool[n], network_.codec->decode(pool[n].ids));
    out.push_back(std::move(raw));
  }
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  for (RawTranslation& raw : out) raw.milliseconds = ms;
  return out;
}

}  // namespace sotto::translate
