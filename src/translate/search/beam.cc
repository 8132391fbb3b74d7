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

// The best extensions of a row, in order. Offered in ascending (beam, id), so that of two equal
// scores the first one stays in front.
class Best {
 public:
  explicit Best(size_t keep) : keep_(keep) { list_.reserve(keep + 1); }

  void clear() { list_.clear(); }
  std::span<const Extension> list() const { return list_; }

  // Every id of `scores` (log-probabilities) on top of the beam's sum.
  void offer(int beam, std::span<const float> scores, float sum) {
    constexpr size_t kBlock = 64;
    for (size_t begin = 0; begin < scores.size(); begin += kBlock) {
      const size_t end = std::min(begin + kBlock, scores.size());
      if (list_.size() == keep_) {
        const float worst = list_.back().score;
        int better = 0;
        for (size_t id = begin; id < end; ++id) better |= scores[id] + sum > worst;
        if (!better) continue;
      }
      for (size_t id = begin; id < end; ++id) {
        const float score = scores[id] + sum;
        // A NaN cannot be ranked; it is as good as forbidden.
        insert({score == score ? score : kForbidden, beam, static_cast<int>(id)});
      }
    }
  }

 private:
  void insert(const Extension& extension) {
    if (list_.size() == keep_ && !(extension.score > list_.back().score)) return;
    const auto at =
        std::ranges::upper_bound(list_, extension.score, std::ranges::greater{}, &Extension::score);
    list_.insert(at, extension);
    if (list_.size() > keep_) list_.pop_back();
  }

  size_t keep_;
  std::vector<Extension> list_;
};

struct Beam {
  std::vector<int> ids;
  float sum = 0;       // of processed log-probabilities
  double logprob = 0;  // of plain ones, the forced language left out
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
  }

  std::span<const Continued> step(std::span<const float> logits,
                                  std::vector<float>& buffer) override {
    rank(logits, buffer);
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

  std::vector<Hypothesis> take_pool() override {
    if (pool_.empty()) pool_ = {hypothesis(beams_[0], beams_[0].sum)};
    if (is_damaged_) pool_.front().mean_logprob = std::numeric_limits<double>::quiet_NaN();
    return std::move(pool_);
  }

 private:
  void rank(std::span<const float> logits, std::vector<float>& buffer) {
    best_.clear();
    const size_t vocab = logits.size() / beams_.size();
    buffer.resize(vocab);
    normalizers_.clear();
    for (size_t b = 0; b < beams_.size(); ++b) {
      const auto row = logits.subspan(b * vocab, vocab);
      const LogNormalizer log_softmax = log_normalizer(row);
      is_damaged_ = is_damaged_ || std::isnan(log_softmax.log_sum);
      normalizers_.push_back(rules_.renormalize ? rules_.normalizer(row, buffer) : log_softmax);
      for (size_t i = 0; i < vocab; ++i) buffer[i] = log_softmax(row[i]);
      if (rules_.active(beams_[b].ids.size())) rules_.process(buffer, beams_[b].ids);
      if (rules_.renormalize) {
        const LogNormalizer rest = log_normalizer(buffer);
        for (float& score : buffer) score = rest(score);
      }
      best_.offer(static_cast<int>(b), buffer, beams_[b].sum);
    }
  }

  void extend(const Extension& c, std::span<const float> logits, Beam& to) const {
    const Beam& from = beams_[c.beam];
    const size_t vocab = logits.size() / beams_.size();
    to.ids = from.ids;
    to.ids.push_back(c.id);
    to.sum = c.score;
    to.logprob = from.logprob;
    if (from.ids.size() >= rules_.given())
      to.logprob += normalizers_[c.beam](logits[c.beam * vocab + size_t(c.id)]);
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
  Best best_;
  std::vector<LogNormalizer> normalizers_;  // of the beams in this step
  std::vector<Hypothesis> pool_;
  bool is_damaged_ = false;  // some logit was no number
};

}  // namespace

std::unique_ptr<SourceSearch> beam_search(Rules rules) {
  return std::make_unique<BeamSearch>(std::move(rules));
}

}  // namespace sotto::translate
