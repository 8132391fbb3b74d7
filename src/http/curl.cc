#include "http/curl.h"

#include <optional>

#include "base/shared_library.h"

namespace sotto::http {
namespace {

#ifdef __APPLE__
constexpr const char* kLibrary = "libcurl.4.dylib";
#else
constexpr const char* kLibrary = "libcurl.so.4";
#endif

}  // namespace

const Curl* Curl::load() {
  static const std::optional<Curl> loaded = [] {
    SharedLibrary library(kLibrary);
    Curl found{};
    decltype(&::curl_global_init) init_globally = nullptr;
    library.find("curl_global_init", init_globally);
    library.find("curl_easy_init", found.init);
    library.find("curl_easy_cleanup", found.cleanup);
    library.find("curl_easy_reset", found.reset);
    library.find("curl_easy_setopt", found.set);
    library.find("curl_easy_perform", found.perform);
    library.find("curl_easy_getinfo", found.get);
    library.find("curl_easy_strerror", found.text_of);
    library.find("curl_slist_append", found.append);
    library.find("curl_slist_free_all", found.free_all);
    const bool works = library.is_whole() && init_globally(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return works ? std::optional(found) : std::nullopt;
  }();
  return loaded ? &*loaded : nullptr;
}

}  // namespace sotto::http
