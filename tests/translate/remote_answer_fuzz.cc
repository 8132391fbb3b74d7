// Answers of other people's translators: nothing in them breaks anything, and what is believed of
// them has all that was protected.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/utf8.h"
#include "translate/remote/answer_judge.h"
#include "translate/remote/chat_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sotto;
  using namespace sotto::translate;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ChatStream stream(4000);
  for (size_t at = 0; at < size; at += 7)
    if (!stream.push(bytes.substr(at, 7))) break;
  stream.end();
  if (stream.text().size() > 5000) std::abort();

  static const Language english = *find_language("en"), japanese = *find_language("ja");
  static const AnswerJudge judge(english, japanese);
  text::Sentence source{"I fixed src/a.ts in 42 files.", {}, english};
  source.spans = {{8, 16, text::SpanKind::path}, {20, 22, text::SpanKind::number}};
  size_t replaced = 0;
  const std::string text = to_valid_utf8(bytes.substr(0, 4000), replaced);
  for (const Tag* tag : {static_cast<const Tag*>(nullptr), &kXmlTag, &kHtmlTag}) {
    const Translation made = judge.judge(text, source, *judge.prepare(source, tag));
    if (!made.untranslated && made.sentence.text.find("src/a.ts") == std::string::npos)
      std::abort();
    for (const auto& span : made.sentence.spans)
      if (span.begin >= span.end || span.end > made.sentence.text.size()) std::abort();
  }
  return 0;
}
