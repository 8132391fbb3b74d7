// The words of upstream's cleaner, a row a language.
#pragma once

#include <span>
#include <string_view>

namespace sotto::models::xtts {

struct Replaced {
  const char *what, *with;
};

// Names of a currency and of its hundredth, of one and of many.
struct Currency {
  char16_t sign;
  const char *one, *many, *cent, *cents;
};

struct CleaningRow {
  std::string_view language;
  const char* ordinals;                     // behind a number: an expression
  const char* symbols[7];                   // & @ % # $ £ °
  std::span<const Replaced> abbreviations;  // a dot stands behind each
  const char* one = nullptr;                // 1 before a currency
  const char* and_cents = nullptr;
  std::span<const Currency> currencies = {};
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

// Pounds, dollars, euros: the order in which they are looked for.
inline constexpr Currency kEnglishMoney[] = {
    {u'£', "pound sterling", "pounds sterling", "penny", "pence"},
    {u'$', "dollar", "dollars", "cent", "cents"},
    {u'€', "euro", "euro", "cent", "cents"}};
inline constexpr Currency kSpanishMoney[] = {{u'£', "libra", "libras", "penique", "peniques"},
                                             {u'$', "dólar", "dólares", "centavo", "centavos"},
                                             {u'€', "euro", "euros", "céntimo", "céntimos"}};
inline constexpr Currency kFrenchMoney[] = {{u'£', "livre", "livres", "penny", "pence"},
                                            {u'$', "dollar", "dollars", "cent", "cents"},
                                            {u'€', "euro", "euros", "centime", "centimes"}};
inline constexpr Currency kGermanMoney[] = {{u'£', "Pfund", "Pfund", "Penny", "Pence"},
                                            {u'$', "Dollar", "Dollar", "Cent", "Cent"},
                                            {u'€', "Euro", "Euro", "Cent", "Cent"}};

inline constexpr CleaningRow kCleaning[] = {
    {"en",
     "(st|nd|rd|th)",
     {"and", "at", "percent", "hash", "dollar", "pound", "degree"},
     kEnglish,
     "one",
     ", ",
     kEnglishMoney},
    {"es",
     "(º|ª|er|o|a|os|as)",
     {"y", "arroba", "por ciento", "numeral", "dolar", "libra", "grados"},
     kSpanish,
     "un",
     " con ",
     kSpanishMoney},
    {"fr",
     "(º|ª|er|re|e|ème)",
     {"et", "arobase", "pour cent", "dièse", "dollar", "livre", "degrés"},
     kFrench,
     "un",
     " et ",
     kFrenchMoney},
    {"de",
     "(st|nd|rd|th|º|ª|\\.(?=\\s|$))",
     {"und", "at", "prozent", "raute", "dollar", "pfund", "grad"},
     kGerman,
     "ein",
     " und ",
     kGermanMoney},
    {"pt",
     "(º|ª|o|a|os|as)",
     {"e", "arroba", "por cento", "cardinal", "dólar", "libra", "graus"},
     kPortuguese},
    {"it",
     "(º|°|ª|o|a|i|e)",
     {"e", "chiocciola", "per cento", "cancelletto", "dollaro", "sterlina", "gradi"},
     kItalian},
    {"pl",
     "(º|ª|st|nd|rd|th)",
     {"i", "małpa", "procent", "krzyżyk", "dolar", "funt", "stopnie"},
     kPolish},
    {"ar", "(ون|ين|ث|ر|ى)", {"و", "على", "في المئة", "رقم", "دولار", "جنيه", "درجة"}, {}},
    {"cs", "\\.(?=\\s|$)", {"a", "na", "procento", "křížek", "dolar", "libra", "stupně"}, kCzech},
    {"ru",
     "(-й|-я|-е|-ое|-ье|-го)",
     {"и", "собака", "процентов", "номер", "доллар", "фунт", "градус"},
     kRussian},
    {"nl", "(de|ste|e)", {"en", "bij", "procent", "hekje", "dollar", "pond", "graden"}, kDutch},
    {"tr",
     "(\\.|inci|nci|uncu|üncü)",
     {"ve", "at", "yüzde", "diyez", "dolar", "sterlin", "derece"},
     kTurkish},
    {"hu",
     "(\\.|adik|edik|odik|ödik|ödike|ik)",
     {"és", "kukac", "százalék", "kettőskereszt", "dollár", "font", "fok"},
     kHungarian},
    {"ko", "(번째|번|차|째)", {"그리고", "에", "퍼센트", "번호", "달러", "파운드", "도"}, {}},
    {"hi", "(st|nd|rd|th)", {"और", "ऐट दी रेट", "प्रतिशत", "हैश", "डॉलर", "पाउंड", "डिग्री"}, {}},
};

}  // namespace sotto::models::xtts
