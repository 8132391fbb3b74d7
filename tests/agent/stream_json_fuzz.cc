// Any bytes, cut in three ways: the reader must not fail, and must say the same each time. Or any
// texts, in the stream of an agent.
#include <cstdint>
#include <cstdlib>
#include <random>

#include "agent/agent_streams.h"
#include "agent/collect.h"
#include "base/utf8.h"

namespace {

using sotto::agent::Collected;

constexpr uint8_t kOfAnAgent = 16;

// The second byte chooses the agent; the others are texts, a line each.
std::string stream_of(std::string_view bytes) {
  if (bytes.empty()) return "";
  const auto agents = sotto::agent::agent_streams();
  const auto& agent = agents[static_cast<uint8_t>(bytes[0]) % agents.size()];
  size_t replaced = 0;
  const std::string lines = sotto::to_valid_utf8(bytes.substr(1), replaced);
  std::vector<std::string> texts;
  for (size_t begin = 0; begin <= lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    texts.push_back(lines.substr(begin, end - begin));
    begin = end + 1;
  }
  return agent.make(texts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  // The first byte chooses the options and the cuts, so that the fuzzer can change them.
  const uint8_t choice = data[0];
  std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string made;
  if (choice & kOfAnAgent) stream = made = stream_of(stream);
  sotto::agent::ReaderOptions options;
  options.format = static_cast<sotto::agent::Format>(choice % 3);
  options.thinking = choice & 4;
  if (choice & 8) options.max_line_bytes = 200;
  std::mt19937 random(choice);

  const Collected whole = sotto::agent::collect(stream, options);
  const Collected bytes = sotto::agent::collect(stream, options, [] { return size_t{1}; });
  const Collected pieces =
      sotto::agent::collect(stream, options, [&] { return size_t{1} + random() % 97; });
  if (!(whole == bytes) || !(whole == pieces)) abort();
  return 0;
}
