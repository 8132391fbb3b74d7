#include "hub/http.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <mutex>

namespace sotto::hub {
namespace {

constexpr size_t kMaxBody = size_t{16} << 20;
constexpr size_t kMaxComplaint = size_t{64} << 10;
constexpr long kBufferBytes = 512L << 10;
constexpr long kConnectSeconds = 10;
constexpr long kSilentSeconds = 30;
constexpr long kMostRedirects = 8;

bool is_success(long status) { return status == 200 || status == 206; }

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

struct Http::Transfer {
  CURL* curl;
  Answer answer;
  const std::function<bool(const Answer&)>& begin;
  const Sink& sink;
  const std::stop_token& stop;
  bool begun = false;
  std::map<std::string, std::string> headers;  // of the answer that is being read

  static size_t header(char* data, size_t, size_t size, void* self) {
    Transfer& t = *static_cast<Transfer*>(self);
    const std::string_view line(data, size);
    if (line.starts_with("HTTP/")) t.headers.clear();
    if (const size_t colon = line.find(':'); colon != line.npos && t.headers.size() < 256)
      t.headers[lower(line.substr(0, colon))] = trimmed(line.substr(colon + 1));
    // What a redirect tells of the file goes on to hold.
    if (trimmed(line).empty()) {
      for (const auto& [name, value] : t.headers) t.answer.headers[name] = value;
    }
    return size;
  }

  static size_t body(char* data, size_t, size_t size, void* self) {
    Transfer& t = *static_cast<Transfer*>(self);
    curl_easy_getinfo(t.curl, CURLINFO_RESPONSE_CODE, &t.answer.status);
    if (!is_success(t.answer.status)) {  // read for what it says
      const size_t room = kMaxComplaint - std::min(kMaxComplaint, t.answer.body.size());
      t.answer.body.append(data, std::min(size, room));
      return size;
    }
    if (!t.begun && !t.begin(t.answer)) return 0;
    t.begun = true;
    return t.sink({data, size}) ? size : 0;
  }

  static int progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<Transfer*>(self)->stop.stop_requested() ? 1 : 0;
  }
};

Http::Http(const Endpoint& endpoint) : endpoint_(endpoint), curl_(nullptr, curl_easy_cleanup) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  curl_.reset(curl_easy_init());
}

Http::~Http() = default;

Result<Answer> Http::get(const std::string& path, const std::stop_token& stop) {
  std::string body;
  bool too_long = false;
  auto answer = get(
      path, 0, [](const Answer&) { return true; },
      [&](std::span<const char> bytes) {
        too_long = body.size() + bytes.size() > kMaxBody;
        if (!too_long) body.append(bytes.data(), bytes.size());
        return !too_long;
      },
      stop);
  if (too_long) {
    return Error{Errc::bad_format, fmt::format("{}{}: the answer is longer than {} MB",
                                               endpoint_.url, path, kMaxBody >> 20)};
  }
  if (answer && is_success(answer->status)) answer->body = std::move(body);
  return answer;
}

Result<Answer> Http::get(const std::string& path, uint64_t from,
                         const std::function<bool(const Answer&)>& begin, const Sink& sink,
                         const std::stop_token& stop) {
  CURL* curl = curl_.get();
  const std::string url = endpoint_.url + path;
  if (curl == nullptr) return Error{Errc::internal, "libcurl cannot be started"};
  Transfer transfer{
      .curl = curl, .answer = {}, .begin = begin, .sink = sink, .stop = stop, .headers = {}};
  char complaint[CURL_ERROR_SIZE] = "";
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "sotto/" SOTTO_VERSION);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, complaint);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, kMostRedirects);
  // Who asks a hub over TLS is not sent elsewhere without it.
  const bool secure = url.starts_with("https:");
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, kSilentSeconds);
  curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, kBufferBytes);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Transfer::header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Transfer::body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Transfer::progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &transfer);
  if (!endpoint_.token.empty()) {  // which libcurl gives to no other host
    curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
    curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, endpoint_.token.c_str());
  }
  const std::string range = fmt::format("{}-", from);
  if (from > 0) curl_easy_setopt(curl, CURLOPT_RANGE, range.c_str());

  const CURLcode code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &transfer.answer.status);
  if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
  const long status = transfer.answer.status;
  if (code == CURLE_OK) {
    if (is_success(status) && !transfer.begun) begin(transfer.answer);  // of an empty file
    return transfer.answer;
  }
  if (code == CURLE_WRITE_ERROR)
    return transfer.answer;  // for the caller, who ended it, to explain
  return Error{Errc::io, fmt::format("{}: {}", endpoint_.url,
                                     *complaint != 0 ? complaint : curl_easy_strerror(code))};
}

}  // namespace sotto::hub
