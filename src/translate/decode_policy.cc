#include "translate/decode_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "text/capitals.h"
#include "text/dropped_subject.h"
#include "text/names.h"
#include "text/short_forms.h"
#include "translate/alignment.h"
#include "translate/clauses.h"
#include "translate/consensus.h"
#include "translate/guards.h"
#include "translate/mangled.h"
#include "translate/readable.h"
#include "translate/repeats.h"

namespace sotto::translate {
namespace {

using text::Sentence;

constexpr int kMostHalvings = 4;      // a sentence is cut at most so often in halves
constexpr int kLongestPart = 200;     // tokens; longer sentences are cut at a clause
constexpr double kRepeatCosts = 0.5;  // in the consensus, of a text that is repeated throughout
constexpr int kFewLetters = 4;        // "OK", "LGTM": a name may stay what it is
constexpr int kCopyLetters = 12;      // from here on an equal text is a copy, not a name

// Loops and hallucinations run to any maximum; a translation has about as many tokens as its source
// (of the narrator's 1,180 held-out sentences none has more than twice as many and one). Half of
// what it would take to wait for a loop is time that a hostile text would take.
int token_limit(size_t source_tokens) {
  const int count = static_cast<int>(source_tokens);
  return std::min(3 * count + 16, 2 * count + 32);
}

}  // namespace

DecodePolicy::DecodePolicy(std::unique_ptr<const Codec> codec, GenerationConfig generation,
                           Limits limits, Language from, Language to,
                           std::shared_ptr<const Lexicon> lexicon,
                           std::unique_ptr<models::Aligner> aligner)
    : codec_(std::move(codec)),
      generation_(std::move(generation)),
      limits_(limits),
      from_(std::move(from)),
      to_(std::move(to)),
      guards_(meaning_guards(from_, to_)),
      lexicon_(std::move(lexicon)),
      aligner_(std::move(aligner)) {
  const Markers& tokens = placeholder_tokens();
  for (const std::string& token : tokens)
    if (const auto id = codec_->piece_id(token)) own_marker_ids_.push_back(*id);
  own_markers_ = own_marker_ids_.size() == tokens.size() ? &tokens : nullptr;
}

bool DecodePolicy::needs_none(const Sentence& sentence) const {
  return from_ == to_ || letters(outside_spans(sentence)) == 0;
}

Result<std::vector<Clause>> DecodePolicy::parts(const Sentence& sentence, bool by_clauses) const {
  std::vector<Clause> parts;
  if (const auto why = why_unreadable(outside_spans(sentence), from_))
    return Error{Errc::unsupported, std::string(*why)};
  const Sentence whole = readable(sentence);
  by_clauses = by_clauses && generation_.independent_clauses && limits_.n_best == 1;
  const auto clauses = by_clauses ? independent_clauses(whole) : std::vector<Clause>{{whole}};
  for (const Clause& clause : clauses)
    if (const Result<void> done = cut(clause, 0, parts); !done) return done.error();
  return parts;
}

// Writes a sentence as the network knows its language: without words in capitals, and with names
// protected where it has markers (others copy names by themselves).
Sentence DecodePolicy::readable(const Sentence& sentence) const {
  const bool is_english = from_.iso == "en";
  const auto by_pieces = [this](std::string_view capitals, std::string_view small) {
    const size_t in_capitals = pieces(capitals), in_small = pieces(small);
    if (in_small == 1 && in_capitals >= 3) return text::Shouted::yes;
    return in_small < in_capitals ? text::Shouted::perhaps : text::Shouted::no;
  };
  Sentence out = is_english ? text::without_shouting(sentence, text::shouted_in_english)
                            : text::without_shouting(sentence, by_pieces);
  if (!is_english || !own_markers_) return out;
  const Sentence named = text::with_names(out);
  return protect(named, own_markers_) ? named : out;
}

Sentence DecodePolicy::written_out(const Sentence& part, text::ByteMap* origin) const {
  text::ByteMap subject, forms;
  Sentence out = part;
  if (own_markers_ && from_.iso == "en") {
    out = text::write_out_short_forms(text::with_dropped_subject(part, &subject), &forms);
    if (origin != nullptr) *origin = forms.then(subject);
  } else if (origin != nullptr) {
    origin->keep(part.text.size());
  }
  return out;
}

size_t DecodePolicy::pieces(std::string_view word) const {
  return codec_->words(codec_->encode(word)).size();
}

Result<void> DecodePolicy::cut(const Clause& clause, int depth, std::vector<Clause>& parts) const {
  const Sentence& part = clause.sentence;
  const int longest = std::min(kLongestPart, limits_.longest_source);
  const size_t tokens = codec_->encode(part.text).size() - codec_->frame_size();
  const bool is_long = static_cast<int>(tokens) > longest;
  if (!is_long && (!own_markers_ || protect(part, own_markers_))) {
    parts.push_back(clause);
    return {};
  }
  const auto halves = depth < kMostHalvings ? split_at_clause(part) : std::nullopt;
  if (!halves) {
    return Error{Errc::unsupported, is_long ? "too long for the network"
                                            : "more protected parts than the network can carry"};
  }
  const Clause first{halves->first, clause.before, 0}, second{halves->second, 0, clause.behind};
  if (const Result<void> done = cut(first, depth + 1, parts); !done) return done;
  return cut(second, depth + 1, parts);
}

bool DecodePolicy::has(const Sentence& part, int attempt) const {
  return attempt < 2 || (attempt == 2 && !own_markers_ && !part.spans.empty());
}

std::optional<Prepared> DecodePolicy::prepare(const Sentence& part, int attempt) const {
  const Markers* markers = attempt == 2 ? &neutral_words() : own_markers_;
  text::ByteMap origin;
  auto source = protect(written_out(part, &origin), markers);
  if (!source) return std::nullopt;
  source->origin = source->origin.then(origin);
  Prepared prepared{*std::move(source), {}, markers, generation_.search};
  prepared.ids = codec_->encode(prepared.source.text);
  SearchOptions& search = prepared.search;
  if (attempt == 1) {
    const int wide = std::min(64, std::max(8, 2 * search.beams.value_or(1)));
    if (limits_.vocab_size >= 2 * wide) search.beams = wide;
  }
  const int limit = token_limit(prepared.ids.size() - codec_->frame_size());
  search.max_new_tokens = std::min(search.max_new_tokens.value_or(limit), limit);
  search.forced_eos.reset();  // what does not end by itself is no translation
  if (search.min_new_tokens)
    search.min_new_tokens = std::min(*search.min_new_tokens, *search.max_new_tokens);
  if (markers == own_markers_ && own_markers_)
    search.token_limits = limits(prepared.source, /*all=*/attempt == 1);
  return prepared;
}

Translation DecodePolicy::choose(const std::vector<Hypothesis>& pool, const Sentence& part,
                                 const Prepared& prepared) const {
  if (std::isnan(pool[0].mean_logprob)) return untranslated(part, std::string(kNoNumbers));
  Translation first;
  std::vector<Choice> choices;
  const std::optional<double> temperature = generation_.consensus_temperature;
  for (const Hypothesis& hypothesis : pool) {
    if (hypothesis.mean_logprob < pool[0].mean_logprob - kMuchWorse) continue;
    Translation translation = judge(hypothesis, part, prepared);
    const bool is_last = !temperature && limits_.n_best == 1 && !generation_.min_confidence;
    if (is_last && !translation.untranslated) translation = meant(std::move(translation), part);
    if (translation.untranslated) {
      if (first.why.empty()) first = std::move(translation);
      continue;
    }
    if (is_last) return with_links(std::move(translation), hypothesis, part, prepared);
    const LexiconScore score = lexicon_score(hypothesis, prepared);
    const double repeated = temperature ? repeated_share(translation.sentence.text) : 0;
    Candidate candidate{translation.sentence.text, hypothesis.logprob(),
                        generation_.lexicon_weight * score.coverage - kRepeatCosts * repeated};
    const double confidence =
        translation.mean_logprob + generation_.lexicon_confidence * score.logprob;
    choices.push_back({std::move(translation), std::move(candidate), confidence, &hypothesis});
  }
  std::optional<Choice> chosen = best_of(choices, part, first);
  if (!chosen) return first;
  if (chosen->confidence < generation_.min_confidence.value_or(-1e9))
    return untranslated(part, "low confidence", chosen->translation.mean_logprob);
  add_alternatives(chosen->translation, choices, part);
  return with_links(std::move(chosen->translation), *chosen->hypothesis, part, prepared);
}

// The one that most agree with; where that means something else, the one of those that do not. Who
// is refused has no say then: it would speak for its like.
std::optional<DecodePolicy::Choice> DecodePolicy::best_of(std::vector<Choice>& choices,
                                                          const Sentence& part,
                                                          Translation& first) const {
  while (!choices.empty()) {
    std::vector<Candidate> candidates;
    for (const Choice& choice : choices) candidates.push_back(choice.candidate);
    const std::optional<double> temperature = generation_.consensus_temperature;
    const size_t best = temperature ? consensus(candidates, *temperature) : 0;
    Translation checked = meant(choices[best].translation, part);
    if (!checked.untranslated) return choices[best];
    if (first.why.empty()) first = std::move(checked);
    std::erase_if(choices,
                  [&](const Choice& c) { return meant(c.translation, part).untranslated; });
  }
  return std::nullopt;
}

// The same, or lost where it means something else than the part.
Translation DecodePolicy::meant(Translation translation, const Sentence& part) const {
  if (guards_.empty()) return translation;
  const auto why = why_meaning_differs(guards_, written_out(part), translation.sentence);
  if (!why) return translation;
  Translation refused = untranslated(part, std::string(*why), translation.mean_logprob);
  refused.means_other = true;
  return refused;
}

void DecodePolicy::add_alternatives(Translation& chosen, const std::vector<Choice>& choices,
                                    const Sentence& part) const {
  for (const Choice& choice : choices) {
    const Translation& other = choice.translation;
    const auto is_same = [&](const Alternative& a) { return a.text == other.sentence.text; };
    if (static_cast<int>(chosen.alternatives.size()) + 1 >= limits_.n_best) break;
    if (other.sentence.text == chosen.sentence.text ||
        std::ranges::any_of(chosen.alternatives, is_same) || meant(other, part).untranslated)
      continue;
    chosen.alternatives.push_back({other.sentence.text, other.mean_logprob});
  }
}

// No marker more often than the source has it, and with `all` no text without one of them: a
// network with several likes to repeat one and to forget another.
std::vector<TokenLimit> DecodePolicy::limits(const ProtectedText& source, bool all) const {
  std::vector<TokenLimit> limits;
  for (size_t m = 0; m < own_marker_ids_.size(); ++m) {
    const int count = m < source.values.size() ? source.values[m].count : 0;
    limits.push_back({.id = own_marker_ids_[m], .most = count, .least = all ? count : 0});
  }
  return limits;
}

// The ids that the network chose: without those that it was given, and without the end.
std::span<const int> DecodePolicy::chosen(const Hypothesis& hypothesis) const {
  std::span<const int> ids = hypothesis.ids;
  ids = ids.subspan(std::min(hypothesis.given, ids.size()));
  return !ids.empty() && codec_->is_end(ids.back()) ? ids.first(ids.size() - 1) : ids;
}

LexiconScore DecodePolicy::lexicon_score(const Hypothesis& hypothesis,
                                         const Prepared& prepared) const {
  if (lexicon_ == nullptr) return {};
  return lexicon_->score(codec_->words(prepared.ids), chosen(hypothesis));
}

struct DecodePolicy::AlignedPieces {
  std::vector<ByteRange> source, target;
  std::vector<float> weights;
  Aligned of(std::string_view source_text, std::string_view target_text) const {
    return {source_text, target_text, source, target, weights};
  }
};

// None: the network cannot say.
std::optional<DecodePolicy::AlignedPieces> DecodePolicy::aligned(std::span<const int> ids,
                                                                 const Prepared& prepared) const {
  if (!aligner_) return std::nullopt;
  AlignedPieces pieces{codec_->ranges_of(prepared.source.text), codec_->decoded_ranges(ids), {}};
  if (pieces.source.size() + 1 != prepared.ids.size() || pieces.target.size() != ids.size())
    return std::nullopt;
  pieces.weights = aligner_->align(prepared.ids, ids);
  return pieces;
}

// With the protected parts where they stand, or where the network says that they are.
std::optional<Restored> DecodePolicy::restored(std::string_view text, std::span<const int> ids,
                                               const Sentence& part,
                                               const Prepared& prepared) const {
  std::optional<Restored> found = restore(text, prepared.source, prepared.markers, to_);
  if (found || !aligner_ || prepared.markers || text != codec_->decode(ids)) return found;
  const std::optional<ProtectedText> values = protect(part, &placeholder_tokens());
  if (!values) return std::nullopt;
  const auto pieces = aligned(ids, prepared);
  if (!pieces) return std::nullopt;
  text::ByteMap map;
  const auto marked =
      with_markers(pieces->of(part.text, text), part, *values, placeholder_tokens(), to_, &map);
  if (!marked) return std::nullopt;
  found = restore(*marked, *values, &placeholder_tokens(), to_);
  if (found) found->map = map.then(found->map);
  return found;
}

// Asked of what was chosen alone: it is a pass through the decoder.
Translation DecodePolicy::with_links(Translation translation, const Hypothesis& hypothesis,
                                     const Sentence& part, const Prepared& prepared) const {
  if (!part.wants_links || translation.untranslated) return translation;
  const std::span<const int> ids = chosen(hypothesis);
  const std::string text = codec_->decode(ids);
  const std::optional<Restored> found = restored(text, ids, part, prepared);
  if (!found || found->sentence.text != translation.sentence.text) return translation;  // a stutter
  const auto pieces = aligned(ids, prepared);
  if (!pieces) return translation;
  std::vector<Link> links = moved(links_of(pieces->of(prepared.source.text, text)), found->map);
  for (Link& link : links) link.source = prepared.source.origin(link.source);
  translation.links = with_spans(std::move(links), translation.sentence, part);
  return translation;
}

Translation DecodePolicy::judge(const Hypothesis& hypothesis, const Sentence& part,
                                const Prepared& prepared) const {
  const auto no = [&](std::string_view why) {
    return untranslated(part, std::string(why), hypothesis.mean_logprob);
  };
  const size_t given = hypothesis.given;
  const bool ended = codec_->is_end(hypothesis.ids.back()) && hypothesis.ids.size() > given;
  const std::span<const int> ids = chosen(hypothesis);
  const auto words = codec_->words(prepared.ids);

  if (repeats_itself(ids, words)) return no(kRepeats);
  if (!ended) return no("too long");
  if (words.size() >= 15 && ids.size() * 6 < words.size()) return no("too short");
  std::string text = codec_->decode(ids);
  if (collapse_repeats(part.text, from_) == part.text) text = collapse_repeats(text, to_);
  if (text.find_first_not_of(' ') == std::string::npos) return no("empty");
  if (const auto why = codec_->fault(part.text, text)) return no(*why);
  std::optional<Restored> found = restored(text, ids, part, prepared);
  if (!found || has_mangled_copy(found->plain, part)) return no(kLostSpan);
  const std::string plain_source = outside_spans(part);
  const int source_letters = letters(plain_source);
  if (source_letters > kFewLetters && lacks_script(found->plain, to_))
    return no("not in the target language");
  if (source_letters >= kCopyLetters && is_copy(found->plain, plain_source))
    return no("a copy of the source");
  if (hypothesis.mean_logprob < generation_.min_mean_logprob.value_or(-1e9)) return no("low score");
  return {std::move(found->sentence), false, "",
          hypothesis.mean_logprob,    {},    static_cast<int>(hypothesis.ids.size() - given)};
}

}  // namespace sotto::translate
