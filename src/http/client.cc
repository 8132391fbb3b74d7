#include "http/client.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <string_view>

#include "base/utf8.h"

namespace sotto::http {
namespace {

constexpr size_t kMaxBody = size_t{16} << 20;
constexpr size_t kMaxComplaint = size_t{64} << 10;
constexpr size_t kMostHeaders = 256;
constexpr long kBufferBytes = 512L << 10;

// "https://host:port" of a URL, for a message.
std::string host_of(const std::string& url) {
  const size_t begin = url.find("://");
  return url.substr(0, url.find('/', begin == url.npos ? 0 : begin + 3));
}

struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

}  // namespace

struct Client::Transfer {
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
    if (const size_t colon = line.find(':'); colon != line.npos && t.headers.size() < kMostHeaders)
      t.headers[lower_ascii(line.substr(0, colon))] = trimmed(line.substr(colon + 1));
    // What a redirect tells of the file goes on to hold.
    if (trimmed(line).empty()) {
      for (const auto& [name, value] : t.headers) t.answer.headers[name] = value;
    }
    return size;
  }

  static size_t body(char* data, size_t, size_t size, void* self) {
    Transfer& t = *static_cast<Transfer*>(self);
    curl_easy_getinfo(t.curl, CURLINFO_RESPONSE_CODE, &t.answer.status);
    if (!is_success(t.answer)) {  // read for what it says
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

Client::Client() : curl_(nullptr, curl_easy_cleanup) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  curl_.reset(curl_easy_init());
}

Client::~Client() = default;

Result<Answer> Client::send(const Request& request, const std::stop_token& stop) {
  std::string body;
  bool too_long = false;
  auto answer = send(
      request, [](const Answer&) { return true; },
      [&](std::span<const char> bytes) {
        too_long = body.size() + bytes.size() > kMaxBody;
        if (!too_long) body.append(bytes.data(), bytes.size());
        return !too_long;
      },
      stop);
  if (too_long) {
    return Error{Errc::bad_format,
                 fmt::format("{}: the answer is longer than {} MB", request.url, kMaxBody >> 20)};
  }
  if (answer && is_success(*answer)) answer->body = std::move(body);
  return answer;
}

Result<Answer> Client::send(const Request& request, const std::function<bool(const Answer&)>& begin,
                            const Sink& sink, const std::stop_token& stop) {
  CURL* curl = curl_.get();
  if (curl == nullptr) return Error{Errc::internal, "libcurl cannot be started"};
  Transfer transfer{
      .curl = curl, .answer = {}, .begin = begin, .sink = sink, .stop = stop, .headers = {}};
  char complaint[CURL_ERROR_SIZE] = "";
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "sotto/" SOTTO_VERSION);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, complaint);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, request.most_redirects > 0 ? 1L : 0L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, request.most_redirects);
  // Who asks over TLS is not sent elsewhere without it.
  const bool secure = request.url.starts_with("https:");
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, request.connect_seconds);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, request.silent_seconds);
  curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, kBufferBytes);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Transfer::header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Transfer::body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Transfer::progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &transfer);
  if (!request.token.empty()) {  // which libcurl gives to no other host
    curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
    curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, request.token.c_str());
  }
  const std::string range = fmt::format("{}-", request.from);
  if (request.from > 0) curl_easy_setopt(curl, CURLOPT_RANGE, range.c_str());
  if (request.body) {
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body->size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body->data());
  }
  std::unique_ptr<curl_slist, FreeList> headers;
  for (const std::string& header : request.headers)
    headers.reset(curl_slist_append(headers.release(), header.c_str()));
  if (headers) curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());

  const CURLcode code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &transfer.answer.status);
  if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
  if (code == CURLE_OK) {
    if (is_success(transfer.answer) && !transfer.begun) begin(transfer.answer);  // of an empty one
    return transfer.answer;
  }
  if (code == CURLE_WRITE_ERROR)
    return transfer.answer;  // for the caller, who ended it, to explain
  return Error{Errc::io, fmt::format("{}: {}", host_of(request.url),
                                     *complaint != 0 ? complaint : curl_easy_strerror(code))};
}

}  // namespace sotto::http
