// A translation memory: many sentences with their translations. A text that it has word for word
// needs no network. For others those are found that have words in common with it, and a search
// takes words from them (models::Borrower). Made by tools/narrator/memory.py.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "checkpoint/weights.h"
#include "models/seq2seq.h"
#include "sotto/error.h"

namespace sotto::translate {

// Immutable; any thread may ask.
class TranslationMemory {
 public:
  // A safetensors file. Codes of `text` (U8) are a byte below 192, or two: 192 + high, low. Code 0
  // ends a side, code c is the id pieces[c - 1] (I32). A pair is a source and a target, without the
  // ids that frame every one: `frames` (I32) has those before and behind a source, and before and
  // behind a target. Pair n begins at byte offsets[n] (I32); one offset more is the end.
  // `counts` (I32) says in how many sources each of `vocab_size` ids is. Which those are stands in
  // `found` (U8), from byte found_offsets[id] to found_offsets[id + 1] (I32): ascending numbers of
  // pairs, each as the difference to the one before (the first one to -1), seven bits a byte, low
  // ones first, 128 on all bytes but the last. Ids that are in very many have none.
  // The error names file and tensor.
  static Result<std::shared_ptr<const TranslationMemory>> load(const std::filesystem::path& path,
                                                               int vocab_size);

  // Whether its sources begin with the id `from` and its targets with `to`: those of languages.
  bool translates(int from, int to) const { return frames_[0] == from && frames_[2] == to; }

  // What `source`, framed as those of the memory are, became there; none: it has other texts.
  std::optional<std::vector<int>> translation_of(std::span<const int> source) const;

  // At most `most` pairs, the best first: those whose sources have the rarest ids and runs of two
  // and three ids in common with `source`, each of which counts for less where those before have
  // it.
  std::vector<models::Example> find(std::span<const int> source, int most) const;

 private:
  struct Candidate {
    int pair;
    double score;
  };
  std::vector<Candidate> candidates(std::span<const int> words) const;
  std::span<const int> words_of(std::span<const int> source) const;
  double rarity(int id) const;
  double length_norm(int pair) const;
  std::span<const uint8_t> text_of(int pair) const;
  int pairs() const { return static_cast<int>(offsets_.size()) - 1; }

  std::shared_ptr<const checkpoint::Weights> weights_;
  std::span<const uint8_t> text_, found_;
  std::vector<int> frames_, pieces_, offsets_, counts_, found_offsets_;
  std::vector<int> codes_;  // of each id; 0: none
};

}  // namespace sotto::translate
