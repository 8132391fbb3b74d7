#include "http/google_token.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "http/ask.h"

namespace sotto::http {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

constexpr int kSeconds = 3600;
constexpr auto kSpare = std::chrono::minutes(5);
constexpr const char* kScope = "https://www.googleapis.com/auth/cloud-platform";
constexpr const char* kGrant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer";

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// RSA with SHA-256; empty: the key is no such key.
std::string signature(const std::string& text, const std::string& pem) {
  const std::unique_ptr<BIO, Free> bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const std::unique_ptr<EVP_PKEY, Free> key(
      PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr));
  const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  size_t size = 0;
  if (key == nullptr || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA ||
      EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1 ||
      EVP_DigestSign(context.get(), nullptr, &size, bytes, text.size()) != 1)
    return "";
  std::string result(size, '\0');
  if (EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(result.data()), &size, bytes,
                     text.size()) != 1)
    return "";
  result.resize(size);
  return result;
}

}  // namespace

Result<GoogleToken> GoogleToken::open(const std::filesystem::path& file) {
  const auto account = read_json_object(file);
  if (!account) return account.error();
  GoogleToken token;
  token.file_ = file.string();
  token.email_ = json_string(*account, "client_email");
  token.key_ = json_string(*account, "private_key");
  token.key_id_ = json_string(*account, "private_key_id");
  token.uri_ = json_string(*account, "token_uri");
  if (token.email_.empty() || token.uri_.empty() || signature("", token.key_).empty()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: is no service account of Google Cloud, expected client_email, "
                             "token_uri and an RSA private_key",
                             token.file_)};
  }
  return token;
}

Result<std::string> GoogleToken::get(Client& client, const std::stop_token& stop) {
  if (!token_.empty() && steady_clock::now() + kSpare < until_) return token_;
  const std::time_t now = std::time(nullptr);
  const json header = {{"alg", "RS256"}, {"typ", "JWT"}, {"kid", key_id_}};
  const json claims = {
      {"iss", email_}, {"scope", kScope}, {"aud", uri_}, {"iat", now}, {"exp", now + kSeconds}};
  const std::string said =
      base64url(dumped_sorted(header)) + "." + base64url(dumped_sorted(claims));
  const std::string assertion = said + "." + base64url(signature(said, key_));
  const auto answer = ask(client,
                          {.url = uri_,
                           .body = fmt::format("grant_type={}&assertion={}", kGrant, assertion),
                           .headers = {"Content-Type: application/x-www-form-urlencoded"},
                           .connect_seconds = 5,
                           .silent_seconds = 10},
                          stop);
  if (!answer) return answer.error();
  const json granted = exact_json(answer->body);
  token_ = json_string(granted, "access_token");
  if (token_.empty())
    return Error{Errc::bad_format, fmt::format("{}: the answer has no access_token", uri_)};
  const auto seconds = granted.find("expires_in");
  const bool says = seconds != granted.end() && seconds->is_number_integer();
  until_ = steady_clock::now() +
           std::chrono::seconds(says ? std::clamp<int64_t>(seconds->get<int64_t>(), 0, kSeconds)
                                     : kSeconds);
  return token_;
}

}  // namespace sotto::http
