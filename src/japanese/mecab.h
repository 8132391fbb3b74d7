// Words of a Japanese text, as a MeCab dictionary knows them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::japanese {

// The folder of Open JTalk's dictionary; empty when it is not installed.
std::filesystem::path open_jtalk_dictionary();

// Used by any thread.
class Mecab {
 public:
  // Why no dictionary can be read: its library is not there. Empty where it is.
  static std::string missing();
  // A dictionary in UTF-8.
  static Result<Mecab> open(const std::filesystem::path& dictionary);
  // The first dictionary with readings in IPADIC's columns that is found on this machine.
  static Result<Mecab> open();
  Mecab(Mecab&&) noexcept;
  ~Mecab();

  struct Word {
    std::string_view surface;
    bool spaced;  // a space stands before it
    bool known;
    std::string_view feature;  // what the dictionary says of it: columns
  };
  // In their order; what they point to is valid during the call. False: MeCab cannot read the text.
  bool for_each(std::string_view text, const std::function<void(const Word&)>& see) const;

 private:
  struct Analyzer;
  explicit Mecab(std::unique_ptr<Analyzer> analyzer);
  std::unique_ptr<Analyzer> analyzer_;
};

// A column of a feature, without the quotes that one with a comma has; empty where there are fewer,
// or where it is "*".
std::string_view column(std::string_view feature, size_t index);
size_t columns_of(std::string_view feature);

}  // namespace sotto::japanese
