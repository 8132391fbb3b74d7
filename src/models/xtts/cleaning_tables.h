// The words of upstream's cleaner, a row a language.
#pragma once

#include <span>
#include <string_view>

#include "models/xtts/number_words.h"

namespace sotto::models::xtts {

struct Replaced {
  const char *what, *with;
};

// What is counted: one; many; and, where a language has it, how two to four, 22 to 24, ... are
// called.
struct Noun {
  const char *one, *many;
  const char* few = nullptr;
};

struct Currency {
  char16_t sign;
  Noun unit, cent;  // a hundredth
  Gender gender = Gender::masculine;
};

struct CleaningRow {
  std::string_view language;
  const char* ordinals;                     // behind a number: an expression
  const char* symbols[7];                   // & @ % # $ £ °
  std::span<const Replaced> abbreviations;  // a dot stands behind each
  const char* and_cents;
  std::span<const Currency> currencies;
};

inline constexpr const char* kSymbols[] = {"&", "@", "%", "#", "$", "£", "°"};

inline constexpr Replaced kEnglish[] = {
    {"mrs", "misess"},   {"mr", "mister"},    {"dr", "doctor"},     {"st", "saint"},
    {"co", "company"},   {"jr", "junior"},    {"maj", "major"},     {"gen", "general"},
    {"drs", "doctors"},  {"rev", "reverend"}, {"lt", "lieutenant"}, {"hon", "honorable"},
    {"sgt", "sergeant"}, {"capt", "captain"}, {"esq", "esquire"},   {"ltd", "limited"},
    {"col", "colonel"},  {"ft", "fort"}};
inline constexpr Replaced kSpanish[] = {{"sra", "señora"},  {"sr", "señor"},    {"dr", "doctor"},
                                        {"dra", "doctora"}, {"st", "santo"},    {"co", "compañía"},
                                        {"jr", "junior"},   {"ltd", "limitada"}};
inline constexpr Replaced kFrench[] = {{"mme", "madame"}, {"mr", "monsieur"},  {"dr", "docteur"},
                                       {"st", "saint"},   {"co", "compagnie"}, {"jr", "junior"},
                                       {"ltd", "limitée"}};
inline constexpr Replaced kGerman[] = {
    {"fr", "frau"}, {"dr", "doktor"}, {"st", "sankt"}, {"co", "firma"}, {"jr", "junior"}};
inline constexpr Replaced kPortuguese[] = {
    {"sra", "senhora"}, {"sr", "senhor"},    {"dr", "doutor"}, {"dra", "doutora"},
    {"st", "santo"},    {"co", "companhia"}, {"jr", "júnior"}, {"ltd", "limitada"}};
inline constexpr Replaced kItalian[] = {{"sig", "signore"}, {"dr", "dottore"},
                                        {"st", "santo"},    {"co", "compagnia"},
                                        {"jr", "junior"},   {"ltd", "limitata"}};
inline constexpr Replaced kPolish[] = {
    {"p", "pani"}, {"m", "pan"}, {"dr", "doktor"}, {"sw", "święty"}, {"jr", "junior"}};
inline constexpr Replaced kCzech[] = {{"dr", "doktor"}, {"ing", "inženýr"}, {"p", "pan"}};
inline constexpr Replaced kRussian[] = {
    {"г-жа", "госпожа"}, {"г-н", "господин"}, {"д-р", "доктор"}};
inline constexpr Replaced kDutch[] = {
    {"dhr", "de heer"}, {"mevr", "mevrouw"}, {"dr", "dokter"}, {"jhr", "jonkheer"}};
inline constexpr Replaced kTurkish[] = {{"b", "bay"}, {"byk", "büyük"}, {"dr", "doktor"}};
inline constexpr Replaced kHungarian[] = {{"dr", "doktor"}, {"b", "bácsi"}, {"nőv", "nővér"}};

// Pounds, dollars, euros: the order in which they are looked for. Upstream's words, but where it
// has none (Polish, Czech and Russian pounds, Czech dollars, Korean pounds and euros, Turkish,
// Hindi), English ones (Hungarian) or always riyals (Arabic).
inline constexpr Currency kEnglishMoney[] = {
    {u'£', {"pound sterling", "pounds sterling"}, {"penny", "pence"}},
    {u'$', {"dollar", "dollars"}, {"cent", "cents"}},
    {u'€', {"euro", "euro"}, {"cent", "cents"}}};
inline constexpr Currency kSpanishMoney[] = {
    {u'£', {"libra", "libras"}, {"penique", "peniques"}, Gender::feminine},
    {u'$', {"dólar", "dólares"}, {"centavo", "centavos"}},
    {u'€', {"euro", "euros"}, {"céntimo", "céntimos"}}};
inline constexpr Currency kFrenchMoney[] = {{u'£', {"livre", "livres"}, {"penny", "pence"}},
                                            {u'$', {"dollar", "dollars"}, {"cent", "cents"}},
                                            {u'€', {"euro", "euros"}, {"centime", "centimes"}}};
inline constexpr Currency kGermanMoney[] = {{u'£', {"Pfund", "Pfund"}, {"Penny", "Pence"}},
                                            {u'$', {"Dollar", "Dollar"}, {"Cent", "Cent"}},
                                            {u'€', {"Euro", "Euro"}, {"Cent", "Cent"}}};
inline constexpr Currency kPortugueseMoney[] = {
    {u'£', {"libra", "libras"}, {"péni", "pence"}},
    {u'$', {"dólar", "dólares"}, {"cêntimo", "cêntimos"}},
    {u'€', {"euro", "euros"}, {"cêntimo", "cêntimos"}}};
inline constexpr Currency kItalianMoney[] = {
    {u'£', {"sterlina", "sterline"}, {"penny", "penny"}, Gender::feminine},
    {u'$', {"dollaro", "dollari"}, {"centesimo", "centesimi"}},
    {u'€', {"euro", "euro"}, {"centesimo", "centesimi"}}};
inline constexpr Currency kPolishMoney[] = {
    {u'£',
     {"funt szterling", "funtów szterlingów", "funty szterlingi"},
     {"pens", "pensów", "pensy"}},
    {u'$',
     {"dolar amerykański", "dolarów amerykańskich", "dolary amerykańskie"},
     {"cent", "centów", "centy"}},
    {u'€', {"euro", "euro", "euro"}, {"cent", "centów", "centy"}}};
inline constexpr Currency kArabicMoney[] = {
    {u'£', {"جنيه إسترليني", "جنيه إسترليني"}, {"بنس", "بنس"}},
    {u'$', {"دولار", "دولار"}, {"سنت", "سنت"}},
    {u'€', {"يورو", "يورو"}, {"سنت", "سنت"}}};
inline constexpr Currency kCzechMoney[] = {
    {u'£', {"libra", "liber", "libry"}, {"pence", "pencí", "pence"}, Gender::feminine},
    {u'$', {"dolar", "dolarů", "dolary"}, {"cent", "centů", "centy"}},
    {u'€', {"euro", "euro", "euro"}, {"cent", "centů", "centy"}, Gender::mixed}};
inline constexpr Currency kRussianMoney[] = {
    {u'£',
     {"фунт стерлингов", "фунтов стерлингов", "фунта стерлингов"},
     {"пенс", "пенсов", "пенса"}},
    {u'$', {"доллар", "долларов", "доллара"}, {"цент", "центов", "цента"}},
    {u'€', {"евро", "евро", "евро"}, {"цент", "центов", "цента"}}};
inline constexpr Currency kDutchMoney[] = {{u'£', {"pond", "pond"}, {"penny", "penny"}},
                                           {u'$', {"dollar", "dollar"}, {"cent", "cent"}},
                                           {u'€', {"euro", "euro"}, {"cent", "cent"}}};
inline constexpr Currency kTurkishMoney[] = {{u'£', {"sterlin", "sterlin"}, {"peni", "peni"}},
                                             {u'$', {"dolar", "dolar"}, {"sent", "sent"}},
                                             {u'€', {"euro", "euro"}, {"sent", "sent"}}};
inline constexpr Currency kHungarianMoney[] = {{u'£', {"font", "font"}, {"penny", "penny"}},
                                               {u'$', {"dollár", "dollár"}, {"cent", "cent"}},
                                               {u'€', {"euró", "euró"}, {"cent", "cent"}}};
inline constexpr Currency kKoreanMoney[] = {{u'£', {"파운드", "파운드"}, {"펜스", "펜스"}},
                                            {u'$', {"달러", "달러"}, {"센트", "센트"}},
                                            {u'€', {"유로", "유로"}, {"센트", "센트"}}};
inline constexpr Currency kHindiMoney[] = {{u'£', {"पाउंड", "पाउंड"}, {"पेनी", "पेंस"}},
                                           {u'$', {"डॉलर", "डॉलर"}, {"सेंट", "सेंट"}},
                                           {u'€', {"यूरो", "यूरो"}, {"सेंट", "सेंट"}}};

inline constexpr CleaningRow kCleaning[] = {
    {"en",
     "(st|nd|rd|th)",
     {"and", "at", "percent", "hash", "dollar", "pound", "degree"},
     kEnglish,
     ", ",
     kEnglishMoney},
    {"es",
     "(º|ª|er|o|a|os|as)",
     {"y", "arroba", "por ciento", "numeral", "dolar", "libra", "grados"},
     kSpanish,
     " con ",
     kSpanishMoney},
    {"fr",
     "(º|ª|er|re|e|ème)",
     {"et", "arobase", "pour cent", "dièse", "dollar", "livre", "degrés"},
     kFrench,
     " et ",
     kFrenchMoney},
    {"de",
     "(st|nd|rd|th|º|ª|\\.(?=\\s|$))",
     {"und", "at", "prozent", "raute", "dollar", "pfund", "grad"},
     kGerman,
     " und ",
     kGermanMoney},
    {"pt",
     "(º|ª|o|a|os|as)",
     {"e", "arroba", "por cento", "cardinal", "dólar", "libra", "graus"},
     kPortuguese,
     " e ",
     kPortugueseMoney},
    {"it",
     "(º|°|ª|o|a|i|e)",
     {"e", "chiocciola", "per cento", "cancelletto", "dollaro", "sterlina", "gradi"},
     kItalian,
     " e ",
     kItalianMoney},
    {"pl",
     "(º|ª|st|nd|rd|th)",
     {"i", "małpa", "procent", "krzyżyk", "dolar", "funt", "stopnie"},
     kPolish,
     ", ",
     kPolishMoney},
    {"ar",
     "(ون|ين|ث|ر|ى)",
     {"و", "على", "في المئة", "رقم", "دولار", "جنيه", "درجة"},
     {},
     " و ",
     kArabicMoney},
    {"cs",
     "\\.(?=\\s|$)",
     {"a", "na", "procento", "křížek", "dolar", "libra", "stupně"},
     kCzech,
     ", ",
     kCzechMoney},
    {"ru",
     "(-й|-я|-е|-ое|-ье|-го)",
     {"и", "собака", "процентов", "номер", "доллар", "фунт", "градус"},
     kRussian,
     ", ",
     kRussianMoney},
    {"nl",
     "(de|ste|e)",
     {"en", "bij", "procent", "hekje", "dollar", "pond", "graden"},
     kDutch,
     ", ",
     kDutchMoney},
    {"tr",
     "(\\.|inci|nci|uncu|üncü)",
     {"ve", "at", "yüzde", "diyez", "dolar", "sterlin", "derece"},
     kTurkish,
     " ",
     kTurkishMoney},
    {"hu",
     "(\\.|adik|edik|odik|ödik|ödike|ik)",
     {"és", "kukac", "százalék", "kettőskereszt", "dollár", "font", "fok"},
     kHungarian,
     ", ",
     kHungarianMoney},
    {"ko",
     "(번째|번|차|째)",
     {"그리고", "에", "퍼센트", "번호", "달러", "파운드", "도"},
     {},
     " ",
     kKoreanMoney},
    {"hi",
     "(st|nd|rd|th)",
     {"और", "ऐट दी रेट", "प्रतिशत", "हैश", "डॉलर", "पाउंड", "डिग्री"},
     {},
     " ",
     kHindiMoney},
};

}  // namespace sotto::models::xtts
