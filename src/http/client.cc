#include "http/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/utf8.h"
#include "http/curl.h"

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

// Errors that do not go away by asking again.
bool is_final(CURLcode code) {
  return code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT ||
         code == CURLE_TOO_MANY_REDIRECTS || code == CURLE_PEER_FAILED_VERIFICATION;
}

}  // namespace

struct Client::Transfer {
  const Curl& curl;
  CURL* handle;
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
    // Facts that a redirect tells of the file go on to hold.
    if (trimmed(line).empty()) {
      for (const auto& [name, value] : t.headers) t.answer.headers[name] = value;
    }
    return size;
  }

  static size_t body(char* data, size_t, size_t size, void* self) {
    Transfer& t = *static_cast<Transfer*>(self);
    t.curl.get(t.handle, CURLINFO_RESPONSE_CODE, &t.answer.status);
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

Client::Client() : handle_(nullptr, [](void*) {}) {
  if (const Curl* curl = Curl::load()) handle_ = {curl->init(), curl->cleanup};
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
  CURL* handle = handle_.get();
  has_sent_ = false;
  if (handle == nullptr) {
    return Error{Errc::not_found,
                 fmt::format("{}: libcurl, which would fetch it, is not there or does not start; "
                             "install libcurl4",
                             host_of(request.url))};
  }
  const Curl& curl = *Curl::load();
  Transfer transfer{.curl = curl,
                    .handle = handle,
                    .answer = {},
                    .begin = begin,
                    .sink = sink,
                    .stop = stop,
                    .headers = {}};
  char complaint[CURL_ERROR_SIZE] = "";
  curl.reset(handle);
  curl.set(handle, CURLOPT_URL, request.url.c_str());
  curl.set(handle, CURLOPT_USERAGENT, "sotto/" SOTTO_VERSION);
  curl.set(handle, CURLOPT_NOSIGNAL, 1L);
  curl.set(handle, CURLOPT_ERRORBUFFER, complaint);
  curl.set(handle, CURLOPT_FOLLOWLOCATION, request.most_redirects > 0 ? 1L : 0L);
  curl.set(handle, CURLOPT_MAXREDIRS, request.most_redirects);
  // A request over TLS is not sent elsewhere without it.
  const bool secure = request.url.starts_with("https:");
  curl.set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl.set(handle, CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
  curl.set(handle, CURLOPT_CONNECTTIMEOUT, request.connect_seconds);
  curl.set(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl.set(handle, CURLOPT_LOW_SPEED_TIME, request.silent_seconds);
  curl.set(handle, CURLOPT_TIMEOUT, request.most_seconds);
  if (request.direct) curl.set(handle, CURLOPT_PROXY, "");
  curl.set(handle, CURLOPT_BUFFERSIZE, kBufferBytes);
  curl.set(handle, CURLOPT_HEADERFUNCTION, &Transfer::header);
  curl.set(handle, CURLOPT_HEADERDATA, &transfer);
  curl.set(handle, CURLOPT_WRITEFUNCTION, &Transfer::body);
  curl.set(handle, CURLOPT_WRITEDATA, &transfer);
  curl.set(handle, CURLOPT_NOPROGRESS, 0L);
  curl.set(handle, CURLOPT_XFERINFOFUNCTION, &Transfer::progress);
  curl.set(handle, CURLOPT_XFERINFODATA, &transfer);
  if (!request.token.empty()) {  // which libcurl gives to no other host
    curl.set(handle, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
    curl.set(handle, CURLOPT_XOAUTH2_BEARER, request.token.c_str());
  }
  const std::string range = fmt::format("{}-", request.from);
  if (request.from > 0) curl.set(handle, CURLOPT_RANGE, range.c_str());
  if (request.body) {
    curl.set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
    curl.set(handle, CURLOPT_POSTFIELDS, request.body->data());
  }
  std::unique_ptr<curl_slist, decltype(curl.free_all)> headers(nullptr, curl.free_all);
  for (const std::string& header : request.headers)
    headers.reset(curl.append(headers.release(), header.c_str()));
  if (headers) curl.set(handle, CURLOPT_HTTPHEADER, headers.get());

  const CURLcode code = curl.perform(handle);
  curl.get(handle, CURLINFO_RESPONSE_CODE, &transfer.answer.status);
  long sent_bytes = 0;
  curl.get(handle, CURLINFO_REQUEST_SIZE, &sent_bytes);
  has_sent_ = sent_bytes > 0;
  if (stop.stop_requested()) return Error{Errc::cancelled, "stopped"};
  if (code == CURLE_OK) {
    if (is_success(transfer.answer) && !transfer.begun) begin(transfer.answer);  // of an empty one
    return transfer.answer;
  }
  if (code == CURLE_WRITE_ERROR)
    return transfer.answer;  // for the caller, who ended it, to explain
  return Error{is_final(code) ? Errc::unsupported : Errc::io,
               fmt::format("{}: {}", host_of(request.url),
                           *complaint != 0 ? complaint : curl.text_of(code))};
}

}  // namespace sotto::http
