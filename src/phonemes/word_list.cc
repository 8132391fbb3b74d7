#include "phonemes/word_list.h"

#include <algorithm>

#include "base/utf8.h"

namespace sotto::phonemes {

Result<WordList> WordList::open(const std::filesystem::path& file) {
  Result<MappedFile> mapped = MappedFile::open(file);
  if (!mapped) return mapped.error();
  WordList list;
  list.file_ = std::make_shared<const MappedFile>(*std::move(mapped));
  const auto bytes = list.file_->bytes();
  std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::string_view word = trimmed(line);
    if (word.empty()) continue;
    list.words_.push_back(word);
    list.longest_bytes_ = std::max(list.longest_bytes_, word.size());
  }
  std::sort(list.words_.begin(), list.words_.end());
  return list;
}

bool WordList::contains(std::string_view word) const {
  return std::binary_search(words_.begin(), words_.end(), word);
}

}  // namespace sotto::phonemes
