// Whether it pays to propose tokens, and how many: by what passes and proposals took on this
// machine so far, and by how often proposals were right.
#pragma once

#include <array>
#include <cstddef>

namespace sotto::translate {

// How often a proposed token is what the network chooses. The last some dozen tokens count.
class Acceptance {
 public:
  explicit Acceptance(double expected) : taken_(kPrior * expected), seen_(kPrior) {}

  // Counts that of `proposed` tokens the first `taken` were right; what lies behind the first wrong one says
  // nothing.
  void note(int proposed, int taken);
  double chance() const { return taken_ / seen_; }

 private:
  static constexpr double kPrior = 4;  // as if so many tokens had been seen
  double taken_, seen_;
};

// The last few times of something, of which the middle one counts: what else the machine did during
// some of them says nothing.
class RecentTimes {
 public:
  void note(double ms) { times_[count_++ % kKept] = ms; }
  bool is_empty() const { return count_ == 0; }
  // The median, of an even number the smaller one, as times are too long more often than too short.
  // While there are fewer than kFew, `guess` is one of them.
  double usual(double guess) const;

 private:
  static constexpr size_t kKept = 7, kFew = 4;
  std::array<double, kKept> times_ = {};
  size_t count_ = 0;
};

class Pace {
 public:
  // A pass of the network over so many rows took so long.
  void note_pass(int rows, double ms);
  // Notes how long their proposer took for so many tokens.
  void note_proposal(int tokens, double ms);

  // A pass with one row is due: what it takes was not seen for long.
  bool wants_single() const { return since_single_ >= kFreshSingle; }

  // The number of tokens, 0 to most, that gives the most tokens a second where each is right with
  // that chance. `is_free`: proposing takes no time.
  int best(double chance, int most, bool is_free) const;
  // Whether another token, which is right with that chance, pays behind those that are expected of
  // the `proposed` ones. `is_there`: it is proposed already.
  bool pays(double chance, double expected, int proposed, bool is_there) const;

  double row_ms() const { return rows_.usual(kGuessedRow * single_ms()); }
  double token_ms() const { return tokens_.usual(kGuessedToken * single_ms()); }
  double single_ms() const { return singles_.usual(kUnknown); }

 private:
  static constexpr int kFreshSingle = 48;
  // Before anything is known: parts of a pass with one row.
  static constexpr double kGuessedRow = 0.1, kGuessedToken = 0.2;

  static constexpr double kUnknown = 1e12;

  RecentTimes singles_;  // of passes with one row
  RecentTimes rows_;     // what each other row added
  RecentTimes tokens_;   // of proposed tokens
  int since_single_ = 0;
};

}  // namespace sotto::translate
