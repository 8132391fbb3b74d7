#include "base/language.h"

#include <fmt/format.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/language_table.h"
#include "base/utf8.h"

namespace sotto {
namespace {

// The parts of a code (BCP 47, or a POSIX locale such as "ja_JP.UTF-8"): language, script, region.
struct Subtags {
  std::string language, script, region;
};

Subtags split(std::string_view code) {
  Subtags tags;
  code = code.substr(0, code.find_first_of(".@"));
  for (size_t begin = 0; begin <= code.size();) {
    const size_t end = std::min(code.find_first_of("-_", begin), code.size());
    const std::string tag = lower_ascii(code.substr(begin, end - begin));
    if (begin == 0) {
      tags.language = tag;
    } else if (tag.size() == 4 && tags.script.empty()) {
      tags.script = tag;
    } else if ((tag.size() == 2 || tag.size() == 3) && tags.region.empty()) {
      tags.region = tag;
    } else {
      return {};
    }
    begin = end + 1;
  }
  // The regions that write Chinese in traditional characters.
  const bool traditional = tags.region == "tw" || tags.region == "hk" || tags.region == "mo";
  if (tags.script.empty() && traditional && (tags.language == "zh" || tags.language == "zho"))
    tags.script = "hant";
  return tags;
}

std::string_view language_of(const LanguageRow& row) { return row.flores.substr(0, 3); }
std::string script_of(const LanguageRow& row) { return lower_ascii(row.flores.substr(4)); }

Language from_row(const LanguageRow& row) {
  return {std::string(row.flores), std::string(row.iso)};
}

const LanguageRow* row_of(std::string_view flores) {
  const auto row = std::ranges::find(kLanguages, flores, &LanguageRow::flores);
  return row == std::end(kLanguages) ? nullptr : row;
}

const LanguageRow* find_row(const Subtags& tags) {
  const auto alias = std::ranges::find(kLanguageAliases, tags.language, &LanguageRow::iso);
  const LanguageRow* preferred =
      alias == std::end(kLanguageAliases) ? nullptr : row_of(alias->flores);
  if (preferred && (tags.script.empty() || script_of(*preferred) == tags.script)) return preferred;
  for (const LanguageRow& row : kLanguages) {
    const bool same = row.iso == tags.language || language_of(row) == tags.language ||
                      (preferred && language_of(row) == language_of(*preferred));
    if (same && (tags.script.empty() || script_of(row) == tags.script)) return &row;
  }
  return nullptr;
}

// Levenshtein distance; both strings are short.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// The code that the user may have meant: by whole code, by its language part, or by ISO code.
std::string nearest(std::string_view code) {
  struct Candidate {
    size_t distance;
    const LanguageRow* row;
  };
  const std::string wanted = lower_ascii(code.substr(0, 24));
  const std::string language = wanted.substr(0, wanted.find_first_of("-_"));
  std::vector<Candidate> candidates;
  for (const LanguageRow& row : kLanguages) {
    const size_t d = std::min({distance(wanted, lower_ascii(row.flores)),
                               distance(language, language_of(row)), distance(language, row.iso)});
    candidates.push_back({d, &row});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::distance);
  std::string names;
  for (size_t i = 0; i < 3; ++i) {
    const LanguageRow& row = *candidates[i].row;
    names += fmt::format("{}{} ({})", i ? ", " : "", row.flores, row.iso);
  }
  return names;
}

// The code as it may stand in a message: short, printable.
std::string shown(std::string_view code) {
  std::string out(code.substr(0, 24));
  for (char& c : out) c = c >= ' ' && c <= '~' ? c : '?';
  return code.size() > 24 ? out + "..." : out;
}

}  // namespace

Result<Language> find_language(std::string_view code) {
  if (const LanguageRow* row = find_row(split(code))) return from_row(*row);
  return Error{Errc::not_found,
               fmt::format("language \"{}\" is not known; expected a FLORES-200 code such as "
                           "jpn_Jpan or an ISO 639 code such as ja; nearest: {}",
                           shown(code), nearest(code))};
}

Result<Language> check_language(std::string_view key, std::string_view code) {
  Result<Language> language = find_language(code);
  if (language) return language;
  return Error{Errc::bad_argument, fmt::format("{}: {}", key, language.error().message)};
}

std::string short_code(const Language& language) {
  const auto plain = find_language(language.iso);
  if (plain && *plain == language) return language.iso;
  return fmt::format("{}_{}", language.iso, lower_ascii(language.flores.substr(4)));
}

std::string english_name(const Language& language) {
  std::array<UChar, 100> name;
  std::array<char, 3 * name.size()> utf8;
  UErrorCode failed = U_ZERO_ERROR;
  const int32_t size = uloc_getDisplayName(short_code(language).c_str(), "en", name.data(),
                                           static_cast<int32_t>(name.size()), &failed);
  int32_t bytes = 0;
  u_strToUTF8(utf8.data(), static_cast<int32_t>(utf8.size()), &bytes, name.data(), size, &failed);
  return U_SUCCESS(failed) ? std::string(utf8.data(), static_cast<size_t>(bytes)) : language.iso;
}

std::vector<Language> nllb_languages() {
  std::vector<Language> all;
  for (const LanguageRow& row : kLanguages) all.push_back(from_row(row));
  return all;
}

bool is_written_without_spaces(const Language& language) {
  return language.flores == "jpn_Jpan" || language.flores == "zho_Hans" ||
         language.flores == "zho_Hant" || language.flores == "yue_Hant";
}

}  // namespace sotto
