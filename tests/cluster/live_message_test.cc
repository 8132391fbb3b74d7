#include "cluster/live_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto::cluster {
namespace {

Language language(const char* code) { return *find_language(code); }

text::Sentence sentence_of(const char* text) {
  return {.text = text, .spans = {{0, 4, text::SpanKind::command}}, .language = language("en")};
}

LiveRequest translation_request() {
  LiveRequest request;
  request.kind = LiveRequest::Kind::translate;
  request.left = std::chrono::milliseconds(1500);
  request.caller = "0123456789abcdef";
  request.from = language("en");
  request.to = language("ja");
  request.model = "nllb-600m@q4";
  request.n_best = 3;
  request.sentences = {sentence_of("make 今 \"x\"\n"), sentence_of("done")};
  request.sentences[1].wants_links = true;
  request.sentences[1].note = text::Note::table;
  return request;
}

TEST(LiveMessageTest, ARequestComesAsItWasSent) {
  const LiveRequest sent = translation_request();
  const Result<LiveRequest> came = LiveRequest::parse(sent.json());
  ASSERT_TRUE(came) << came.error().message;
  EXPECT_EQ(came->json(), sent.json());
  EXPECT_EQ(came->sentences[0].text, sent.sentences[0].text);
  EXPECT_EQ(came->sentences[0].spans[0].kind, text::SpanKind::command);
  EXPECT_EQ(came->sentences[1].note, text::Note::table);
  EXPECT_TRUE(came->sentences[1].wants_links);
  EXPECT_EQ(came->n_best, 3);

  LiveRequest say;
  say.kind = LiveRequest::Kind::say;
  say.to = language("ja");
  say.voice = "open-jtalk:mei";
  say.expect = "open-jtalk:mei";
  say.rate = 1.1;
  say.text = "今日";
  const Result<LiveRequest> said = LiveRequest::parse(say.json());
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_EQ(said->json(), say.json());
  EXPECT_EQ(said->rate, 1.1);
}

TEST(LiveMessageTest, ASubjectHasOneWordForAName) {
  LiveRequest request = translation_request();
  request.model = "narrator-en-ja";
  EXPECT_EQ(request.subject(), "sotto.live.translate.narrator-en-ja");
  request.model = "a.b *>";
  EXPECT_EQ(request.subject().find_first_of("*> "), std::string::npos);
  EXPECT_EQ(std::ranges::count(request.subject(), '.'), 3);
  request.kind = LiveRequest::Kind::say;
  request.voice = "auto";
  EXPECT_EQ(request.subject(), "sotto.live.say.auto");
}

TEST(LiveMessageTest, AWrongRequestIsRefusedWithoutItsText) {
  const std::string good = translation_request().json();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string json = good;
    const size_t at = json.find(from);
    EXPECT_NE(at, json.npos) << from;
    return json.replace(at, from.size(), to);
  };
  for (const std::string& wrong :
       {std::string(), std::string("[]"), std::string("{\"a\":\xff}"), good.substr(1),
        with("\"format\":1", "\"format\":2"), with("\"kind\":\"translate\"", "\"kind\":\"dance\""),
        with("\"left_ms\":1500", "\"left_ms\":-1"), with("\"left_ms\":1500", "\"left_ms\":1e300"),
        with("\"to\":\"jpn_Jpan\"", "\"to\":\"nowhere\""), with("\"n_best\":3", "\"n_best\":65"),
        with("[0,4,3]", "[0,99,3]"), with("[0,4,3]", "[0,4,99]"), with("[0,4,3]", "[4,0,3]"),
        with("[0,4,3]", "[0,-4,3]"), with("\"model\":\"", "\"model\":\"" + std::string(201, 'm')),
        with("\"note\":1", "\"note\":6")}) {
    const Result<LiveRequest> parsed = LiveRequest::parse(wrong);
    ASSERT_FALSE(parsed) << wrong;
    EXPECT_EQ(parsed.error().message.find("make"), std::string::npos) << parsed.error().message;
  }
}

TEST(LiveMessageTest, ATranslationComesWithAllThatItHas) {
  LiveReply reply{.kind = LiveReply::Kind::translation, .index = 7};
  translate::Translation& sent = reply.translation;
  sent.sentence = {.text = "make は通る",
                   .spans = {{0, 4, text::SpanKind::command}},
                   .language = language("ja")};
  sent.why = "too long";
  sent.untranslated = sent.from_cache = sent.means_other = true;
  sent.mean_logprob = -0.1;
  sent.new_tokens = 12;
  sent.alternatives = {{"他", -1.5}, {"", -std::numeric_limits<double>::infinity()}};
  sent.links = {{{0, 4}, {0, 4}}, {{4, 7}, {2, 3}}};
  const Result<LiveReply> came = LiveReply::parse(reply.bytes());
  ASSERT_TRUE(came) << came.error().message;
  EXPECT_EQ(came->index, 7u);
  EXPECT_EQ(came->translation.sentence.text, sent.sentence.text);
  EXPECT_EQ(came->translation.sentence.language, sent.sentence.language);
  EXPECT_EQ(came->translation.why, sent.why);
  EXPECT_TRUE(came->translation.untranslated && came->translation.from_cache &&
              came->translation.means_other);
  EXPECT_EQ(came->translation.mean_logprob, sent.mean_logprob);  // to the last bit
  EXPECT_EQ(came->translation.new_tokens, 12);
  EXPECT_EQ(came->translation.alternatives[0].text, "他");
  EXPECT_LT(came->translation.alternatives[1].mean_logprob, -1e8);  // JSON knows no infinity
  EXPECT_EQ(came->translation.links, sent.links);
}

TEST(LiveMessageTest, SoundComesBitByBit) {
  LiveReply piece{.kind = LiveReply::Kind::piece, .at = uint64_t{1} << 33, .sample_rate_hz = 24000};
  piece.samples = {0.1f, -1.0f, 1e-30f, 0.0f, 10.0f};  // 10 is a line feed's number, too
  const Result<LiveReply> came = LiveReply::parse(piece.bytes());
  ASSERT_TRUE(came) << came.error().message;
  EXPECT_EQ(came->at, piece.at);
  EXPECT_EQ(came->samples, piece.samples);
  EXPECT_EQ(came->sample_rate_hz, 24000);

  LiveReply done{.kind = LiveReply::Kind::done,
                 .sample_rate_hz = 22050,
                 .voice = "espeak-ng:en",
                 .takes_rate = true};
  done.words = {{0, 1.5}, {1.5, 20}};
  const Result<LiveReply> end = LiveReply::parse(done.bytes());
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_EQ(end->voice, "espeak-ng:en");
  EXPECT_TRUE(end->takes_rate);
  ASSERT_EQ(end->words.size(), 2u);
  EXPECT_EQ(end->words[1].end_ms, 20);
}

TEST(LiveMessageTest, AnErrorComesAsOneLine) {
  const LiveReply failed{.kind = LiveReply::Kind::failed,
                         .error = Error{Errc::not_found, "no\x1b[2J\nvoice"}};
  const Result<LiveReply> came = LiveReply::parse(failed.bytes());
  ASSERT_TRUE(came) << came.error().message;
  EXPECT_EQ(came->error->code, Errc::not_found);
  EXPECT_EQ(came->error->message, "no?[2J voice");
}

TEST(LiveMessageTest, AWrongAnswerIsRefused) {
  LiveReply piece{
      .kind = LiveReply::Kind::piece, .at = 1, .samples = {0.5f}, .sample_rate_hz = 24000};
  const std::string good = piece.bytes();
  piece.samples[0] = NAN;
  const std::string no_number = piece.bytes();
  piece.samples.clear();
  piece.sample_rate_hz = 0;
  for (const std::string& wrong :
       {std::string(), std::string("{}"), std::string("{}\n"), good + "x", no_number, piece.bytes(),
        LiveReply{.kind = LiveReply::Kind::done}.bytes() + "1234", std::string("\n\n"),
        std::string("{\"format\":1,\"kind\":\"failed\",\"code\":7}\n"),
        std::string("{\"format\":1,\"kind\":\"translation\",\"index\":0}\n")})
    EXPECT_FALSE(LiveReply::parse(wrong)) << wrong;
  EXPECT_TRUE(LiveReply::parse(good));
}

TEST(LiveMessageTest, AnOfferHasWhatThisVersionKnows) {
  LiveOffer sent;
  sent.models = {{"narrator-en-ja", {{language("en")}, {language("ja")}}}, {"says-nothing", {}}};
  sent.voices = {{"espeak-ng:en-gb", {"en"}}, {"of-a-later-version", {"en"}}};
  const Result<LiveOffer> came = LiveOffer::parse(sent.json());
  ASSERT_TRUE(came) << came.error().message;
  ASSERT_EQ(came->models.size(), 2u);
  EXPECT_TRUE(came->models[0].directions.has(language("en"), language("ja")));
  EXPECT_FALSE(came->models[0].directions.has(language("ja"), language("en")));
  ASSERT_EQ(came->voices.size(), 1u);
  EXPECT_EQ(came->voices[0].name, "espeak-ng:en-gb");
  EXPECT_FALSE(LiveOffer::parse("{\"format\":1}"));
}

TEST(LiveMessageTest, ASignNamesAWorkerByLettersAndDigits) {
  const LiveSign sent{"0123456789abcdef012345", "0123456789abcdef", true};
  const Result<LiveSign> came = LiveSign::parse(sent.json());
  ASSERT_TRUE(came) << came.error().message;
  EXPECT_EQ(came->worker, sent.worker);
  EXPECT_EQ(came->offer, sent.offer);
  EXPECT_TRUE(came->leaves);
  EXPECT_FALSE(LiveSign::parse(LiveSign{"a.b.c.d.e", sent.offer, false}.json()));
  EXPECT_FALSE(LiveSign::parse(LiveSign{sent.worker, "*", false}.json()));
}

}  // namespace
}  // namespace sotto::cluster
