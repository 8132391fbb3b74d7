// Punctuation as Chatterbox's networks were trained on it.
// Source: chatterbox-tts 0.1.7, punc_norm of tts.py, mtl_tts.py and tts_turbo.py, and tokenizer.py.
#pragma once

#include <string>
#include <string_view>

namespace sotto::spoken {

struct PunctuationRules {
  bool of_turbo = false;   // fewer marks are replaced
  bool wide_ends = false;  // a text may end in "。" and its like
};

// White space becomes single spaces, marks those that the network was trained with; the text begins
// in a capital and ends in a mark. An empty one becomes a sentence of upstream's. `text`: valid
// UTF-8.
std::string punc_norm(std::string_view text, const PunctuationRules& rules);

// The form that the multilingual network reads: small letters, taken apart (NFKD).
std::string lower_nfkd(std::string_view text);

}  // namespace sotto::spoken
