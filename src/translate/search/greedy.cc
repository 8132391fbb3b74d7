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

  std::span<const Continued> step(std::span<const float> logits,
                                  std::vector<float>& buffer) override {
    const int id = choose(logits, found_.ids, rules_, buffer);
    if (found_.ids.size() >= found_.given)
      found_.score += rules_.normalizer(logits, buffer)(logits[static_cast<size_t>(id)]);
    return go_on(id);
  }

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
  Continued next_ = {.parent = 0, .token = 0};
};

}  // namespace

std::unique_ptr<SourceSearch> greedy_search(Rules rules) {
  return std::make_unique<GreedySearch>(std::move(rules));
}

}  // namespace sotto::translate
