#include "translate/search/greedy.h"

#include <algorithm>

#include "translate/search/log_softmax.h"

namespace sotto::translate {

int choose(std::span<const float> logits, std::span<const int> ids, const Rules& rules,
           std::vector<float>& buffer) {
  if (!rules.active(ids.size())) return arg_max(logits);
  buffer.assign(logits.begin(), logits.end());
  rules.process(buffer, ids);
  return arg_max(buffer);
}

namespace {

class GreedySearch final : public SourceSearch {
 public:
  explicit GreedySearch(Rules rules) : rules_(std::move(rules)) {
    found_.ids.reserve(static_cast<size_t>(rules_.max_new_tokens) + 1);
    found_.ids.push_back(rules_.start_token);
    found_.given = rules_.given();
  }

  void look(size_t, std::span<const float> logits, std::vector<float>& buffer) override {
    const bool counts = found_.ids.size() >= found_.given;
    banned_.clear();
    if (rules_.ban(found_.ids, banned_)) {
      // Most often the greatest of all is none of those that are banned.
      const int id = arg_max(logits);
      const float greatest = logits[static_cast<size_t>(id)];
      if (counts) normalizer_ = log_normalizer(logits, greatest);
      const bool is_free = greatest > kForbidden && std::ranges::find(banned_, id) == banned_.end();
      id_ = is_free ? id : choose(logits, found_.ids, rules_, buffer);
    } else {
      id_ = choose(logits, found_.ids, rules_, buffer);
      if (counts) normalizer_ = rules_.normalizer(logits, buffer);
    }
  }

  std::span<const Continued> step(std::span<const float> logits) override {
    if (found_.ids.size() >= found_.given)
      found_.score += normalizer_(logits[static_cast<size_t>(id_)]);
    return go_on(id_);
  }

  bool is_forced() const override { return rules_.forces_first(found_.ids); }
  std::span<const Continued> step_forced() override { return go_on(rules_.forced_first); }

  bool chooses(std::vector<int>& banned) const override {
    banned.clear();
    return rules_.ban(found_.ids, banned);
  }
  std::span<const Continued> step(const device::Choice& choice) override {
    if (found_.ids.size() >= found_.given) found_.score += choice.logit - choice.log_sum;
    return go_on(choice.id);
  }

  std::optional<GreedyText> greedy() const override { return GreedyText{found_.ids, rules_}; }

  std::vector<Hypothesis> take_pool() override {
    if (found_.ids.size() > found_.given)
      found_.mean_logprob = found_.score / static_cast<double>(found_.ids.size() - found_.given);
    return {std::move(found_)};
  }

 private:
  std::span<const Continued> go_on(int id) {
    found_.ids.push_back(id);
    next_.token = id;
    if (rules_.is_end(id) || static_cast<int>(found_.ids.size()) > rules_.max_new_tokens) return {};
    return {&next_, 1};
  }

  const Rules rules_;
  Hypothesis found_;
  int id_ = 0;  // of this step
  LogNormalizer normalizer_;
  std::vector<int> banned_;
  Continued next_ = {.parent = 0, .token = 0};
};

}  // namespace

std::unique_ptr<SourceSearch> greedy_search(Rules rules) {
  return std::make_unique<GreedySearch>(std::move(rules));
}

}  // namespace sotto::translate
