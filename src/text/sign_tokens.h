// A sentence in words and signs, for prose_signs.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/prose_signs.h"
#include "text/signs.h"

namespace sotto::text {

struct SignToken {
  size_t begin = 0, end = 0;  // bytes of the draft
  bool space_before = false;
  bool has_span = false;
  const Sign* sign = nullptr;  // all of the token is this sign
};

// Words between spaces; where letters of Chinese or Japanese meet others, and where a sign belongs
// to its neighbours in prose ("x>5", "A→B", "✅auth"), a word is several tokens.
std::vector<SignToken> sign_tokens(const Draft& draft);

// Without the brackets, quotes and punctuation around it.
struct TokenCore {
  size_t begin = 0, end = 0;
};
TokenCore token_core(std::string_view text, const SignToken& token);

bool starts_with_number(std::string_view text);  // "5", "$5", "-5", ".5"
bool ends_with_digit(std::string_view text);

// "a", "p95", "user_id", "f(x)", "MAX", "isReady": no word of prose.
bool is_code_like(std::string_view word);

// "a==b", "5*3", "ptr->next", "!ready": a word that is an expression as a whole.
bool is_expression(std::string_view word);

}  // namespace sotto::text
