// What an agent's events ask of a server.
#include "speaker/hook_event.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sotto::speaker::hook_event_test {
namespace {

using nlohmann::json;

HookRequest request(const json& event) {
  const auto read = read_hook_event(event.dump());
  return read && *read ? request_of(**read, "queue") : HookRequest();
}

TEST(HookEvent, APieceSaysItsPlaceAndItsProject) {
  const json event = {{"hook_event_name", "MessageDisplay"},
                      {"session_id", "s"},
                      {"message_id", "m"},
                      {"index", 7u},
                      {"delta", "Done.\n"},
                      {"final", true},
                      {"cwd", "/home/me/project/"}};
  const HookRequest asked = request(event);
  EXPECT_EQ(asked.path, "/v1/announce");
  const json body = json::parse(asked.json);
  EXPECT_EQ(body["index"], 7);
  EXPECT_EQ(body["stream"], "m");
  EXPECT_EQ(body["project"], "project");
  EXPECT_EQ(body["last"], true);
}

TEST(HookEvent, ASpeedIsSaidWhereThereIsOne) {
  HookEvent event;
  event.text = "Done.";
  EXPECT_EQ(json::parse(request_of(event, "queue", {.speed = 1.5}).json)["speed"], 1.5);
  EXPECT_FALSE(json::parse(request_of(event, "queue").json).contains("speed"));
}

TEST(HookEvent, ARegisterIsSaidWhereThereIsOne) {
  HookEvent event;
  event.text = "Done.";
  EXPECT_EQ(json::parse(request_of(event, "queue", {.in_register = "plain"}).json)["register"],
            "plain");
  EXPECT_FALSE(json::parse(request_of(event, "queue").json).contains("register"));
}

TEST(HookEvent, AProjectsVoiceAndLanguageAreSaidWhereThereAreSome) {
  const auto read = read_hook_event(
      R"({"hook_event_name": "Stop", "last_assistant_message": "Done.", "cwd": "/home/me/app"})");
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->folder, "/home/me/app");
  const json body =
      json::parse(request_of(**read, "queue", {.voice = "espeak-ng", .to = "ja"}).json);
  EXPECT_EQ(body["voice"], "espeak-ng");
  EXPECT_EQ(body["translate_to"], "ja");
  EXPECT_FALSE(json::parse(request_of(**read, "queue").json).contains("translate_to"));
}

TEST(HookEvent, WhatMakesNoSenseIsLeftOut) {
  json event = {{"hook_event_name", "MessageDisplay"}, {"message_id", "m"}, {"delta", "Done."}};
  for (const json& index : {json(-1), json("7"), json(1e300), json(5'000'000'000u), json()}) {
    event["index"] = index;
    EXPECT_FALSE(json::parse(request(event).json).contains("index")) << index;
  }
  for (const char* folder : {"", "/", "/home/a`b`"}) {
    event["cwd"] = folder;
    EXPECT_EQ(json::parse(request(event).json)["project"], "") << folder;
  }
  event["cwd"] = "/home/" + std::string(65, 'x');
  EXPECT_EQ(json::parse(request(event).json)["project"], "");
}

TEST(HookEvent, ACallOfAToolNamesItsTranscript) {
  const json event = {{"hook_event_name", "PreToolUse"}, {"transcript_path", "/tmp/t.jsonl"}};
  const auto read = read_hook_event(event.dump());
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->transcript, "/tmp/t.jsonl");
  EXPECT_EQ(request({{"hook_event_name", "PreToolUse"}}).path, "");
}

TEST(HookEvent, ANewPromptStopsItsSession) {
  const HookRequest asked =
      request({{"hook_event_name", "UserPromptSubmit"}, {"session_id", "s"}, {"prompt", "Go on."}});
  EXPECT_EQ(asked.path, "/v1/stop");
  EXPECT_EQ(json::parse(asked.json), json({{"session", "s"}}));
  // Without a name it would silence everybody.
  EXPECT_EQ(request({{"hook_event_name", "UserPromptSubmit"}}).path, "");
}

TEST(HookEvent, HalfAnEmojiCostsOneCharacter) {
  const auto text = [](const std::string& event) {
    const auto read = read_hook_event(event);
    return read && *read ? (**read).text : "";
  };
  EXPECT_EQ(text(R"({"hook_event_name":"Stop","last_assistant_message":"Done \ud83d."})"),
            "Done \uFFFD.");
  EXPECT_EQ(text(R"({"hook_event_name":"MessageDisplay","message_id":"m","delta":"Done \ud83d"})"),
            "Done \uFFFD");
}

TEST(HookEvent, WhatASubAgentDoesIsSilent) {
  json event = {{"session_id", "s"},
                {"agent_id", "a1"},
                {"message_id", "m"},
                {"final", true},
                {"delta", "Sub."},
                {"message", "Sub."},
                {"prompt", "Go on."},
                {"transcript_path", "/tmp/t.jsonl"},
                {"last_assistant_message", "Sub."}};
  for (const char* name : {"MessageDisplay", "Stop", "Notification", "PreToolUse",
                           "PermissionRequest", "UserPromptSubmit", "StopFailure"}) {
    event["hook_event_name"] = name;
    EXPECT_EQ(request(event).path, "") << name;
  }
  event["hook_event_name"] = "SubagentStop";  // for who listens to it
  EXPECT_EQ(request(event).path, "/v1/announce");
}

TEST(HookEvent, AQuestionAPlanAndAnErrorAreSaid) {
  const auto text = [](const json& event) {
    const std::string body = request(event).json;
    return body.empty() ? "" : json::parse(body)["text"].get<std::string>();
  };
  const json input = {
      {"questions", {{{"question", "Which one?"}, {"options", {{{"label", "Both"}}}}}}}};
  for (const char* name : {"PermissionRequest", "PreToolUse"})
    EXPECT_EQ(text({{"hook_event_name", name},
                    {"tool_name", "AskUserQuestion"},
                    {"tool_input", input},
                    {"transcript_path", "/tmp/t.jsonl"}}),
              "Which one?\n\n- 1: Both\n\n");
  EXPECT_EQ(text({{"hook_event_name", "PreToolUse"},
                  {"tool_name", "ExitPlanMode"},
                  {"tool_input", {{"plan", "# Plan\n\n1. Add a lock."}}}}),
            "# Plan\n\n1. Add a lock.\n");
  EXPECT_EQ(text({{"hook_event_name", "StopFailure"},
                  {"error", "rate_limit"},
                  {"last_assistant_message", "API Error: Rate limit reached"}}),
            "The agent stopped: API Error: Rate limit reached");
  EXPECT_EQ(text({{"hook_event_name", "StopFailure"}, {"error", "rate_limit"}}),
            "The agent stopped: rate limit");
  EXPECT_EQ(text({{"hook_event_name", "AfterAgent"}, {"prompt_response", "All pass."}}),
            "All pass.");
}

}  // namespace
}  // namespace sotto::speaker::hook_event_test
