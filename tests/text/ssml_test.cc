#include "text/ssml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/collect_sentences.h"
#include "text/phoneme_marks.h"
#include "text/pronouncer.h"

namespace sotto::text::ssml_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

MarkedText read(const std::string& document, Language language = english()) {
  const Result<MarkedText> made = read_ssml(document, language);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  return made ? *made : MarkedText();
}

std::string error(const std::string& document) {
  const Result<MarkedText> made = read_ssml(document, english());
  return made ? "no error" : made.error().message;
}

// A line a part: pause, rate, text; P begins a paragraph, ~ goes on.
std::string shown(const MarkedText& text) {
  std::string out;
  for (const MarkedPart& part : text.parts) {
    out += part.begins_block ? "P" : "";
    out += part.pause_ms ? std::to_string(static_cast<int>(*part.pause_ms)) : "-";
    out += " " + std::to_string(static_cast<int>(100 * part.rate + 0.5)) + " " + part.text;
    out += part.goes_on ? "~\n" : "\n";
  }
  return out;
}

TEST(Ssml, BreaksAreSilenceBetweenParts) {
  EXPECT_EQ(shown(read("<speak>One.<break time='300ms'/> Two. <break time=\"1.5s\"/>"
                       "<break strength='weak'/>Three<break/>four.</speak>")),
            "- 100 One.\n300 100 Two.\n1750 100 Three\n500 100 four.\n");
  EXPECT_EQ(read("<speak>One.<break time='2s'/></speak>").pause_behind_ms, 2000);
  EXPECT_EQ(read("<speak>One.<break time='300s'/></speak>").pause_behind_ms, 60'000);
}

TEST(Ssml, RatesChangeWithoutAPauseWithinASentence) {
  EXPECT_EQ(shown(read("<speak>This is <prosody rate='slow'>very important</prosody> here. "
                       "<prosody rate='+50%'>Fast. <prosody rate='50%'>Half.</prosody></prosody>"
                       "</speak>")),
            "- 100 This is~\n0 75 very important~\n0 100 here.\n- 150 Fast.\n- 75 Half.\n");
  EXPECT_EQ(shown(read("<speak><prosody rate='x-fast'>A.</prosody><prosody rate='0.01'>B.</prosody>"
                       "</speak>")),
            "- 150 A.\n- 25 B.\n");
}

TEST(Ssml, ParagraphsAndSentencesAreApart) {
  EXPECT_EQ(
      shown(read("<speak>\n  <p>\n <s>One</s>\n <s>Two</s></p><p>Three &amp; four</p></speak>")),
      "P- 100 One\n- 100 Two\nP- 100 Three & four\n");
}

TEST(Ssml, SubAndSayAsAreOtherTexts) {
  EXPECT_EQ(shown(read("<speak>The <sub alias='World Wide Web Consortium'>W3C</sub> says "
                       "<say-as interpret-as='characters'>abc 12</say-as>, the "
                       "<say-as interpret-as=\"ordinal\">3</say-as>, <say-as "
                       "interpret-as='ordinal'>11</say-as> and <say-as "
                       "interpret-as='cardinal'>42</say-as>.</speak>")),
            "- 100 The World Wide Web Consortium says A B C 1 2, the 3rd, 11th and 42.\n");
}

TEST(Ssml, WhatIsNotKnownIsReadAndNamedOnce) {
  const MarkedText text = read(
      "<speak><voice name='x'>Hello <emphasis>you</emphasis></voice><emphasis>!</emphasis> "
      "<say-as interpret-as='moo'>3</say-as><prosody pitch='high'> up</prosody>"
      "<mark name='here'/><metadata><x>no</x></metadata></speak>");
  EXPECT_EQ(shown(text), "- 100 Hello you! 3 up\n");
  EXPECT_EQ(text.warning,
            "SSML: voice, emphasis, say-as moo, prosody pitch not known here, the text is read "
            "without it");
  EXPECT_THAT(read("<speak>All <w>known</w>.</speak>").warning, IsEmpty());
  EXPECT_EQ(read("<speak xml:lang='ja'>x</speak>").language, "ja");
}

TEST(Ssml, WarningsAreShortAndMoveNoCursor) {
  std::string many = "<speak>";
  for (int i = 0; i < 1000; ++i) many += "<t" + std::to_string(i) + std::string(200, 'y') + "/>";
  EXPECT_LT(read(many + "</speak>").warning.size(), 600u);
  EXPECT_THAT(read("<speak><say-as interpret-as='\x1b[31m'>a</say-as></speak>").warning,
              ::testing::Not(HasSubstr("\x1b")));
}

TEST(Ssml, WhatIsWrongIsOneSentence) {
  EXPECT_THAT(error("<speak>Hello"), HasSubstr("is not well-formed at byte"));
  EXPECT_THAT(error("Hello."), HasSubstr("has text outside of <speak>"));
  EXPECT_THAT(error("See <speak>a</speak>"), HasSubstr("has text outside of <speak>"));
  EXPECT_THAT(error("<speak>a</speak>\n b"), HasSubstr("has text outside of <speak>"));
  EXPECT_EQ(error(" <?xml version='1.0'?>\n<speak>a</speak>\n"), "no error");
  EXPECT_THAT(error(""), HasSubstr("SSML"));
  EXPECT_THAT(error("<html>x</html>"), HasSubstr("begins with <html>, expected <speak>"));
  EXPECT_THAT(error("<speak>a</speak><speak>b</speak>"), HasSubstr("behind its end"));
  EXPECT_THAT(error("<!DOCTYPE speak [<!ENTITY a 'b'>]><speak>&a;</speak>"),
              HasSubstr("has a document type"));
  EXPECT_THAT(error("<speak><break time='soon'/></speak>"),
              HasSubstr("the time of a break is \"soon\", expected a length such as 500ms"));
  EXPECT_THAT(error("<speak><break time='-1s'/></speak>"), HasSubstr("expected a length"));
  EXPECT_THAT(error("<speak><prosody rate='quick'>a</prosody></speak>"), HasSubstr("x-fast"));
  EXPECT_THAT(error("<speak><prosody rate='-100%'>a</prosody></speak>"), HasSubstr("expected"));
  EXPECT_THAT(error("<speak><sub>a</sub></speak>"), HasSubstr("has no alias"));
  EXPECT_THAT(error("<speak>" + std::string(kLongestSsml, 'a') + "</speak>"),
              HasSubstr("expected at most 1048576"));
  EXPECT_THAT(error("<speak><phoneme ph='" + std::string(300, 'a') + "'>a</phoneme></speak>"),
              HasSubstr("300 bytes, expected at most 256"));
}

TEST(Ssml, DepthHasALimit) {
  const auto nested = [](int depth, const std::string& tag) {
    std::string text = "<speak>";
    for (int i = 0; i < depth; ++i) text += "<" + tag + ">";
    text += "x";
    for (int i = 0; i < depth; ++i) text += "</" + tag + ">";
    return text + "</speak>";
  };
  EXPECT_EQ(error(nested(60, "emphasis")), "no error");
  EXPECT_THAT(error(nested(100'000, "p")), HasSubstr("more than 64 deep"));
  const std::string inside = nested(100, "b").substr(7);
  EXPECT_THAT(error("<speak><say-as interpret-as='date'>" + inside.substr(0, inside.size() - 8) +
                    "</say-as></speak>"),
              HasSubstr("more than 64 deep"));
}

TEST(Ssml, EntitiesStayWhatTheyAre) {
  EXPECT_EQ(plain_text(read("<speak>R&D &lt;b&gt; &#65; &unknown;</speak>")),
            "R&D <b> A &unknown;");
}

TEST(Ssml, IsEvidentByItsBeginningAlone) {
  EXPECT_TRUE(is_ssml("<speak>Hi</speak>"));
  EXPECT_TRUE(is_ssml("\xEF\xBB\xBF \n<speak version='1.1'>"));
  EXPECT_TRUE(is_ssml("<?xml version='1.0'?>\n<speak>"));
  EXPECT_FALSE(is_ssml("Write <speak>Hi</speak>."));
  EXPECT_FALSE(is_ssml("<speaker>"));
  EXPECT_FALSE(is_ssml("<?xml version='1.0'?><html>"));
  for (const char* text :
       {"", "<", "<spea", "<speak", " \n", "\xEF\xBB", "<?xml version='1.0'?>\n<sp"})
    EXPECT_TRUE(may_become_ssml(text)) << text;
  for (const char* text : {"a", "<s>", "<speaker", "<?xml version='1.0'?><h"})
    EXPECT_FALSE(may_become_ssml(text)) << text;
}

TEST(Ssml, PhonemesAreOfTheirWordAlone) {
  const MarkedText text = read(
      "<speak>A tomato, a <phoneme alphabet='ipa' ph='təˈmɑːtəʊ'>tomato</phoneme> and "
      "<phoneme alphabet='x-sampa' ph='k'>k</phoneme>.</speak>");
  EXPECT_THAT(text.warning, HasSubstr("phoneme x-sampa"));
  ASSERT_EQ(text.parts.size(), 1u);
  ASSERT_EQ(text.parts[0].pronunciations.size(), 1u);
  std::vector<Sentence> sentences = sentences_of(text.parts[0].text, options_for(english()));
  pronounce(text.parts[0].pronunciations, sentences);
  ASSERT_EQ(sentences.size(), 1u);
  const std::string spoken = Pronouncer::built_in(english()).spoken(sentences[0]);
  const std::vector<SpokenRun> runs = spoken_runs(spoken);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].text, "A tomato, a ");
  EXPECT_EQ(runs[1].text, "tomato");
  EXPECT_EQ(runs[1].ipa, "təˈmɑːtəʊ");
  EXPECT_EQ(without_phonemes(spoken), "A tomato, a tomato and k.");
}

TEST(PhonemeMarks, BrokenOnesAreLeftOut) {
  EXPECT_EQ(without_phonemes("a\xEE\x80\x90 b\xEE\x80\x92 c"), "a b c");
  EXPECT_EQ(without_phonemes(with_phonemes("w\xEE\x80\x92", "i\xEE\x80\x91") + "!"), "w!");
  EXPECT_FALSE(has_phonemes("plain"));
}

}  // namespace
}  // namespace sotto::text::ssml_test
