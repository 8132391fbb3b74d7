#include "models/bergamot/released.h"

namespace sotto::models::bergamot {

// The registry says which directions there are; these are known to be there, with what their best
// architecture takes (mozilla/firefox-translations-models, December 2025).
std::vector<KnownModel> released() {
  KnownModel family;
  family.name = "firefox-*";
  family.what = "translates to or from English, in about fifty languages: firefox-en-ja";
  family.size = "15 to 50 MB";
  family.needs = "67 to 100 MB, 17 ms a sentence";
  family.licence = "MPL-2.0";
  family.members = {{"en-ja", "36 MB"}, {"en-de", "26 MB"}, {"en-es", "25 MB"}, {"en-fr", "26 MB"},
                    {"en-hi", "15 MB"}, {"en-it", "27 MB"}, {"en-ko", "38 MB"}, {"en-pt", "26 MB"},
                    {"en-ru", "24 MB"}, {"en-zh", "38 MB"}, {"ja-en", ""},      {"de-en", ""},
                    {"es-en", ""},      {"fr-en", ""},      {"hi-en", ""},      {"it-en", ""},
                    {"ko-en", ""},      {"pt-en", ""},      {"ru-en", ""},      {"zh-en", ""}};
  return {family};
}

}  // namespace sotto::models::bergamot
