#include "translate/search/speculation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "translate/search/greedy.h"
#include "translate/search/log_softmax.h"

namespace sotto::translate {
namespace {

using Clock = std::chrono::steady_clock;

// The expectation before anything was seen, by the length of the match.
constexpr double kExpectedOfMatch[] = {0.2, 0.5, 0.7};
constexpr double kExpectedOfDraft = 0.6;
// One proposal of so many is made even if they do not pay: texts differ.
constexpr int kRetry = 16, kRetried = 2;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

// The smaller network, and what it has read of the text.
class Speculation::Draft {
 public:
  explicit Draft(std::unique_ptr<models::Seq2SeqSession> session)
      : own_(std::move(session)),
        slots_(own_->outputs().empty() ? std::nullopt
                                       : std::optional<SlotSession>(std::in_place, *own_)),
        session_(slots_ ? static_cast<models::Seq2SeqSession&>(*slots_) : *own_) {}

  void begin() { is_open_ = false; }
  bool is_open() const { return is_open_; }

  struct Next {
    int id;
    double chance;  // as it thinks
  };
  // The token that it would choose behind `ids`.
  Next next(std::span<const int> ids, const std::vector<int>& source, const Rules& rules) {
    catch_up(ids, source);
    const auto unread = ids.subspan(read_.size());
    read_.assign(ids.begin(), ids.end());
    models::Choosing* choosing = session_.choosing();
    banned_.clear();
    if (choosing != nullptr && unread.size() == 1 && rules.ban(ids, banned_)) {
      const std::span<const int> banned[] = {banned_};
      const device::Choice choice = choosing->choose(unread, banned).front();
      return {choice.id, std::exp(static_cast<double>(choice.logit - choice.log_sum))};
    }
    const auto rows = session_.rewindable()->extend(unread);
    const auto row = rows.last(static_cast<size_t>(session_.vocab_size()));
    const int id = choose(row, ids, rules, buffer_);
    return {id, std::exp(log_normalizer(row)(row[static_cast<size_t>(id)]))};
  }

 private:
  // Takes back what it has read and is not so, and leaves at least one token to be read.
  void catch_up(std::span<const int> ids, const std::vector<int>& source) {
    if (!is_open_) {
      session_.start({&source, 1}, 1);
      read_.clear();
      is_open_ = true;
    }
    const auto same = static_cast<size_t>(std::ranges::mismatch(read_, ids).in1 - read_.begin());
    const size_t kept = std::min(same, ids.size() - 1);
    if (kept < read_.size()) session_.rewindable()->forget(static_cast<int>(read_.size() - kept));
    read_.resize(kept);
  }

  std::unique_ptr<models::Seq2SeqSession> own_;
  std::optional<SlotSession> slots_;
  models::Seq2SeqSession& session_;
  bool is_open_ = false;
  std::vector<int> read_, banned_;
  std::vector<float> buffer_;
};

Speculation::Speculation(const Options& options, std::unique_ptr<models::Seq2SeqSession> draft)
    : options_(options),
      draft_(draft != nullptr ? std::make_unique<Draft>(std::move(draft)) : nullptr),
      found_right_(std::begin(kExpectedOfMatch), std::end(kExpectedOfMatch)),
      draft_right_(kExpectedOfDraft) {}

Speculation::~Speculation() = default;

void Speculation::begin(const std::vector<int>& source, std::span<const int> words) {
  if (draft_ != nullptr) {
    source_ = source;
    draft_->begin();
  }
  if (options_.looks_up) lookup_.begin(words);
}

// How many tokens to ask for, where each is right with that chance.
int Speculation::wanted(double chance, int most, bool is_free) {
  if (!options_.adapts) return most;
  const int best = pace_.best(chance, most, is_free);
  if (best > 0) return best;
  if (++idle_ < kRetry) return 0;
  idle_ = 0;
  return std::min(kRetried, most);
}

void Speculation::look_up(std::span<const int> ids, const Rules& rules, int most) {
  const Lookup::Found& found = lookup_.find(ids, most);
  if (found.matched == 0) return;
  const auto kind = std::min(found.matched, static_cast<int>(std::size(kExpectedOfMatch))) - 1;
  Acceptance& right = found_right_[static_cast<size_t>(kind)];
  const auto count =
      std::min(found.follows.size(), static_cast<size_t>(wanted(right.chance(), most, true)));
  for (size_t i = 0; i < count; ++i) {
    const int id = found.follows[i];
    if (rules.is_end(id) || std::ranges::find(rules.forbidden, id) != rules.forbidden.end()) break;
    proposed_.push_back(id);
  }
  if (proposed_.empty()) return;
  asked_ = &right;
  report_.looked_up += static_cast<int>(proposed_.size());
}

// Its own opinion of each token says when to stop.
void Speculation::ask_draft(std::span<const int> ids, const Rules& rules, int most) {
  const int count = wanted(draft_right_.chance(), most, false);
  if (count == 0) return;
  const int limit = options_.adapts ? most : count;
  std::vector<int> all(ids.begin(), ids.end());
  double chance = 1, expected = 0, ms = 0;
  int timed = 0;
  for (int i = 0; i < limit && (i == 0 || !rules.is_end(all.back())); ++i) {
    const bool is_open = draft_->is_open();  // its first pass of a text reads the source
    const auto begin = Clock::now();
    const Draft::Next next = draft_->next(all, source_, rules);
    if (is_open) {
      ms += ms_since(begin);
      ++timed;
    }
    chance *= next.chance;
    if (options_.adapts && i > 0 && !pace_.pays(chance, expected, i, true)) break;
    expected += chance;
    all.push_back(next.id);
    proposed_.push_back(next.id);
    if (options_.adapts && !pace_.pays(chance * draft_right_.chance(), expected, i + 1, false))
      break;
  }
  pace_.note_proposal(timed, ms);
  asked_ = &draft_right_;
}

std::span<const int> Speculation::propose(std::span<const int> ids, const Rules& rules, int room) {
  proposed_.clear();
  asked_ = nullptr;
  const int most = std::min(options_.most, room);
  if (most < 1 || (options_.adapts && pace_.wants_single())) return {};
  if (options_.looks_up) look_up(ids, rules, most);
  if (proposed_.empty() && draft_ != nullptr) ask_draft(ids, rules, most);
  report_.proposed += static_cast<int>(proposed_.size());
  return proposed_;
}

void Speculation::note(int taken, double ms, bool is_first) {
  const int count = static_cast<int>(proposed_.size());
  if (asked_ != nullptr) {
    asked_->note(count, taken);
    report_.taken += taken;
    if (asked_ != &draft_right_) report_.found_right += taken;
  }
  asked_ = nullptr;
  proposed_.clear();
  if (is_first) return;
  ++report_.passes;
  report_.tokens += taken + 1;
  pace_.note_pass(count + 1, ms);
}

Result<void> check_draft(models::Seq2SeqSession& session, models::Seq2SeqSession& draft) {
  if (session.vocab_size() != draft.vocab_size()) {
    return Error{Errc::bad_argument, fmt::format("the draft has {} tokens, expected the {} of the "
                                                 "network that it is to propose for",
                                                 draft.vocab_size(), session.vocab_size())};
  }
  if (!std::ranges::equal(session.outputs(), draft.outputs())) {
    return Error{Errc::bad_argument, "the draft has another shortlist than the network"};
  }
  if (session.rewindable() == nullptr || draft.rewindable() == nullptr) {
    return Error{Errc::unsupported, "a network of this kind cannot be used with a draft"};
  }
  return {};
}

}  // namespace sotto::translate
