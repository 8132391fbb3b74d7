#include "hub/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>

namespace sotto::hub {
namespace {

constexpr size_t kSha256Digits = 64, kSha1Digits = 40;

bool is_hexadecimal(const std::string& name) {
  return name.find_first_not_of("0123456789abcdef") == name.npos;
}

}  // namespace

struct Digest::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> evp{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Digest::Digest(const std::string& name, uint64_t bytes) : context_(std::make_unique<Context>()) {
  const bool of_git = name.size() == kSha1Digits;
  EVP_DigestInit_ex(context_->evp.get(), of_git ? EVP_sha1() : EVP_sha256(), nullptr);
  if (!of_git) return;
  const std::string header = fmt::format("blob {}", bytes);
  add({header.c_str(), header.size() + 1});
}

Digest::~Digest() = default;

void Digest::add(std::span<const char> bytes) {
  EVP_DigestUpdate(context_->evp.get(), bytes.data(), bytes.size());
}

std::string Digest::hex() {
  unsigned char value[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->evp.get(), value, &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", value[i]);
  return text;
}

bool Digest::is_name(const std::string& name) {
  return is_sha256(name) || (name.size() == kSha1Digits && is_hexadecimal(name));
}

bool Digest::is_sha256(const std::string& name) {
  return name.size() == kSha256Digits && is_hexadecimal(name);
}

}  // namespace sotto::hub
