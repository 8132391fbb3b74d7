#include "japanese/register.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "paths.h"

namespace sotto::japanese::register_test {
namespace {

struct Case {
  std::string kind, way, plain, polite;
};

std::string unescaped(std::string_view cell) {
  std::string out;
  for (size_t i = 0; i < cell.size(); ++i) {
    const bool escapes = cell[i] == '\\' && i + 1 < cell.size();
    if (escapes) ++i;
    out += escapes && cell[i] == 'n' ? '\n' : cell[i];
  }
  return out;
}

std::vector<Case> read_cases() {
  std::ifstream file(test_data("register/cases.tsv"));
  std::vector<Case> cases;
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Case c;
    std::getline(cells, c.kind, '\t');
    std::getline(cells, c.way, '\t');
    std::getline(cells, c.plain, '\t');
    std::getline(cells, c.polite, '\t');
    c.plain = unescaped(c.plain);
    c.polite = c.way == "stay" ? c.plain : unescaped(c.polite);
    cases.push_back(c);
  }
  return cases;
}

class RegisterTest : public testing::Test {
 protected:
  void SetUp() override {
    if (open_jtalk_dictionary().empty()) GTEST_SKIP() << "naist-jdic is not installed";
    auto opened = RegisterChanger::open();
    ASSERT_TRUE(opened) << opened.error().message;
    changer_.emplace(*std::move(opened));
  }
  std::optional<RegisterChanger> changer_;
};

TEST_F(RegisterTest, EveryCaseBecomesWhatAPersonWrote) {
  const std::vector<Case> cases = read_cases();
  ASSERT_GE(cases.size(), 300u);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.kind);
    if (c.way != "plain") {
      EXPECT_EQ(changer_->polite(c.plain), c.polite);
    }
    if (c.way != "polite") {
      EXPECT_EQ(changer_->plain(c.polite), c.plain);
    }
    for (const std::string& text : {c.plain, c.polite}) {
      const std::string polite = changer_->polite(text), plain = changer_->plain(text);
      EXPECT_EQ(changer_->polite(polite), polite);
      EXPECT_EQ(changer_->plain(plain), plain);
    }
  }
}

}  // namespace
}  // namespace sotto::japanese::register_test
