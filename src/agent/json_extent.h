// Finds the end of a JSON object or array in text that comes in pieces, without keeping it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sotto::agent {

class JsonExtent {
 public:
  enum class State {
    blank,     // nothing but white space yet
    open,      // JSON so far
    complete,  // its last bracket was read
    broken     // no JSON: another character first, or one that may not stand there
  };

  // Reads up to the end of the value or to what breaks it; how many bytes that were. The value is
  // an object, or an array whose first element is an object, an array or a string ("[1]" is more
  // often a mark in a text).
  size_t push(std::string_view bytes);

  State state() const { return state_; }
  // Whether it has been enough like JSON that nobody should hear it, also where it broke off.
  bool has_key() const { return has_key_; }

 private:
  enum class Next { value, value_or_end, key, key_or_end, colon, comma_or_end };

  void take(char c);
  void take_in_string(char c);
  void take_token(char c);
  void open(char bracket);
  void close(char bracket);
  void after_value();

  State state_ = State::blank;
  Next next_ = Next::value;
  std::vector<bool> objects_;  // the brackets that are open: whether of an object
  bool in_string_ = false, in_key_ = false, escaped_ = false, in_word_ = false;
  bool has_key_ = false;
};

}  // namespace sotto::agent
