#include "text/spoken/chinese.h"

#include <unicode/regex.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <iterator>
#include <memory>
#include <vector>

#include "base/unicode.h"
#include "text/spoken/characters.h"

namespace sotto::spoken {
namespace {

using icu::UnicodeString;

constexpr char16_t kDigits[] = u"零一二三四五六七八九";
constexpr char16_t kTwoOf = u'两';  // before hundred and more
constexpr char16_t kPoint = u'点';

struct Unit {
  char16_t sign;
  int power;  // of ten
};
constexpr Unit kUnits[] = {{u'十', 1},  {u'百', 2},  {u'千', 3},  {u'万', 4},  {u'亿', 8},
                           {u'兆', 12}, {u'京', 16}, {u'垓', 20}, {u'秭', 24}, {u'穰', 28},
                           {u'沟', 32}, {u'涧', 36}, {u'正', 40}, {u'载', 44}};

// Units of money, and counters of things.
constexpr char16_t kMoneyUnits[] = u"(?:亿|千万|百万|万|千|百|元|块|角|毛|分)";
constexpr char16_t kCounters[] =
    u"(?:[千毫微]克|[千分厘毫]米|["
    u"匹张座回场尾条个首阙阵网炮顶丘棵只支袭辆挑担颗壳窠曲墙群腔砣客贯扎捆刀令打手罗"
    u"坡山岭江溪钟队单双对出口头脚板跳枝件贴针线管名位身堂课本页家户层丝毫厘分钱两斤铢石钧锱忽寸尺"
    u"丈里寻常铺程"
    u"撮勺合升斗盘碗碟叠桶笼盆盒杯斛锅簋篮罐瓶壶卮盏箩箱煲啖袋钵年月日季刻时周天秒旬纪岁世更夜春夏"
    u"秋冬代伏辈丸泡"
    u"粒幢堆根道面片块])";

// They all become commas.
constexpr char16_t kCommaSigns[] =
    u"！？｡。＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～｟｠｢｣､、〃《》「」『』【】"
    u"〔〕〖〗〘〙〚〛〜〝〞〟"
    u"〰〾〿–—‘’‛“”„‟…‧﹏·〈〉-!\"#$%&'()*+,./:;<=>?@[\\]^_`{|}~";

bool is_digit(char16_t c) { return c >= u'0' && c <= u'9'; }
char16_t digit(const UnicodeString& number, int i) { return kDigits[number[i] - u'0']; }
bool is_said_digit(char16_t c) { return UnicodeString(kDigits).indexOf(c) >= 0; }

// All scripts' digits as ASCII's.
UnicodeString with_ascii_digits(const UnicodeString& text) {
  UnicodeString out;
  for (int i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    out.append(u_isdigit(c) ? UChar32{'0'} + u_charDigitValue(c) : c);
  }
  return out;
}

// One by one.
UnicodeString digits(const UnicodeString& number) {
  UnicodeString said;
  for (int i = 0; i < number.length(); ++i)
    if (is_digit(number[i])) said += digit(number, i);
  return said;
}

void append_whole(const UnicodeString& number, UnicodeString& said) {
  int zeros = 0;
  while (zeros < number.length() && digit(number, zeros) == kDigits[0]) ++zeros;
  const UnicodeString rest(number, zeros);
  if (rest.isEmpty()) return;
  if (rest.length() == 1) {
    if (zeros > 0) said += kDigits[0];
    said += digit(rest, 0);
    return;
  }
  const Unit* unit = std::end(kUnits) - 1;
  while (unit->power >= rest.length()) --unit;
  append_whole(UnicodeString(number, 0, number.length() - unit->power), said);
  said += unit->sign;
  append_whole(UnicodeString(rest, rest.length() - unit->power), said);
}

// Digits, or with a dot between them.
UnicodeString cardinal(const UnicodeString& number) {
  const int dot = number.indexOf(u'.');
  const UnicodeString whole(number, 0, dot < 0 ? number.length() : dot);
  UnicodeString said;
  if (whole.length() > 1)
    append_whole(whole, said);
  else
    said = digits(whole);
  const int end = said.length();
  if (dot >= 0) (said += kPoint) += digits(UnicodeString(number, dot + 1));
  const auto is_great_unit = [&](int i) { return !is_said_digit(said[i]) && said[i] != u'十'; };
  for (int i = 0; i + 1 < end; ++i) {
    const bool begins = i == 0 || is_great_unit(i - 1);
    if (said[i] == kDigits[2] && begins && is_great_unit(i + 1)) said.setCharAt(i, kTwoOf);
  }
  if (said.startsWith(UnicodeString(kPoint))) return kDigits[0] + said;
  if (said.startsWith(u"一十")) said.remove(0, 1);
  return said;
}

// "2024年5月1日": years digit by digit.
UnicodeString date(const UnicodeString& given) {
  UnicodeString said, number;
  for (int i = 0; i < given.length(); ++i) {
    const char16_t c = given[i];
    if (is_digit(c)) {
      number += c;
      continue;
    }
    said += c == u'年' ? digits(number) : cardinal(number);
    said += c;
    number.remove();
  }
  return said;
}

UnicodeString fraction(const UnicodeString& given) {
  const int bar = given.indexOf(u'/');
  return cardinal(UnicodeString(given, bar + 1)) + u"分之" + cardinal(UnicodeString(given, 0, bar));
}

UnicodeString percentage(const UnicodeString& given) {
  return u"百分之" + cardinal(UnicodeString(given, 0, given.length() - 1));
}

// "B二B": between letters it was no number.
UnicodeString between_letters(const UnicodeString& given) {
  return UnicodeString(given).findAndReplace(u"二", u"2");
}

std::vector<UnicodeString> find_all(const UnicodeString& text, const UnicodeString& expression) {
  UErrorCode status = U_ZERO_ERROR;
  icu::RegexMatcher matcher(expression, text, 0, status);
  std::vector<UnicodeString> found;
  while (U_SUCCESS(status) && matcher.find(status)) found.push_back(matcher.group(1, status));
  return found;
}

// Every number in it.
UnicodeString money(const UnicodeString& given) {
  UnicodeString said = given;
  for (const UnicodeString& number : find_all(given, u"(\\d+(?:\\.\\d+)?)"))
    said.findAndReplace(number, cardinal(number));
  return said;
}

struct Rule {
  UnicodeString expression;  // its first group is what is said
  UnicodeString (*said)(const UnicodeString&);
};

// In this order; each reads what the one before it wrote.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = {
      {u"\\D+((?:(?:[089]\\d|(?:19|20)\\d{2})年)?(?:\\d{1,2}月(?:\\d{1,2}[日号])?)?)", date},
      {UnicodeString(u"\\D+(\\d+(?:\\.\\d+)?[多余几]?") + kMoneyUnits + u"(?:\\d" + kMoneyUnits +
           u"?)?)",
       money},
      {u"\\D((?:\\+?86 ?)?1(?:[38]\\d|5[0-35-9]|7[678]|9[89])\\d{8})\\D", digits},
      {u"\\D((?:0(?:10|2[1-3]|[3-9]\\d{2})-?)?[1-9]\\d{6,7})\\D", digits},
      {u"(\\d+/\\d+)", fraction},
      {u"(\\d+(?:\\.\\d+)?%)", percentage},
      {UnicodeString(u"(\\d+(?:\\.\\d+)?)[多余几]?") + kCounters, cardinal},
      {u"(\\d{4,32})", digits},
      {u"(\\d+(?:\\.\\d+)?)", cardinal},
      {u"([a-zA-Z]+二[a-zA-Z]+)", between_letters}};
  return kRules;
}

// Replaces the first occurrence of `what`, as upstream does, even if a later one was meant.
void replace_first(UnicodeString& text, const UnicodeString& what, const UnicodeString& with) {
  const int at = text.indexOf(what);
  if (!what.isEmpty() && at >= 0) text.replace(at, what.length(), with);
}

}  // namespace

std::string chinese_words(std::string_view given) {
  UnicodeString text = with_ascii_digits(from_utf8(lowered(stripped(given))));
  text.findAndReplace(u"\"", u"").findAndReplace(u"％", u"%");
  text = u"^" + text + u"$";  // numbers at the ends have something beside them, too
  for (const Rule& rule : rules()) {
    for (const UnicodeString& found : find_all(text, rule.expression))
      replace_first(text, found, rule.said(found));
  }
  while (text.startsWith(u"^")) text.remove(0, 1);
  while (text.endsWith(u"$")) text.truncate(text.length() - 1);
  const UnicodeString signs(kCommaSigns);
  for (int i = 0; i < text.length(); ++i)
    if (signs.indexOf(text[i]) >= 0) text.setCharAt(i, u',');
  text.findAndReplace(u"£", u" 英镑 ");
  text.findAndReplace(u"°", u" 度 ");
  return single_spaced(to_utf8(text));
}

}  // namespace sotto::spoken
