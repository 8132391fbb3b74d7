#include "translate/in_flight.h"

#include <fmt/format.h>

#include <algorithm>

#include "translate/clauses.h"

namespace sotto::translate {
namespace {

using text::Sentence;

// A part that is lost is cut in halves so often, and only if it is no shorter.
constexpr int kMostCuts = 2;
constexpr int kFewestTokens = 12;
constexpr int kMostExamples = 32;
constexpr int kRoom = 1 << kMostCuts;  // between the numbers of two parts

// Finds the part in the text: behind byte `from`, spaces and what links clauses, in capitals perhaps
// (DecodePolicy::parts). None: it is written otherwise.
std::optional<size_t> found_in(std::string_view text, std::string_view part, size_t from) {
  constexpr size_t kLongestLink = 20;  // ", which is why " and the like
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
  for (size_t at = from; at <= from + kLongestLink && at < text.size(); ++at)
    if (std::ranges::equal(text.substr(at, part.size()), part, {}, small, small)) return at;
  return std::nullopt;
}

// Two parts of a sentence. The first one was translated as a sentence of its own, and stays one
// where it `stands_alone`.
Sentence joined(const Sentence& first, const Sentence& second, bool stands_alone) {
  const bool no_spaces = is_written_without_spaces(first.language);
  const std::string_view stop = no_spaces ? "。" : ".", comma = no_spaces ? "、" : ",";
  std::string_view beginning = first.text;
  const bool is_closed = beginning.ends_with(stop);
  if (is_closed) beginning.remove_suffix(stop.size());
  Sentence whole = first;
  whole.text = fmt::format("{}{}{}", beginning,
                           stands_alone ? stop
                           : is_closed  ? comma
                                        : "",
                           no_spaces ? "" : " ");
  const size_t shift = whole.text.size();
  whole.text += second.text;
  for (const auto& span : second.spans)
    whole.spans.push_back({span.begin + shift, span.end + shift, span.kind});
  return whole;
}

}  // namespace

InFlight::InFlight(NetworkParts& network, const DecodePolicy& attempts, Feed& feed,
                   std::span<const PromptTurn> before)
    : network_(network),
      policy_(attempts),
      feed_(feed),
      before_(before),
      batch_(*network.session, network.speculation.get()) {}

void InFlight::run() {
  for (;;) {
    std::vector<Feed::Item> items = feed_.take(/*idle=*/jobs_.empty());
    if (items.empty() && jobs_.empty()) return;
    for (Feed::Item& item : items) begin(std::move(item));
    leave_unwanted();
    batch_.add(std::exchange(joining_, {}));
    if (batch_.is_empty()) continue;
    batch_.step(
        [this](size_t search, const std::vector<Hypothesis>& pool) { found(search, pool); });
  }
}

void InFlight::begin(Feed::Item item) {
  const size_t name = item.name;
  const Job& job = jobs_[name] = {std::move(item.sentence)};
  if (policy_.needs_none(job.sentence)) {
    Translation same{job.sentence, false, "", 0};
    same.sentence.language = policy_.to();
    return end(name, std::move(same));
  }
  begin_parts(name, /*by_clauses=*/true);
}

void InFlight::begin_parts(size_t name, bool by_clauses) {
  Job& job = jobs_.at(name);
  Result<std::vector<Clause>> parts = policy_.parts(job.sentence, by_clauses);
  if (!parts) return end(name, untranslated(job.sentence, parts.error().message));
  const auto ends_there = [](const Clause& clause) { return clause.behind > 0; };
  by_clauses = by_clauses && std::ranges::any_of(*parts, ends_there);
  const int count = static_cast<int>(parts->size());
  job.by_clauses = by_clauses;
  job.parts.clear();
  for (int p = 0; p < count; ++p) {
    Clause& clause = parts->at(p);
    job.parts[p * kRoom] = {std::move(clause.sentence), clause.before, clause.behind};
  }
  // A part that cannot even be tried ends the sentence, or begins it again as a whole.
  const auto is_theirs = [&] { return jobs_.contains(name) && job.by_clauses == by_clauses; };
  for (int p = 0; p < count && is_theirs(); ++p) attempt({name, p * kRoom});
}

void InFlight::attempt(const Place& place) {
  Part& part = jobs_.at(place.job).parts.at(place.part);
  part.prepared = policy_.prepare(part.sentence, part.attempt);
  if (!part.prepared) return judge(place, untranslated(part.sentence, std::string(kLostSpan)));
  if (const auto known = known_translation(part)) return choose(place, {*known});
  Result<Rules> rules = rules_for(*network_.session, network_.start_token,
                                  policy_.codec().forced_first(), part.prepared->search);
  if (!rules) return judge(place, untranslated(part.sentence, rules.error().message));
  joining_.push_back({next_search_, source_of(part), *std::move(rules), examples_of(part)});
  searches_[next_search_++] = place;
}

// The first attempt may have been misled by the context: later ones have none.
std::vector<int> InFlight::source_of(const Part& part) const {
  if (before_.empty() || part.attempt > 0) return part.prepared->ids;
  return policy_.codec().encode_behind(before_, part.prepared->source.text);
}

// What the memory has word for word, as if a search had found it. Who wants several translations
// gets those of the network.
std::optional<Hypothesis> InFlight::known_translation(const Part& part) const {
  if (network_.memory == nullptr || network_.n_best > 1 || part.attempt > 0) return std::nullopt;
  const auto known = network_.memory->translation_of(part.prepared->ids);
  if (!known) return std::nullopt;
  Hypothesis hypothesis{.ids = {network_.start_token}};
  hypothesis.ids.insert(hypothesis.ids.end(), known->begin(), known->end());
  return hypothesis;
}

models::Examples InFlight::examples_of(const Part& part) const {
  if (network_.memory == nullptr || network_.session->borrower() == nullptr) return {};
  const GenerationConfig& generation = policy_.generation();
  const std::vector<int>& ids = part.prepared->ids;
  const double most = std::min<double>(kMostExamples, generation.memory_examples * ids.size());
  return network_.memory->find(ids, static_cast<int>(most));
}

void InFlight::found(size_t search, const std::vector<Hypothesis>& pool) {
  const auto entry = searches_.extract(search);
  if (entry.empty()) return;  // another part ended its sentence in the same step
  choose(entry.mapped(), pool);
}

void InFlight::choose(const Place& place, const std::vector<Hypothesis>& pool) {
  Part& part = jobs_.at(place.job).parts.at(place.part);
  part.ran_out = !policy_.codec().is_end(pool.front().ids.back());
  judge(place, policy_.choose(pool, part.sentence, *part.prepared));
}

void InFlight::judge(const Place& place, Translation translation) {
  Part& part = jobs_.at(place.job).parts.at(place.part);
  const bool is_first = part.best.why.empty();
  const bool is_meant = is_first || translation.mean_logprob >= part.best.mean_logprob - kMuchWorse;
  if (!translation.untranslated && is_meant) return end_part(place, std::move(translation));
  if (is_first) part.best = std::move(translation);
  // Other ways help against these only; the rest is the network's last word.
  // Nor does what found no end find one with more beams: that would only take twice as long.
  const bool may_help = !part.ran_out && (part.best.why == kLostSpan || part.best.why == kRepeats ||
                                          part.best.means_other);
  if (!may_help || !policy_.has(part.sentence, ++part.attempt))
    return end_part(place, Translation(part.best));
  attempt(place);
}

void InFlight::end_part(const Place& place, Translation translation) {
  Job& job = jobs_.at(place.job);
  if (translation.untranslated && job.by_clauses) {  // a clause is lost: perhaps the whole is not
    leave_searches(place.job);
    return begin_parts(place.job, /*by_clauses=*/false);
  }
  if (translation.untranslated && cut(place)) return;
  if (translation.untranslated) {  // the listener gets all of it in one language
    translation.sentence = job.sentence;
    return end(place.job, std::move(translation));
  }
  Part& part = job.parts.at(place.part);
  part.best = std::move(translation);
  part.is_over = true;
  const auto is_over = [](const auto& entry) { return entry.second.is_over; };
  if (!std::ranges::all_of(job.parts, is_over)) return;
  end(place.job, put_together(job));
}

// All parts of it are over.
Translation InFlight::put_together(Job& job) {
  Translation whole;
  std::vector<Link> links;
  size_t read = 0;            // bytes of the sentence
  bool stands_alone = false;  // the part before
  for (auto entry = job.parts.begin(); entry != job.parts.end(); ++entry) {
    const Part& part = entry->second;
    const size_t said = part.sentence.text.size() - part.behind;
    const auto source =
        std::string_view(part.sentence.text).substr(part.before, said - part.before);
    Translation& next = entry->second.best;
    const size_t bytes = next.sentence.text.size();
    const std::vector<Link> of_part = links_within(next.links, {0, bytes}, {part.before, said});
    if (entry == job.parts.begin()) {
      whole = std::move(next);
    } else {
      whole.sentence = joined(whole.sentence, next.sentence, stands_alone);
      whole.mean_logprob = std::min(whole.mean_logprob, next.mean_logprob);
      whole.new_tokens += next.new_tokens;
      whole.alternatives.clear();
    }
    stands_alone = part.behind > 0;
    const auto at = found_in(job.sentence.text, source, read);
    if (!at) continue;
    append(of_part, {whole.sentence.text.size() - bytes, *at}, links);
    read = *at + source.size();
  }
  whole.links = std::move(links);
  return whole;
}

// Clause by clause, a network finds its way through a sentence that is too much for it as a whole.
bool InFlight::cut(const Place& place) {
  Job& job = jobs_.at(place.job);
  Part& part = job.parts.at(place.part);
  const bool is_long = part.prepared && part.prepared->ids.size() - policy_.codec().frame_size() >=
                                            size_t{kFewestTokens};
  if (!is_long || part.ran_out || part.cuts == kMostCuts) return false;
  auto halves = split_at_clause(part.sentence);
  if (!halves) return false;
  const int cuts = part.cuts + 1;
  const int second = place.part + (kRoom >> cuts);
  const size_t behind = part.behind;
  part = {.sentence = std::move(halves->first), .before = part.before, .cuts = cuts};
  job.parts[second] = {.sentence = std::move(halves->second), .behind = behind, .cuts = cuts};
  attempt(place);
  if (jobs_.contains(place.job)) attempt({place.job, second});
  return true;
}

// The rest of it is not searched for any more.
void InFlight::end(size_t name, Translation translation) {
  forget(name);
  feed_.put(name, std::move(translation));
}

void InFlight::forget(size_t name) {
  leave_searches(name);
  jobs_.erase(name);
}

void InFlight::leave_searches(size_t name) {
  std::erase_if(searches_, [&](const auto& search) {
    if (search.second.job != name) return false;
    std::erase_if(joining_, [&](const auto& source) { return source.name == search.first; });
    batch_.remove(search.first);
    return true;
  });
}

void InFlight::leave_unwanted() {
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    const size_t name = job++->first;
    if (!feed_.is_wanted(name)) forget(name);
  }
}

}  // namespace sotto::translate
