// Any bytes, cut in three ways: the reader must not fail, and must say the same each time. Or any
// texts in the stream of an agent, some of whose lines are lost, twice there, swapped or spoiled.
// $SOTTO_FUZZ_ONLY: streams whose name begins so (Codex).
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>

#include "agent/agent_streams.h"
#include "agent/collect.h"
#include "base/utf8.h"
#include "fuzz_only.h"

namespace {

using sotto::agent::Collected;
using Lines = std::vector<std::string>;

constexpr size_t kMostText = 600;  // bytes: what a stream sends again and again as it grows
constexpr uint8_t kThinking = 4, kShortLines = 8, kOfAnAgent = 16, kSpoiled = 32;

Lines lines_of(const std::string& text) {
  Lines lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// One of the values of a JSON text, however deep, becomes something else.
void change(nlohmann::json& json, std::mt19937& random) {
  nlohmann::json* at = &json;
  while (at->is_structured() && !at->empty() && random() % 8 != 0) {
    auto it = at->begin();
    std::advance(it, random() % at->size());
    at = &*it;
  }
  const nlohmann::json others[] = {nullptr,
                                   true,
                                   -1,
                                   1.5e300,
                                   "",
                                   "text",
                                   "Not for ears.\n",
                                   nlohmann::json::array(),
                                   {{"type", "text"}},
                                   {{{"text", "a"}}}};
  *at = others[random() % std::size(others)];
}

void spoil(Lines& lines, std::mt19937& random) {
  for (size_t i = 1 + random() % 4; i > 0 && !lines.empty(); --i) {
    std::string& line = lines[random() % lines.size()];
    switch (random() % 6) {
      case 0:
        lines.erase(lines.begin() + (&line - lines.data()));
        break;
      case 1:
        lines.push_back(std::string(line));
        break;
      case 2:
        std::swap(line, lines[random() % lines.size()]);
        break;
      case 3:
        line.resize(random() % (line.size() + 1));
        break;
      default:
        nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
        if (json.is_discarded()) break;
        change(json, random);
        line = json.dump();
    }
  }
}

// The first byte chooses the agent; the others are texts, a line each, or say what is spoiled.
std::string stream_of(std::string_view bytes, bool spoiled) {
  static const auto agents = sotto::testing::only_chosen(sotto::agent::agent_streams());
  if (bytes.empty()) return "";
  const auto& agent = agents[static_cast<uint8_t>(bytes[0]) % agents.size()];
  bytes.remove_prefix(1);
  std::mt19937 random(static_cast<unsigned>(bytes.size()));
  if (spoiled && bytes.size() >= 4) {
    std::seed_seq seed(bytes.begin(), bytes.begin() + 4);
    random.seed(seed);
    bytes.remove_prefix(4);
  }
  size_t replaced = 0;
  const std::string stream =
      agent.make(lines_of(sotto::to_valid_utf8(bytes.substr(0, kMostText), replaced)));
  if (!spoiled) return stream;
  Lines lines = lines_of(stream);
  spoil(lines, random);
  std::string joined;
  for (const std::string& line : lines) joined += line + "\n";
  return joined;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  static const bool only_of_an_agent = std::getenv("SOTTO_FUZZ_ONLY") != nullptr;
  // The first byte chooses the options and the cuts, so that the fuzzer can change them.
  const uint8_t choice = data[0];
  std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string made;
  if (only_of_an_agent || (choice & kOfAnAgent))
    stream = made = stream_of(stream, choice & kSpoiled);
  sotto::agent::ReaderOptions options;
  options.format = static_cast<sotto::agent::Format>(choice % 3);
  options.thinking = choice & kThinking;
  if (choice & kShortLines) options.max_line_bytes = 200;
  std::mt19937 random(choice);

  const Collected whole = sotto::agent::collect(stream, options);
  const Collected bytes = sotto::agent::collect(stream, options, [] { return size_t{1}; });
  const Collected pieces =
      sotto::agent::collect(stream, options, [&] { return size_t{1} + random() % 97; });
  if (!(whole == bytes) || !(whole == pieces)) abort();
  return 0;
}
