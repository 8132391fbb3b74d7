// Names of software and their versions.
#include "text/software.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "text/names.h"
#include "text/spans.h"

namespace sotto::text::software_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Language kEnglish{"eng_Latn", "en"};

std::vector<std::string> texts(const std::string& text, const std::vector<ProtectedSpan>& spans) {
  std::vector<std::string> out;
  for (const ProtectedSpan& s : spans) out.push_back(text.substr(s.begin, s.end - s.begin));
  return out;
}

std::vector<std::string> software(const std::string& text) {
  return texts(text, find_software({text, SpanFinder(kEnglish).find(text), kEnglish}));
}

TEST(SoftwareTest, NamesThatAreNoWords) {
  EXPECT_THAT(software("I installed mosquitto, scipy and Pipenv."),
              ElementsAre("mosquitto", "scipy", "Pipenv"));
  EXPECT_THAT(software("Firebase's rules: scikit-learn (with pydantic-based models)"),
              ElementsAre("Firebase", "scikit-learn", "pydantic"));
}

TEST(SoftwareTest, FormatsInSmallLetters) {
  EXPECT_THAT(software("The yaml file and the json-based API, as JSON."),
              ElementsAre("yaml", "json"));
}

TEST(SoftwareTest, AcronymsOfWhichNetworksMakeWords) {
  EXPECT_THAT(software("CRUD calls reach the LLM."), ElementsAre("CRUD", "LLM"));
}

TEST(SoftwareTest, WhatNetworksKnowIsLeftToThem) {
  EXPECT_THAT(software("Docker runs on Linux, and git on Windows."), IsEmpty());
}

TEST(SoftwareTest, WordsOnlyWithACapitalWithinASentence) {
  EXPECT_THAT(software("The Stripe webhook and the Elixir service fail."),
              ElementsAre("Stripe", "Elixir"));
  EXPECT_THAT(software("Spring is here. \"Express yourself\": stripe the envoy."), IsEmpty());
}

TEST(SoftwareTest, AVersionIsPartOfTheName) {
  EXPECT_THAT(software("Swift 6 warns, and pydantic v2.1 does, too."),
              ElementsAre("Swift 6", "pydantic v2.1"));
  EXPECT_THAT(software("The Node.js 22 image, Next.js 15 and .NET 8."),
              ElementsAre("Node.js 22", "Next.js 15", ".NET 8"));
  EXPECT_THAT(software("Python 3.12, Docker 27; Ubuntu 24.04!"),
              ElementsAre("Python 3.12", "Docker 27", "Ubuntu 24.04"));
}

TEST(SoftwareTest, AQuantityIsNoVersion) {
  EXPECT_THAT(software("Give Redis 2 GB and Postgres 30%."), IsEmpty());
  EXPECT_THAT(software("On Monday 5 tests failed, and 3 in Docker."), IsEmpty());
}

TEST(SoftwareTest, PartsOfPathsCommandsAndOptionsAreNone) {
  EXPECT_THAT(software("Run npm install, see src/pydantic/main.py and --numpy-flag."), IsEmpty());
  EXPECT_THAT(software("It is at https://pydantic.dev/scipy and in my_scipy."), IsEmpty());
}

TEST(SoftwareTest, AreSpansOfASentenceWithNames) {
  const std::string text = "I asked Dmitri to move Grafana Cloud to Node.js 22 with 12 MB.";
  const Sentence named = with_names({text, SpanFinder(kEnglish).find(text), kEnglish});
  EXPECT_THAT(texts(text, named.spans),
              ElementsAre("Dmitri", "Grafana Cloud", "Node.js 22", "12 MB"));
}

double cpu_seconds(const std::string& text) {
  const Sentence sentence{text, SpanFinder(kEnglish).find(text), kEnglish};
  const std::clock_t begin = std::clock();
  with_names(sentence);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(SoftwareTest, TimeGrowsWithTheLengthOfHostileText) {
  for (const std::string unit : {"numpy 2 ", "numpy-", "numpy ", "12 ", "Node.js 22 ", "a-", " "}) {
    std::string text;
    while (text.size() < 1 << 15) text += unit;
    const double whole = cpu_seconds(text + "!");
    const double quarter = cpu_seconds(text.substr(0, text.size() / 4) + "!");
    EXPECT_LT(whole, 8 * std::max(quarter, 0.02)) << unit;
  }
}

}  // namespace
}  // namespace sotto::text::software_test
