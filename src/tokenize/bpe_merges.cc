#include "tokenize/bpe_merges.h"

#include <algorithm>
#include <queue>

#include "base/utf8.h"

namespace sotto::tokenize {
namespace {

uint64_t pair_of(int left, int right) {
  return static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
}

}  // namespace

// One run on its way to tokens: a list of symbols, of which two become one. What may be joined
// stands in a queue; what was joined otherwise meanwhile is passed over.
class BpeRun {
 public:
  BpeRun(const BpeMerges& merges, std::string_view run) : merges_(merges) {
    for (size_t i = 0; i < run.size();) {
      const size_t begin = i;
      next_code_point(run, i);
      const std::string_view character = run.substr(begin, i - begin);
      const auto id = merges.find(character);
      if (id || merges.bytes.empty()) {
        add(id.value_or(merges.unknown));
      } else {
        for (const char byte : character) add(merges.bytes[static_cast<unsigned char>(byte)]);
      }
    }
    if (!symbols_.empty()) symbols_.back().next = kNone;
    for (int at = 0; at + 1 < static_cast<int>(symbols_.size()); ++at) propose(at);
  }

  void append_to(std::vector<int>& ids) {
    while (!proposals_.empty()) {
      const Proposal best = proposals_.top();
      proposals_.pop();
      join(best);
    }
    for (int at = symbols_.empty() ? kNone : 0; at != kNone; at = symbol(at).next)
      ids.push_back(symbol(at).id);
  }

 private:
  static constexpr int kNone = -1;
  struct Symbol {
    int id, previous, next;
  };
  struct Proposal {
    size_t rank;
    int at;                                        // of the left symbol
    bool operator<(const Proposal& other) const {  // the top of a queue is the greatest
      return rank != other.rank ? rank > other.rank : at > other.at;
    }
  };

  void add(int id) {
    const int at = static_cast<int>(symbols_.size());
    symbols_.push_back({id, at - 1, at + 1});
  }

  Symbol& symbol(int at) { return symbols_[static_cast<size_t>(at)]; }

  const BpeMerges::Merge* merge_at(int at) {
    if (at == kNone || symbol(at).id == kNone || symbol(at).next == kNone) return nullptr;
    return merges_.merge_of(symbol(at).id, symbol(symbol(at).next).id);
  }

  void propose(int at) {
    if (const auto* merge = merge_at(at)) proposals_.push({merge->rank, at});
  }

  void join(const Proposal& proposal) {
    const auto* merge = merge_at(proposal.at);
    if (merge == nullptr || merge->rank != proposal.rank) return;
    Symbol& left = symbol(proposal.at);
    Symbol& right = symbol(left.next);
    left.id = merge->into;
    left.next = right.next;
    right.id = kNone;
    if (left.next != kNone) symbol(left.next).previous = proposal.at;
    propose(left.previous);
    propose(proposal.at);
  }

  const BpeMerges& merges_;
  std::vector<Symbol> symbols_;
  std::priority_queue<Proposal> proposals_;
};

void BpeMerges::add(std::string_view token, int id) {
  ids_.insert_or_assign(std::string(token), id);
  size_ = std::max(size_, id + 1);
}

bool BpeMerges::join(std::string_view left, std::string_view right) {
  const auto l = find(left), r = find(right), both = find(std::string(left).append(right));
  if (!l || !r || !both) return false;
  merges_.try_emplace(pair_of(*l, *r), Merge{merges_.size(), *both});
  return true;
}

std::optional<int> BpeMerges::find(std::string_view token) const {
  const auto it = ids_.find(std::string(token));
  return it == ids_.end() ? std::nullopt : std::optional(it->second);
}

const BpeMerges::Merge* BpeMerges::merge_of(int left, int right) const {
  const auto it = merges_.find(pair_of(left, right));
  return it == merges_.end() ? nullptr : &it->second;
}

void BpeMerges::encode(std::string_view run, std::vector<int>& ids) const {
  BpeRun(*this, run).append_to(ids);
}

}  // namespace sotto::tokenize
