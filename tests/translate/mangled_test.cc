// A second, wrong copy of an identifier beside the right one is heard as another file or name.
#include "translate/mangled.h"

#include <gtest/gtest.h>

#include <chrono>

#include "table_network.h"
#include "text/spans.h"
#include "translate/neural_translator.h"

namespace sotto::translate::mangled_test {
namespace {

using testing::Ids;
using testing::Table;
using text::Sentence;

const Language kEnglish = {"eng_Latn", "en"}, kGerman = {"deu_Latn", "de"};

Sentence english(const std::string& text) {
  return {text, text::SpanFinder(kEnglish).find(text), kEnglish};
}

// --- Through a translator without markers -------------------------------------------------------

// Its tokens are bytes; 0 ends a text.
class Bytes final : public Codec {
 public:
  int eos() const override { return 0; }
  int forced_first() const override { return kNoForcedFirst; }
  std::vector<int> encode(std::string_view text) const override {
    std::vector<int> ids;
    for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
    ids.push_back(0);
    return ids;
  }
  std::vector<int> encode_raw(std::string_view line) const override { return encode(line); }
  std::span<const int> words(std::span<const int> source) const override {
    return source.first(source.size() - 1);
  }
  std::string decode(std::span<const int> ids) const override {
    std::string text;
    for (const int id : ids) text += static_cast<char>(id);
    return text;
  }
  std::optional<int> piece_id(std::string_view) const override { return std::nullopt; }
};

// What a network whose two best texts are these is taken to say.
Translation told(const std::string& source, const std::string& best, const std::string& second) {
  constexpr int kVocabulary = 256;
  const std::vector<int> first_ids = Bytes().encode(best), second_ids = Bytes().encode(second);
  const auto next = [=](const Ids&, const Ids& sequence) {
    std::vector<float> logits(kVocabulary, -30);
    const size_t length = sequence.size() - 1;  // behind the start token
    const auto is_so_far = [&](const std::vector<int>& ids) {
      return length < ids.size() && std::equal(sequence.begin() + 1, sequence.end(), ids.begin());
    };
    if (is_so_far(second_ids)) logits[static_cast<size_t>(second_ids[length])] = 0;
    if (is_so_far(first_ids)) logits[static_cast<size_t>(first_ids[length])] = 1;
    return logits;
  };
  GenerationConfig generation;
  generation.search.beams = 2;
  generation.search.eos = 0;
  generation.search.length_penalty = 0.0f;
  NeuralTranslator translator(
      {std::make_unique<Table>(kVocabulary, next), std::make_unique<Bytes>(), /*start_token=*/1,
       /*longest_source=*/512, generation},
      kEnglish, kGerman);
  const auto translation = translator.translate(english(source), {});
  if (!translation) throw std::runtime_error(translation.error().message);
  return *translation;
}

TEST(Mangled, AHypothesisWithASecondWrongCopyGivesWay) {
  const Translation t =
      told("Open src/auth/login.ts first.", "Zuerst src/auth/login.ts (src/auth/logn.ts) auf.",
           "Zuerst src/auth/login.ts auf.");
  EXPECT_FALSE(t.untranslated) << t.why;
  EXPECT_EQ(t.sentence.text, "Zuerst src/auth/login.ts auf.");
}

TEST(Mangled, WithoutAnotherTheSentenceIsLost) {
  const std::string mangled = "Zuerst src/auth/login.ts (src/auth/logn.ts) auf.";
  const Translation t = told("Open src/auth/login.ts first.", mangled, mangled);
  EXPECT_TRUE(t.untranslated) << t.sentence.text;
  EXPECT_EQ(t.why, "a protected part is missing or invented");
  EXPECT_EQ(t.sentence.text, "Open src/auth/login.ts first.");
}

// --- What is one ---------------------------------------------------------------------------------

TEST(Mangled, CopiesThatDifferALittle) {
  const Sentence source = english("Set JWT_SECRET in src/auth/login.ts and call getUserName().");
  for (const char* plain :
       {"JWT_SECRETSを設定", "jwt_secretを設定", "JWT-SECRETを設定", "JWTSECRETを設定",
        "JWT_SERCETを設定", "src/auth/login.tを", "src/auth/logins.tsx を", "src/auth/login を",
        "auth/login.tsを", "src.auth.login.tsを", "（getUsername）を", "「get_user_name」を"})
    EXPECT_TRUE(has_mangled_copy(plain, source)) << plain;
}

TEST(Mangled, OtherWordsAreNone) {
  const Sentence source =
      english("Set JWT_SECRET in src/auth/login.ts, but keep the login-secret of API v2.1.0.");
  for (const char* plain :
       {"  を設定", "JWTを設定", "SECRETを設定", "login-secretを", "APIのloginを", "srcを", "OAuth",
        "TypeScript", "v2", "42", "", "シークレットをsetする"})
    EXPECT_FALSE(has_mangled_copy(plain, source)) << plain;
}

TEST(Mangled, PlainWordsLookLikeManyOthers) {
  Sentence source{"Run test or main.", {}, kEnglish};
  source.spans = {{4, 8, text::SpanKind::code}, {12, 16, text::SpanKind::code}};
  for (const char* plain : {"Führe den Test aus", "teste", "mail", "Main"})
    EXPECT_FALSE(has_mangled_copy(plain, source)) << plain;
}

TEST(Mangled, NumbersAndNamesHaveTheirOwnGuards) {
  Sentence source{"Ask O'Brien-2 for 1,000.5 m.", {}, kEnglish};
  source.spans = {{4, 13, text::SpanKind::name}, {18, 27, text::SpanKind::number}};
  for (const char* plain : {"OBrien-2", "1,000.6 mを"})
    EXPECT_FALSE(has_mangled_copy(plain, source)) << plain;
}

TEST(Mangled, LongWordsTakeNoTime) {
  std::string word = "a_";
  while (word.size() < (1 << 20)) word += "ab";
  Sentence source{word + " a_long_name", {}, kEnglish};
  source.spans = {{0, word.size(), text::SpanKind::code}};
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(has_mangled_copy(word + "b", source));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace sotto::translate::mangled_test
