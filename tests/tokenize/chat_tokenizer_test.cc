// Tokenizers of language models beside the reference's (tests/data/decoder_lm), whatever file they
// come from; and files with something wrong in them.
#include "tokenize/chat_tokenizer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <random>

#include "base/utf8.h"
#include "checkpoint/gguf_builder.h"
#include "golden.h"
#include "tokenize/word_rules.h"

namespace sotto::tokenize::chat_tokenizer_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sotto::testing::GgufBuilder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Ids = std::vector<int>;

fs::path golden(const std::string& name) {
  return sotto::testing::golden_folder("decoder_lm") / name;
}
json golden_tokenizers() { return sotto::testing::golden_json(golden("tokenizer_cases.json")); }

std::shared_ptr<const ChatTokenizer> load(const fs::path& path) {
  const auto tokenizer = ChatTokenizer::load(path);
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return tokenizer ? *tokenizer : nullptr;
}

void expect_cases(const ChatTokenizer& tokenizer, const json& golden) {
  ASSERT_FALSE(golden["cases"].empty());
  for (const json& c : golden["cases"]) {
    const Ids ids = tokenizer.encode(c["text"].get<std::string>());
    EXPECT_EQ(ids, c["ids"].get<Ids>()) << c["text"];
    EXPECT_EQ(tokenizer.decode(ids), c["decoded"].get<std::string>()) << c["text"];
  }
  for (const auto& [name, id] : golden["specials"].items()) {
    EXPECT_EQ(tokenizer.special(name), id.get<int>()) << name;
    for (const int other : tokenizer.encode("a " + name + name + "b")) EXPECT_NE(other, id) << name;
  }
}

TEST(ChatTokenizer, FoldersGiveTheIdsOfTheReference) {
  const json all = golden_tokenizers();
  for (const auto& [name, tokenizer] : all.items()) {
    SCOPED_TRACE(name);
    const auto loaded = load(golden(tokenizer["folder"]));
    ASSERT_NE(loaded, nullptr);
    expect_cases(*loaded, tokenizer);
  }
}

// Where tokenizer.model is there, too, it is this file that is not asked for.
TEST(ChatTokenizer, TokenizerJsonGivesTheSame) {
  const json all = golden_tokenizers();
  for (const auto& [name, tokenizer] : all.items()) {
    SCOPED_TRACE(name);
    const fs::path file = golden(tokenizer["folder"]) / "tokenizer.json";
    const auto made = ChatTokenizer::make(sotto::testing::golden_text(file), "tokenizer.json");
    ASSERT_TRUE(made) << made.error().message;
    expect_cases(**made, tokenizer);
  }
}

// Of llama_k the tokenizer is that of llama: a unigram model, which only its scores tell.
TEST(ChatTokenizer, GgufFilesGiveTheSame) {
  const json all = golden_tokenizers();
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(golden(""))) {
    if (entry.path().extension() != ".gguf") continue;
    SCOPED_TRACE(entry.path());
    std::string folder = entry.path().parent_path().filename().string();
    if (folder == "llama_k") folder = "llama";
    const auto tokenizer = load(entry.path());
    ASSERT_NE(tokenizer, nullptr);
    for (const json& each : all)
      if (each["folder"] == folder) expect_cases(*tokenizer, each), ++files;
  }
  EXPECT_GE(files, 4);
}

TEST(ChatTokenizer, StreamsGiveOutWholeCharacters) {
  const json all = golden_tokenizers();
  for (const json& golden_tokenizer : all) {
    const auto tokenizer = load(golden(golden_tokenizer["folder"]));
    ASSERT_NE(tokenizer, nullptr);
    for (const json& c : golden_tokenizer["cases"]) {
      const Ids ids = c["ids"];
      TokenStream stream(*tokenizer);
      std::string text;
      for (const int id : ids) {
        const std::string part = stream.push(id);
        size_t replaced = 0;
        EXPECT_EQ(to_valid_utf8(part, replaced), part);
        text += part;
      }
      EXPECT_EQ(text + stream.finish(), c["decoded"].get<std::string>());
    }
    // Cut in the middle of a character of four bytes.
    const Ids ids = tokenizer->encode("😀");
    if (ids.size() < 2) continue;
    TokenStream stream(*tokenizer);
    EXPECT_EQ(stream.push(ids[0]), "");
    EXPECT_EQ(stream.finish(), "\xEF\xBF\xBD");
  }
}

TEST(ChatTokenizer, IdsThatItDoesNotKnowAreNothing) {
  const auto tokenizer = load(golden("lfm2"));
  EXPECT_EQ(tokenizer->decode(Ids{-1, tokenizer->size(), INT32_MAX}), "");
  EXPECT_EQ(tokenizer->special("no such token"), std::nullopt);
}

// Each text may begin a search for something that is not there, over and over.
TEST(ChatTokenizer, LongTextsTakeNoLongerThanTheirLength) {
  constexpr size_t kLong = 100000;
  for (const char* folder : {"llama_tied", "qwen3", "hunyuan_v1_dense", "gemma3_text", "llama"}) {
    const auto tokenizer = load(golden(folder));
    for (const std::string piece :
         {" ", "a", "\n", "\n ", ".", "あ", "1", "'", "\xCC\x81", "\x01"}) {
      std::string text;
      while (text.size() < kLong) text += piece;
      const auto start = std::chrono::steady_clock::now();
      const Ids ids = tokenizer->encode(text + "x");
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      EXPECT_LT(taken.count(), 5.0) << folder << " " << json(piece).dump();
      EXPECT_FALSE(ids.empty());
    }
  }
}

std::vector<std::string> words(const std::string& text, WordRule rule) {
  std::vector<std::string> out;
  for (const std::string_view word : split_words(text, rule)) out.emplace_back(word);
  return out;
}

TEST(WordRules, CutAsTheirExpressionsDo) {
  EXPECT_THAT(words("I'LL  don't 12345.\n\n x", WordRule::llama3),
              ElementsAre("I", "'LL", " ", " don", "'t", " ", "123", "45", ".\n\n", " x"));
  EXPECT_THAT(words("a12 \t\nb  ", WordRule::qwen2),
              ElementsAre("a", "1", "2", " \t\n", "b", "  "));
  EXPECT_THAT(words("/usr a1234漢字カナx\x01\x02y 。\n", WordRule::hunyuan),
              ElementsAre("/usr", " a", "123", "4", "漢字カナ", "x", "\x01", "\x02y", " 。\n"));
  EXPECT_THAT(words("'", WordRule::llama3), ElementsAre("'"));
  EXPECT_THAT(words("", WordRule::hunyuan), ElementsAre());
}

// What tokenizer.json says in the golden folder, with one part of it replaced.
std::string refusal(const std::string& folder, const std::string& what, const std::string& with) {
  std::string file = sotto::testing::golden_text(golden(folder) / "tokenizer.json");
  // Without spaces, as dump() has it.
  file = json::parse(file).dump();
  const size_t at = file.find(what);
  EXPECT_NE(at, file.npos) << what;
  if (at != file.npos) file.replace(at, what.size(), with);
  const auto made = ChatTokenizer::make(file, "t.json");
  return made ? "read" : made.error().message;
}

TEST(ChatTokenizer, WhatAFileSaysElseIsRefused) {
  const struct {
    const char *folder, *what, *with, *says;
  } cases[] = {
      {"lfm2", R"("type":"BPE")", R"("type":"WordPiece")", "has no model of type Unigram"},
      {"lfm2", R"("dropout":null)", R"("dropout":0.1)", "has model.dropout"},
      {"lfm2", R"(\\p{N}{1,3})", R"(\\p{N}{1,4})", "cuts words by other expressions"},
      {"lfm2", R"("use_regex":false)", R"("use_regex":true)", "has a ByteLevel with"},
      {"lfm2", R"("behavior":"Isolated")", R"("behavior":"Removed")", "has other pre_tokenizers"},
      {"lfm2", R"("type":"Split")", R"("type":"Other")", "has other pre_tokenizers"},
      {"lfm2", R"("normalizer":null)", R"("normalizer":{"type":"NFKC"})",
       R"(has a normalizer of type "NFKC")"},
      {"lfm2", R"("A":)", R"("AAAAA":)", R"(has no token "A", expected one for each byte)"},
      {"lfm2", R"("merges":[)", R"("merges":[["qqq","a"],)", "model.merges[0] names"},
      {"lfm2", R"("id":7,)", R"("id":70000000000,)", "gives the added token \"<|im_end|>\" no id"},
      {"gemma3_text", R"("normalizer":{"content":)", R"("normalizer":{"c":)",
       "has no normalizer that makes"},
      {"gemma3_text", R"("<0x0A>":)", R"("<0x0A >":)", "has no token \"<0x0A>\""},
      {"llama", R"("unk_id":0)", R"("unk_id":-1)", "has 0 unknown pieces, expected 1"},
  };
  for (const auto& c : cases) EXPECT_THAT(refusal(c.folder, c.what, c.with), HasSubstr(c.says));
  EXPECT_FALSE(ChatTokenizer::make("{", "t.json"));
  EXPECT_FALSE(ChatTokenizer::make("", "t.json"));
  EXPECT_FALSE(ChatTokenizer::load(golden("nowhere")));
}

// A vocabulary of Llama 2's kind in a GGUF file: unigram or byte pairs, as the scores say.
GgufBuilder pieces(float score_of_ab) {
  std::vector<std::string> tokens = {"<unk>", "<s>", "a", "b", "c", "ab", "bc"};
  std::vector<float> scores = {0, 0, -4, -5, -6, score_of_ab, -1};
  std::vector<int32_t> types = {2, 3, 1, 1, 1, 1, 1};
  for (int byte = 0; byte < 256; ++byte) {
    tokens.push_back(fmt::format("<0x{:02X}>", byte));
    scores.push_back(0);
    types.push_back(6);
  }
  return GgufBuilder{}
      .text("tokenizer.ggml.model", "llama")
      .texts("tokenizer.ggml.tokens", tokens)
      .numbers("tokenizer.ggml.scores", 6, scores)
      .numbers("tokenizer.ggml.token_type", 5, types)
      .boolean("tokenizer.ggml.add_space_prefix", false);
}

TEST(ChatTokenizer, ScoresOfAGgufFileTellItsKind) {
  const auto pairs = ChatTokenizer::make(pieces(-2).file(), "m.gguf");
  ASSERT_TRUE(pairs) << pairs.error().message;
  EXPECT_EQ((*pairs)->encode("abc"), (Ids{2, 6}));  // bc is joined before ab
  const auto unigram = ChatTokenizer::make(pieces(-0.5f).file(), "m.gguf");
  ASSERT_TRUE(unigram) << unigram.error().message;
  EXPECT_EQ((*unigram)->encode("abc"), (Ids{2, 6}));  // -5, where ab c is -6.5
  EXPECT_EQ((*unigram)->encode("ab"), Ids{5});
  EXPECT_EQ((*unigram)->special("<s>"), 1);
  EXPECT_EQ((*unigram)->decode((*unigram)->encode("<s>\n")), "<s>\n");
}

TEST(ChatTokenizer, KeysOfAGgufFileThatItDoesNotKnowAreRefused) {
  const auto refused = [](const GgufBuilder& file) {
    const auto made = ChatTokenizer::make(file.file(), "m.gguf");
    return made ? std::string("read") : made.error().message;
  };
  const auto with = [](const char* model, const char* pre) {
    return GgufBuilder{}
        .text("tokenizer.ggml.model", model)
        .text("tokenizer.ggml.pre", pre)
        .texts("tokenizer.ggml.tokens", {"a"})
        .numbers<int32_t>("tokenizer.ggml.token_type", 5, {1})
        .texts("tokenizer.ggml.merges", {});
  };
  EXPECT_THAT(refused(GgufBuilder{}), HasSubstr("has no tokenizer.ggml.tokens"));
  EXPECT_THAT(refused(with("bert", "")), HasSubstr("tokenizer.ggml.model is bert"));
  EXPECT_THAT(refused(with("gpt2", "x\x1b")), HasSubstr("tokenizer.ggml.pre is x?"));
  EXPECT_THAT(refused(with("gpt2", "qwen2")), HasSubstr("expected one for each byte"));
  EXPECT_THAT(refused(with("llama", "")), HasSubstr("has no tokenizer.ggml.scores"));
}

// Whatever becomes of a file: it is refused in a sentence, or gives ids that it has.
TEST(ChatTokenizer, MutationsAreRefusedOrUsable) {
  std::minstd_rand random(5);
  int taken = 0, refused = 0;
  for (const char* folder : {"lfm2", "llama", "gemma3_text", "hunyuan_v1_dense"}) {
    const std::string whole = sotto::testing::golden_text(golden(folder) / "tokenizer.json");
    for (int i = 0; i < 500; ++i) {
      std::string bytes = whole;
      for (int m = static_cast<int>(random() % 3); m >= 0; --m) {
        const char odd[] = {'"', '\\', '0', '-', ']', '}', '<', '\xE3', ' ', '9'};
        bytes[random() % bytes.size()] = odd[random() % std::size(odd)];
      }
      const auto made = ChatTokenizer::make(bytes, "t.json");
      if (!made) {
        EXPECT_THAT(made.error().message, HasSubstr("t.json: "));
        EXPECT_EQ(made.error().message.find_first_of("\n\x1b"), std::string::npos);
        ++refused;
        continue;
      }
      ++taken;
      for (const int id : (*made)->encode("Tests </s> pass: がんばれ 123!\n"))
        EXPECT_LT(id, (*made)->size());
    }
  }
  EXPECT_GT(taken, 0);
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace sotto::tokenize::chat_tokenizer_test
