// What sotto itself says, in the languages of its voices.
#include "text/notes.h"

#include <gtest/gtest.h>

#include <set>

namespace sotto::text::notes_test {
namespace {

constexpr Note kAllNotes[] = {Note::code,           Note::table,         Note::run_failed,
                              Note::too_many_turns, Note::too_expensive, Note::structured_answer};

std::string_view note_in(Note note, const char* code) {
  return note_text(note, *find_language(code));
}

TEST(Notes, EachIsASentenceOfItsOwnInEachLanguage) {
  for (const char* code :
       {"en", "ja", "de", "fr", "es", "it", "pt", "zh", "zh-TW", "ko", "ru", "nl", "pl", "tr",
        "cs", "hu", "sv", "da", "no", "fi", "el", "uk", "ar",    "he", "hi", "ms", "sw", "yue"}) {
    std::set<std::string_view> said;
    for (const Note note : kAllNotes) {
      const std::string_view text = note_in(note, code);
      EXPECT_TRUE(said.insert(text).second) << code << ": " << text;
      EXPECT_TRUE(text.ends_with(".") || text.ends_with("。") || text.ends_with("।")) << text;
      const bool english = std::string_view(code) == "en";
      EXPECT_EQ(text == note_in(note, "en"), english) << code;
    }
  }
}

TEST(Notes, TheScriptOfALanguageCounts) {
  EXPECT_NE(note_in(Note::code, "zho_Hans"), note_in(Note::code, "zho_Hant"));
  EXPECT_NE(note_in(Note::code, "zho_Hans"), note_in(Note::code, "en"));
}

TEST(Notes, AreEnglishWhereThereIsNoTranslation) {
  EXPECT_EQ(note_in(Note::code, "cy"), note_in(Note::code, "en"));
}

}  // namespace
}  // namespace sotto::text::notes_test
