#include "translate/translation_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "checkpoint/safetensors.h"

namespace sotto::translate {
namespace {

constexpr int kOneByte = 192;          // codes below have one byte
constexpr size_t kCandidates = 300;    // of which the pairs are chosen
constexpr size_t kLongestPair = 1024;  // bytes; longer ones are not used
constexpr size_t kLongestRun = 3;      // ids
constexpr double kLongCosts = 0.4;     // of a pair of the mean length
constexpr double kSeenBefore = 0.75;   // the weight of a run for each time that it was found

Result<std::span<const uint8_t>> bytes_of(const checkpoint::Weights& weights,
                                          std::string_view name) {
  const checkpoint::StoredTensor* tensor = weights.find(name);
  if (tensor == nullptr || tensor->dtype != checkpoint::DType::u8 || tensor->shape.size() != 1)
    return Error{Errc::bad_format,
                 fmt::format("{}: {} is not a list of bytes", weights.source(), name)};
  return std::span(reinterpret_cast<const uint8_t*>(tensor->bytes.data()), tensor->bytes.size());
}

// The next code; 0 at the end, too.
int next_code(std::span<const uint8_t>& text) {
  if (text.empty()) return 0;
  const int first = text.front();
  const bool is_long = first >= kOneByte && text.size() > 1;
  const int code = is_long ? kOneByte + (first - kOneByte) * 256 + text[1] : first;
  text = text.subspan(is_long ? 2 : 1);
  return code;
}

void append_code(int code, std::vector<uint8_t>& text) {
  const int rest = code - kOneByte;
  text.push_back(static_cast<uint8_t>(rest < 0 ? code : kOneByte + rest / 256));
  if (rest >= 0) text.push_back(static_cast<uint8_t>(rest % 256));
}

// The next side of a pair.
std::vector<int> next_side(std::span<const uint8_t>& text, std::span<const int> pieces) {
  std::vector<int> ids;
  while (const int code = next_code(text))
    if (static_cast<size_t>(code) <= pieces.size()) ids.push_back(pieces[code - 1]);
  return ids;
}

std::vector<int> framed(int before, std::vector<int> ids, int behind) {
  ids.insert(ids.begin(), before);
  ids.push_back(behind);
  return ids;
}

bool are_offsets(std::span<const int> offsets, size_t count, size_t end) {
  return offsets.size() == count + 1 && offsets.front() == 0 &&
         static_cast<size_t>(offsets.back()) == end && std::ranges::is_sorted(offsets);
}

using Run = std::array<int, kLongestRun>;  // shorter ones end in -1

// Calls see(run) for each run of ids in `words`, of one id and more.
template <class See>
void for_each_run(std::span<const int> words, const See& see) {
  for (size_t begin = 0; begin < words.size(); ++begin) {
    Run run;
    run.fill(-1);
    for (size_t i = 0; i < kLongestRun && begin + i < words.size(); ++i) {
      run[i] = words[begin + i];
      see(run);
    }
  }
}

}  // namespace

Result<std::shared_ptr<const TranslationMemory>> TranslationMemory::load(
    const std::filesystem::path& path, int vocab_size) {
  auto weights = checkpoint::open_safetensors(path);
  if (!weights) return weights.error();
  auto memory = std::make_shared<TranslationMemory>();
  memory->weights_ = *weights;
  const std::pair<std::string_view, std::span<const uint8_t>*> byte_lists[] = {
      {"text", &memory->text_}, {"found", &memory->found_}};
  for (const auto& [name, list] : byte_lists) {
    const auto bytes = bytes_of(**weights, name);
    if (!bytes) return bytes.error();
    *list = *bytes;
  }
  const std::pair<std::string_view, std::vector<int>*> number_lists[] = {
      {"frames", &memory->frames_},
      {"pieces", &memory->pieces_},
      {"offsets", &memory->offsets_},
      {"counts", &memory->counts_},
      {"found_offsets", &memory->found_offsets_}};
  for (const auto& [name, list] : number_lists) {
    auto numbers = checkpoint::read_i32(**weights, name);
    if (!numbers) return numbers.error();
    *list = *std::move(numbers);
  }
  const auto refuse = [&](std::string_view what) {
    return Error{Errc::bad_format, fmt::format("{}: {}", path.string(), what)};
  };
  const auto is_id = [&](int id) { return id >= 0 && id < vocab_size; };
  if (memory->frames_.size() != 4 || !std::ranges::all_of(memory->frames_, is_id) ||
      !std::ranges::all_of(memory->pieces_, is_id))
    return refuse(fmt::format("frames are not four ids, or pieces not ids, of {}", vocab_size));
  if (memory->offsets_.empty() ||
      !are_offsets(memory->offsets_, memory->offsets_.size() - 1, memory->text_.size()))
    return refuse(fmt::format("offsets are not those of {} bytes of text", memory->text_.size()));
  const int pairs = memory->pairs();
  const auto is_count = [&](int count) { return count >= 0 && count <= pairs; };
  const auto ids = static_cast<size_t>(vocab_size);
  if (memory->counts_.size() != ids || !std::ranges::all_of(memory->counts_, is_count) ||
      !are_offsets(memory->found_offsets_, ids, memory->found_.size()))
    return refuse(fmt::format("counts and found_offsets are not those of {} ids", vocab_size));
  constexpr size_t kMostCodes = kOneByte + (256 - kOneByte) * 256;
  if (memory->pieces_.size() >= kMostCodes)
    return refuse(
        fmt::format("pieces are {}, expected fewer than {}", memory->pieces_.size(), kMostCodes));
  memory->codes_.resize(ids);
  for (size_t c = 0; c < memory->pieces_.size(); ++c)
    memory->codes_[static_cast<size_t>(memory->pieces_[c])] = static_cast<int>(c) + 1;
  return std::shared_ptr<const TranslationMemory>(std::move(memory));
}

std::optional<std::vector<int>> TranslationMemory::translation_of(
    std::span<const int> source) const {
  std::vector<uint8_t> asked;
  for (const int id : words_of(source)) {
    const bool is_known = id >= 0 && static_cast<size_t>(id) < codes_.size();
    const int code = is_known ? codes_[static_cast<size_t>(id)] : 0;
    if (code == 0) return std::nullopt;
    append_code(code, asked);
  }
  if (asked.empty()) return std::nullopt;
  append_code(0, asked);
  const auto is_before = [&](int pair) {
    return std::ranges::lexicographical_compare(text_of(pair), asked);
  };
  int at = 0;
  for (int end = pairs(); at < end;) {
    const int middle = at + (end - at) / 2;
    if (is_before(middle))
      at = middle + 1;
    else
      end = middle;
  }
  if (at == pairs()) return std::nullopt;
  std::span<const uint8_t> text = text_of(at);
  if (text.size() < asked.size() || text.size() > kLongestPair ||
      !std::ranges::equal(text.first(asked.size()), asked))
    return std::nullopt;
  text = text.subspan(asked.size());
  return framed(frames_[2], next_side(text, pieces_), frames_[3]);
}

// Without the frame.
std::span<const int> TranslationMemory::words_of(std::span<const int> source) const {
  if (!source.empty() && source.front() == frames_[0]) source = source.subspan(1);
  if (!source.empty() && source.back() == frames_[1]) source = source.first(source.size() - 1);
  return source;
}

double TranslationMemory::rarity(int id) const {
  const int count = counts_[static_cast<size_t>(id)];
  return count > 0 ? std::log(static_cast<double>(pairs()) / count) : 0;
}

std::span<const uint8_t> TranslationMemory::text_of(int pair) const {
  const auto begin = static_cast<size_t>(offsets_[static_cast<size_t>(pair)]);
  return text_.subspan(begin, static_cast<size_t>(offsets_[static_cast<size_t>(pair) + 1]) - begin);
}

double TranslationMemory::length_norm(int pair) const {
  return 1 + kLongCosts * static_cast<double>(text_of(pair).size()) * pairs() /
                 static_cast<double>(text_.size());
}

// Those that have the rarest ids of `words`, best first.
std::vector<TranslationMemory::Candidate> TranslationMemory::candidates(
    std::span<const int> words) const {
  std::vector<float> scores(static_cast<size_t>(pairs()));
  std::vector<int> touched;
  for (const int id : words) {
    const auto begin = static_cast<size_t>(found_offsets_[static_cast<size_t>(id)]);
    const auto end = static_cast<size_t>(found_offsets_[static_cast<size_t>(id) + 1]);
    const auto worth = static_cast<float>(rarity(id));
    int64_t pair = -1;
    for (size_t at = begin; at < end && worth > 0;) {
      int64_t gap = 0;
      for (int shift = 0; at < end; shift += 7) {
        const int64_t byte = found_[at++];
        if (shift < 32) gap += (byte & 127) << shift;
        if (byte < 128) break;
      }
      pair += gap;
      if (pair < 0 || pair >= pairs()) break;
      float& score = scores[static_cast<size_t>(pair)];
      if (score == 0) touched.push_back(static_cast<int>(pair));
      score += worth;
    }
  }
  std::vector<Candidate> all;
  all.reserve(touched.size());
  for (const int pair : touched)
    all.push_back({pair, scores[static_cast<size_t>(pair)] / length_norm(pair)});
  const auto is_better = [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.pair < b.pair;
  };
  const size_t kept = std::min(kCandidates, all.size());
  std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(kept), is_better);
  all.resize(kept);
  return all;
}

std::vector<models::Example> TranslationMemory::find(std::span<const int> source, int most) const {
  std::vector<int> words;
  for (const int id : words_of(source))
    if (id >= 0 && static_cast<size_t>(id) < counts_.size()) words.push_back(id);
  struct Asked {
    size_t number;
    double worth;  // the mean of its ids
  };
  std::map<Run, Asked> runs;
  for_each_run(words, [&](const Run& run) {
    double sum = 0;
    int count = 0;
    for (const int id : run)
      if (id >= 0) sum += rarity(id), ++count;
    runs.try_emplace(run, Asked{runs.size(), sum / count});
  });
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());

  struct Pair {
    models::Example example;
    std::vector<const Asked*> runs;  // that it has, each once
    double norm;
  };
  std::vector<Pair> pairs;
  for (const Candidate& candidate : candidates(words)) {
    std::span<const uint8_t> text = text_of(candidate.pair);
    if (text.size() > kLongestPair) continue;
    std::vector<int> from = next_side(text, pieces_), to = next_side(text, pieces_);
    Pair& pair = pairs.emplace_back(Pair{{}, {}, length_norm(candidate.pair)});
    for_each_run(from, [&](const Run& run) {
      if (!std::ranges::binary_search(words, run.front())) return;
      const auto asked = runs.find(run);
      if (asked == runs.end() || std::ranges::find(pair.runs, &asked->second) != pair.runs.end())
        return;
      pair.runs.push_back(&asked->second);
    });
    pair.example = {framed(frames_[0], std::move(from), frames_[1]),
                    framed(frames_[2], std::move(to), frames_[3])};
  }
  std::vector<double> weights(runs.size(), 1.0);
  const auto worth = [&](const Pair& pair) {
    double sum = 0;
    for (const Asked* run : pair.runs) sum += weights[run->number] * run->worth;
    return sum / pair.norm;
  };
  std::vector<models::Example> chosen;
  while (static_cast<int>(chosen.size()) < most && !pairs.empty()) {
    const auto best = std::ranges::max_element(pairs, {}, worth);
    for (const Asked* run : best->runs) weights[run->number] *= kSeenBefore;
    chosen.push_back(std::move(best->example));
    pairs.erase(best);
  }
  return chosen;
}

}  // namespace sotto::translate
