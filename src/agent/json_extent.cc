#include "agent/json_extent.h"

namespace sotto::agent {
namespace {

constexpr size_t kDeepestExtent = 256;

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Characters of true, false, null and numbers. A parser finds out which of them it is.
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' ||
         c == 'E';
}

}  // namespace

size_t JsonExtent::push(std::string_view bytes) {
  size_t i = 0;
  while (i < bytes.size() && (state_ == State::blank || state_ == State::open)) take(bytes[i++]);
  return i;
}

void JsonExtent::take(char c) {
  if (state_ == State::blank) {
    if (is_json_space(c)) return;
    state_ = State::open;
    if (c != '{' && c != '[') {
      state_ = State::broken;
    } else {
      open(c);
    }
    return;
  }
  if (in_string_) return take_in_string(c);
  if (in_word_ && is_word(c)) return;
  if (in_word_) {
    in_word_ = false;
    after_value();
  }
  if (!is_json_space(c)) take_token(c);
}

void JsonExtent::take_in_string(char c) {
  if (static_cast<unsigned char>(c) < 0x20) {
    state_ = State::broken;
  } else if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_string_ = false;
    if (in_key_) {
      next_ = Next::colon;
    } else {
      after_value();
    }
  }
}

void JsonExtent::take_token(char c) {
  const bool wants_value = next_ == Next::value || next_ == Next::value_or_end;
  const bool wants_key = next_ == Next::key || next_ == Next::key_or_end;
  const bool may_end =
      next_ == Next::value_or_end || next_ == Next::key_or_end || next_ == Next::comma_or_end;
  const bool in_first_array = objects_.size() == 1 && next_ == Next::value_or_end;
  if (c == '"' && (wants_value || wants_key)) {
    in_string_ = true;
    in_key_ = wants_key;
  } else if ((c == '{' || c == '[') && wants_value) {
    open(c);
  } else if ((c == '}' || c == ']') && may_end && !in_first_array) {
    close(c);
  } else if (c == ':' && next_ == Next::colon) {
    next_ = Next::value;
    has_key_ = true;
  } else if (c == ',' && next_ == Next::comma_or_end) {
    next_ = objects_.back() ? Next::key : Next::value;
  } else if (is_word(c) && wants_value && !in_first_array) {
    in_word_ = true;
  } else {
    state_ = State::broken;
  }
}

void JsonExtent::open(char bracket) {
  if (objects_.size() == kDeepestExtent) {
    state_ = State::broken;
    return;
  }
  objects_.push_back(bracket == '{');
  next_ = bracket == '{' ? Next::key_or_end : Next::value_or_end;
}

void JsonExtent::close(char bracket) {
  if (objects_.back() != (bracket == '}')) {
    state_ = State::broken;
    return;
  }
  objects_.pop_back();
  after_value();
}

void JsonExtent::after_value() {
  next_ = Next::comma_or_end;
  if (objects_.empty()) state_ = State::complete;
}

}  // namespace sotto::agent
