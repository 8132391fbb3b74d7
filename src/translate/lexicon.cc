#include "translate/lexicon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkpoint/safetensors.h"

namespace sotto::translate {
namespace {

constexpr double kFloor = 1e-4;  // of the probability of a token that nothing explains

}  // namespace

Result<std::shared_ptr<const Lexicon>> Lexicon::load(const std::filesystem::path& path,
                                                     int vocab_size) {
  const auto weights = checkpoint::open_safetensors(path);
  if (!weights) return weights.error();
  auto offsets = checkpoint::read_i32(**weights, "offsets");
  if (!offsets) return offsets.error();
  auto pieces = checkpoint::read_i32(**weights, "pieces");
  if (!pieces) return pieces.error();
  const auto entries = static_cast<int64_t>(pieces->size());
  auto probabilities = checkpoint::read_f32(**weights, "probabilities", {{entries}});
  if (!probabilities) return probabilities.error();
  const bool is_whole = offsets->size() == static_cast<size_t>(vocab_size) + 2 &&
                        offsets->front() == 0 && offsets->back() == entries &&
                        std::ranges::is_sorted(*offsets);
  if (!is_whole) {
    return Error{Errc::bad_format,
                 fmt::format("{}: offsets are not those of {} rows with {} entries in all",
                             path.string(), vocab_size + 1, entries)};
  }
  auto lexicon = std::make_shared<Lexicon>();
  lexicon->offsets_ = *std::move(offsets);
  lexicon->pieces_ = *std::move(pieces);
  lexicon->probabilities_ = *std::move(probabilities);
  return std::shared_ptr<const Lexicon>(std::move(lexicon));
}

float Lexicon::probability(int source, int target) const {
  const auto begin = pieces_.begin() + offsets_[target],
             end = pieces_.begin() + offsets_[target + 1];
  const auto at = std::lower_bound(begin, end, source);
  return at == end || *at != source ? 0 : probabilities_[at - pieces_.begin()];
}

LexiconScore Lexicon::score(std::span<const int> source, std::span<const int> target) const {
  LexiconScore sum = {};
  if (source.empty()) return sum;
  const int nothing = static_cast<int>(offsets_.size()) - 2;
  for (const int id : source) {
    double explained = probability(id, nothing);
    for (const int other : target) explained += probability(id, other);
    const auto choices = static_cast<double>(target.size() + 1);
    sum.logprob += std::log(std::max(kFloor, explained / choices));
    sum.coverage += std::log(std::max(kFloor, explained));
  }
  const auto count = static_cast<double>(source.size());
  return {sum.logprob / count, sum.coverage / count};
}

}  // namespace sotto::translate
