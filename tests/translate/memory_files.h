// Translation memories that tests write.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint/files.h"

namespace sotto::translate::testing {

// The tensors of a memory, as translation_memory.h describes them, of small ids.
struct MemoryTensors {
  std::vector<int> frames, pieces, offsets, counts, found_offsets;
  std::string text, found;

  // A file in the order of the members.
  std::string file() const {
    std::string header = "{", data;
    const auto add = [&](const char* name, const char* type, const void* bytes, size_t size,
                         size_t count) {
      header += (header.size() > 1 ? ",\"" : "\"") + std::string(name) + R"(":{"dtype":")" + type +
                R"(","shape":[)" + std::to_string(count) + R"(],"data_offsets":[)" +
                std::to_string(data.size()) + "," + std::to_string(data.size() + size) + "]}";
      data.append(static_cast<const char*>(bytes), size);
    };
    for (const auto& [name, list] : {std::pair{"frames", &frames}, std::pair{"pieces", &pieces},
                                     std::pair{"offsets", &offsets}, std::pair{"counts", &counts},
                                     std::pair{"found_offsets", &found_offsets}})
      add(name, "I32", list->data(), list->size() * sizeof(int), list->size());
    for (const auto& [name, bytes] : {std::pair{"text", &text}, std::pair{"found", &found}})
      add(name, "U8", bytes->data(), bytes->size(), bytes->size());
    return checkpoint::safetensors_file(header + "}", data);
  }
};

using MemoryPair = std::pair<std::vector<int>, std::vector<int>>;  // without frames

// Pairs of ids below `vocab_size`, of which fewer than 192 are different.
inline MemoryTensors memory_of(const std::vector<MemoryPair>& pairs, int vocab_size,
                               std::vector<int> frames) {
  MemoryTensors tensors;
  tensors.frames = std::move(frames);
  std::map<int, char> codes;
  const auto code = [&](int id) {
    if (!codes.contains(id)) {
      tensors.pieces.push_back(id);
      codes[id] = static_cast<char>(tensors.pieces.size());
    }
    return codes[id];
  };
  std::vector<std::pair<std::string, std::vector<int>>> texts;  // and the ids of the source
  for (const auto& [source, target] : pairs) {
    std::string text;
    for (const std::vector<int>* side : {&source, &target}) {
      for (const int id : *side) text += code(id);
      text += '\0';
    }
    texts.emplace_back(text, source);
  }
  std::ranges::sort(texts, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::vector<int>> having(static_cast<size_t>(vocab_size));
  for (size_t n = 0; n < texts.size(); ++n) {
    tensors.offsets.push_back(static_cast<int>(tensors.text.size()));
    tensors.text += texts[n].first;
    for (const int id : texts[n].second) {
      std::vector<int>& list = having[static_cast<size_t>(id)];
      if (list.empty() || list.back() != static_cast<int>(n)) list.push_back(static_cast<int>(n));
    }
  }
  tensors.offsets.push_back(static_cast<int>(tensors.text.size()));
  for (const std::vector<int>& list : having) {
    tensors.found_offsets.push_back(static_cast<int>(tensors.found.size()));
    tensors.counts.push_back(static_cast<int>(list.size()));
    int before = -1;
    for (const int n : list) {
      for (int gap = n - std::exchange(before, n);; gap /= 128) {
        tensors.found += static_cast<char>(gap < 128 ? gap : gap % 128 + 128);
        if (gap < 128) break;
      }
    }
  }
  tensors.found_offsets.push_back(static_cast<int>(tensors.found.size()));
  return tensors;
}

}  // namespace sotto::translate::testing
