// Books, there and back: what is text becomes another one, and every other byte stays.
#include "cluster/epub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <map>

namespace sotto::cluster::epub_test {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

// The first file is stored as it is, as "mimetype" has to be.
std::string packed(const Files& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(source);
  zip_t* archive = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error);
  for (size_t i = 0; i < files.size(); ++i) {
    zip_source_t* content =
        zip_source_buffer(archive, files[i].second.data(), files[i].second.size(), 0);
    zip_file_add(archive, files[i].first.c_str(), content, 0);
    zip_file_set_mtime(archive, i, 1700000000, 0);
    if (i == 0) zip_set_file_compression(archive, i, ZIP_CM_STORE, 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  zip_stat_t stat;
  zip_stat_init(&stat);
  zip_source_stat(source, &stat);
  std::string bytes(stat.size, '\0');
  zip_source_open(source);
  zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  zip_source_free(source);
  zip_error_fini(&error);
  return bytes;
}

Files unpacked(const std::string& bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_t* archive = zip_open_from_source(
      zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error), ZIP_CHECKCONS, &error);
  Files files;
  for (zip_int64_t i = 0; archive != nullptr && i < zip_get_num_entries(archive, 0); ++i) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &stat);
    std::string content(stat.size, '\0');
    zip_file_t* entry = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
    zip_fread(entry, content.data(), content.size());
    zip_fclose(entry);
    files.emplace_back(stat.name, content);
  }
  if (archive != nullptr) zip_discard(archive);
  zip_error_fini(&error);
  return files;
}

Files book() {
  return {{"mimetype", "application/epub+zip"},
          {"META-INF/container.xml", "<container/>"},
          {"OEBPS/book.opf", "<package><dc:language id='l'>en</dc:language></package>"},
          {"OEBPS/one.xhtml",
           "<?xml version='1.0'?>\n<html><head><title/><script src='a.js'/></head><body>"
           "<p><a id='x'/>One &amp; more.</p><p>Two<br/>lines.</p></body></html>"},
          {"OEBPS/picture.png", std::string("\x89PNG\0\1", 6)},
          {"OEBPS/toc.ncx", "<ncx><text>Chapter</text></ncx>"}};
}

std::string why_not(const std::string& bytes) {
  const Result<Epub> read = Epub::parse(bytes);
  return read ? "" : read.error().message;
}

TEST(ClusterEpub, KeepsAllButItsTexts) {
  const std::string bytes = packed(book());
  const Result<Epub> read = Epub::parse(bytes);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_THAT(read->texts(),
              ::testing::ElementsAre("<a id='x'></a>One &amp; more.", "Two", "lines.", "Chapter"));
  const auto made = read->with(std::vector<std::string>{"A", "B", "C", "D"}, "ja");
  ASSERT_TRUE(made) << made.error().message;
  Files expected = book();
  expected[2].second = "<package><dc:language id='l'>ja</dc:language></package>";
  expected[3].second =
      "<?xml version='1.0'?>\n<html><head><title></title><script src='a.js'></script></head><body>"
      "<p>A</p><p>B<br/>C</p></body></html>";
  expected[5].second = "<ncx><text>D</text></ncx>";
  EXPECT_EQ(unpacked(*made), expected);
  EXPECT_EQ(made->substr(30, 28), "mimetypeapplication/epub+zip");  // first, and as it is
  EXPECT_EQ(*made, *read->with(std::vector<std::string>{"A", "B", "C", "D"}, "ja"));
}

TEST(ClusterEpub, WhatIsNoneIsASentence) {
  EXPECT_THAT(why_not(""), ::testing::StartsWith("is no book: "));
  EXPECT_THAT(why_not("PK\3\4 and no more"), ::testing::StartsWith("is no book: "));
  EXPECT_THAT(why_not(packed({{"a", "b"}})), ::testing::HasSubstr("container.xml is missing"));
  Files files = book();
  files.emplace_back("META-INF/encryption.xml", "<CipherReference URI=\"OEBPS/one.xhtml\"/>");
  EXPECT_THAT(why_not(packed(files)), ::testing::StartsWith("is encrypted (OEBPS/one.xhtml)"));
  files = book();
  files[3].second = "\xff";
  EXPECT_THAT(why_not(packed(files)), ::testing::StartsWith("has a page that is not UTF-8"));
  files[3].second = std::string(size_t{17} << 20, ' ');
  EXPECT_THAT(why_not(packed(files)), ::testing::StartsWith("unpacks to more than"));
}

TEST(ClusterEpub, BrokenBytesDoNoHarm) {
  const std::string bytes = packed(book());
  for (size_t i = 0; i < bytes.size(); i += 3) {
    std::string broken = bytes;
    broken[i] = static_cast<char>(broken[i] ^ 0x41);
    const Result<Epub> read = Epub::parse(broken);
    if (read) (void)read->with(read->texts(), "ja");
    (void)Epub::parse(std::string_view(bytes).substr(0, i));
  }
}

TEST(ClusterEpub, EmptyTagsAreWrittenOut) {
  EXPECT_EQ(without_empty_tags("<p/><br/><a b='/>'/>x<!-- <i/> --><svg:path d=\"1\" /> < <"),
            "<p></p><br/><a b='/>'></a>x<!-- <i/> --><svg:path d=\"1\" ></svg:path> < <");
  EXPECT_EQ(without_empty_tags("<a"), "<a");
  EXPECT_EQ(without_empty_tags("<!--"), "<!--");
}

}  // namespace
}  // namespace sotto::cluster::epub_test
