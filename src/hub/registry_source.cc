#include "hub/registry_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "base/file.h"
#include "base/printable.h"

namespace sotto::hub {
namespace {

constexpr const char* kBucket =
    "https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data";
constexpr const char* kDocument = "db/models.json";  // of the bucket and its copies
constexpr size_t kMostDocument = size_t{16} << 20;
constexpr size_t kFolderPieceBytes = size_t{1} << 20;

class Server : public RegistrySource {
 public:
  Server(const std::string& base, std::string document)
      : RegistrySource(base, std::move(document)), http_(Endpoint{.url = base, .token = {}}) {}

  bool is_remote() const override { return true; }

  Result<std::string> document(http::Patience patience, const std::stop_token& stop) override {
    http::Retry retry(patience);
    const std::string path = "/" + document_;
    Result<Answer> answer = http_.get(path, stop);
    while (retry.again(answer, stop)) answer = http_.get(path, stop);
    if (!answer) return answer.error();
    if (answer->status != 200) return refused(*answer, document_);
    return std::move(answer->body);
  }

  Result<void> read(const std::string& path, Receiver& receiver,
                    const std::stop_token& stop) override {
    const auto answer = receive(
        http_, {.path = "/" + path, .name = address(path), .bytes = std::nullopt}, receiver, stop);
    if (!answer) return answer.error();
    return is_success(*answer) ? Result<void>() : refused(*answer, path);
  }

 private:
  Error refused(const Answer& answer, const std::string& path) const {
    const bool is_passing = answer.status >= 500 || answer.status == 429;
    return {is_passing ? Errc::io : Errc::not_found,
            fmt::format("{}: the registry answers with status {}", address(path), answer.status)};
  }

  Http http_;
};

class Folder : public RegistrySource {
 public:
  Folder(std::string base, std::string document)
      : RegistrySource(std::move(base), std::move(document)) {}

  bool is_remote() const override { return false; }

  Result<std::string> document(http::Patience, const std::stop_token&) override {
    return read_file(std::filesystem::path(base_) / document_, kMostDocument);
  }

  Result<void> read(const std::string& path, Receiver& receiver,
                    const std::stop_token& stop) override {
    const std::string name = address(path);
    const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return failed(name);
    const Result<void> done = copy(fd, name, receiver, stop);
    ::close(fd);
    return done;
  }

 private:
  static Error failed(const std::string& name) {
    return {Errc::io, fmt::format("{}: cannot be read: {}", printable(name), std::strerror(errno))};
  }

  static Result<void> copy(int fd, const std::string& name, Receiver& receiver,
                           const std::stop_token& stop) {
    struct stat status;
    if (::fstat(fd, &status) != 0) return failed(name);
    if (!S_ISREG(status.st_mode))  // whose bytes may never come
      return Error{Errc::io, fmt::format("{}: is no file", printable(name))};
    std::vector<char> buffer(kFolderPieceBytes);
    while (!stop.stop_requested()) {
      const ssize_t got = ::read(fd, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failed(name);
      if (got == 0) return {};
      if (auto kept = receiver.append({buffer.data(), static_cast<size_t>(got)}); !kept)
        return kept;
    }
    return Error{Errc::cancelled, "stopped"};
  }
};

// "https://user:word@host/path" without the user.
std::string without_user(const std::string& url) {
  const size_t begin = url.find("://");
  if (begin == url.npos) return url;
  const size_t host = begin + 3, end = std::min(url.find('/', host), url.size());
  const size_t at = url.substr(0, end).rfind('@');
  return at == url.npos || at < host ? url : url.substr(0, host) + url.substr(at + 1);
}

}  // namespace

std::string default_registry() { return variable("SOTTO_FIREFOX_REGISTRY").value_or(kBucket); }

Result<std::unique_ptr<RegistrySource>> RegistrySource::open(const std::string& where) {
  std::string base = where, document = kDocument;
  if (where.ends_with(std::string("/") + kDocument)) {
    base.resize(where.size() - document.size());
  } else if (where.ends_with(".json")) {
    const size_t slash = where.rfind('/');
    document = slash == where.npos ? where : where.substr(slash + 1);
    base = slash == where.npos ? "." : where.substr(0, slash + 1);
  }
  while (base.size() > 1 && base.ends_with('/')) base.pop_back();
  const bool is_url = base.find("://") != base.npos;
  if (base.empty() || (is_url && !base.starts_with("https://") && !base.starts_with("http://"))) {
    return Error{Errc::bad_argument, fmt::format("\"{}\": is no registry, expected a folder or a "
                                                 "URL of https or http",
                                                 printable(without_user(where)))};
  }
  if (is_url) return std::unique_ptr<RegistrySource>(std::make_unique<Server>(base, document));
  std::error_code error;  // a source that is kept is not for this working folder alone
  if (const auto whole = std::filesystem::absolute(base, error); !error) base = whole.string();
  return std::unique_ptr<RegistrySource>(std::make_unique<Folder>(base, document));
}

std::string RegistrySource::address(const std::string& path) const {
  return without_user(base_) + "/" + path;
}

}  // namespace sotto::hub
