#include "translate/neural_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "translate/feed.h"
#include "translate/in_flight.h"

namespace sotto::translate {
namespace {

using text::Sentence;

// Tokens of a line. All of them go through the encoder at once, in time that grows with their
// square, and nothing stops it on the way.
constexpr size_t kLongestRaw = 4096;

// Bytes of a sentence, or of what it became, that is context: no network has room for more.
constexpr size_t kLongestTurn = 2000;

// Some sentences, all at once.
class ListFeed final : public Feed {
 public:
  ListFeed(std::span<const Sentence> sentences, const std::stop_token& stop)
      : translations(sentences.size()), sentences_(sentences), stop_(stop) {}

  std::vector<Item> take(bool) override {
    std::vector<Item> items;
    for (; next_ < sentences_.size() && !stop_.stop_requested(); ++next_)
      items.push_back({next_, sentences_[next_]});
    return items;
  }
  bool is_wanted(size_t) override { return !stop_.stop_requested(); }
  void put(size_t name, Translation translation) override {
    translations[name] = std::move(translation);
  }

  std::vector<Translation> translations;

 private:
  std::span<const Sentence> sentences_;
  const std::stop_token& stop_;
  size_t next_ = 0;
};

}  // namespace

NeuralTranslator::NeuralTranslator(NetworkParts network, Language from, Language to)
    : policy_(std::move(network.codec), std::move(network.generation),
              {network.longest_source, network.session->vocab_size(), network.n_best},
              std::move(from), std::move(to), network.lexicon, std::move(network.aligner)),
      network_(std::move(network)) {}

Result<std::vector<Translation>> NeuralTranslator::translate_together(
    std::span<const Sentence> sentences, const std::stop_token& stop) {
  ListFeed feed(sentences, stop);
  InFlight(network_, policy_, feed, before_).run();
  if (stop.stop_requested()) return Error{Errc::cancelled, "the translation was cancelled"};
  return std::move(feed.translations);
}

// With context, one behind the other: each is read behind what those before it became.
Result<std::vector<Translation>> NeuralTranslator::translate_batch(
    std::span<const Sentence> sentences, std::stop_token stop) {
  if (network_.context <= 0) return translate_together(sentences, stop);
  std::vector<Translation> all;
  for (const Sentence& sentence : sentences) {
    auto one = translate_together({&sentence, 1}, stop);
    if (!one) return one;
    remember(sentence, one->front());
    all.push_back(std::move(one->front()));
  }
  return all;
}

void NeuralTranslator::remember(const Sentence& sentence, const Translation& made) {
  if (network_.context <= 0 || made.untranslated || policy_.needs_none(sentence)) return;
  const std::string& answer = made.sentence.text;
  if (std::max(sentence.text.size(), answer.size()) > kLongestTurn) return;
  if (before_.size() >= static_cast<size_t>(network_.context)) before_.erase(before_.begin());
  before_.push_back({sentence.text, answer});
}

void NeuralTranslator::translate_feed(Feed& feed) { InFlight(network_, policy_, feed, {}).run(); }

Result<std::vector<std::vector<Hypothesis>>> NeuralTranslator::search_raw(
    std::span<const std::vector<int>> sources, const std::stop_token& stop) {
  return search_all(*network_.session, sources, network_.start_token,
                    policy_.codec().forced_first(), policy_.generation().search, stop,
                    network_.speculation.get());
}

Result<std::vector<RawTranslation>> NeuralTranslator::translate_raw(
    std::span<const std::string> lines, std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Codec& codec = policy_.codec();
  std::vector<std::vector<int>> sources;
  for (const std::string& line : lines) {
    const std::vector<int>& source = sources.emplace_back(codec.encode_raw(line));
    if (source.size() <= kLongestRaw) continue;
    return Error{Errc::bad_argument,
                 fmt::format("a line has {} tokens, expected at most {} without splitting",
                             source.size(), kLongestRaw)};
  }
  auto pools = search_raw(sources, stop);
  if (!pools) return pools.error();
  std::vector<RawTranslation> out;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<Hypothesis>& pool = pools->at(i);
    RawTranslation raw{std::move(sources[i]), pool[0], codec.decode(pool[0].ids), 0};
    for (size_t n = 1; n < pool.size() && static_cast<int>(n) < network_.n_best; ++n)
      raw.others.emplace_back(pool[n], codec.decode(pool[n].ids));
    out.push_back(std::move(raw));
  }
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  for (RawTranslation& raw : out) raw.milliseconds = ms;
  return out;
}

}  // namespace sotto::translate
