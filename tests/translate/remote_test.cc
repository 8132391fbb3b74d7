// What other people's translators are sent, and what of their answers is believed.
#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "http/server_url.h"
#include "translate/feed.h"
#include "translate/one_by_one.h"
#include "translate/remote/answer_judge.h"
#include "translate/remote/chat_stream.h"
#include "translate/remote/remote_model.h"

namespace sotto::translate::remote_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

text::Sentence sentence(const std::string& text, const std::vector<std::string>& kept = {}) {
  text::Sentence s;
  s.text = text;
  s.language = *find_language("en");
  for (const std::string& part : kept) {
    const size_t at = text.find(part);
    s.spans.push_back({at, at + part.size(), text::SpanKind::code});
  }
  return s;
}

AnswerJudge judge_of(const char* to = "ja") { return {*find_language("en"), *find_language(to)}; }

// Of an answer to the text as it is.
Translation judged(const std::string& answer, const text::Sentence& source, const char* to = "ja") {
  const AnswerJudge judge = judge_of(to);
  return judge.judge(answer, source, *judge.prepare(source, nullptr));
}

TEST(ServerUrl, IsTakenApart) {
  const auto url = http::parse_server_url("http://LocalHost:11434/v1/#gemma3:4b");
  ASSERT_TRUE(url) << url.error().message;
  EXPECT_EQ(url->base, "http://LocalHost:11434/v1");
  EXPECT_EQ(url->host, "localhost");
  EXPECT_EQ(url->fragment, "gemma3:4b");
  EXPECT_FALSE(url->is_secure);
  EXPECT_TRUE(http::parse_server_url("https://api.deepl.com")->is_secure);
}

TEST(ServerUrl, StaysOnThisMachine) {
  for (const char* here :
       {"http://localhost", "http://127.0.0.1:1", "http://127.9.9.9/v1", "http://[::1]:8080/v1"})
    EXPECT_TRUE(http::parse_server_url(here)->is_loopback()) << here;
  for (const char* there :
       {"http://192.168.0.1", "http://127.example.com", "http://localhost.example.com",
        "http://[fe80::1]", "http://1.127.0.0", "https://api.deepl.com"})
    EXPECT_FALSE(http::parse_server_url(there)->is_loopback()) << there;
}

TEST(ServerUrl, IsRefused) {
  for (const char* wrong :
       {"", "ftp://a", "http://", "http://a b", "http://me:secret@host/v1", "http://a/v1?key=1",
        "http://[::1", "http://host:port", "http://host:123456",
        "http://host:", "file:///etc/passwd", "http://hö.st", "http://a\r\nX: y"}) {
    const auto url = http::parse_server_url(wrong);
    ASSERT_FALSE(url) << wrong;
    EXPECT_THAT(url.error().message, ::testing::Not(HasSubstr("secret")));
  }
}

TEST(RemoteNames, AreToldFromModels) {
  for (const char* remote : {"deepl", "azure", "google-cloud", "deepl:http://127.0.0.1:1",
                             "libretranslate:https://a.b", "http://127.0.0.1:11434/v1#a+b"})
    EXPECT_TRUE(is_remote(remote)) << remote;
  for (const char* model :
       {"narrator-en-ja", "facebook/nllb-200-distilled-600M", "deepl:x", "chat:x", "C:\\models",
        "firefox-de-en+firefox-en-ja", "deepl2", "nllb-600m@q4"})
    EXPECT_FALSE(is_remote(model)) << model;
  EXPECT_TRUE(leaves_machine("deepl"));
  EXPECT_TRUE(leaves_machine("http://10.0.0.1/v1#m"));
  EXPECT_FALSE(leaves_machine("libretranslate:http://localhost:5000"));
  EXPECT_FALSE(leaves_machine("narrator-en-ja"));
  EXPECT_EQ(remote_name("http://10.0.0.1/v1#gemma3:4b"), "gemma3:4b");
  EXPECT_EQ(remote_name("deepl:http://10.0.0.1"), "deepl");
}

TEST(Markup, KeepsWhatIsProtectedInTags) {
  const auto source = sentence("Run a<b && ls in src/a.ts & say <x>.", {"a<b && ls", "src/a.ts"});
  const auto asked = judge_of().prepare(source, &kXmlTag);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->text, "Run <x>a&lt;b &amp;&amp; ls</x> in <x>src/a.ts</x> &amp; say &lt;x&gt;.");
  const auto back =
      untagged("<x>src/a.ts</x>で<x>a&lt;b &amp;&amp; ls</x>を&lt;x&gt;", asked->source, kXmlTag);
  EXPECT_THAT(back, Optional(std::string("⟦1⟧で⟦0⟧を<x>")));
  for (const char* wrong : {"<x>src/b.ts</x>", "<x>src/a.ts", "<x></x>", "<x><x>src/a.ts</x>"})
    EXPECT_FALSE(untagged(wrong, asked->source, kXmlTag)) << wrong;
}

TEST(Markup, TheTextsOwnMarkersStayText) {
  const auto source = sentence("Put ⟦0⟧ and ⟦99⟧ and ⟦ before src/a.ts.", {"src/a.ts"});
  const auto asked = judge_of().prepare(source, &kXmlTag);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->text, "Put <x>⟦0⟧</x> and ⟦99⟧ and ⟦ before <x>src/a.ts</x>.");
}

TEST(AnswerJudge, TakesATranslationWithWhatWasProtected) {
  const auto source = sentence("I fixed src/auth/login.ts and login.ts.", {"src/auth/login.ts"});
  const AnswerJudge judge = judge_of();
  for (const Tag* tag : {&kXmlTag, &kHtmlTag}) {
    const auto asked = judge.prepare(source, tag);
    ASSERT_TRUE(asked);
    const std::string kept = std::string(tag->open) + "src/auth/login.ts" + std::string(tag->close);
    const auto made = judge.judge(kept + "とlogin.tsを直しました。", source, *asked);
    EXPECT_FALSE(made.untranslated) << made.why;
    EXPECT_EQ(made.sentence.text, "src/auth/login.tsとlogin.tsを直しました。");
    ASSERT_EQ(made.sentence.spans.size(), 1u);
    EXPECT_EQ(made.sentence.spans[0].end, 17u);
    EXPECT_TRUE(judge.judge("login.tsを直しました。", source, *asked).untranslated);
    // The tags are lost, and all is there.
    EXPECT_FALSE(
        judge.judge("src/auth/login.tsとlogin.tsを直しました。", source, *asked).untranslated);
  }
}

TEST(AnswerJudge, LosesWhatIsNone) {
  const auto source = sentence("The build is green again.");
  const std::pair<std::string, const char*> answers[] = {
      {" \n ", "empty"},
      {"Der Server antwortet nicht mehr.", "not in the target language"},
      {"Сборка снова зелёная.", "not in the target language"},
      {"The build is green again!", "not in the target language"},
      {"ビルドは成功しました。\n注: 直訳です。", "talks instead of translating"},
      {"翻訳: ビルドは成功しました。", "talks instead of translating"},
      {"AIアシスタントとして、ビルドはお答えできません。", "talks instead of translating"},
      {"ビルド成功 ビルド成功 ビルド成功 ビルド成功 ビルド成功", "repeats itself"},
      {"ビルドは\xEF\xBF\xBDに成功しました。", "holds bytes that are no text"},
      {std::string(4000, 'a') + "ビルド", "talks instead of translating"},
  };
  for (const auto& [answer, why] : answers) {
    const auto made = judged(answer, source);
    EXPECT_TRUE(made.untranslated) << answer;
    EXPECT_EQ(made.why, why) << answer;
    EXPECT_EQ(made.sentence.text, source.text);
  }
  EXPECT_EQ(judged("The build is green again!", source, "de").why, "a copy of the source");
  EXPECT_TRUE(judged("はい、開いてください。", sentence("Should I open it now?")).untranslated);
  EXPECT_FALSE(judged("今開きましょうか。", sentence("Should I open it now?")).untranslated);
}

TEST(AnswerJudge, TakesQuotesAndSignsOff) {
  const auto source = sentence("The build is green again.");
  EXPECT_EQ(judged("「ビルドは成功です。」", source).sentence.text, "ビルドは成功です。");
  const std::string said = judged("ビルドは\x1b[31m\u202e成功です。", source).sentence.text;
  EXPECT_EQ(said.find('\x1b'), said.npos);
  EXPECT_EQ(said.find("\u202e"), said.npos);
  // What the source speaks of is no talk.
  EXPECT_FALSE(judged("翻訳を直しました。", sentence("I fixed the translation.")).untranslated);
}

class Broken final : public OneByOne {
  Result<Translation> one(const text::Sentence&, std::stop_token) override {
    return Error{Errc::io, "gone"};
  }
};

class TwoSentences final : public Feed {
 public:
  std::vector<Item> take(bool) override {
    if (std::exchange(is_taken_, true)) return {};
    return {{0, sentence("One.")}, {1, sentence("Two.")}};
  }
  bool is_wanted(size_t) override { return true; }
  void put(size_t name, Translation made) override { lost.push_back({name, made.why}); }

  std::vector<std::pair<size_t, std::string>> lost;

 private:
  bool is_taken_ = false;
};

// Who waits for a sentence hears of it.
TEST(TranslateFeed, OfOneThatFailsIsLost) {
  TwoSentences feed;
  Broken().translate_feed(feed);
  EXPECT_THAT(feed.lost, ::testing::ElementsAre(std::pair<size_t, std::string>(0, "gone"),
                                                std::pair<size_t, std::string>(1, "gone")));
}

std::string event(const std::string& content, const char* finish = "null") {
  return R"(data: {"choices": [{"delta": {"content": ")" + content + R"("}, "finish_reason": )" +
         finish + "}]}\r\n\r\n";
}

ChatStream streamed(const std::string& bytes, size_t piece, size_t longest = 1000) {
  ChatStream stream(longest);
  for (size_t at = 0; at < bytes.size(); at += piece)
    if (!stream.push(std::string_view(bytes).substr(at, piece))) break;
  stream.end();
  return stream;
}

TEST(ChatStream, IsTheSameInPiecesOfAnySize) {
  const std::string bytes = ": ping\n\n" + event("<thi") + event("nk>Hm") +
                            event(" hm.</think>\\n") + event("ビルド") + event("は ") +
                            event("成功", "\"stop\"") +
                            "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 7, "
                            "\"completion_tokens\": 3}}\n\ndata: [DONE]\n\n";
  for (size_t piece = 1; piece <= bytes.size(); piece = piece < 40 ? piece + 1 : piece + 97) {
    const ChatStream stream = streamed(bytes, piece);
    EXPECT_EQ(stream.text(), "ビルドは 成功") << piece;
    EXPECT_TRUE(stream.is_whole());
    EXPECT_EQ(stream.usage().tokens_in, 7u);
    EXPECT_EQ(stream.usage().tokens_out, 3u);
  }
}

TEST(ChatStream, OneThatBreaksOffIsNotWhole) {
  EXPECT_FALSE(streamed(event("ビル"), 9).is_whole());
  EXPECT_FALSE(streamed(event("ビル", "\"length\"") + "data: [DONE]\n\n", 9).is_whole());
  EXPECT_TRUE(streamed(event("ビル") + "data: [DONE]\n\n", 9).is_whole());
  EXPECT_FALSE(streamed("", 9).is_whole());
  const ChatStream broken =
      streamed(event("ビル") + "data: {\"error\": {\"message\": \"overloaded\"}}\n\n", 9);
  EXPECT_FALSE(broken.is_whole());
  EXPECT_EQ(broken.complaint(), "overloaded");
}

TEST(ChatStream, OfAServerWithoutStreamsIsAnObject) {
  const std::string bytes =
      "\n{\n \"choices\": [{\"message\": {\"content\": \"成功\"},\n \"finish_reason\": "
      "\"stop\"}]\n}\n";
  for (const size_t piece : {5, 1000}) {
    const ChatStream stream = streamed(bytes, piece);
    EXPECT_EQ(stream.text(), "成功");
    EXPECT_TRUE(stream.is_whole());
  }
}

TEST(ChatStream, EndsWhereItIsTooLong) {
  ChatStream stream(10);
  EXPECT_TRUE(stream.push(event("0123456789")));
  EXPECT_FALSE(stream.push(event("0")));
  EXPECT_TRUE(stream.is_too_long());
  ChatStream silent(10);
  const std::string blanks(4096, '\n');
  bool goes_on = true;
  for (int i = 0; i < 100 && goes_on; ++i) goes_on = silent.push(blanks);
  EXPECT_FALSE(goes_on);
}

}  // namespace
}  // namespace sotto::translate::remote_test
