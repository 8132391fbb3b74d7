#include "tokenize/charsmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace sotto::tokenize {
namespace {

constexpr uint32_t kNoUnit = UINT32_MAX;
// SentencePiece gathers the matches of a position in an array of this length and does not look at
// its end (Normalizer::kMaxTrieResultsSize).
constexpr int kMostMatches = 32;

constexpr uint32_t label(uint32_t unit) { return unit & (uint32_t{1} << 31 | 0xff); }
constexpr bool has_value(uint32_t unit) { return unit >> 8 & 1; }
constexpr uint32_t value(uint32_t unit) { return unit & ~(uint32_t{1} << 31); }
constexpr uint32_t offset(uint32_t unit) { return (unit >> 10) << ((unit & 1u << 9) >> 6); }

// Depth-first over the nodes. A node is the index that its children are xor-ed with; several
// parents may share one (the builder merges equal subtrees), so the longest chain of values below
// each node is remembered, and a node that is met again while it is open is a loop.
class Walk {
 public:
  Walk(std::vector<uint32_t> units, size_t replacement_bytes)
      : units_(std::move(units)), replacement_bytes_(replacement_bytes) {
    index_children();
  }

  // Says what is wrong, or an empty string.
  std::string run() {
    const uint32_t root = offset(units_[0]);
    if (!in_bounds(root)) return "its trie points behind its end";
    std::vector<Frame> stack = {{root, first_child_[root], 0, false}};
    state_[root] = kOpen;
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.child == kNoUnit) {
        const uint32_t node = top.node;
        const int chain = top.chain;
        const bool counts = top.has_value;
        state_[node] = chain;
        stack.pop_back();
        if (!stack.empty()) stack.back().add(chain + counts);
        if (chain + counts > kMostMatches) return "more than 32 of its entries begin alike";
        continue;
      }
      const uint32_t unit = units_[top.child];
      const uint32_t node = top.child ^ offset(unit);
      top.child = next_child_[top.child];
      if (!in_bounds(node)) return "its trie points behind its end";
      if (has_value(unit) && value(units_[node]) >= replacement_bytes_)
        return "a replacement stands behind its end";
      if (state_[node] == kOpen) return "its trie has a loop";
      if (state_[node] != kUnseen) {
        top.add(state_[node] + has_value(unit));
        continue;
      }
      state_[node] = kOpen;
      stack.push_back({node, first_child_[node], 0, has_value(unit)});
    }
    return {};
  }

 private:
  static constexpr int kUnseen = -1, kOpen = -2;

  struct Frame {
    uint32_t node, child;
    int chain;       // the most values on one path below the node
    bool has_value;  // the edge to the node ends an entry
    void add(int below) { chain = std::max(chain, below); }
  };

  // A reader looks at node ^ c for any byte c, and at the node itself for its value.
  bool in_bounds(uint32_t node) const { return (node | 0xff) < units_.size(); }

  // A unit with label c at index i is a child of the node i ^ c and of no other.
  void index_children() {
    first_child_.assign(units_.size() | 0xff, kNoUnit);
    first_child_.push_back(kNoUnit);
    next_child_.assign(units_.size(), kNoUnit);
    state_.assign(first_child_.size(), kUnseen);
    for (uint32_t i = 0; i < units_.size(); ++i) {
      if (label(units_[i]) > 0xff) continue;
      uint32_t& first = first_child_[i ^ label(units_[i])];
      next_child_[i] = first;
      first = i;
    }
  }

  std::vector<uint32_t> units_;
  size_t replacement_bytes_;
  std::vector<uint32_t> first_child_, next_child_;
  std::vector<int> state_;
};

}  // namespace

uint32_t Charsmap::unit(uint32_t index) const {
  uint32_t unit;
  std::memcpy(&unit, trie_.data() + size_t{index} * sizeof unit, sizeof unit);
  return unit;
}

Result<Charsmap> Charsmap::check(std::string_view bytes, std::string_view file) {
  if (bytes.empty()) return Charsmap();
  const auto bad = [&](std::string_view what) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the character normalization table ({} bytes) is damaged: {}",
                             file, bytes.size(), what)};
  };
  uint32_t trie_bytes = 0;
  if (bytes.size() <= sizeof trie_bytes) return bad("it has no trie");
  std::memcpy(&trie_bytes, bytes.data(), sizeof trie_bytes);
  bytes.remove_prefix(sizeof trie_bytes);
  if (trie_bytes >= bytes.size() || trie_bytes == 0 || trie_bytes % sizeof(uint32_t) != 0)
    return bad(fmt::format("its trie is said to have {} bytes", trie_bytes));
  Charsmap map;
  map.trie_ = bytes.substr(0, trie_bytes);
  map.replacements_ = bytes.substr(trie_bytes);
  if (map.replacements_.back() != '\0') return bad("its last replacement has no end");

  std::vector<uint32_t> units(trie_bytes / sizeof(uint32_t));
  std::memcpy(units.data(), map.trie_.data(), trie_bytes);
  if (const std::string wrong = Walk(std::move(units), map.replacements_.size()).run();
      !wrong.empty())
    return bad(wrong);
  return map;
}

std::optional<Charsmap::Match> Charsmap::longest_prefix(std::string_view text) const {
  if (trie_.empty()) return std::nullopt;
  std::optional<Match> longest;
  uint32_t node = offset(unit(0));
  for (size_t i = 0; i < text.size(); ++i) {
    const uint32_t byte = static_cast<unsigned char>(text[i]);
    const uint32_t child = unit(node ^ byte);
    if (label(child) != byte) break;
    node ^= byte ^ offset(child);
    if (has_value(child)) longest = {i + 1, replacements_.data() + value(unit(node))};
  }
  return longest;
}

}  // namespace sotto::tokenize
