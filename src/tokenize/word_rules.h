// Rules by which byte-level tokenizers of language models cut a text into words before they join
// bytes: their regular expressions, each as a matcher that reads a text a few times at most.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sotto::tokenize {

// llama3 and qwen2 differ in digits: up to three together, or each alone. Hunyuan's three
// expressions are applied one after the other.
enum class WordRule { llama3, qwen2, hunyuan };

// The rule of the expressions of a tokenizer.json, in their order; none: it is not known.
std::optional<WordRule> word_rule_of(std::span<const std::string_view> expressions);
// The rule that a GGUF file calls so (`tokenizer.ggml.pre`).
std::optional<WordRule> word_rule_named(std::string_view name);

// The words, which together are the text. `text`: valid UTF-8.
std::vector<std::string_view> split_words(std::string_view text, WordRule rule);

}  // namespace sotto::tokenize
