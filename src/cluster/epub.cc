#include "cluster/epub.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/printable.h"
#include "base/utf8.h"

namespace sotto::cluster {
namespace {

constexpr size_t kLongestPage = size_t{16} << 20, kLongestPages = size_t{64} << 20;  // bytes
constexpr zip_int64_t kMostEntries = 50000;
constexpr std::string_view kByteOrder = "\xef\xbb\xbf";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Elements that HTML knows as empty.
bool is_empty_in_html(const std::string& name) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"area", "base", "br", "col", "embed", "hr", "img", "input",
                                       "link", "meta", "param", "source", "track", "wbr"});
  return std::ranges::find(kNames, lower_ascii(name)) != kNames.end();
}

// Behind the tag that begins at `at`: a ">" in quotes is none.
size_t tag_end(std::string_view xhtml, size_t at) {
  char quote = 0;
  for (; at < xhtml.size(); ++at) {
    const char c = xhtml[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return xhtml.size();
}

struct ArchiveCloser {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, ArchiveCloser>;

struct SourceFreer {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, SourceFreer>;

Error no_book(std::string_view why) {
  return {Errc::bad_format, fmt::format("is no book: {}, expected EPUB", why)};
}

// An archive in memory. What is written to it stays in `source` when it is closed.
struct Zip {
  Source source;
  Archive archive;
};

Result<Zip> open_zip(std::string_view file, int flags) {
  zip_error_t error;
  zip_error_init(&error);
  Zip zip;
  zip.source.reset(zip_source_buffer_create(file.data(), file.size(), 0, &error));
  if (zip.source != nullptr) {
    zip_source_keep(zip.source.get());  // the archive's own
    zip.archive.reset(zip_open_from_source(zip.source.get(), flags, &error));
    if (zip.archive == nullptr) zip_source_free(zip.source.get());
  }
  const std::string why = zip.archive == nullptr ? zip_error_strerror(&error) : "";
  zip_error_fini(&error);
  if (!why.empty()) return no_book(why);
  return zip;
}

Result<std::string> read_entry(zip_t* archive, zip_uint64_t index, size_t most) {
  zip_file_t* entry = zip_fopen_index(archive, index, 0);
  if (entry == nullptr) return no_book(zip_strerror(archive));
  std::string bytes;
  std::array<char, 65536> buffer;
  zip_int64_t count = 0;
  while ((count = zip_fread(entry, buffer.data(), buffer.size())) > 0) {
    bytes.append(buffer.data(), static_cast<size_t>(count));
    if (bytes.size() > most) break;
  }
  zip_fclose(entry);
  if (count < 0) return no_book("a page cannot be unpacked");
  if (bytes.size() > most)
    return Error{
        Errc::bad_format,
        fmt::format("unpacks to more than {} bytes of text, expected less", kLongestPages)};
  return bytes;
}

std::string entry_name(zip_t* archive, zip_uint64_t index) {
  const char* name = zip_get_name(archive, index, ZIP_FL_ENC_GUESS);
  return name == nullptr ? "" : name;
}

bool ends_in(const std::string& name, std::initializer_list<std::string_view> endings) {
  const std::string lower = lower_ascii(name);
  return std::ranges::any_of(endings,
                             [&](std::string_view ending) { return lower.ends_with(ending); });
}

// "<dc:language>en</dc:language>" with another one; as it was where there is none.
std::string with_language(std::string package, const std::string& language) {
  size_t at = package.find("<dc:language");
  if (at == package.npos) return package;
  at = tag_end(package, at);
  const size_t end = package.find('<', at);
  return end == package.npos ? package : package.replace(at, end - at, language);
}

// The entry's bytes become others; its date stays.
Result<void> replace_entry(zip_t* archive, zip_uint64_t index, const std::string& bytes) {
  zip_stat_t before;
  zip_stat_init(&before);
  const bool is_known = zip_stat_index(archive, index, 0, &before) == 0;
  zip_source_t* content = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
  if (content == nullptr || zip_file_replace(archive, index, content, 0) != 0) {
    if (content != nullptr) zip_source_free(content);
    return no_book(zip_strerror(archive));
  }
  if (is_known && (before.valid & ZIP_STAT_MTIME) != 0)
    zip_file_set_mtime(archive, index, before.mtime, 0);
  return {};
}

// Bytes that the archive has written.
Result<std::string> written_bytes(zip_source_t* source) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0)
    return no_book(zip_error_strerror(zip_source_error(source)));
  std::string bytes(stat.size, '\0');
  const zip_int64_t count = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (count != static_cast<zip_int64_t>(bytes.size())) return no_book("it cannot be written");
  return bytes;
}

}  // namespace

std::string without_empty_tags(std::string_view xhtml) {
  std::string html;
  while (!xhtml.empty()) {
    const size_t at = std::min(xhtml.find('<'), xhtml.size());
    html += xhtml.substr(0, at);
    xhtml.remove_prefix(at);
    if (xhtml.empty()) break;
    size_t end = 1;
    if (xhtml.starts_with("<!--")) {
      end = std::min(xhtml.find("-->"), xhtml.size() - 3) + 3;
    } else if (xhtml.size() > 1 && is_letter(xhtml[1])) {
      end = tag_end(xhtml, 0);
      const std::string name(xhtml.substr(1, xhtml.find_first_of(" \t\r\n/>") - 1));
      if (xhtml.substr(0, end).ends_with("/>") && !is_empty_in_html(name)) {
        html += fmt::format("{}></{}>", xhtml.substr(0, end - 2), name);
        xhtml.remove_prefix(end);
        continue;
      }
    }
    html += xhtml.substr(0, end);
    xhtml.remove_prefix(end);
  }
  return html;
}

Result<Epub> Epub::parse(std::string_view file) {
  Result<Zip> zip = open_zip(file, ZIP_RDONLY);
  if (!zip) return zip.error();
  zip_t* archive = zip->archive.get();
  const zip_int64_t count = zip_get_num_entries(archive, 0);
  if (count > kMostEntries) return no_book(fmt::format("it has {} files", count));
  if (zip_name_locate(archive, "META-INF/container.xml", 0) < 0)
    return no_book("META-INF/container.xml is missing");
  std::string encrypted;
  if (const zip_int64_t at = zip_name_locate(archive, "META-INF/encryption.xml", 0); at >= 0) {
    Result<std::string> list = read_entry(archive, static_cast<zip_uint64_t>(at), kLongestPage);
    if (!list) return list.error();
    encrypted = *std::move(list);
  }
  Epub book;
  book.file_ = file;
  size_t left = kLongestPages;
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    const std::string name = entry_name(archive, i);
    if (!ends_in(name, {".xhtml", ".html", ".htm", ".ncx"})) continue;
    if (encrypted.find('"' + name + '"') != encrypted.npos)
      return Error{Errc::unsupported,
                   fmt::format("is encrypted ({}), expected a book that is not", printable(name))};
    const Result<std::string> page = read_entry(archive, i, std::min(left, kLongestPage));
    if (!page) return page.error();
    left -= page->size();
    size_t replaced = 0;
    to_valid_utf8(*page, replaced);
    if (replaced > 0)
      return Error{Errc::bad_format,
                   fmt::format("has a page that is not UTF-8: {}", printable(name))};
    book.pages_.push_back({i, HtmlTexts::parse(without_empty_tags(*page))});
    const std::vector<std::string>& texts = book.pages_.back().texts.texts();
    book.texts_.insert(book.texts_.end(), texts.begin(), texts.end());
  }
  return book;
}

Result<std::string> Epub::with(std::span<const std::string> texts,
                               const std::string& language) const {
  Result<Zip> zip = open_zip(file_, 0);
  if (!zip) return zip.error();
  zip_t* archive = zip->archive.get();
  std::vector<std::string> contents;  // are there until the archive is closed
  contents.reserve(pages_.size() + 1);
  for (const Page& page : pages_) {
    const size_t count = std::min(page.texts.texts().size(), texts.size());
    if (count == 0) continue;
    contents.push_back(page.texts.with(texts.first(count)));
    texts = texts.subspan(count);
    if (Result<void> done = replace_entry(archive, page.index, contents.back()); !done)
      return done.error();
  }
  const zip_int64_t entries = zip_get_num_entries(archive, 0);
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(entries); ++i) {
    if (!ends_in(entry_name(archive, i), {".opf"})) continue;
    Result<std::string> package = read_entry(archive, i, kLongestPage);
    if (!package) return package.error();
    contents.push_back(with_language(*std::move(package), language));
    if (Result<void> done = replace_entry(archive, i, contents.back()); !done) return done.error();
    break;
  }
  if (zip_close(archive) != 0) return no_book(zip_strerror(archive));
  (void)zip->archive.release();
  return written_bytes(zip->source.get());
}

}  // namespace sotto::cluster
