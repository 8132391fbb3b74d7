#include "hub/registry.h"

#include <gmock/gmock.h>

#include "checkpoint/files.h"
#include "hub/room.h"

namespace sotto::hub::registry_test {
namespace {

using ::testing::HasSubstr;

std::string parsed(std::string_view name) {
  const auto direction = parse_direction(name);
  return direction ? direction->name() : direction.error().message;
}

TEST(DirectionName, SaysLanguagesAndArchitecture) {
  for (const char* name :
       {"firefox-en-ja", "firefox-ja-en", "firefox-en-ja-base", "firefox-en-ja-tiny",
        "firefox-en-ja-base-memory", "firefox-zh-zh_hant", "firefox-en-zh_hant"})
    EXPECT_EQ(parsed(name), name);
  EXPECT_EQ(parsed("firefox-eng_Latn-jpn_Jpan"), "firefox-en-ja");
  EXPECT_EQ(parsed("firefox-en-zh-hant-tiny"), "firefox-en-zh_hant-tiny");
  EXPECT_EQ(parsed("firefox-pt-BR-en"), "firefox-pt-en");
}

TEST(DirectionName, OthersAreRefused) {
  for (const char* name : {"firefox-", "firefox-en", "firefox--", "firefox-en-en", "firefox-base",
                           "firefox-en-base", "fire", ""})
    EXPECT_THAT(parsed(name), HasSubstr(name == std::string("firefox--")
                                            ? "is not known"
                                            : "expected firefox-FROM-TO such as firefox-en-ja"))
        << name;
  EXPECT_THAT(parsed("firefox-en-jp"), HasSubstr("language \"jp\" is not known"));
  EXPECT_FALSE(is_direction_name("firefox-x/y"));  // somebody's repository
  EXPECT_FALSE(is_direction_name("firefox"));
}

TEST(DirectionFile, IsReadAsItWasWritten) {
  const checkpoint::TemporaryFolder folder;
  EXPECT_FALSE(read_direction_file(folder.path()));
  const DirectionFile said{*find_language("en"), *find_language("zh_hant"), "tiny",
                           "https://host/x", "abc"};
  folder.write(DirectionFile::kFile, said.json());
  const auto read = read_direction_file(folder.path());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->from, said.from);
  EXPECT_EQ(read->to, said.to);
  EXPECT_EQ(read->json(), said.json());
  for (const char* other : {"", "[]", "{", "{}", R"({"from": 5, "to": "ja"})", R"({"from": "en"})",
                            R"({"from": "en", "to": "nowhere"})"}) {
    folder.write(DirectionFile::kFile, other);
    EXPECT_FALSE(read_direction_file(folder.path())) << other;
  }
}

RegistryFile file(RegistryFile::Role role, const char* path) { return {role, path, 0, "", ""}; }

TEST(RegistryFile, HasItsPublishedName) {
  using Role = RegistryFile::Role;
  EXPECT_EQ(file(Role::model, "models/x/model.enja.intgemm.alphas.bin.gz").name(),
            "model.enja.intgemm.alphas.bin");
  EXPECT_EQ(file(Role::shortlist, "lex.50.50.enja.s2t.bin.zst").name(), "lex.50.50.enja.s2t.bin");
  EXPECT_EQ(file(Role::vocabulary, "a/vocab.enja.spm").name(), "vocab.enja.spm");
  RegistryFile record = file(Role::source_vocabulary, "workspace/0123.zst");
  record.published_name = "srcvocab.enja.spm";
  EXPECT_EQ(record.name(), "srcvocab.enja.spm");
  // A loader finds it by what it is called, and it is one file.
  EXPECT_EQ(file(Role::model, "x/direction.json").name(), "model.firefox.bin");
  EXPECT_EQ(file(Role::vocabulary, "x/model.bin").name(), "vocab.firefox.spm");
  record.published_name = "srcvocab./../../x.spm";
  EXPECT_EQ(record.name(), "srcvocab.firefox.spm");
}

TEST(RegistryFile, CannotSayMoreThanItsKindMayHave) {
  const std::string hash(64, 'a');
  RegistryModel model{*find_language("en"),
                      *find_language("ja"),
                      "tiny",
                      Release::all,
                      {{RegistryFile::Role::model, "m/model.bin.gz", 1000, hash, ""},
                       file(RegistryFile::Role::vocabulary, "m/vocab.spm.gz")}};
  const auto wanted = *parse_direction("firefox-en-ja");
  const auto error = [&] {
    const auto chosen = choose({model}, wanted);
    return chosen ? "chosen" : chosen.error().message;
  };
  EXPECT_EQ(error(), "chosen");
  model.files[0].sha256 = std::string(64, 'A');
  EXPECT_EQ(error(), "chosen");
  for (RegistryFile& each : model.files) {
    const RegistryFile kept = each;
    each.bytes = each.most_bytes() + 1;
    EXPECT_THAT(error(), HasSubstr("bytes, expected at most"));
    each = kept;
    each.path = "../" + each.path;
    EXPECT_THAT(error(), HasSubstr("expected a path inside the registry"));
    each = kept;
  }
  model.files.push_back(model.files[1]);
  EXPECT_EQ(error(), "firefox-en-ja: the registry lists two files vocab.*.spm");
  model.files = {model.files[0]};
  EXPECT_EQ(error(), "firefox-en-ja: the registry lists no vocabulary");
}

TEST(Room, IsAskedForBeforeItIsTaken) {
  const checkpoint::TemporaryFolder folder;
  EXPECT_TRUE(check_room(folder.path() / "new/one", 1));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "new/one"));
  const auto refused = check_room(folder.path(), uint64_t{1} << 60);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              HasSubstr("are free on its disk, 1152921504.6 GB are needed"));
  folder.write("file", "x");
  EXPECT_FALSE(check_room(folder.path() / "file/below", 1));
}

}  // namespace
}  // namespace sotto::hub::registry_test
