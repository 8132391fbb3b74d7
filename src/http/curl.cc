#include "http/curl.h"

namespace sotto::http {

Curl::Curl(SharedLibrary& library) {
  library.find("curl_global_init", init_globally);
  library.find("curl_easy_init", init);
  library.find("curl_easy_cleanup", cleanup);
  library.find("curl_easy_reset", reset);
  library.find("curl_easy_setopt", set);
  library.find("curl_easy_perform", perform);
  library.find("curl_easy_getinfo", get);
  library.find("curl_easy_strerror", text_of);
  library.find("curl_slist_append", append);
  library.find("curl_slist_free_all", free_all);
}

const Curl* Curl::load() {
  static const Curl* const started = [] {
    const Curl* curl = load_library<Curl>();
    const bool works = curl != nullptr && curl->init_globally(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return works ? curl : nullptr;
  }();
  return started;
}

}  // namespace sotto::http
