// Quantities: found, written and said by rule, in ten languages and more.
#include "text/quantity.h"

#include <gmock/gmock.h>

#include <random>

namespace sotto::text::quantity_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Language language(std::string_view code) { return *find_language(code); }

std::vector<std::string> found(std::string_view text, std::string_view code = "en") {
  std::vector<std::string> out;
  for (const FoundQuantity& f : find_quantities(text, language(code)))
    out.emplace_back(text.substr(f.begin, f.end - f.begin));
  return out;
}

// What a text of one quantity becomes in another language.
std::string into(std::string_view to, std::string_view text, std::string_view from = "en") {
  const auto quantity = parse_quantity(text, language(from));
  return quantity ? written(*quantity, language(to)) : "none";
}
std::string aloud(std::string_view code, std::string_view text) {
  const auto quantity = parse_quantity(text, language(code));
  return quantity ? spoken(*quantity, language(code)) : "none";
}

TEST(QuantityTest, AreFoundWhole) {
  EXPECT_THAT(found("The offset is -5, not 5."), ElementsAre("-5", "5"));
  EXPECT_THAT(found("Wait 5-10 minutes or 3–5 s."), ElementsAre("5-10", "3–5 s"));
  EXPECT_THAT(found("It holds 3 million rows and 1.5k files."), ElementsAre("3 million", "1.5k"));
  EXPECT_THAT(found("From five to thirty, or five to thirty minutes."),
              ElementsAre("five", "thirty", "five to thirty"));
  EXPECT_THAT(found("On November 5, 2026 at 2:30 PM."), ElementsAre("November 5, 2026", "2:30 PM"));
  EXPECT_THAT(found("p95 > 200 ms, errors <= 3, >=80%"), ElementsAre("> 200 ms", "<= 3", ">=80%"));
  EXPECT_THAT(found("It went from 5 to 10 tests."), ElementsAre("5", "10"));
  EXPECT_THAT(found("12/31/2024 or 2024-12-31 or 31.12.2024"),
              ElementsAre("12/31/2024", "2024-12-31", "31.12.2024"));
  EXPECT_THAT(found("It costs $5.3 billion or €20, -$3."),
              ElementsAre("$5.3 billion", "€20", "-$3"));
  EXPECT_THAT(found("100 req/s at 20 km/h"), ElementsAre("100 req/s", "20 km/h"));
  EXPECT_THAT(found("twenty-three failures, half a million rows, a hundred files"),
              ElementsAre("twenty-three", "half a million", "a hundred"));
  EXPECT_THAT(found("2x faster, the 3rd try, two thirds"), ElementsAre("2x", "3rd", "two thirds"));
}

TEST(QuantityTest, WordsBelongToThem) {
  EXPECT_THAT(found("between 3 and 5 seconds, between ten and twenty clients, between 3 and 5."),
              ElementsAre("between 3 and 5", "between ten and twenty", "3", "5"));
  EXPECT_THAT(found("3 per cent of a dozen, one and a half million, the 1990s, the 90s"),
              ElementsAre("3 per cent", "a dozen", "one and a half million", "1990s", "90s"));
  EXPECT_EQ(into("ja", "between 3 and 5"), "3〜5");
  EXPECT_EQ(into("ja", "five to thirty"), "5〜30");
  EXPECT_EQ(into("ja", "3 per cent"), "3パーセント");
  EXPECT_EQ(into("ja", "3 KB"), "3 KB");
  EXPECT_EQ(into("ja", "one and a half million"), "150万");
  EXPECT_EQ(into("ja", "two dozen"), "24");
  EXPECT_EQ(into("ja", "1990s"), "1990年代");
  EXPECT_EQ(into("ja", "9 p.m."), "午後9時");
  EXPECT_THAT(found("from 2 a.m. to 4 a.m."), ElementsAre("2 a.m.", "4 a.m"));
  EXPECT_EQ(into("ja", "4 a.m"), "午前4時");
  EXPECT_EQ(into("ja", "7 500"), "7,500");
}

TEST(QuantityTest, PartsOfSomethingLargerAreNone) {
  EXPECT_THAT(found("v1.2.3 10.0.0.1 utf-8 foo5 5foo a/5/b x86_64 1920x1080 3.5.1 #12"), IsEmpty());
  EXPECT_THAT(found("I may march on, second to none"), IsEmpty());
  EXPECT_THAT(found("x -> 5"), ElementsAre("5"));
  EXPECT_THAT(found("404s and 500s"), IsEmpty());
}

TEST(QuantityTest, OtherLanguagesAreReadByTheirOwnRules) {
  EXPECT_THAT(found("Es dauert 1,5 Sekunden am 3. Mai 2026, 1.000.000 Zeilen, 3,5 Mio. Mal", "de"),
              ElementsAre("1,5", "3. Mai 2026", "1.000.000", "3,5 Mio."));
  EXPECT_THAT(found("2 000 lignes le 5 novembre 2026, 12 %", "fr"),
              ElementsAre("2 000", "5 novembre 2026", "12 %"));
  EXPECT_THAT(found("2026年11月5日の午前2時30分に300万行、約5分", "ja"),
              ElementsAre("2026年11月5日", "午前2時30分", "300万", "約5"));
  EXPECT_EQ(into("en", "1,5", "de"), "1.5");
  EXPECT_EQ(into("de", "1,234.5"), "1.234,5");
}

TEST(QuantityTest, AreWrittenByRule) {
  EXPECT_EQ(into("ja", "3 million"), "300万");
  EXPECT_EQ(into("ja", "50 billion"), "500億");
  EXPECT_EQ(into("ja", "ten thousand"), "1万");
  EXPECT_EQ(into("ja", "half a million"), "50万");
  EXPECT_EQ(into("ja", "1k"), "1000");
  EXPECT_EQ(into("ja", "November 5, 2026"), "2026年11月5日");
  EXPECT_EQ(into("de", "November 5, 2026"), "5. November 2026");
  EXPECT_EQ(into("ja", "2:30 AM"), "午前2時30分");
  EXPECT_EQ(into("ja", "12 PM"), "午後0時");
  EXPECT_EQ(into("de", "2:30 PM"), "14:30");
  EXPECT_EQ(into("ja", "5-10"), "5〜10");

  EXPECT_EQ(into("ja", "> 200 ms"), "200 ms超");
  EXPECT_EQ(into("ja", "<= 3"), "3以下");
  EXPECT_EQ(into("ja", "~5"), "約5");
  EXPECT_EQ(into("ja", "-5"), "-5");
  EXPECT_EQ(into("ja", "$5.3 billion"), "53億ドル");
  EXPECT_EQ(into("ja", "$20"), "$20");
  EXPECT_EQ(into("de", "$20"), "20 $");
  EXPECT_EQ(into("ja", "3rd"), "3番目");
  EXPECT_EQ(into("ja", "2x"), "2倍");
  EXPECT_EQ(into("ja", "two thirds"), "3分の2");
  EXPECT_EQ(into("ja", "2019-2024"), "2019〜2024");
  EXPECT_EQ(into("ja", "12/31/2024"), "2024年12月31日");
  EXPECT_EQ(into("ja", "31/12/2024"), "2024年12月31日");
}

TEST(QuantityTest, AreSaidByRule) {
  EXPECT_EQ(aloud("en", "> 200 ms"), "more than 200 milliseconds");
  EXPECT_EQ(aloud("ja", "200 ms超"), "200ミリ秒超");
  EXPECT_EQ(aloud("de", "1,5 s"), "1,5 Sekunden");
  EXPECT_EQ(aloud("en", "-5"), "minus 5");
  EXPECT_EQ(aloud("ja", "-5"), "マイナス5");
  EXPECT_EQ(aloud("fr", "-5 %"), "moins 5 pour cent");
  EXPECT_EQ(aloud("ja", "5〜10"), "5から10");
  EXPECT_EQ(aloud("en", "5-10"), "5 to 10");
  EXPECT_EQ(aloud("ja", "$1,200"), "1200ドル");
  EXPECT_EQ(aloud("en", "$5.3 billion"), "5.3 billion dollars");
  EXPECT_EQ(aloud("ja", "10:05"), "10時5分");
  EXPECT_EQ(aloud("ja", "2024-11-05"), "2024年11月5日");
  EXPECT_EQ(aloud("en", "1.2 GB"), "1.2 gigabytes");
  EXPECT_EQ(aloud("en", "3/4"), "3 out of 4");
  EXPECT_EQ(aloud("ja", "1.5M"), "150万");
}

// Random quantities in random languages: written in one, parsed, written in another, parsed again.
class QuantityFuzz {
 public:
  Quantity next() {
    Quantity q;
    switch (any(10)) {
      case 0:
        q.kind = Quantity::Kind::date;
        q.year = 1900 + any(200);
        q.month = 1 + any(12);
        q.day = any(4) == 0 ? 0 : 1 + any(28);
        return q;
      case 1:
        q.kind = Quantity::Kind::time;
        q.half_of_day = any(2) == 0;
        q.has_seconds = any(3) == 0;
        q.seconds = any(1440) * 60 + (q.has_seconds ? any(60) : 0);
        return q;
      case 2:
        q.kind = Quantity::Kind::multiple;
        q.value = decimal(false);
        return q;
      default:
        break;
    }
    q.bound = static_cast<Quantity::Bound>(any(3) == 0 ? any(8) : 0);
    q.value = decimal(true);
    if (any(4) == 0 && !q.value.negative) {
      q.to = q.value;
      q.to->digits.insert(0, "9");
    }
    const auto units = all_units();
    if (any(2) == 0) q.unit = &units[static_cast<size_t>(any(static_cast<int>(units.size())))];
    q.spaced = true;
    q.grouped = q.value.power == 0 && any(2) == 0;
    return q;
  }
  int any(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }

 private:
  Decimal decimal(bool may_be_negative) {
    Decimal d;
    d.digits = std::to_string(1 + any(any(2) == 0 ? 100 : 1000000));
    if (any(3) == 0) d.digits += "." + std::to_string(1 + any(99));
    d.negative = may_be_negative && any(5) == 0;
    constexpr int kPowers[] = {0, 0, 0, 3, 6, 9};
    d.power = kPowers[any(6)];
    return d;
  }
  std::mt19937 random_{20261126};
};

#ifdef SOTTO_SANITIZED  // slow
constexpr int kQuantities = 10'000;
#else
constexpr int kQuantities = 100'000;
#endif

TEST(QuantityTest, ComeBackFromEveryLanguage) {
  const std::vector<Language> languages = {language("en"), language("de"), language("fr"),
                                           language("es"), language("it"), language("pt"),
                                           language("nl"), language("pl"), language("ru"),
                                           language("ja"), language("zh"), language("ko")};
  QuantityFuzz fuzz;
  int failures = 0;
  for (int n = 0; n < kQuantities && failures < 20; ++n) {
    const Quantity quantity = fuzz.next();
    const Language& first = languages[static_cast<size_t>(fuzz.any(12))];
    const Language& second = languages[static_cast<size_t>(fuzz.any(12))];
    const std::string text = written(quantity, first);
    const auto read = parse_quantity(text, first);
    if (!read || !(*read == quantity)) {
      ADD_FAILURE() << first.iso << ": " << text
                    << (read ? " is read as " + written(*read, first) : " is none");
      ++failures;
      continue;
    }
    const std::string translated = written(*read, second);
    const auto again = parse_quantity(translated, second);
    if (!again || !(*again == quantity)) {
      ADD_FAILURE() << first.iso << ": " << text << ", " << second.iso << ": " << translated;
      ++failures;
    }
  }
}

}  // namespace
}  // namespace sotto::text::quantity_test
