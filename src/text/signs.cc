#include "text/signs.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "base/utf8.h"

namespace sotto::text {

constexpr std::array<std::string_view, 10> kSignLanguages = {"en", "ja", "de", "fr", "es",
                                                             "it", "pt", "zh", "ko", "ru"};
struct SignWords {
  std::array<std::string_view, kSignLanguages.size()> in;
};

namespace {

using Row = SignWords;

// A row a sign, a column a language.
// clang-format off
//                    en                          ja                  de                     fr                     es                   it                     pt                  zh          ko                ru
constexpr Row
    kLess         = {{"less than",                "小なり",           "kleiner als",         "inférieur à",         "menor que",         "minore di",           "menor que",        "小于",     "작다",           "меньше"}},
    kAtMost       = {{"less than or equal to",    "小なりイコール",   "kleiner oder gleich", "inférieur ou égal à", "menor o igual que", "minore o uguale a",   "menor ou igual a", "小于等于", "작거나 같다",    "меньше или равно"}},
    kGreater      = {{"greater than",             "大なり",           "größer als",          "supérieur à",         "mayor que",         "maggiore di",         "maior que",        "大于",     "크다",           "больше"}},
    kAtLeast      = {{"greater than or equal to", "大なりイコール",   "größer oder gleich",  "supérieur ou égal à", "mayor o igual que", "maggiore o uguale a", "maior ou igual a", "大于等于", "크거나 같다",    "больше или равно"}},
    kEqual        = {{"equals",                   "イコール",         "gleich",              "égal",                "igual a",           "uguale a",            "igual a",          "等于",     "이퀄",           "равно"}},
    kNotEqual     = {{"not equal to",             "ノットイコール",   "ungleich",            "différent de",        "distinto de",       "diverso da",          "diferente de",     "不等于",   "같지 않음",      "не равно"}},
    kNearlyEqual  = {{"approximately",            "ニアリーイコール", "ungefähr gleich",     "environ égal à",      "aproximadamente",   "circa uguale a",      "aproximadamente",  "约等于",   "약",             "приблизительно равно"}},
    kAbout        = {{"about",                    "約",               "etwa",                "environ",             "unos",              "circa",               "cerca de",         "约",       "약",             "около"}},
    kPlusMinus    = {{"plus or minus",            "プラスマイナス",   "plus minus",          "plus ou moins",       "más o menos",       "più o meno",          "mais ou menos",    "正负",     "플러스마이너스", "плюс-минус"}},
    kMinus        = {{"minus",                    "マイナス",         "minus",               "moins",               "menos",             "meno",                "menos",            "减",       "마이너스",       "минус"}},
    kPlus         = {{"plus",                     "プラス",           "plus",                "plus",                "más",               "più",                 "mais",             "加",       "플러스",         "плюс"}},
    kPlusPlus     = {{"plus plus",                "プラスプラス",     "plus plus",           "plus plus",           "más más",           "più più",             "mais mais",        "加加",     "플러스플러스",   "плюс плюс"}},
    kTimes        = {{"times",                    "かける",           "mal",                 "fois",                "por",               "per",                 "vezes",            "乘以",     "곱하기",         "умножить на"}},
    kDividedBy    = {{"divided by",               "割る",             "geteilt durch",       "divisé par",          "dividido por",      "diviso",              "dividido por",     "除以",     "나누기",         "разделить на"}},
    kPower        = {{"to the power of",          "ハット",           "hoch",                "puissance",           "elevado a",         "elevato a",           "elevado a",        "的幂",     "거듭제곱",       "в степени"}},
    kRoot         = {{"square root of",           "ルート",           "Wurzel aus",          "racine de",           "raíz de",           "radice di",           "raiz de",          "根号",     "루트",           "корень из"}},
    kAnd          = {{"and",                      "アンド",           "und",                 "et",                  "y",                 "e",                   "e",                "和",       "그리고",         "и"}},
    kOr           = {{"or",                       "オア",             "oder",                "ou",                  "o",                 "o",                   "ou",               "或",       "또는",           "или"}},
    kNot          = {{"not",                      "ノット",           "nicht",               "non",                 "no",                "non",                 "não",              "非",       "낫",             "не"}},
    kPipe         = {{"pipe",                     "パイプ",           "Pipe",                "pipe",                "barra vertical",    "pipe",                "barra vertical",   "管道",     "파이프",         "вертикальная черта"}},
    kTo           = {{"to",                       "から",             "zu",                  "vers",                "a",                 "a",                   "para",             "到",       "에서",           "в"}},
    kArrow        = {{"arrow",                    "アロー",           "Pfeil",               "flèche",              "flecha",            "freccia",             "seta",             "箭头",     "화살표",         "стрелка"}},
    kBackAndForth = {{"and",                      "と",               "und",                 "et",                  "y",                 "e",                   "e",                "和",       "와",             "и"}},
    kUp           = {{"up",                       "上昇",             "gestiegen",           "en hausse",           "en aumento",        "in aumento",          "em alta",          "上升",     "상승",           "вверх"}},
    kDown         = {{"down",                     "低下",             "gesunken",            "en baisse",           "en descenso",       "in calo",             "em baixa",         "下降",     "하락",           "вниз"}},
    kOk           = {{"OK",                       "OK",               "OK",                  "OK",                  "OK",                "OK",                  "OK",               "通过",     "통과",           "ОК"}},
    kSuccess      = {{"success",                  "成功",             "Erfolg",              "succès",              "éxito",             "successo",            "sucesso",          "成功",     "성공",           "успех"}},
    kFailed       = {{"failed",                   "失敗",             "fehlgeschlagen",      "échec",               "fallido",           "fallito",             "falhou",           "失败",     "실패",           "ошибка"}},
    kWarning      = {{"warning",                  "警告",             "Warnung",             "attention",           "advertencia",       "attenzione",          "atenção",          "警告",     "경고",           "внимание"}},
    kForbidden    = {{"forbidden",                "禁止",             "verboten",            "interdit",            "prohibido",         "vietato",             "proibido",         "禁止",     "금지",           "запрещено"}},
    kRed          = {{"red",                      "赤",               "rot",                 "rouge",               "rojo",              "rosso",               "vermelho",         "红",       "빨강",           "красный"}},
    kYellow       = {{"yellow",                   "黄",               "gelb",                "jaune",               "amarillo",          "giallo",              "amarelo",          "黄",       "노랑",           "жёлтый"}},
    kGreen        = {{"green",                    "緑",               "grün",                "vert",                "verde",             "verde",               "verde",            "绿",       "초록",           "зелёный"}},
    kInProgress   = {{"in progress",              "進行中",           "in Arbeit",           "en cours",            "en curso",          "in corso",            "em andamento",     "进行中",   "진행 중",        "в работе"}},
    kSkipped      = {{"skipped",                  "スキップ",         "übersprungen",        "ignoré",              "omitido",           "saltato",             "ignorado",         "跳过",     "건너뜀",         "пропущено"}},
    kDone         = {{"done",                     "完了",             "erledigt",            "fait",                "hecho",             "fatto",               "feito",            "已完成",   "완료",           "готово"}},
    kToDo         = {{"to do",                    "未完了",           "offen",               "à faire",             "pendiente",         "da fare",             "a fazer",          "待办",     "할 일",          "сделать"}};

// In the order of SpokenWord.
constexpr Row kSpokenWords[] = {
                    {{"link",                     "リンク",           "Link",                "lien",                "enlace",            "link",                "link",             "链接",     "링크",           "ссылка"}},
                    {{"version",                  "バージョン",       "Version",             "version",             "versión",           "versione",            "versão",           "版本",     "버전",           "версия"}},
                    {{"a formula",                "数式",             "eine Formel",         "une formule",         "una fórmula",       "una formula",         "uma fórmula",      "公式",     "수식",           "формула"}},
                    {{"dot",                      "ドット",           "Punkt",               "point",               "punto",             "punto",               "ponto",            "点",       "닷",             "точка"}},
                    {{"slash",                    "スラッシュ",       "Schrägstrich",        "slash",               "barra",             "barra",               "barra",            "斜杠",     "슬래시",         "слэш"}},
                    {{"at",                       "アット",           "at",                  "arobase",             "arroba",            "chiocciola",          "arroba",           "艾特",     "골뱅이",         "собака"}},
                    {{"percent",                  "パーセント",       "Prozent",             "pour cent",           "por ciento",        "per cento",           "por cento",        "百分号",   "퍼센트",         "процент"}},
                    {{"star",                     "アスタリスク",     "Stern",               "étoile",              "asterisco",         "asterisco",           "asterisco",        "星号",     "별표",           "звёздочка"}},
                    {{"line",                     "行目",             "Zeile",               "ligne",               "línea",             "riga",                "linha",            "行",       "행",             "строка"}},
};
// clang-format on

constexpr Sign kSigns[] = {
    {"<", SignRole::comparison, &kLess},
    {"<=", SignRole::comparison, &kAtMost},
    {"≤", SignRole::comparison, &kAtMost},
    {"⩽", SignRole::comparison, &kAtMost},
    {">", SignRole::comparison, &kGreater},
    {">=", SignRole::comparison, &kAtLeast},
    {"≥", SignRole::comparison, &kAtLeast},
    {"⩾", SignRole::comparison, &kAtLeast},
    {"≈", SignRole::comparison, &kNearlyEqual},
    {"=", SignRole::equality, &kEqual},
    {"==", SignRole::equality, &kEqual},
    {"===", SignRole::equality, &kEqual},
    {"≡", SignRole::equality, &kEqual},
    {":=", SignRole::equality, &kEqual},
    {"!=", SignRole::equality, &kNotEqual},
    {"!==", SignRole::equality, &kNotEqual},
    {"≠", SignRole::equality, &kNotEqual},
    {"&", SignRole::logic, &kAnd},
    {"&&", SignRole::logic, &kAnd},
    {"||", SignRole::logic, &kOr},
    {"|", SignRole::bar, &kPipe},
    {"+", SignRole::arithmetic, &kPlus},
    {"++", SignRole::arithmetic, &kPlusPlus},
    {"*", SignRole::arithmetic, &kTimes},
    {"×", SignRole::arithmetic, &kTimes},
    {"➕", SignRole::arithmetic, &kPlus},
    {"➗", SignRole::arithmetic, &kDividedBy},
    {"⋅", SignRole::arithmetic, &kTimes},
    {"÷", SignRole::arithmetic, &kDividedBy},
    {"^", SignRole::arithmetic, &kPower},
    {"**", SignRole::arithmetic, &kPower},
    {"√", SignRole::arithmetic, &kRoot},
    {"−", SignRole::minus, &kMinus},
    {"➖", SignRole::minus, &kMinus},
    {"-", SignRole::minus, &kMinus},
    {"~", SignRole::about, &kAbout},
    {"±", SignRole::about, &kPlusMinus},
    {"->", SignRole::arrow, &kArrow},
    {"=>", SignRole::arrow, &kArrow},
    {"-->", SignRole::arrow, &kArrow},
    {"==>", SignRole::arrow, &kArrow},
    {"→", SignRole::arrow, &kTo},
    {"⇒", SignRole::arrow, &kTo},
    {"➡", SignRole::arrow, &kTo},
    {"➔", SignRole::arrow, &kTo},
    {"➜", SignRole::arrow, &kTo},
    {"⟶", SignRole::arrow, &kTo},
    {"↔", SignRole::arrow, &kBackAndForth},
    {"⇔", SignRole::arrow, &kBackAndForth},
    {"↑", SignRole::trend, &kUp},
    {"⬆", SignRole::trend, &kUp},
    {"↓", SignRole::trend, &kDown},
    {"⬇", SignRole::trend, &kDown},
    {"!", SignRole::negation, &kNot},
    {"¬", SignRole::negation, &kNot},
    {"✅", SignRole::status, &kOk},
    {"✓", SignRole::status, &kOk},
    {"✔", SignRole::status, &kOk},
    {"🆗", SignRole::status, &kOk},
    {"❌", SignRole::status, &kFailed},
    {"❎", SignRole::status, &kFailed},
    {"✗", SignRole::status, &kFailed},
    {"✘", SignRole::status, &kFailed},
    {"✖", SignRole::status, &kFailed},
    {"✕", SignRole::status, &kFailed},
    {"☒", SignRole::status, &kFailed},
    {"⚠", SignRole::status, &kWarning},
    {"🔴", SignRole::status, &kRed},
    {"🟥", SignRole::status, &kRed},
    {"🟡", SignRole::status, &kYellow},
    {"🟨", SignRole::status, &kYellow},
    {"🟢", SignRole::status, &kGreen},
    {"🟩", SignRole::status, &kGreen},
    {"🚫", SignRole::status, &kForbidden},
    {"⛔", SignRole::status, &kForbidden},
    {"⏳", SignRole::status, &kInProgress},
    {"⌛", SignRole::status, &kInProgress},
    {"🚧", SignRole::status, &kInProgress},
    {"⏭", SignRole::status, &kSkipped},
    {"☑", SignRole::status, &kDone},
    {"☐", SignRole::status, &kToDo},
    {"⬜", SignRole::status, &kToDo},
};

std::string_view sign_column(const Row& row, const Language& language) {
  const auto found = std::ranges::find(kSignLanguages, language.iso);
  return row
      .in[found == kSignLanguages.end() ? 0 : static_cast<size_t>(found - kSignLanguages.begin())];
}

// A word as menus write them: a capital letter and then small ones, or a script without capitals.
bool is_title_word(std::string_view word) {
  size_t i = 0;
  if (word.empty()) return false;
  const auto first = static_cast<UChar32>(next_code_point(word, i));
  if (i >= word.size() || !u_isupper(first)) return false;
  return u_islower(static_cast<UChar32>(next_code_point(word, i)));
}

}  // namespace

const Sign* sign_of(char32_t c) {
  using Entry = std::pair<char32_t, const Sign*>;
  static const std::vector<Entry> sorted = [] {
    std::vector<Entry> all;
    for (const Sign& sign : kSigns) {
      size_t behind = 0;
      const char32_t first = next_code_point(sign.text, behind);
      if (behind == sign.text.size()) all.emplace_back(first, &sign);
    }
    std::ranges::sort(all);
    return all;
  }();
  const auto found = std::ranges::lower_bound(sorted, c, {}, &Entry::first);
  return found != sorted.end() && found->first == c ? found->second : nullptr;
}

const Sign* sign_at(std::string_view text, size_t i) {
  const auto first = static_cast<unsigned char>(text[i]);
  if (first >= 0x80) return (first & 0xC0) == 0x80 ? nullptr : sign_of(next_code_point(text, i));
  if (std::string_view("<>=:!&|+*^-~").find(text[i]) == std::string_view::npos) return nullptr;
  const Sign* longest = nullptr;
  for (const Sign& sign : kSigns) {
    const bool longer = !longest || sign.text.size() > longest->text.size();
    if (longer && text.substr(i, sign.text.size()) == sign.text) longest = &sign;
  }
  return longest;
}

std::string_view sign_words(const Sign& sign, const Language& language, bool before_number) {
  if (before_number && sign.words == &kNearlyEqual) return sign_column(kAbout, language);
  return sign_column(*sign.words, language);
}

std::string_view sign_label(const Sign& sign, const Language& language) {
  return sign_column(sign.words == &kOk ? kSuccess : *sign.words, language);
}

std::string_view spoken_word(SpokenWord word, const Language& language) {
  return sign_column(kSpokenWords[static_cast<size_t>(word)], language);
}

bool is_status_mark(char32_t c) {
  const Sign* sign = sign_of(c);
  return sign != nullptr && sign->role == SignRole::status;
}

bool is_menu_step(std::string_view left, std::string_view right) {
  return is_title_word(left) && is_title_word(right);
}

}  // namespace sotto::text
