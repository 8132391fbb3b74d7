#include "cluster/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace sotto::cluster {

std::string digest(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out;
  unsigned int size = 0;
  EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, EVP_sha256(), nullptr);
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", out[i]);
  return text;
}

}  // namespace sotto::cluster
