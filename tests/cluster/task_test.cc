// Sentences as messages, and what is made of messages that are none.
#include "cluster/task.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cluster/connection.h"

namespace sotto::cluster::task_test {
namespace {

Task example() {
  Task task;
  task.wants = {{"eng_Latn", "en"}, {"jpn_Jpan", "ja"}, "narrator-en-ja", "open-jtalk:mei"};
  task.sentence = {"Run `make` now.", {{4, 10, text::SpanKind::command}}, task.wants.from};
  task.job = "0123456789abcdef0123";
  return task;
}

TEST(ClusterTask, ComesBackAsItWas) {
  const Task task = example();
  const Result<Task> back = Task::parse(task.json());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->json(), task.json());
  EXPECT_EQ(back->sentence.spans.size(), 1u);
  EXPECT_EQ(back->sentence.spans[0].kind, text::SpanKind::command);
  EXPECT_EQ(back->sentence.language, task.wants.from);
}

TEST(ClusterTask, IsTheSameForAllWhoAskForTheSame) {
  Task task = example(), other = task;
  other.job = "";
  EXPECT_EQ(task.id(), other.id());
  EXPECT_EQ(task.id().size(), 32u);
  const std::string before = task.id();
  task.wants.voice = "none";
  EXPECT_NE(task.id(), before);
  other.sentence.text += "!";
  EXPECT_NE(other.id(), before);
}

TEST(ClusterTask, GoesToThoseAloneWhoCan) {
  Capability capability = example().wants;
  EXPECT_THAT(capability.subject(),
              ::testing::StartsWith("sotto.jobs.eng_Latn.jpn_Jpan.narrator-en-ja.open-jtalk_mei_"));
  // Neither dots nor stars of a name get into a subject, and names that differ stay so.
  capability.voice = "a.*";
  const std::string first = capability.subject();
  capability.voice = "a*.";
  EXPECT_NE(first, capability.subject());
  EXPECT_EQ(std::count(first.begin(), first.end(), '.'), 5);
  EXPECT_THAT(first, ::testing::Not(::testing::HasSubstr("*")));
}

TEST(ClusterTask, SaysWhatIsWrongWithAMessageAndNothingOfItsText) {
  const auto why = [](auto change) {
    nlohmann::json fields = nlohmann::json::parse(example().json());
    fields["text"] = "a secret text";
    fields["spans"] = nlohmann::json::array();
    change(fields);
    const Result<Task> task = Task::parse(fields.dump());
    return task ? "" : task.error().message;
  };
  EXPECT_EQ(why([](auto&) {}), "");
  for (const char* key :
       {"format", "kind", "from", "to", "model", "voice", "job", "rate", "text"}) {
    const std::string said = why([key](auto& fields) { fields.erase(key); });
    EXPECT_THAT(said, ::testing::HasSubstr(key));
    EXPECT_THAT(said, ::testing::Not(::testing::HasSubstr("secret")));
  }
  using Spans = std::vector<std::vector<size_t>>;
  for (const Spans& spans : {Spans{{0, 99, 0}}, Spans{{3, 3, 0}}, Spans{{4, 8, 0}, {2, 3, 0}},
                             Spans{{0, 2, 99}}, Spans{{0, 2}}}) {
    EXPECT_THAT(why([&](auto& fields) { fields["spans"] = spans; }),
                ::testing::HasSubstr("spans are not in order"));
  }
  EXPECT_THAT(why([](auto& fields) {
                fields["text"] = "日本";
                fields["spans"] = {{0, 2, 0}};
              }),
              ::testing::HasSubstr("spans are not in order"));
  for (const std::string& job : {std::string("*.>"), std::string(5000, 'a'), std::string("../x")}) {
    EXPECT_EQ(why([&](auto& fields) { fields["job"] = job; }),
              "the job: job is no id, expected 20 hexadecimal digits");
  }
  EXPECT_FALSE(Task::parse(""));
  EXPECT_FALSE(Task::parse("[1]"));
  EXPECT_FALSE(Task::parse("{\"text\": \"\xff\"}"));
}

TEST(ClusterTask, ResultsComeBackAsTheyWere) {
  TaskResult result;
  result.text = "テスト";
  result.untranslated = "low score";
  result.sample_rate_hz = 24000;
  const Result<TaskResult> back = TaskResult::parse(result.json());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->json(), result.json());
  EXPECT_FALSE(TaskResult::parse("{}"));
}

TEST(ClusterConnection, PasswordsAreNotShown) {
  EXPECT_EQ(shown_url("nats://me:secret@host:4222"), "nats://host:4222");
  EXPECT_EQ(shown_url("tls://token@a:1,nats://b:2"), "tls://a:1,nats://b:2");
  EXPECT_EQ(shown_url("me:p@ss@host"), "host");
  EXPECT_EQ(shown_url(""), "");
}

}  // namespace
}  // namespace sotto::cluster::task_test
