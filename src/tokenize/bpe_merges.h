// Byte-pair encoding (Sennrich et al. 2016) of one run of characters: it begins as its characters,
// and the neighbours whose merge comes first are joined until no merge is left.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sotto::tokenize {

// Limits of readers of such files: bytes, ids.
inline constexpr size_t kLargestBpeFile = size_t{64} << 20;
inline constexpr uint64_t kMostBpeTokens = 1 << 20;

// Filled by a reader; then any thread may use it.
class BpeMerges {
 public:
  void add(std::string_view token, int id);
  // The next merge. False: a token of the three has no id.
  bool join(std::string_view left, std::string_view right);

  int size() const { return size_; }  // the highest id and one
  std::optional<int> find(std::string_view token) const;

  // Appends the ids of a run. A character without an id is its bytes, where these have ids, else
  // the unknown one.
  void encode(std::string_view run, std::vector<int>& ids) const;

  int unknown = 0;
  std::vector<int> bytes = {};  // the ids of all 256, or none

 private:
  friend class BpeRun;
  struct Merge {
    size_t rank;  // the least first
    int into;
  };
  const Merge* merge_of(int left, int right) const;

  std::unordered_map<std::string, int> ids_;
  std::unordered_map<uint64_t, Merge> merges_;
  int size_ = 0;
};

}  // namespace sotto::tokenize
