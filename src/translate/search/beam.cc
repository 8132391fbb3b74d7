#include "translate/search/beam.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "translate/search/log_softmax.h"

namespace sotto::translate {
namespace {

// The reference's score of places that are not taken; below every real score.
constexpr float kNothing = -1.0e9f;

// Row `beam` continued by `id`; extensions are ranked by score, equal ones by (beam, id).
struct Extension {
  float score;
  int beam, id;
};

// The best extensions, in order. Offered in ascending (beam, id), so that of two equal scores the
// first one stays in front.
class Best {
 public:
  explicit Best(size_t keep) : keep_(keep) { list_.reserve(keep + 1); }

  void clear() { list_.clear(); }
  std::span<const Extension> list() const { return list_; }

  // Every id of a row of logits on top of the beam's sum, but for those that are banned.
  void offer(int beam, std::span<const float> logits, const LogNormalizer& log_softmax, float sum,
             std::span<const int> banned) {
    constexpr size_t kBlock = 64;
    const auto insert_until = [&](size_t id, size_t end) {
      for (; id < end; ++id)
        insert(beam, static_cast<int>(id), log_softmax(logits[id]) + sum, banned);
    };
    size_t begin = std::min(keep_, logits.size());
    insert_until(0, begin);
    while (begin < logits.size()) {
      begin = find_above(logits, log_softmax, sum, list_.back().score, begin);
      const size_t end = std::min(begin + kBlock, logits.size());
      insert_until(begin, end);
      begin = end;
    }
  }

  void offer(const Extension& extension) {
    if (list_.size() == keep_ && !(extension.score > list_.back().score)) return;
    if (list_.size() == keep_) list_.pop_back();
    const auto at =
        std::ranges::upper_bound(list_, extension.score, std::ranges::greater{}, &Extension::score);
    list_.insert(at, extension);
  }

 private:
  void insert(int beam, int id, float score, std::span<const int> banned) {
    if (list_.size() == keep_ && !(score > list_.back().score)) return;
    // A NaN cannot be ranked; it is as good as forbidden.
    if (score != score || std::ranges::find(banned, id) != banned.end()) score = kForbidden;
    offer({score, beam, id});
  }

  size_t keep_;
  std::vector<Extension> list_;
};

struct Beam {
  std::vector<int> ids;
  float sum = 0;       // of processed log-probabilities
  double logprob = 0;  // of plain ones, the forced language left out
};

// What a look at a beam's logits found.
struct Seen {
  explicit Seen(size_t keep) : best(keep) {}

  LogNormalizer normalizer;
  Best best;
  std::vector<int> banned;
  bool is_damaged = false;  // some logit was no number
};

class BeamSearch final : public SourceSearch {
 public:
  explicit BeamSearch(Rules rules)
      : rules_(std::move(rules)),
        most_(static_cast<size_t>(rules_.beams)),
        beams_(1),
        best_(2 * most_) {
    beams_[0].ids = {rules_.start_token};
    next_.resize(most_);
    for (size_t b = 0; b < most_; ++b) seen_.emplace_back(2 * most_);
  }

  void look(size_t hypothesis, std::span<const float> logits, std::vector<float>& buffer) override {
    const Beam& beam = beams_[hypothesis];
    Seen& seen = seen_[hypothesis];
    const int number = static_cast<int>(hypothesis);
    const LogNormalizer log_softmax = log_normalizer(logits);
    seen.is_damaged = std::isnan(log_softmax.log_sum);
    seen.normalizer = rules_.renormalize ? rules_.normalizer(logits, buffer) : log_softmax;
    seen.best.clear();
    seen.banned.clear();
    if (!rules_.renormalize && rules_.ban(beam.ids, seen.banned))
      return seen.best.offer(number, logits, log_softmax, beam.sum, seen.banned);
    buffer.resize(logits.size());
    for (size_t i = 0; i < logits.size(); ++i) buffer[i] = log_softmax(logits[i]);
    if (rules_.active(beam.ids.size())) rules_.process(buffer, beam.ids);
    const LogNormalizer rest = rules_.renormalize ? log_normalizer(buffer) : LogNormalizer();
    seen.best.offer(number, buffer, rest, beam.sum, {});
  }

  std::span<const Continued> step(std::span<const float> logits) override {
    best_.clear();
    for (size_t b = 0; b < beams_.size(); ++b) {
      is_damaged_ = is_damaged_ || seen_[b].is_damaged;
      for (const Extension& extension : seen_[b].best.list()) best_.offer(extension);
    }
    return go_on(logits);
  }

  bool is_forced() const override { return rules_.forces_first(beams_[0].ids); }
  // Its logits do not count: extend() leaves it out of the probabilities.
  std::span<const Continued> step_forced() override {
    best_.clear();
    best_.offer({beams_[0].sum, 0, rules_.forced_first});
    return go_on({});
  }

  std::vector<Hypothesis> take_pool() override {
    if (pool_.empty()) pool_ = {hypothesis(beams_[0], beams_[0].sum)};
    if (is_damaged_) pool_.front().mean_logprob = std::numeric_limits<double>::quiet_NaN();
    return std::move(pool_);
  }

 private:
  // Continues the beams by the best extensions of all.
  std::span<const Continued> go_on(std::span<const float> logits) {
    const int length = static_cast<int>(beams_[0].ids.size()) + 1;  // with the token of this step
    const bool last = length > rules_.max_new_tokens;
    continued_.clear();
    const std::span<const Extension> best = best_.list();
    for (size_t i = 0; i < best.size(); ++i) {
      const Extension& c = best[i];
      if (!(c.score > kNothing)) break;  // forbidden, as all that follow
      if (last || rules_.is_end(c.id)) {
        if (i < most_) finish(c, logits);
      } else if (continued_.size() < most_) {
        extend(c, logits, next_[continued_.size()]);
        continued_.push_back({c.beam, c.id});
      }
    }
    if (continued_.empty()) return {};
    beams_.resize(most_);
    std::swap(beams_, next_);
    beams_.resize(continued_.size());
    if (!can_improve(length - 1)) return {};
    return continued_;
  }

  void extend(const Extension& c, std::span<const float> logits, Beam& to) const {
    const Beam& from = beams_[c.beam];
    const size_t vocab = logits.size() / beams_.size();
    to.ids = from.ids;
    to.ids.push_back(c.id);
    to.sum = c.score;
    to.logprob = from.logprob;
    if (from.ids.size() >= rules_.given())
      to.logprob +=
          seen_[static_cast<size_t>(c.beam)].normalizer(logits[c.beam * vocab + size_t(c.id)]);
  }

  float normalized(float sum, int new_tokens) const {
    return sum / static_cast<float>(std::pow(new_tokens, double{rules_.length_penalty}));
  }

  Hypothesis hypothesis(const Beam& beam, float score) const {
    const size_t given = rules_.given();
    const size_t chosen = beam.ids.size() > given ? beam.ids.size() - given : 1;
    return {beam.ids, score, beam.logprob / static_cast<double>(chosen), given};
  }

  // Into the pool, if it is among its best. The reference ranks extensions behind what the pool
  // holds already, and behind places that are not taken.
  void finish(const Extension& c, std::span<const float> logits) {
    Beam beam;
    extend(c, logits, beam);
    const float score = normalized(beam.sum, static_cast<int>(beam.ids.size()) - 1);
    if (!(score > kNothing)) return;
    const auto at =
        std::ranges::upper_bound(pool_, double{score}, std::ranges::greater{}, &Hypothesis::score);
    pool_.insert(at, hypothesis(beam, score));
    if (pool_.size() > most_) pool_.pop_back();
  }

  // Whether the running beams, `new_tokens` long, may still beat the pool.
  bool can_improve(int new_tokens) const {
    const bool full = pool_.size() == most_;
    if (full && rules_.early_stopping == EarlyStopping::yes) return false;
    const bool longest = rules_.early_stopping == EarlyStopping::never && rules_.length_penalty > 0;
    const float best = normalized(beams_[0].sum, longest ? rules_.max_new_tokens : new_tokens);
    return best > (full ? static_cast<float>(pool_.back().score) : kNothing);
  }

  const Rules rules_;
  const size_t most_;  // beams
  std::vector<Beam> beams_, next_;
  std::vector<Continued> continued_;
  std::vector<Seen> seen_;  // of the beams in this step
  Best best_;
  std::vector<Hypothesis> pool_;
  bool is_damaged_ = false;  // some logit was no number
};

}  // namespace

std::unique_ptr<SourceSearch> beam_search(Rules rules) {
  return std::make_unique<BeamSearch>(std::move(rules));
}

}  // namespace sotto::translate
