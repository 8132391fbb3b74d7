#include "measure/run_folder.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/temporary_folder.h"

namespace sotto::measure::run_folder_test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

void write(const fs::path& file, std::string_view text, std::ios::openmode mode = std::ios::trunc) {
  std::ofstream(file, std::ios::binary | mode) << text;
}

fs::path made(const fs::path& parent, const std::string& id, const std::string& label) {
  auto writer = RunWriter::create(
      parent, id, label,
      {{"prompts",
        {{{"id", "p1"}, {"set", "short"}, {"text", "Done."}, {"reference", "完了。"}}}}});
  EXPECT_TRUE(writer);
  EXPECT_TRUE(writer->add({{"task", "translate"},
                           {"variant", "v"},
                           {"prompt", "p1"},
                           {"round", 0},
                           {"wall_ms", 12.5},
                           {"text", "完了"}}));
  EXPECT_TRUE(writer->add({{"task", "translate"},
                           {"variant", "v"},
                           {"prompt", "p1"},
                           {"round", 1},
                           {"wall_ms", 13},
                           {"cold", true}}));
  return writer->folder();
}

TEST(RunFolderTest, ReadsWhatWasWritten) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path folder = made(parent.path(), "id1", "before");
  EXPECT_EQ(folder.filename(), "id1-before");
  const Result<measure::Run> run = read_run(folder);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->id, "id1");
  EXPECT_EQ(run->label, "before");
  EXPECT_FALSE(run->finished);  // nobody called finish
  ASSERT_EQ(run->prompts.size(), 1);
  EXPECT_EQ(run->prompts[0].reference, "完了。");
  ASSERT_EQ(run->measurements.size(), 2);
  EXPECT_EQ(run->measurements[0].numbers.at("wall_ms"), 12.5);
  EXPECT_EQ(run->measurements[0].text, "完了");
  EXPECT_EQ(run->measurements[1].round, 1);
  EXPECT_TRUE(run->measurements[1].cold);
}

TEST(RunFolderTest, AFinishedRunSaysSo) {
  const sotto::testing::TemporaryFolder parent;
  auto writer = RunWriter::create(parent.path(), "", "x", {});
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->finish({{"others_share", 0.5}}));
  const Result<measure::Run> run = read_run(writer->folder());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->finished);
  EXPECT_EQ(run->about.at("others_share"), 0.5);
  EXPECT_FALSE(run->id.empty());
}

// A process that is killed may leave half a line, and nothing worse.
TEST(RunFolderTest, ALineThatWasCutIsLeftOut) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path folder = made(parent.path(), "id1", "");
  write(folder / "measurements.jsonl", R"({"task": "translate", "vari)", std::ios::app);
  const Result<measure::Run> run = read_run(folder);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->measurements.size(), 2);
}

TEST(RunFolderTest, WhatIsWrongIsNamed) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path folder = made(parent.path(), "id1", "");
  const auto error_of = [&](const fs::path& file, const std::string& text) {
    const std::string kept = [&] {
      std::ifstream in(folder / file, std::ios::binary);
      return std::string(std::istreambuf_iterator<char>(in), {});
    }();
    write(folder / file, text);
    const Result<measure::Run> run = read_run(folder);
    write(folder / file, kept);
    return run ? std::string() : run.error().message;
  };
  EXPECT_THAT(error_of("run.json", "nonsense"), HasSubstr("run.json: is no JSON object"));
  EXPECT_THAT(error_of("run.json", "[1]"), HasSubstr("run.json: is no JSON object"));
  EXPECT_THAT(error_of("run.json", R"({"format": 9, "id": "a"})"), HasSubstr("has format 9"));
  EXPECT_THAT(error_of("run.json", R"({"format": 1, "id": 7})"),
              HasSubstr("expected format 1 and an id"));
  EXPECT_THAT(error_of("measurements.jsonl", "{\"task\":\"t\",\"variant\":\"v\"}\noops\n"),
              HasSubstr("measurements.jsonl: line 2"));
  EXPECT_THAT(error_of("measurements.jsonl", "{\"variant\":\"v\"}\n"), HasSubstr("no task"));
  EXPECT_THAT(error_of("measurements.jsonl",
                       "{\"task\":\"t\",\"variant\":\"v\",\"audio\":\"../../etc/passwd\"}\n"),
              HasSubstr("plain file name"));
  ASSERT_TRUE(read_run(folder));
  EXPECT_THAT(read_run(parent.path() / "nowhere").error().message, HasSubstr("nowhere"));
}

TEST(RunFolderTest, NumbersOfAnyKindAreTakenAsTheyAre) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path folder = made(parent.path(), "id1", "");
  write(folder / "measurements.jsonl",
        "{\"task\":\"t\",\"variant\":\"v\",\"wall_ms\":1e999,\"round\":\"x\",\"cpu_ms\":null}\n");
  const Result<measure::Run> run = read_run(folder);
  // Beyond what a double holds is no JSON number for the reader.
  if (run) {
    EXPECT_FALSE(run->measurements[0].numbers.contains("wall_ms"));
  } else {
    EXPECT_THAT(run.error().message, HasSubstr("line 1"));
  }
}

TEST(RunFolderTest, ARunIsFoundByFolderIdAndLabel) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path first = made(parent.path(), "20250101-000000-0001", "before");
  const fs::path second = made(parent.path(), "20250102-000000-0001", "before");
  EXPECT_EQ(*find_run(first.string(), parent.path()), first);
  EXPECT_EQ(*find_run("20250101-000000-0001", parent.path()), first);
  EXPECT_EQ(*find_run("before", parent.path()), second);
  EXPECT_FALSE(find_run("after", parent.path()));
  EXPECT_THAT(find_run("after", parent.path()).error().message, HasSubstr("after"));
  EXPECT_FALSE(find_run("../before", parent.path()));
}

TEST(RunFolderTest, NamesThatLeaveTheFolderAreRefused) {
  const sotto::testing::TemporaryFolder parent;
  EXPECT_FALSE(RunWriter::create(parent.path(), "../x", "", {}));
  EXPECT_FALSE(RunWriter::create(parent.path(), "x", "a/b", {}));
  ASSERT_TRUE(RunWriter::create(parent.path(), "x", "a", {}));
  EXPECT_FALSE(RunWriter::create(parent.path(), "x", "a", {}));  // it is there already
}

TEST(PromptsTest, TheBuiltInOnesAreAllDifferentAndComplete) {
  const std::vector<Prompt> prompts = built_in_prompts();
  ASSERT_GE(prompts.size(), 40);
  std::map<std::string, int> sets, ids;
  for (const Prompt& p : prompts) {
    ++sets[p.set];
    EXPECT_EQ(++ids[p.id], 1) << p.text;
    EXPECT_FALSE(p.text.empty());
    EXPECT_FALSE(p.reference.empty()) << p.text;
  }
  EXPECT_EQ(sets.size(), 4);
  for (const char* set : {"short", "medium", "long", "edge"}) EXPECT_GE(sets[set], 8) << set;
  // A hash that changes makes all runs before it incomparable.
  EXPECT_EQ(hash_of("Done."), hash_of(std::string("Done") + "."));
  EXPECT_EQ(hash_of(""), "2d06800538d394c2");
}

TEST(PromptsTest, FilesOfTextsAndOfTables) {
  const sotto::testing::TemporaryFolder folder;
  write(folder.path() / "p.tsv", "# comment\nPlain text.\nshort\tDone.\nshort\tYes.\tはい。\n\n");
  const auto prompts = read_prompts_file(folder.path() / "p.tsv");
  ASSERT_TRUE(prompts);
  ASSERT_EQ(prompts->size(), 3);
  EXPECT_EQ(prompts->at(0).set, "file");
  EXPECT_EQ(prompts->at(0).text, "Plain text.");
  EXPECT_EQ(prompts->at(2).in("ja"), "はい。");
  EXPECT_EQ(prompts->at(2).in("en"), "Yes.");
  write(folder.path() / "empty.tsv", "# nothing\n");
  EXPECT_THAT(read_prompts_file(folder.path() / "empty.tsv").error().message,
              HasSubstr("no prompt"));
}

}  // namespace
}  // namespace sotto::measure::run_folder_test
