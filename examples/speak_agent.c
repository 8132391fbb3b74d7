/* Reads a coding agent's stream (or a text) from standard input; prints each sentence and what it
 * becomes on standard error, and writes its sound as raw float samples to standard output:
 *
 *   claude -p "..." --output-format stream-json --include-partial-messages --verbose |
 *       speak_agent ja | aplay -t raw -f FLOAT_LE -r 48000 -c 1
 */
#include <stdio.h>

#include "sotto/sotto.h"

static void print_sentence(void* user, const sotto_sentence* sentence) {
  (void)user;
  fprintf(stderr, "%s\n  %s\n", sentence->source, sentence->text);
}

/* 0: go on. */
static int write_samples(void* user, const sotto_audio* audio) {
  (void)user;
  return fwrite(audio->samples, sizeof(float), audio->sample_count, stdout) != audio->sample_count;
}

static int fail(void) {
  fprintf(stderr, "%s\n", sotto_last_error());
  return 1;
}

static int speak(sotto_engine* engine, const char* to, const char* voice) {
  sotto_session_options options = {sizeof options};
  sotto_session_events events = {sizeof events};
  sotto_session* session = NULL;
  char piece[4096];
  size_t size;
  sotto_status status;

  options.voice = voice; /* null: the best one */
  events.translated = print_sentence;
  events.audio = write_samples;
  if (sotto_session_open(engine, "en", to, &options, &events, &session) != SOTTO_OK) return fail();
  status = SOTTO_OK;
  while (status == SOTTO_OK && (size = fread(piece, 1, sizeof piece, stdin)) > 0)
    status = sotto_session_push(session, piece, size);
  if (status == SOTTO_OK) status = sotto_session_finish(session, NULL);
  if (status != SOTTO_OK) fail();
  sotto_session_free(session);
  return status != SOTTO_OK;
}

int main(int argc, char** argv) {
  sotto_engine* engine = NULL;
  int failed;
  if (sotto_engine_open(NULL, &engine) != SOTTO_OK) return fail();
  failed = speak(engine, argc > 1 ? argv[1] : "ja", argc > 2 ? argv[2] : NULL);
  sotto_engine_free(engine);
  return failed;
}
