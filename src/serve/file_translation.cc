// /translate_file and /download_file, as LibreTranslate has them: a file in, the name of its
// translation out, which is fetched by that.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/utf8.h"
#include "engine/detect.h"
#include "serve/handlers.h"
#include "serve/request_fields.h"
#include "serve/subtitle_tags.h"
#include "serve/subtitles.h"
#include "serve/translation.h"

namespace sotto::serve {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

enum class FileKind { text, html, subtitles };

struct TextFile {
  FileKind kind;
  std::string stem, extension;  // "notes", ".txt"
  std::string content;          // valid UTF-8
};

Result<TextFile> read_file_part(const std::vector<net::FormPart>& files) {
  const auto part = std::ranges::find(files, "file", &net::FormPart::name);
  if (part == files.end()) {
    return Error{Errc::bad_argument,
                 "file: is missing, expected a multipart form with a file in it"};
  }
  const std::string& name = *part->file_name;
  const size_t dot = std::min(name.rfind('.'), name.size());
  TextFile file{FileKind::text, name.substr(0, dot), lower_ascii(name.substr(dot)), ""};
  if (file.extension == ".html" || file.extension == ".htm") {
    file.kind = FileKind::html;
  } else if (file.extension == ".srt") {
    file.kind = FileKind::subtitles;
  } else if (file.extension != ".txt") {
    return Error{Errc::unsupported,
                 "file: is of a kind that is not translated, expected a name "
                 "that ends in .txt, .html or .srt"};
  }
  size_t replaced = 0;
  file.content = to_valid_utf8(part->content, replaced);
  if (replaced > 0) return Error{Errc::bad_format, "file: is not UTF-8"};
  return file;
}

// For a header: what is not plain is an underscore.
std::string plain_name(const std::string& name) {
  constexpr size_t kLongest = 64;
  std::string plain = name.substr(0, kLongest);
  for (char& c : plain) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.';
    if (!is_plain) c = '_';
  }
  return plain.empty() ? "translation" : plain;
}

std::string url_of(const net::Request& request, const std::string& id) {
  const std::string host = request.header("host");
  const std::string path = "/download_file?id=" + id;
  if (host.empty()) return path;
  const bool is_https = request.header("x-forwarded-proto") == "https";
  return fmt::format("{}://{}{}", is_https ? "https" : "http", host, path);
}

// The file's text or texts as a request for /translate has them.
struct FileTexts {
  Subtitles subtitles;  // of a file of that kind
  nlohmann::json q;
  bool is_html = false;
};

Result<FileTexts> texts_of(const TextFile& file, const std::string& source) {
  FileTexts texts;
  std::string_view content = file.content;
  if (content.starts_with(kByteOrderMark)) content.remove_prefix(kByteOrderMark.size());
  texts.q = content;
  texts.is_html = file.kind == FileKind::html;
  if (file.kind != FileKind::subtitles) return texts;
  const auto language = find_language(source);
  const bool has_spaces = !language || !is_written_without_spaces(*language);
  texts.subtitles = Subtitles::parse(content, has_spaces ? " " : "");
  if (texts.subtitles.texts().empty())
    return Error{Errc::bad_format, "file: has no subtitle, expected lines of times with -->"};
  std::vector<std::string> said = texts.subtitles.texts();
  texts.is_html = std::ranges::any_of(said, has_subtitle_tags);
  if (texts.is_html) std::ranges::transform(said, said.begin(), html_of_subtitle);
  texts.q = std::move(said);
  return texts;
}

// The file again, with translations in the place of its texts.
std::string file_of(const FileTexts& texts, std::vector<std::string> translations) {
  if (texts.subtitles.texts().empty()) return translations[0];
  if (texts.is_html) std::ranges::transform(translations, translations.begin(), subtitle_of_html);
  return texts.subtitles.with(translations);
}

}  // namespace

void post_translate_file(Call& call) {
  std::vector<net::FormPart> files;
  auto fields = read_fields(call, &files);
  if (!fields || !check_body_key(call, *fields)) return;
  const Result<TextFile> file = read_file_part(files);
  if (!file) return call.exchange.fail(file.error());
  const Result<FileTexts> texts = texts_of(*file, json_string(*fields, "source"));
  if (!texts) return call.exchange.fail(texts.error());
  (*fields)["q"] = texts->q;
  (*fields)["format"] = texts->is_html ? "html" : "text";
  fields->erase("alternatives");
  Result<TranslationOrder> order = read_translation_order(call.service, *fields);
  if (!order) return call.exchange.fail(order.error());
  // A file is in one language, whatever a single subtitle looks like.
  if (order->detected) {
    const engine::Detected source = engine::detect_language(file->content, order->is_html).front();
    order->sources.assign(order->texts.size(), source);
  }
  const auto translated = translate(call, *order);
  if (!translated) return;
  std::string content =
      file->content.starts_with(kByteOrderMark) ? std::string(kByteOrderMark) : "";
  content += file_of(*texts, translated->texts);
  const std::string name = fmt::format("{}.{}{}", file->stem, order->target.iso, file->extension);
  const std::string id = call.service.files.put({plain_name(name), std::move(content)});
  call.exchange.reply(200, "application/json",
                      dumped({{"translatedFileUrl", url_of(call.exchange.request(), id)}}));
}

// The name is the key: nobody can guess it. As bytes to be kept, whatever they are: a page of
// somebody else's is not to be shown as one of ours.
void get_download_file(Call& call) {
  const auto file = call.service.files.find(call.exchange.request().parameter("id"));
  if (!file) return call.exchange.refuse(404, "there is no such file, or not any more");
  call.exchange.add_header("Content-Disposition",
                           fmt::format("attachment; filename=\"{}\"", file->name));
  call.exchange.add_header("Cache-Control", "no-store");
  call.exchange.reply(200, "application/octet-stream", file->content);
}

}  // namespace sotto::serve
