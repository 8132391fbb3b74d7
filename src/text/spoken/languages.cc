// Words and rules: coqui-tts 0.28.0, layers/xtts/tokenizer.py; numbers as num2words 0.5.14 says
// them.
#include "text/spoken/languages.h"

#include <algorithm>

namespace sotto::spoken {
namespace {

// "one thousand, nine hundred and ninety-nine", "two thousand and five".
constexpr const char* kEnglishRules =
    "%spellout-numbering:\n"
    "0: zero; one; two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; thirteen;"
    "fourteen; fifteen; sixteen; seventeen; eighteen; nineteen; 20: twenty[->>];\n"
    "30: thirty[->>]; 40: forty[->>]; 50: fifty[->>]; 60: sixty[->>]; 70: seventy[->>];"
    "80: eighty[->>]; 90: ninety[->>]; 100: << hundred[ and >>]; 1000: << thousand[>%%rest>];"
    "1000000: << million[>%%rest>]; 1000000000: << billion[>%%rest>];"
    "1000000000000: << trillion[>%%rest>]; 1000000000000000: << quadrillion[>%%rest>];\n"
    "%spellout-ordinal:\n"
    "0: zeroth; first; second; third; fourth; fifth; sixth; seventh; eighth; ninth; tenth;"
    "eleventh; twelfth; =%spellout-numbering=th;\n"
    "20: twent>%%tieth>; 30: thirt>%%tieth>; 40: fort>%%tieth>; 50: fift>%%tieth>;"
    "60: sixt>%%tieth>; 70: sevent>%%tieth>; 80: eight>%%tieth>; 90: ninet>%%tieth>;"
    "100: <%spellout-numbering< hundred>%%th>; 1000: <%spellout-numbering< thousand>%%th-rest>;"
    "1000000: <%spellout-numbering< million>%%th-rest>;"
    "1000000000: <%spellout-numbering< billion>%%th-rest>;\n"
    "%%rest:\n1: ' and =%spellout-numbering=; 100: , =%spellout-numbering=;\n"
    "%%tieth:\n0: ieth; 1: y-=%spellout-ordinal=;\n"
    "%%th:\n0: th; 1: ' and =%spellout-ordinal=;\n"
    "%%th-rest:\n0: th; 1: ' and =%spellout-ordinal=; 100: , =%spellout-ordinal=;\n";

// Numbers of Chinese origin, a space behind ten thousands; counts up to 99 have Korean ones.
constexpr const char* kKoreanRules =
    "%spellout-numbering:\n"
    "0: 영; 일; 이; 삼; 사; 오; 육; 칠; 팔; 구; 10: 십[>>]; 20: <<십[>>]; 100: 백[>>];"
    "200: <<백[>>]; 1000: 천[>>]; 2000: <<천[>>]; 10000: 만[ >>]; 20000: <<만[ >>];"
    "100000000: <<억[ >>]; 1000000000000: <<조[ >>]; 10000000000000000: <<경[ >>];\n"
    "%spellout-ordinal:\n"
    "0: 영 번째; 첫 번째; =%%count= 번째; 100: 백[ >%%count>] 번째;"
    "200: <%spellout-numbering<백[ >%%count>] 번째; 1000: =%spellout-numbering= 번째;\n"
    "%%count:\n"
    "0: 영; 한; 두; 세; 네; 다섯; 여섯; 일곱; 여덟; 아홉; 10: 열[>>]; 20: 스물[>>]; 30: 서른[>>];"
    "40: 마흔[>>]; 50: 쉰[>>]; 60: 예순[>>]; 70: 일흔[>>]; 80: 여든[>>]; 90: 아흔[>>];\n";

constexpr Replaced kEnglish[] = {{"mrs", "misess"},   {"mr", "mister"},     {"dr", "doctor"},
                                 {"st", "saint"},     {"co", "company"},    {"jr", "junior"},
                                 {"maj", "major"},    {"gen", "general"},   {"drs", "doctors"},
                                 {"rev", "reverend"}, {"lt", "lieutenant"}, {"hon", "honorable"},
                                 {"sgt", "sergeant"}, {"capt", "captain"},  {"esq", "esquire"},
                                 {"ltd", "limited"},  {"col", "colonel"},   {"ft", "fort"}};
constexpr Replaced kSpanish[] = {{"sra", "señora"},  {"sr", "señor"},    {"dr", "doctor"},
                                 {"dra", "doctora"}, {"st", "santo"},    {"co", "compañía"},
                                 {"jr", "junior"},   {"ltd", "limitada"}};
constexpr Replaced kFrench[] = {{"mme", "madame"}, {"mr", "monsieur"},  {"dr", "docteur"},
                                {"st", "saint"},   {"co", "compagnie"}, {"jr", "junior"},
                                {"ltd", "limitée"}};
constexpr Replaced kGerman[] = {
    {"fr", "frau"}, {"dr", "doktor"}, {"st", "sankt"}, {"co", "firma"}, {"jr", "junior"}};
constexpr Replaced kPortuguese[] = {{"sra", "senhora"}, {"sr", "senhor"},   {"dr", "doutor"},
                                    {"dra", "doutora"}, {"st", "santo"},    {"co", "companhia"},
                                    {"jr", "júnior"},   {"ltd", "limitada"}};
constexpr Replaced kItalian[] = {{"sig", "signore"},  {"dr", "dottore"}, {"st", "santo"},
                                 {"co", "compagnia"}, {"jr", "junior"},  {"ltd", "limitata"}};
constexpr Replaced kPolish[] = {
    {"p", "pani"}, {"m", "pan"}, {"dr", "doktor"}, {"sw", "święty"}, {"jr", "junior"}};
constexpr Replaced kCzech[] = {{"dr", "doktor"}, {"ing", "inženýr"}, {"p", "pan"}};
constexpr Replaced kRussian[] = {{"г-жа", "госпожа"}, {"г-н", "господин"}, {"д-р", "доктор"}};
constexpr Replaced kDutch[] = {
    {"dhr", "de heer"}, {"mevr", "mevrouw"}, {"dr", "dokter"}, {"jhr", "jonkheer"}};
constexpr Replaced kTurkish[] = {{"b", "bay"}, {"byk", "büyük"}, {"dr", "doktor"}};
constexpr Replaced kHungarian[] = {{"dr", "doktor"}, {"b", "bácsi"}, {"nőv", "nővér"}};

// Pounds, dollars, euros: the order in which they are looked for. Upstream's words, but where it
// has none (Polish, Czech and Russian pounds, Czech dollars, Korean pounds and euros, Turkish,
// Hindi), English ones (Hungarian) or always riyals (Arabic).
constexpr Currency kEnglishMoney[] = {
    {u'£', {"pound sterling", "pounds sterling"}, {"penny", "pence"}},
    {u'$', {"dollar", "dollars"}, {"cent", "cents"}},
    {u'€', {"euro", "euro"}, {"cent", "cents"}}};
constexpr Currency kSpanishMoney[] = {
    {u'£', {"libra", "libras"}, {"penique", "peniques"}, Gender::feminine},
    {u'$', {"dólar", "dólares"}, {"centavo", "centavos"}},
    {u'€', {"euro", "euros"}, {"céntimo", "céntimos"}}};
constexpr Currency kFrenchMoney[] = {{u'£', {"livre", "livres"}, {"penny", "pence"}},
                                     {u'$', {"dollar", "dollars"}, {"cent", "cents"}},
                                     {u'€', {"euro", "euros"}, {"centime", "centimes"}}};
constexpr Currency kGermanMoney[] = {{u'£', {"Pfund", "Pfund"}, {"Penny", "Pence"}},
                                     {u'$', {"Dollar", "Dollar"}, {"Cent", "Cent"}},
                                     {u'€', {"Euro", "Euro"}, {"Cent", "Cent"}}};
constexpr Currency kPortugueseMoney[] = {{u'£', {"libra", "libras"}, {"péni", "pence"}},
                                         {u'$', {"dólar", "dólares"}, {"cêntimo", "cêntimos"}},
                                         {u'€', {"euro", "euros"}, {"cêntimo", "cêntimos"}}};
constexpr Currency kItalianMoney[] = {
    {u'£', {"sterlina", "sterline"}, {"penny", "penny"}, Gender::feminine},
    {u'$', {"dollaro", "dollari"}, {"centesimo", "centesimi"}},
    {u'€', {"euro", "euro"}, {"centesimo", "centesimi"}}};
constexpr Currency kPolishMoney[] = {
    {u'£',
     {"funt szterling", "funtów szterlingów", "funty szterlingi"},
     {"pens", "pensów", "pensy"}},
    {u'$',
     {"dolar amerykański", "dolarów amerykańskich", "dolary amerykańskie"},
     {"cent", "centów", "centy"}},
    {u'€', {"euro", "euro", "euro"}, {"cent", "centów", "centy"}}};
constexpr Currency kArabicMoney[] = {{u'£', {"جنيه إسترليني", "جنيه إسترليني"}, {"بنس", "بنس"}},
                                     {u'$', {"دولار", "دولار"}, {"سنت", "سنت"}},
                                     {u'€', {"يورو", "يورو"}, {"سنت", "سنت"}}};
constexpr Currency kCzechMoney[] = {
    {u'£',
     {"libra", "liber", "libry"},
     {"pence", "pencí", "pence"},
     Gender::feminine,
     Gender::feminine},
    {u'$', {"dolar", "dolarů", "dolary"}, {"cent", "centů", "centy"}},
    {u'€', {"euro", "euro", "euro"}, {"cent", "centů", "centy"}, Gender::mixed, Gender::mixed}};
constexpr Currency kRussianMoney[] = {
    {u'£',
     {"фунт стерлингов", "фунтов стерлингов", "фунта стерлингов"},
     {"пенс", "пенсов", "пенса"}},
    {u'$', {"доллар", "долларов", "доллара"}, {"цент", "центов", "цента"}},
    {u'€', {"евро", "евро", "евро"}, {"цент", "центов", "цента"}}};
constexpr Currency kDutchMoney[] = {{u'£', {"pond", "pond"}, {"penny", "penny"}},
                                    {u'$', {"dollar", "dollar"}, {"cent", "cent"}},
                                    {u'€', {"euro", "euro"}, {"cent", "cent"}}};
constexpr Currency kTurkishMoney[] = {{u'£', {"sterlin", "sterlin"}, {"peni", "peni"}},
                                      {u'$', {"dolar", "dolar"}, {"sent", "sent"}},
                                      {u'€', {"euro", "euro"}, {"sent", "sent"}}};
constexpr Currency kHungarianMoney[] = {{u'£', {"font", "font"}, {"penny", "penny"}},
                                        {u'$', {"dollár", "dollár"}, {"cent", "cent"}},
                                        {u'€', {"euró", "euró"}, {"cent", "cent"}}};
constexpr Currency kKoreanMoney[] = {{u'£', {"파운드", "파운드"}, {"펜스", "펜스"}},
                                     {u'$', {"달러", "달러"}, {"센트", "센트"}},
                                     {u'€', {"유로", "유로"}, {"센트", "센트"}}};
constexpr Currency kHindiMoney[] = {{u'£', {"पाउंड", "पाउंड"}, {"पेनी", "पेंस"}},
                                    {u'$', {"डॉलर", "डॉलर"}, {"सेंट", "सेंट"}},
                                    {u'€', {"यूरो", "यूरो"}, {"सेंट", "सेंट"}}};

constexpr SpokenLanguage kLanguages[] = {
    {.code = "en",
     .point = "point",
     .ordinals = "(st|nd|rd|th)",
     .symbols = {"and", "at", "percent", "hash", "dollar", "pound", "degree"},
     .abbreviations = kEnglish,
     .and_cents = ", ",
     .currencies = kEnglishMoney,
     .group_sign = u',',
     .number_rules = kEnglishRules},
    {.code = "es",
     .point = "punto",
     .ordinals = "(º|ª|er|o|a|os|as)",
     .symbols = {"y", "arroba", "por ciento", "numeral", "dolar", "libra", "grados"},
     .abbreviations = kSpanish,
     .and_cents = " con ",
     .currencies = kSpanishMoney},
    {.code = "fr",
     .point = "virgule",
     .ordinals = "(º|ª|er|re|e|ème)",
     .symbols = {"et", "arobase", "pour cent", "dièse", "dollar", "livre", "degrés"},
     .abbreviations = kFrench,
     .and_cents = " et ",
     .currencies = kFrenchMoney},
    {.code = "de",
     .point = "Komma",
     .ordinals = "(st|nd|rd|th|º|ª|\\.(?=\\s|$))",
     .symbols = {"und", "at", "prozent", "raute", "dollar", "pfund", "grad"},
     .abbreviations = kGerman,
     .and_cents = " und ",
     .currencies = kGermanMoney},
    {.code = "pt",
     .point = "vírgula",
     .ordinals = "(º|ª|o|a|os|as)",
     .symbols = {"e", "arroba", "por cento", "cardinal", "dólar", "libra", "graus"},
     .abbreviations = kPortuguese,
     .and_cents = " e ",
     .currencies = kPortugueseMoney,
     .locale = "pt_PT"},  // num2words' is that of Portugal: "dezasseis"
    {.code = "it",
     .point = "virgola",
     .ordinals = "(º|°|ª|o|a|i|e)",
     .symbols = {"e", "chiocciola", "per cento", "cancelletto", "dollaro", "sterlina", "gradi"},
     .abbreviations = kItalian,
     .and_cents = " e ",
     .currencies = kItalianMoney},
    {.code = "pl",
     .point = "przecinek",
     .ordinals = "(º|ª|st|nd|rd|th)",
     .symbols = {"i", "małpa", "procent", "krzyżyk", "dolar", "funt", "stopnie"},
     .abbreviations = kPolish,
     .and_cents = ", ",
     .currencies = kPolishMoney},
    {.code = "ar",
     .point = "فاصلة",
     .ordinals = "(ون|ين|ث|ر|ى)",
     .symbols = {"و", "على", "في المئة", "رقم", "دولار", "جنيه", "درجة"},
     .abbreviations = {},
     .and_cents = " و ",
     .currencies = kArabicMoney},
    {.code = "cs",
     .point = "celá",
     .ordinals = "\\.(?=\\s|$)",
     .symbols = {"a", "na", "procento", "křížek", "dolar", "libra", "stupně"},
     .abbreviations = kCzech,
     .and_cents = ", ",
     .currencies = kCzechMoney},
    {.code = "ru",
     .point = "целых",
     .ordinals = "(-й|-я|-е|-ое|-ье|-го)",
     .symbols = {"и", "собака", "процентов", "номер", "доллар", "фунт", "градус"},
     .abbreviations = kRussian,
     .and_cents = ", ",
     .currencies = kRussianMoney,
     .group_sign = u',',
     .abbreviation_end = "\\b"},
    {.code = "nl",
     .point = "komma",
     .ordinals = "(de|ste|e)",
     .symbols = {"en", "bij", "procent", "hekje", "dollar", "pond", "graden"},
     .abbreviations = kDutch,
     .and_cents = ", ",
     .currencies = kDutchMoney},
    {.code = "tr",
     .point = nullptr,
     .ordinals = "(\\.|inci|nci|uncu|üncü)",
     .symbols = {"ve", "at", "yüzde", "diyez", "dolar", "sterlin", "derece"},
     .abbreviations = kTurkish,
     .and_cents = " ",
     .currencies = kTurkishMoney},
    {.code = "hu",
     .point = "egész",
     .ordinals = "(\\.|adik|edik|odik|ödik|ödike|ik)",
     .symbols = {"és", "kukac", "százalék", "kettőskereszt", "dollár", "font", "fok"},
     .abbreviations = kHungarian,
     .and_cents = ", ",
     .currencies = kHungarianMoney},
    {.code = "ko",
     .point = "점",
     .ordinals = "(번째|번|차|째)",
     .symbols = {"그리고", "에", "퍼센트", "번호", "달러", "파운드", "도"},
     .abbreviations = {},
     .and_cents = " ",
     .currencies = kKoreanMoney,
     .before_unit = "",
     .number_rules = kKoreanRules},
    {.code = "hi",
     .point = "दशमलव",
     .ordinals = "(st|nd|rd|th)",
     .symbols = {"और", "ऐट दी रेट", "प्रतिशत", "हैश", "डॉलर", "पाउंड", "डिग्री"},
     .abbreviations = {},
     .and_cents = " ",
     .currencies = kHindiMoney},
};

}  // namespace

const SpokenLanguage* spoken_language(std::string_view code) {
  const auto* row = std::ranges::find(kLanguages, code, &SpokenLanguage::code);
  return row == std::end(kLanguages) ? nullptr : row;
}

}  // namespace sotto::spoken
