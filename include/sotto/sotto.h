/* sotto in C: texts in another language, texts as sound, and an agent's stream as both.
 *
 * The ABI is stable: what stands here keeps its name, its layout and its meaning as long as the
 * library is libsotto.so.0; new functions, and new fields at the end of structs, may come.
 *
 * Texts are UTF-8 and end with a zero byte. What a function is given is copied or used during the
 * call alone; what it gives belongs to the caller, who frees it by the function of its name (null
 * is allowed there). What an engine has made may outlive it.
 *
 * A function that can fail returns a status; sotto_last_error() says what was wrong in one
 * sentence. A function writes its result only where it returns SOTTO_OK.
 *
 * Structs of the caller begin with their size, and what is zero is the default:
 *
 *     sotto_session_options options = {sizeof options};
 *     options.text_only = 1;
 *
 * Callbacks must return soon, and neither throw, leave by longjmp nor free a handle. They are
 * called on threads of the library, unless it says so otherwise. The library leaves signals,
 * standard output and standard error to its host. After fork() only the parent may use it.
 */
#ifndef SOTTO_SOTTO_H
#define SOTTO_SOTTO_H

#include <stddef.h>
#include <stdint.h>

#include "sotto/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers stay as they are; others may come behind them. */
typedef enum sotto_status {
  SOTTO_OK = 0,
  SOTTO_BAD_ARGUMENT = 1, /* a call that makes no sense */
  SOTTO_NOT_FOUND = 2,    /* a file, folder, voice, model or language that is not there */
  SOTTO_BAD_FORMAT = 3,   /* a file or stream that is not what it should be */
  SOTTO_UNSUPPORTED = 4,  /* well-formed, but not something sotto does */
  SOTTO_IO = 5,           /* the operating system refused, or memory ran out */
  SOTTO_CANCELLED = 6,    /* by sotto_stop_request, sotto_session_cancel or a callback */
  SOTTO_INTERNAL = 7      /* a bug of sotto's */
} sotto_status;

/* "0.1.0": of the library that runs. For the process's lifetime. */
SOTTO_API const char* sotto_version(void);

/* What the last call that failed on this thread found and expected; "" before the first. Until the
 * next call on this thread fails. */
SOTTO_API const char* sotto_last_error(void);

/* ---- Stopping a call that blocks, from another thread ---- */

typedef struct sotto_stop sotto_stop;

SOTTO_API sotto_status sotto_stop_new(sotto_stop** stop);
SOTTO_API void sotto_stop_free(sotto_stop* stop); /* once no call has it any more */
/* Calls that have it return SOTTO_CANCELLED, those to come, too. Any thread. */
SOTTO_API void sotto_stop_request(sotto_stop* stop);

/* ---- Engines: models, voices and threads, which all that they make shares ---- */

typedef struct sotto_engine sotto_engine;

typedef enum sotto_log_level {
  SOTTO_LOG_DEBUG = 0,
  SOTTO_LOG_INFO = 1,
  SOTTO_LOG_WARNING = 2,
  SOTTO_LOG_ERROR = 3
} sotto_log_level;

/* A line without control characters. */
typedef void (*sotto_log_function)(void* user, sotto_log_level level, const char* line);

typedef struct sotto_engine_options {
  size_t struct_size; /* sizeof(sotto_engine_options) */
  /* Models to translate with, ended by null: names, hub ids or folders, each with @SCHEME for other
   * weights ("nllb-600m@q8"). Null: all that are installed. */
  const char* const* translators;
  /* Voices that may be used, or kinds of them ("espeak-ng"), ended by null. Null: every one. */
  const char* const* voices;
  const char* device; /* null: "cpu" */
  uint64_t max_bytes; /* of weights; those used longest ago go first; 0: no limit */
  int32_t threads;    /* that compute; 0: one a processor */
  int32_t no_cache;   /* 1: translations are not kept in the user's cache folder */
  /* Hears the process's log, from any thread: the function of the engine that was opened with one
   * last, which must be callable until another takes its place. Null: as it was, at first nobody.
   */
  sotto_log_function log;
  void* log_user;
} sotto_engine_options;

/* Loads no model yet. `options` may be null. Any thread may use an engine, several at once. */
SOTTO_API sotto_status sotto_engine_open(const sotto_engine_options* options,
                                         sotto_engine** engine);
SOTTO_API void sotto_engine_free(sotto_engine* engine);

typedef struct sotto_voice_info {
  size_t struct_size;
  const char* name;             /* "kokoro:af_heart" */
  const char* const* languages; /* ISO 639 codes, ended by null; none: many */
  int32_t leaves_machine;       /* 1: texts are sent to somebody's server */
  int32_t reserved;
} sotto_voice_info;

/* Calls back with each, on this thread, before they return; strings are valid during the callback.
 */
typedef void (*sotto_model_function)(void* user, const char* name);
typedef void (*sotto_voice_function)(void* user, const sotto_voice_info* voice);
SOTTO_API sotto_status sotto_engine_models(const sotto_engine* engine, sotto_model_function each,
                                           void* user);
SOTTO_API sotto_status sotto_engine_voices(const sotto_engine* engine, sotto_voice_function each,
                                           void* user);

/* ---- Translators: texts of one language in another ---- */

typedef struct sotto_translator sotto_translator;
typedef struct sotto_translations sotto_translations;

/* Languages are ISO 639 or FLORES-200 codes ("ja", "jpn_Jpan"). `model`: a name that
 * sotto_engine_models gives; null: the first that can. Loads it, which takes a while. */
SOTTO_API sotto_status sotto_translator_open(sotto_engine* engine, const char* from, const char* to,
                                             const char* model, sotto_translator** translator);
SOTTO_API void sotto_translator_free(sotto_translator* translator);

/* `count` texts of any number of sentences; as many translations, in their order. Blocks until all
 * are done or `stop`, which may be null, is requested. Any thread, several at once. */
SOTTO_API sotto_status sotto_translate(sotto_translator* translator, const char* const* texts,
                                       size_t count, sotto_stop* stop,
                                       sotto_translations** translations);
SOTTO_API void sotto_translations_free(sotto_translations* translations);
SOTTO_API size_t sotto_translations_count(const sotto_translations* translations);
/* Valid as long as `translations`; null beyond its end. What was lost stays in its own language. */
SOTTO_API const char* sotto_translations_text(const sotto_translations* translations, size_t index);
/* Why some of the text could not be translated ("repeats itself"); null: all of it was. */
SOTTO_API const char* sotto_translations_why(const sotto_translations* translations, size_t index);

/* ---- Voices: texts as sound ---- */

typedef struct sotto_voice sotto_voice;

typedef struct sotto_audio {
  size_t struct_size;
  const float* samples; /* mono, [-1, 1]; valid during the callback */
  size_t sample_count;
  int32_t sample_rate_hz; /* may change between two sentences */
  int32_t reserved;
} sotto_audio;

/* 0: go on; else no more is wanted. */
typedef int (*sotto_audio_function)(void* user, const sotto_audio* audio);

typedef struct sotto_voice_options {
  size_t struct_size; /* sizeof(sotto_voice_options) */
  const char* name;   /* one that sotto_engine_voices gives; null: the best for the language */
  double speed;       /* 0.25 to 4, at the same pitch; 0: 1 */
} sotto_voice_options;

/* Loads the voice, which takes a while. `options` may be null. */
SOTTO_API sotto_status sotto_voice_open(sotto_engine* engine, const char* language,
                                        const sotto_voice_options* options, sotto_voice** voice);
SOTTO_API void sotto_voice_free(sotto_voice* voice);

/* Says a text of any number of sentences. Blocks until `audio` has taken all of the sound; it is
 * called in order, sentence by sentence while the next is computed. SOTTO_CANCELLED where `stop`,
 * which may be null, is requested, or `audio` wants no more. Any thread, several at once. */
SOTTO_API sotto_status sotto_voice_speak(sotto_voice* voice, const char* text,
                                         sotto_audio_function audio, void* user, sotto_stop* stop);

/* ---- Sessions: a text that is translated and spoken while it is still being written ---- */

typedef struct sotto_session sotto_session;

typedef enum sotto_input {
  SOTTO_INPUT_AUTOMATIC = 0,    /* found out by its first lines */
  SOTTO_INPUT_AGENT_STREAM = 1, /* JSON lines of a coding agent */
  SOTTO_INPUT_PLAIN = 2         /* a text, or Markdown */
} sotto_input;

typedef struct sotto_session_options {
  size_t struct_size;     /* sizeof(sotto_session_options) */
  int32_t input;          /* a sotto_input */
  int32_t text_only;      /* 1: nothing is spoken, and no voice is needed */
  const char* translator; /* by name; null: the first that can */
  const char* voice;      /* by name; null: the best for the language */
  double speed;           /* 0.25 to 4, at the same pitch; 0: 1 */
  size_t most_sentences;  /* what comes behind so many is passed over; 0: nothing is */
  int32_t no_markdown;    /* 1: * and # are what they are */
  int32_t notes;          /* 1: says in a word where code or a table was left out */
  int32_t thinking;       /* 1: also what the agent thinks */
  int32_t reserved;       /* 0 */
} sotto_session_options;

typedef struct sotto_sentence {
  size_t struct_size;
  uint64_t number;    /* from 0, in the order of the text */
  const char* source; /* all strings are valid during the callback */
  const char* text;   /* in the target language, or the source where it was lost */
  const char* why;    /* it was lost; null: it was not */
} sotto_sentence;

/* In the order of the text, never two of one session at once except `translated` beside the others.
 * They may call sotto_session_cancel, and no other function of the session. Null: not called. */
typedef struct sotto_session_events {
  size_t struct_size; /* sizeof(sotto_session_events) */
  void* user;
  void (*translated)(void* user, const sotto_sentence* sentence); /* before its sound */
  sotto_audio_function audio;                                     /* of one after the other */
  void (*finished)(void* user, const sotto_sentence* sentence);   /* behind its sound */
  /* Once: the voice broke, and the rest is text. */
  void (*sound_lost)(void* user, sotto_status status, const char* message);
} sotto_session_events;

typedef struct sotto_session_stats {
  size_t struct_size; /* sizeof(sotto_session_stats) */
  size_t sentences;
  size_t untranslated, unheard; /* of these */
} sotto_session_stats;

/* The same language twice: texts are spoken, not translated. `options` and `events` may be null. */
SOTTO_API sotto_status sotto_session_open(sotto_engine* engine, const char* from, const char* to,
                                          const sotto_session_options* options,
                                          const sotto_session_events* events,
                                          sotto_session** session);
/* Cancels what is not finished, and waits for an event that is under way. Not from an event. */
SOTTO_API void sotto_session_free(sotto_session* session);

/* One thread pushes, flushes and finishes. More bytes, in pieces of any size; blocks while many
 * sentences wait. An error: the session has ended. */
SOTTO_API sotto_status sotto_session_push(sotto_session* session, const char* bytes, size_t size);
/* What is complete by its punctuation is said now; 200 ms without a push do the same. */
SOTTO_API sotto_status sotto_session_flush(sotto_session* session);
/* The text is over. Blocks until all of it was said. Once. `stats`, which may be null, is filled up
 * to its struct_size. */
SOTTO_API sotto_status sotto_session_finish(sotto_session* session, sotto_session_stats* stats);
/* No event begins after it, but for one that is under way. Any thread, and events. */
SOTTO_API void sotto_session_cancel(sotto_session* session);

#ifdef __cplusplus
}
#endif

#endif
