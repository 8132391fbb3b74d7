// Fixed sentences to measure with.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto::measure {

struct Prompt {
  std::string id;         // a hash of the text
  std::string set;        // "short", "medium", "long", "edge", or "file"
  std::string text;       // English
  std::string reference;  // Japanese, by a person; empty: none

  // The text in a language: the reference in Japanese.
  const std::string& in(std::string_view iso) const { return iso == "ja" ? reference : text; }
};

// The prompts that come with sotto: sentences of coding agents.
std::vector<Prompt> built_in_prompts();

// A line a prompt: a text, or set TAB text, or set TAB text TAB reference; # begins a comment.
Result<std::vector<Prompt>> read_prompts_file(const std::filesystem::path& file);

std::string hash_of(std::string_view bytes);  // 16 digits; the same on every machine

}  // namespace sotto::measure
