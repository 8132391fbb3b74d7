// The fields of a yaml file, each asked for by name; what nobody asked for is an error, like
// `english.yaml: flow_lm.flow.dim is "wide", expected an integer from 1 to 65536`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sotto/error.h"

namespace YAML {
class Node;
}

namespace sotto::models::pocket_tts {

// One map of the file. The first error of the file stays; after it, values are defaults. null
// counts as missing, as in the reference's own files.
class YamlFields {
 public:
  struct File {
    std::string name;
    std::optional<Error> error;
  };

  // node: a map; `where` is its name with a dot behind, for messages.
  YamlFields(const YAML::Node& node, std::string where, std::shared_ptr<File> file);

  bool good() const { return !file_->error; }
  bool has(const std::string& key) const;

  int integer(const std::string& key, int min, int max);
  std::optional<int> integer_or_none(const std::string& key, int min, int max);
  double number(const std::string& key, double min, double max);
  double number_or(const std::string& key, double min, double max, double otherwise);
  bool boolean_or(const std::string& key, bool otherwise);
  std::string text(const std::string& key);
  std::string text_or(const std::string& key, std::string otherwise);
  std::vector<int> integers(const std::string& key, int min, int max, size_t most);
  // A map whose keys are single characters. None when it is missing.
  std::vector<std::pair<char32_t, std::string>> characters(const std::string& key);
  YamlFields map(const std::string& key);

  // For texts that the caller checks: `found` is what the field has.
  void wrong_text(const std::string& key, const std::string& found, std::string_view expected);
  void unfit(const std::string& what);  // of several fields: "dim is 3, expected 4"
  void end();                           // all fields have been asked for

 private:
  YAML::Node find(const std::string& key);
  std::optional<int> integer_of(const std::string& key, const YAML::Node& value, int min, int max);
  void wrong(const std::string& key, std::string_view found, std::string_view expected);
  void fail(std::string message);

  std::shared_ptr<YAML::Node> node_;
  std::string where_;
  std::shared_ptr<File> file_;
  std::set<std::string> asked_;
};

// Parses `text` (untrusted) and hands its map to `read`; `file` is for messages. None: no error.
std::optional<Error> read_yaml(const std::string& text, const std::string& file,
                               const std::function<void(YamlFields)>& read);

}  // namespace sotto::models::pocket_tts
