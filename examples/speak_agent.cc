// Speaks a coding agent's stream in another language, as raw samples on standard output:
//
//   claude -p "..." --output-format stream-json --include-partial-messages --verbose |
//       example_speak_agent ja | aplay -t raw -f FLOAT_LE -r 48000 -c 1
#include <unistd.h>

#include <cstdio>

#include "sotto/engine.h"

namespace {

int fail(const sotto::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto to = sotto::find_language(argc > 1 ? argv[1] : "ja");
  if (!to) return fail(to.error());
  auto engine = sotto::Engine::open();
  if (!engine) return fail(engine.error());
  auto session = engine->session(
      {.from = *sotto::find_language("en"), .to = *to},
      {.translated =
           [](const sotto::Sentence& s) {
             std::fprintf(stderr, "%s\n  %s\n", s.source.c_str(), s.text.c_str());
           },
       .audio =
           [](const sotto::AudioChunk& chunk) {
             return std::fwrite(chunk.samples.data(), sizeof(float), chunk.samples.size(),
                                stdout) == chunk.samples.size();
           }});
  if (!session) return fail(session.error());
  char piece[4096];
  for (ssize_t n; (n = ::read(STDIN_FILENO, piece, sizeof piece)) > 0;)
    if (const auto pushed = session->push({piece, size_t(n)}); !pushed) return fail(pushed.error());
  const auto said = session->finish();
  return said ? 0 : fail(said.error());
}
