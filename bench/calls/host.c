/* A program in C that translates a line of standard input at a time: what measure.py times. */
#include <sotto/sotto.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  sotto_engine_options options = {sizeof options};
  sotto_engine* engine = NULL;
  sotto_translator* translator = NULL;
  char line[4096];
  const char* text = line;
  options.no_cache = 1;
  options.threads = 1;
  if (sotto_engine_open(&options, &engine) != SOTTO_OK ||
      sotto_translator_open(engine, "en", "ja", "narrator-en-ja", &translator) != SOTTO_OK) {
    fprintf(stderr, "%s\n", sotto_last_error());
    return 1;
  }
  while (fgets(line, sizeof line, stdin) != NULL) {
    sotto_translations* done = NULL;
    line[strcspn(line, "\n")] = 0;
    if (sotto_translate(translator, &text, 1, NULL, &done) != SOTTO_OK) {
      fprintf(stderr, "%s\n", sotto_last_error());
      return 1;
    }
    puts(sotto_translations_text(done, 0));
    fflush(stdout);
    sotto_translations_free(done);
  }
  sotto_translator_free(translator);
  sotto_engine_free(engine);
  return 0;
}
