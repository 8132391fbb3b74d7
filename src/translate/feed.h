// Sentences that come while others are being translated.
#pragma once

#include <cstddef>
#include <vector>

#include "text/sentence.h"

namespace sotto::translate {

struct Translation;

// Called on the thread of Translator::translate_feed().
class Feed {
 public:
  struct Item {
    size_t name;  // of the feed's choice, different from those under way
    text::Sentence sentence;
  };
  virtual ~Feed() = default;

  // Sentences to begin with now. `idle`: none is under way, so it waits for some; none then means
  // that no more will come.
  virtual std::vector<Item> take(bool idle) = 0;

  // Whether somebody still waits for it; asked before every token.
  virtual bool is_wanted(size_t name) = 0;

  virtual void put(size_t name, Translation translation) = 0;
};

}  // namespace sotto::translate
