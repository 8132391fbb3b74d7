// How spans and words are said.
#include "text/pronouncer.h"

#include <unistd.h>

#include <gmock/gmock.h>

#include <fstream>
#include <utility>

#include "text/collect_sentences.h"
#include "text/katakana.h"

namespace sotto::text::readings_test {
namespace {

using ::testing::HasSubstr;

Sentence whole_span(std::string text, SpanKind kind) {
  const size_t size = text.size();
  return {std::move(text), {{0, size, kind}}, {}};
}

std::string en(std::string text, SpanKind kind) {
  return Pronouncer::built_in(english()).spoken(whole_span(std::move(text), kind));
}
std::string ja(std::string text, SpanKind kind) {
  return Pronouncer::built_in(japanese()).spoken(whole_span(std::move(text), kind));
}
std::string ja_text(std::string text) {
  return Pronouncer::built_in(japanese()).spoken({std::move(text), {}, {}});
}

TEST(ReadingsTest, English) {
  EXPECT_EQ(en("src/auth/login.ts", SpanKind::path), "login dot ts");
  EXPECT_EQ(en("src/auth/login.ts:42:7", SpanKind::path), "login dot ts line 42");
  EXPECT_EQ(en(".env", SpanKind::path), "dot env");
  EXPECT_EQ(en("src/utils", SpanKind::path), "src slash utils");
  EXPECT_EQ(en("/api/users", SpanKind::path), "api slash users");
  EXPECT_EQ(en("parseHTTPResponse()", SpanKind::identifier), "parse HTTP Response");
  EXPECT_EQ(en("user_id", SpanKind::identifier), "user id");
  EXPECT_EQ(en("std::vector", SpanKind::identifier), "std vector");
  EXPECT_EQ(en("--dry-run", SpanKind::command), "dry run");
  EXPECT_EQ(en("npm test", SpanKind::command), "npm test");
  EXPECT_EQ(en("v2.3.1", SpanKind::version), "version 2 point 3 point 1");
  EXPECT_EQ(en("12.10.1", SpanKind::version), "12 point 10 point 1");
  EXPECT_EQ(en("https://a.b/c", SpanKind::url), "link");
  EXPECT_EQ(en("me@x.org", SpanKind::url), "me at x dot org");
  EXPECT_EQ(en("12,345", SpanKind::number), "12345");
  EXPECT_EQ(en("3.5", SpanKind::number), "3.5");
}

TEST(ReadingsTest, EnglishWordsInJapanese) {
  const std::pair<const char*, const char*> said[] = {
      {"architecture", "アーキテクチャー"},
      {"hierarchy", "ヒエラルキー"},
      {"throughput", "スループット"},
      {"enqueue", "エンキュー"},
      {"inventory", "インベントリー"},
      {"receipt", "レシート"},
      {"facade", "ファサード"},
      {"cipher", "サイファー"},
      {"Kubernetes", "クバネティス"},
      {"vulnerability", "バルネラビリティ"},
      {"coarse", "コース"},
      {"conform", "コンフォーム"},
      {"vehicle", "ビークル"},
      {"therapy", "セラピー"},
      {"isinstance", "イズインスタンス"},
      {"Michael", "マイケル"},
  };
  for (const auto& [word, kana] : said) EXPECT_EQ(ja_text(word), kana);
}

TEST(ReadingsTest, SymbolsAndLongCodeOnRequest) {
  const auto said = [](const Language& language, Verbatim read, const Sentence& sentence) {
    Pronouncer readings = Pronouncer::built_in(language);
    readings.read_aloud(read);
    return readings.spoken(sentence);
  };
  const Sentence code = whole_span("if (a == b) { x[i]->y(); }", SpanKind::code);
  EXPECT_EQ(said(english(), {.symbols = true}, code),
            "if open parenthesis a equals equals b close parenthesis open brace x open bracket i "
            "close bracket dash greater than y open parenthesis close parenthesis semicolon close "
            "brace");
  EXPECT_EQ(said(japanese(), {.symbols = true}, whole_span("f(x)", SpanKind::code)),
            "エフカッコエックスカッコ閉じ");
  EXPECT_EQ(said(english(), {}, code), "if a equals b x i arrow y");
  EXPECT_EQ(said(english(), {.symbols = true}, whole_span("# ========", SpanKind::code)),
            "hash equals");
  EXPECT_EQ(said(english(), {.symbols = true}, {"Use a+b (or c), it's 5 < 6.", {}, english()}),
            "Use a plus b open parenthesis or c close parenthesis , it's 5 less than 6.");
  const Sentence longer = whole_span("a b c d e f g h i j k l m n", SpanKind::code);
  EXPECT_EQ(said(english(), {.code = true}, longer), "a b c d e f g h i j k l m n");
  EXPECT_EQ(said(english(), {}, longer), "a b c d e f g h i j k l");
}

// What is written and what is heard, in code and in prose.
using Heard = std::pair<const char*, const char*>;

TEST(ReadingsTest, SignsOfCodeThatChangeItsMeaningAreSaid) {
  for (const auto& [code, heard] : {
           Heard{"status!=200", "status not equal to 200"},
           {"x<=5", "x less than or equal to 5"},
           {"a < b && c > d", "a less than b and c greater than d"},
           {"!ready || done", "not ready or done"},
           {"println!(x)", "println x"},
           {"ptr->next", "ptr arrow next"},
           {"x => x + 1", "x arrow x plus 1"},
           {"x = -5", "x equals minus 5"},
           {"5*3", "5 times 3"},
           {"2 ** 8", "2 to the power of 8"},
           {"int *p", "int p"},
           {"*.log", "star dot log"},
           {"ls | wc", "ls pipe wc"},
           {"Vec<String>", "Vec String"},
           {"map<int, a> b", "map int a b"},
           {"<div>", "div"},
           {"Fn() -> Vec<T>", "Fn arrow Vec T"},
           {"a - b", "a minus b"},
           {"dry-run", "dry run"},
           {"# =====", ""},
           {"x ≥ y", "x greater than or equal to y"},
           {"Settings > General", "Settings, General"},
       }) {
    EXPECT_EQ(en(code, SpanKind::code), heard) << code;
    EXPECT_EQ(en(code, SpanKind::command), heard) << code;
  }
  EXPECT_EQ(ja("x!=5", SpanKind::code), "エックスノットイコール5");
  EXPECT_EQ(ja("5*3", SpanKind::code), "5かける3");
}

TEST(ReadingsTest, SignsThatAreLeftInProseAreSaid) {
  const Pronouncer readings = Pronouncer::built_in(english());
  for (const auto& [text, heard] : {
           Heard{"It is > 200 now.", "It is greater than 200 now."},
           {"It takes 5~6 or ~7 s.", "It takes 5 to 6 or about 7 s."},
           {"From -5 to −3, ±2.", "From minus 5 to minus 3, plus or minus 2."},
           {"A follow-up of 5-10 files.", "A follow-up of 5-10 files."},
           {"5^3 and 5|3 and 5*3", "5 to the power of 3 and 5 pipe 3 and 5 times 3"},
           {"**bold** [1] \"x\"", "bold 1 x"},
           {"C++ at AT&T, is it?", "C++ at AT&T, is it?"},
           {"x ✅", "x OK"},
       }) {
    EXPECT_EQ(readings.spoken({text, {}, english()}), heard) << text;
  }
  EXPECT_EQ(ja_text("遅延は > 200です。"), "遅延は大なり200です。");
  EXPECT_EQ(ja_text("差は-5です。"), "差はマイナス5です。");
  for (const char* mute : {"5`3", "5[3", "5#3", "5\\3"})
    EXPECT_EQ(readings.spoken({mute, {}, english()}), "5 3") << mute;
}

TEST(ReadingsTest, SignsHaveWordsInEachLanguage) {
  const auto said = [](const Language& language) {
    return Pronouncer::built_in(language).spoken(whole_span("a <= b", SpanKind::code));
  };
  EXPECT_EQ(said({"deu_Latn", "de"}), "a kleiner oder gleich b");
  EXPECT_EQ(said({"fra_Latn", "fr"}), "a inférieur ou égal à b");
  EXPECT_EQ(said({"rus_Cyrl", "ru"}), "a меньше или равно b");
  EXPECT_EQ(said({"swh_Latn", "sw"}), "a less than or equal to b") << "none of its own";
}

TEST(VerbatimTest, IsReadFromAList) {
  EXPECT_EQ(*parse_verbatim(""), Verbatim());
  EXPECT_EQ(*parse_verbatim("code"), (Verbatim{.code = true}));
  EXPECT_EQ(*parse_verbatim("symbols, code"), (Verbatim{.code = true, .symbols = true}));
  const auto wrong = parse_verbatim("code,smybols");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message,
            "is smybols, expected code, symbols, tables or math, separated by commas");
  EXPECT_TRUE(check_verbatim({.symbols = true}, japanese()));
  EXPECT_TRUE(check_verbatim({.code = true}, {"deu_Latn", "de"}));
  EXPECT_FALSE(check_verbatim({.symbols = true}, {"deu_Latn", "de"}));
}

TEST(ReadingsTest, Japanese) {
  EXPECT_EQ(ja("src/auth/login.ts", SpanKind::path), "ログインドットティーエス");
  EXPECT_EQ(ja("login.ts:42", SpanKind::path), "ログインドットティーエス42行目");
  EXPECT_EQ(ja("parseConfig()", SpanKind::identifier), "パースコンフィグ");
  EXPECT_EQ(ja("JWT_SECRET", SpanKind::identifier), "ジェイダブリューティーシークレット");
  EXPECT_EQ(ja("npm test", SpanKind::command), "エヌピーエムテスト");
  EXPECT_EQ(ja("kubectl", SpanKind::code), "クーベコントロール");
  EXPECT_EQ(ja("2.3.1", SpanKind::version), "2テン3テン1");
  EXPECT_EQ(ja("#123", SpanKind::number), "123番");
  EXPECT_EQ(ja("1.2 GB", SpanKind::number), "1.2ギガバイト");
  EXPECT_EQ(ja("340ms", SpanKind::number), "340ミリ秒");
  EXPECT_EQ(ja("87%", SpanKind::number), "87パーセント");
  EXPECT_EQ(ja("$1,200", SpanKind::number), "1200ドル");
  EXPECT_EQ(ja("1.5M", SpanKind::number), "150万");
  EXPECT_EQ(ja("10:05", SpanKind::number), "10時5分");
  EXPECT_EQ(ja("2024-11-05", SpanKind::number), "2024年11月5日");
  EXPECT_EQ(ja("1920x1080", SpanKind::number), "1920かける1080");
  EXPECT_EQ(ja("https://a.b/c", SpanKind::url), "リンク");
  EXPECT_EQ(ja("src/utils", SpanKind::path), "ソーススラッシュユーティルズ");
}

TEST(ReadingsTest, LatinWordsInJapaneseTextAreSaid) {
  EXPECT_EQ(ja_text("TypeScriptで書かれたAPIです。"),
            "タイプスクリプトで書かれたエーピーアイです。");
  EXPECT_EQ(ja_text("840 msから12MBへ、3.5倍です。"), "840ミリ秒から12メガバイトへ、3.5倍です。");
  EXPECT_EQ(ja_text("**重要** 50%です"), "重要 50パーセントです");
}

TEST(ReadingsTest, SpansStandInTheirSentence) {
  Sentence sentence{"login.tsを401行で直しました。",
                    {{0, 8, SpanKind::path}, {11, 14, SpanKind::number}},
                    japanese()};
  EXPECT_EQ(Pronouncer::built_in(japanese()).spoken(sentence),
            "ログインドットティーエスを401行で直しました。");
}

TEST(ReadingsTest, NoWordIsSpelledButAcronyms) {
  for (const char* word : {"frobnicate", "zalgorithm", "quuxify", "blorp", "wibble"}) {
    const std::string spoken = ja(word, SpanKind::code);
    EXPECT_NE(spoken, spelled_katakana(word));
    for (const unsigned char c : spoken) EXPECT_GE(c, 0x80) << word << " -> " << spoken;
  }
  EXPECT_EQ(ja("XYZ", SpanKind::code), "エックスワイゼット");
}

TEST(KatakanaTest, ApproximationsAreClose) {
  EXPECT_EQ(approximate_katakana("bit"), "ビット");
  EXPECT_EQ(approximate_katakana("planet"), "プラネット");
  EXPECT_EQ(approximate_katakana("nation"), "ナション");
  EXPECT_EQ(approximate_katakana("make"), "メイク");
  EXPECT_EQ(approximate_katakana("green"), "グリーン");
  EXPECT_EQ(approximate_katakana("zipper"), "ジッパー");
}

class DictionaryTest : public ::testing::Test {
 protected:
  std::filesystem::path write(std::string_view content) {
    const auto path =
        std::filesystem::path(::testing::TempDir()) /
        ("readings_test_" + std::to_string(getpid()) + ".toml");  // tests run in parallel
    std::ofstream(path) << content;
    return path;
  }
};

TEST_F(DictionaryTest, TheUsersReadingsWin) {
  Pronouncer readings = Pronouncer::built_in(japanese());
  ASSERT_TRUE(readings.add_file(
      write("[ja]\nkubectl = \"クベシーティーエル\"\n\"src/a.ts\" = \"エーのファイル\"\n\"一日\" = "
            "\"いちにち\"\n[en]\nkubectl = \"cube control\"\n")));
  EXPECT_EQ(readings.spoken(whole_span("kubectl", SpanKind::code)), "クベシーティーエル");
  EXPECT_EQ(readings.spoken(whole_span("src/a.ts", SpanKind::path)), "エーのファイル");
  EXPECT_EQ(readings.spoken({"Kubectlは一日です", {}, {}}), "クベシーティーエルはいちにちです");
  Pronouncer plain = Pronouncer::built_in(english());
  ASSERT_TRUE(plain.add_file(write("[en]\nkubectl = \"cube control\"\n")));
  EXPECT_EQ(plain.spoken({"Run kubectl now.", {}, {}}), "Run cube control now.");
}

TEST_F(DictionaryTest, ErrorsNameFileAndLine) {
  Pronouncer readings = Pronouncer::built_in(japanese());
  EXPECT_TRUE(readings.add_file("/nonexistent/readings.toml"));
  for (const auto& [content, line] :
       {std::pair{"[ja]\n\na = 5\n", ":3:"}, {"[ja\n", ":1:"}, {"\na = \"b\"\n", ":2:"}}) {
    const auto result = readings.add_file(write(content));
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr(std::string(".toml") + line));
  }
}

}  // namespace
}  // namespace sotto::text::readings_test
