// A form of any bytes is parsed or refused; its parts are parts of it.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "net/multipart.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t end = std::min(bytes.find('\n'), bytes.size());  // the type, then the body
  const std::string_view type = bytes.substr(0, end), body = bytes.substr(std::min(end + 1, size));
  for (const auto& wanted : {std::string(type), std::string("multipart/form-data; boundary=b")}) {
    const auto parts = sotto::net::parse_multipart(wanted, body);
    size_t content = 0;
    for (size_t i = 0; parts && i < parts->size(); ++i) content += (*parts)[i].content.size();
    if (content > size) std::abort();
  }
  return 0;
}
