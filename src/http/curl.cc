#include "http/curl.h"

#include <dlfcn.h>

#include <optional>
#include <type_traits>

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
    std::optional<Curl> curl;
    void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return curl;
    bool is_whole = true;
    const auto find = [&](const char* name, auto& function) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
      is_whole = is_whole && function != nullptr;
    };
    Curl found{};
    decltype(&::curl_global_init) init_globally = nullptr;
    find("curl_global_init", init_globally);
    find("curl_easy_init", found.init);
    find("curl_easy_cleanup", found.cleanup);
    find("curl_easy_reset", found.reset);
    find("curl_easy_setopt", found.set);
    find("curl_easy_perform", found.perform);
    find("curl_easy_getinfo", found.get);
    find("curl_easy_strerror", found.text_of);
    find("curl_slist_append", found.append);
    find("curl_slist_free_all", found.free_all);
    if (is_whole && init_globally(CURL_GLOBAL_DEFAULT) == CURLE_OK) curl = found;
    return curl;
  }();
  return loaded ? &*loaded : nullptr;
}

}  // namespace sotto::http
