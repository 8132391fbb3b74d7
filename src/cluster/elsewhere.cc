#include "cluster/elsewhere.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/log.h"
#include "cluster/digest.h"

namespace sotto::cluster {
namespace {

using Take = Door::Take;

// Callers of all doors have turns at a worker. Who they are is nobody's business there.
std::string nameless(const std::string& caller) { return digest(caller).substr(0, 16); }

class RemoteTranslator final : public translate::Translator {
 public:
  RemoteTranslator(Door& door, LiveRequest request) : door_(door), request_(std::move(request)) {}

  // Parts of a long text go to several workers at once.
  Result<std::vector<translate::Translation>> translate_batch(
      std::span<const text::Sentence> sentences, std::stop_token stop) override {
    std::vector<translate::Translation> translations(sentences.size());
    const std::vector<Part> parts = parts_of(sentences);
    std::vector<Result<void>> done(parts.size());
    std::atomic<size_t> next = 0;
    const auto work = [&] {
      for (size_t i = next++; i < parts.size(); i = next++) {
        done[i] =
            translate_part(sentences.subspan(parts[i].begin, parts[i].count),
                           std::span(translations).subspan(parts[i].begin, parts[i].count), stop);
      }
    };
    {
      std::vector<std::jthread> others;
      for (size_t i = 1; i < std::min(parts.size(), kAtOnce); ++i) others.emplace_back(work);
      work();
    }
    for (const Result<void>& part : done)
      if (!part) return part.error();
    return translations;
  }

 private:
  static constexpr size_t kAtOnce = 4, kMostSentences = 16, kMostBytes = size_t{64} << 10;
  struct Part {
    size_t begin, count;
  };

  static std::vector<Part> parts_of(std::span<const text::Sentence> sentences) {
    std::vector<Part> parts;
    size_t bytes = 0;
    for (size_t i = 0; i < sentences.size(); ++i) {
      bytes += sentences[i].text.size();
      if (parts.empty() || parts.back().count == kMostSentences || bytes > kMostBytes) {
        parts.push_back({i, 0});
        bytes = sentences[i].text.size();
      }
      ++parts.back().count;
    }
    return parts;
  }

  // Sentences that a worker translated before it died are not done again.
  Result<void> translate_part(std::span<const text::Sentence> sentences,
                              std::span<translate::Translation> translations,
                              const std::stop_token& stop) const {
    std::vector<size_t> missing;
    for (size_t i = 0; i < sentences.size(); ++i) missing.push_back(i);
    std::vector<size_t> asked;  // in this attempt
    Door::Question question{.request = request_};
    question.waits_for_worker = true;
    question.begins = [&](LiveRequest& request) {
      asked = missing;
      request.sentences.clear();
      for (const size_t i : asked) request.sentences.push_back(sentences[i]);
    };
    question.take = [&](LiveReply&& reply) -> Result<Take> {
      if (reply.kind == LiveReply::Kind::done) return missing.empty() ? Take::all : Take::broken;
      if (reply.kind != LiveReply::Kind::translation || reply.index >= asked.size())
        return Take::broken;
      const size_t index = asked[reply.index];
      if (std::erase(missing, index) == 1) translations[index] = std::move(reply.translation);
      return Take::more;
    };
    return door_.ask(question, stop);
  }

  Door& door_;
  const LiveRequest request_;
};

// A sum over the bytes of samples (FNV-1a), as they come.
class SoundSum {
 public:
  void add(std::span<const float> samples) {
    for (const std::byte byte : std::as_bytes(samples))
      sum_ = (sum_ ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  }
  bool operator==(const SoundSum&) const = default;

 private:
  uint64_t sum_ = 0xcbf29ce484222325;
};

// Hands the sound of a sentence on to its listener, over all workers that began with it: each sample
// once.
class PassedOn {
 public:
  PassedOn(DoorCounts& counts, const speech::ChunkHandler& handler)
      : counts_(counts), handler_(handler) {}

  void begin_again() {
    next_ = 0;
    again_ = {};
  }

  Result<Take> take(const LiveReply& piece) {
    if (piece.at != next_) return Take::broken;  // one was lost on the way
    if (rate_hz_ != 0 && piece.sample_rate_hz != rate_hz_)
      return Error{Errc::internal, fmt::format("another worker's voice has {} Hz, expected {}",
                                               piece.sample_rate_hz, rate_hz_)};
    rate_hz_ = piece.sample_rate_hz;
    const std::span<const float> samples = piece.samples;
    const size_t known =
        static_cast<size_t>(std::min<uint64_t>(passed_ - std::min(passed_, next_), samples.size()));
    const bool was_behind = next_ < passed_;
    again_.add(samples.first(known));
    next_ += samples.size();
    if (was_behind && next_ >= passed_ && again_ != sum_) differs();
    const std::span<const float> fresh = samples.subspan(known);
    if (fresh.empty()) return Take::more;
    passed_ += fresh.size();
    sum_.add(fresh);
    if (handler_({fresh, rate_hz_})) return Take::more;
    return Error{Errc::cancelled, "nobody listens any more"};
  }

  void end() {
    if (next_ < passed_) differs();
  }

 private:
  // On another kind of processor, or of another version.
  void differs() {
    ++counts_.seams;
    log::warn("a sentence goes on with another worker's sound, which is not the same");
  }

  DoorCounts& counts_;
  const speech::ChunkHandler& handler_;
  int rate_hz_ = 0;
  uint64_t passed_ = 0, next_ = 0;  // samples: of the sentence, and of this worker
  SoundSum sum_, again_;
};

class RemoteVoice final : public speech::Voice {
 public:
  RemoteVoice(Door& door, LiveRequest request, const LiveReply& opened)
      : door_(door),
        request_(std::move(request)),
        rate_hz_(opened.sample_rate_hz),
        takes_rate_(opened.takes_rate) {
    request_.kind = LiveRequest::Kind::say;
    request_.expect = opened.voice;
  }

  std::string name() const override { return request_.expect; }
  int sample_rate_hz() const override { return rate_hz_; }
  std::span<const speech::WordTime> words() const override { return words_; }
  bool set_rate(double rate) override {
    if (!takes_rate_ && rate != request_.rate) return false;
    request_.rate = rate;
    return true;
  }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const speech::ChunkHandler& handler) override {
    words_.clear();
    PassedOn passed(door_.counts(), handler);
    Door::Question question{.request = request_};
    question.request.text = text;
    question.waits_for_worker = true;
    question.begins = [&](LiveRequest&) { passed.begin_again(); };
    question.take = [&](LiveReply&& reply) -> Result<Take> {
      if (reply.kind == LiveReply::Kind::piece) return passed.take(reply);
      if (reply.kind != LiveReply::Kind::done) return Take::broken;
      passed.end();
      words_ = std::move(reply.words);
      return Take::all;
    };
    return door_.ask(question, stop);
  }

 private:
  Door& door_;
  LiveRequest request_;
  const int rate_hz_;
  const bool takes_rate_;
  std::vector<speech::WordTime> words_;
};

}  // namespace

engine::TranslatorsElsewhere translators_of(Door& door, const Roster& roster,
                                            std::vector<std::string> served) {
  const auto models = [&roster, served = std::move(served)] {
    std::vector<engine::TranslatorChoice> choices;
    for (const LiveOffer::Model& model : roster.models()) {
      if (!served.empty() && std::ranges::find(served, model.name) == served.end()) continue;
      engine::TranslatorChoice choice;
      choice.name = choice.model = model.name;
      choice.directions = model.directions;
      choices.push_back(std::move(choice));
    }
    const auto place = [&served](const engine::TranslatorChoice& choice) {
      return std::ranges::find(served, choice.name) - served.begin();
    };
    std::ranges::stable_sort(choices, {}, place);
    return choices;
  };
  const auto open =
      [&door](const engine::TranslatorOrder& order,
              const std::stop_token& stop) -> Result<std::unique_ptr<translate::Translator>> {
    LiveRequest request;
    request.kind = LiveRequest::Kind::open_translator;
    request.caller = nameless(order.caller);
    request.from = order.from;
    request.to = order.to;
    request.model = order.model;
    request.n_best = order.n_best;
    Door::Question question{.request = request};
    question.take = [](const LiveReply& reply) -> Result<Take> {
      return reply.kind == LiveReply::Kind::done ? Take::all : Take::broken;
    };
    if (const Result<void> opened = door.ask(question, stop); !opened) return opened.error();
    request.kind = LiveRequest::Kind::translate;
    return std::unique_ptr<translate::Translator>(
        std::make_unique<RemoteTranslator>(door, std::move(request)));
  };
  return {models, open};
}

engine::VoicesElsewhere voices_of(Door& door, const Roster& roster) {
  const auto open = [&door](const std::string& name, const Language& language,
                            double rate) -> Result<std::unique_ptr<speech::Voice>> {
    LiveRequest request;
    request.kind = LiveRequest::Kind::open_voice;
    request.to = language;
    request.voice = name;
    request.rate = rate;
    Door::Question question{.request = request};
    LiveReply opened;
    question.take = [&opened](LiveReply&& reply) -> Result<Take> {
      if (reply.kind != LiveReply::Kind::done || reply.sample_rate_hz == 0) return Take::broken;
      opened = std::move(reply);
      return Take::all;
    };
    if (const Result<void> done = door.ask(question, {}); !done) return done.error();
    return std::unique_ptr<speech::Voice>(
        std::make_unique<RemoteVoice>(door, std::move(request), opened));
  };
  return {[&roster] { return roster.voices(); }, open};
}

}  // namespace sotto::cluster
