// A long string of phonemes as the pieces that Kokoro speaks, each in one go.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::phonemes {

// In phonemes, that is, characters. Below some 20 the voices are weak, above 400 they rush.
struct ChunkSizes {
  size_t first = 24;  // of the first one, which somebody waits for
  size_t growth = 3;  // of the next, which is made while one is heard, at most
  size_t aim = 200;   // of the others
  size_t least = 20;  // less than that is no piece of its own where it can be helped
  size_t most = 510;  // what the network takes
};

// Cut behind the end of a sentence (. ! ? …) where there is one before the aim, else behind a
// clause (, ; : —), with the closing marks that follow; a clause longer than that stays whole up to
// `most`, and is then cut at a space, else anywhere. Nothing but spaces at the cuts is lost.
std::vector<std::string> phoneme_chunks(std::string_view phonemes, const ChunkSizes& sizes = {});

}  // namespace sotto::phonemes
