// Files wait for whoever knows their name, and not for long.
#include "serve/file_store.h"

#include <gtest/gtest.h>

namespace sotto::serve::file_store_test {
namespace {

TEST(FileStore, GivesBackByName) {
  FileStore store;
  const std::string a = store.put({"a.txt", "one"}), b = store.put({"a.txt", "two"});
  EXPECT_NE(a, b);
  EXPECT_EQ(a.size(), 32u);
  ASSERT_TRUE(store.find(a) && store.find(b));
  EXPECT_EQ(store.find(a)->content, "one");
  EXPECT_EQ(store.find(b)->name, "a.txt");
  EXPECT_FALSE(store.find(""));
}

TEST(FileStore, ForgetsTheOld) {
  FileStore store;
  const auto now = FileStore::Clock::now();
  const std::string id = store.put({"a", "x"}, now);
  EXPECT_TRUE(store.find(id, now + std::chrono::minutes(9)));
  EXPECT_FALSE(store.find(id, now + std::chrono::minutes(10)));
}

TEST(FileStore, HoldsSoManyAndSoMuch) {
  FileStore store;
  const std::string first = store.put({"a", "x"});
  for (int i = 0; i < 255; ++i) store.put({"b", "y"});
  EXPECT_TRUE(store.find(first));
  store.put({"b", "y"});
  EXPECT_FALSE(store.find(first));
  const std::string large = store.put({"c", std::string(40 << 20, 'z')});
  EXPECT_TRUE(store.find(large));
  store.put({"d", std::string(40 << 20, 'z')});
  EXPECT_FALSE(store.find(large));
}

}  // namespace
}  // namespace sotto::serve::file_store_test
