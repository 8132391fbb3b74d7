#include "translate/remote/usage.h"

#include <fmt/format.h>

#include <mutex>

namespace sotto::translate {
namespace {

std::mutex usage_mutex;
RemoteUsage usage_of_all;

}  // namespace

RemoteUsage& RemoteUsage::operator+=(const RemoteUsage& other) {
  requests += other.requests;
  characters += other.characters;
  tokens_in += other.tokens_in;
  tokens_out += other.tokens_out;
  return *this;
}

std::string RemoteUsage::words() const {
  std::string text = fmt::format("{} requests, {} characters", requests, characters);
  if (tokens_in + tokens_out > 0)
    text += fmt::format(", {} tokens in and {} out", tokens_in, tokens_out);
  return text;
}

RemoteUsage remote_usage() {
  const std::lock_guard lock(usage_mutex);
  return usage_of_all;
}

void count_remote(const RemoteUsage& more) {
  const std::lock_guard lock(usage_mutex);
  usage_of_all += more;
}

}  // namespace sotto::translate
