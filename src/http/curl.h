// libcurl, loaded where something is fetched: it brings thirty libraries along, which every start
// of the program would wait for.
#pragma once

#include <curl/curl.h>

#include "base/shared_library.h"

namespace sotto::http {

struct Curl {
  static constexpr OptionalLibrary kLibrary{"libcurl", 4, "libcurl4"};
  explicit Curl(SharedLibrary& library);

  decltype(&::curl_global_init) init_globally;
  decltype(&::curl_easy_init) init;
  decltype(&::curl_easy_cleanup) cleanup;
  decltype(&::curl_easy_reset) reset;
  decltype(&::curl_easy_setopt) set;
  decltype(&::curl_easy_perform) perform;
  decltype(&::curl_easy_getinfo) get;
  decltype(&::curl_easy_strerror) text_of;
  decltype(&::curl_slist_append) append;
  decltype(&::curl_slist_free_all) free_all;

  // Null: it is not there, or does not start. Any thread.
  static const Curl* load();
};

}  // namespace sotto::http
