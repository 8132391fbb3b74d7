// Which tokens a language needs, by the small NLLB tokenizer of the goldens.
#include "tokenize/shortlist.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "base/temporary_folder.h"
#include "golden.h"

namespace sotto::tokenize::shortlist_test {
namespace {

using ::testing::HasSubstr;

const Tokenizer& tokenizer() {
  static const Tokenizer loaded = [] {
    auto tokenizer = Tokenizer::load(sotto::testing::golden_folder("nllb"));
    if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
    return *std::move(tokenizer);
  }();
  return loaded;
}

class ShortlistTest : public ::testing::Test {
 protected:
  std::vector<int> of(const std::string& language, const ShortlistOptions& options = {}) {
    const auto ids = shortlist(tokenizer(), *find_language(language), options);
    if (!ids) throw std::runtime_error(ids.error().message);
    return *ids;
  }
  std::filesystem::path file(const std::string& content) {
    std::ofstream(folder_ / "list.txt") << content;
    return folder_ / "list.txt";
  }
  static bool has(const std::vector<int>& ids, int id) {
    return std::ranges::binary_search(ids, id);
  }
  static bool has(const std::vector<int>& ids, std::string_view piece) {
    const auto id = tokenizer().piece_id(piece);
    EXPECT_TRUE(id) << piece;
    return id && has(ids, *id);
  }
  // Whether a text can be written as the tokenizer splits it.
  static bool can_write(const std::vector<int>& ids, const std::string& text) {
    const auto tokens = tokenizer().encode(text, 1279);
    return std::ranges::all_of(tokens, [&](int id) { return has(ids, id); });
  }

  sotto::testing::TemporaryFolder folder_;
};

TEST_F(ShortlistTest, IdsAscendAndHoldWhatIsNotText) {
  const auto ids = of("jpn_Jpan");
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  for (const int id : {0, 1, 2, 3}) EXPECT_TRUE(has(ids, id)) << id;
  for (const std::string& code : tokenizer().languages())
    EXPECT_TRUE(has(ids, *tokenizer().language_id(code))) << code;
}

TEST_F(ShortlistTest, JapaneseCanBeWritten) {
  const auto ids = of("jpn_Jpan", {.latin_pieces = 0});
  for (const char* text : {"パーサーを確認します。", "すべてのテストに合格しました。",
                           "「はい」と、言った。", "1234567890", "(a + b) = c;", "x, y: z!"}) {
    EXPECT_TRUE(can_write(ids, text)) << text;
  }
  EXPECT_TRUE(has(ids, "▁"));
  EXPECT_TRUE(has(ids, "ー"));
}

TEST_F(ShortlistTest, OfLatinPiecesTheFirstOnesAreTaken) {
  const auto none = of("jpn_Jpan", {.latin_pieces = 0}), few = of("jpn_Jpan", {.latin_pieces = 5});
  const auto all = of("jpn_Jpan", {.latin_pieces = 100000});
  EXPECT_EQ(few.size(), none.size() + 5);
  EXPECT_LT(few.size(), all.size());
  EXPECT_FALSE(has(none, "▁the"));
  EXPECT_TRUE(has(all, "▁the"));
  for (const char* letter : {"a", "z", "A", "é"}) EXPECT_TRUE(has(none, letter)) << letter;
  std::vector<int> added;
  std::ranges::set_difference(few, none, std::back_inserter(added));
  std::vector<int> others;
  std::ranges::set_difference(all, few, std::back_inserter(others));
  EXPECT_LT(added.back(), others.front());
}

TEST_F(ShortlistTest, ALatinLanguageHasNoOtherScript) {
  const auto ids = of("fra_Latn");
  EXPECT_TRUE(can_write(ids, "Le serveur a échoué avec une erreur."));
  EXPECT_TRUE(can_write(ids, "The server is too slow."));
  EXPECT_FALSE(has(ids, "を確認します"));
  EXPECT_FALSE(has(ids, "。"));
  EXPECT_LT(ids.size(), size_t(tokenizer().size()));
}

TEST_F(ShortlistTest, AListOfCountsChoosesThePiecesOfMoreThanOneLetter) {
  const auto ids = of("jpn_Jpan", {.frequencies = file("を確認します\t12\n▁the\t3\n▁パーサー\t0\n"
                                                       "no such piece\t9\n")});
  EXPECT_TRUE(has(ids, "を確認します"));
  EXPECT_TRUE(has(ids, "▁the"));
  EXPECT_FALSE(has(ids, "▁パーサー"));
  EXPECT_TRUE(has(ids, "。"));
  EXPECT_TRUE(has(ids, "a"));
  EXPECT_LT(ids.size(), of("jpn_Jpan", {.latin_pieces = 0}).size());
}

TEST_F(ShortlistTest, TextIsCounted) {
  const auto ids = of("jpn_Jpan", {.frequencies = file("パーサーを確認します。\n\nOK the end\n")});
  EXPECT_TRUE(can_write(ids, "パーサーを確認します。"));
  EXPECT_TRUE(has(ids, "▁the"));
  EXPECT_FALSE(has(ids, "▁サーバー"));
}

TEST_F(ShortlistTest, AFileThatIsNoListIsNamed) {
  const auto error = [&](const std::filesystem::path& path) {
    const auto ids = shortlist(tokenizer(), *find_language("ja"), {.frequencies = path});
    return ids ? "" : ids.error().message;
  };
  EXPECT_THAT(error(folder_ / "missing"), HasSubstr("missing"));
  EXPECT_THAT(error(file("▁the\t3\nnot a line\n")), HasSubstr("list.txt:2: expected a piece"));
  EXPECT_THAT(error(file("nothing\t3\n")), HasSubstr("none of its pieces"));
}

}  // namespace
}  // namespace sotto::tokenize::shortlist_test
