// The types behind the opaque handles of sotto.h.
#pragma once

#include <stop_token>
#include <utility>
#include <vector>

#include "sotto/engine.h"
#include "sotto/sotto.h"

struct sotto_stop {
  std::stop_source source;
};

struct sotto_engine {
  sotto::Engine engine;
};

struct sotto_translator {
  sotto::Translator translator;
};

struct sotto_translations {
  std::vector<sotto::Translation> all;
};

struct sotto_voice {
  sotto::Voice voice;
};

struct sotto_session {
  sotto::Session session;
};

namespace sotto::capi {

inline std::stop_token token_of(const sotto_stop* stop) {
  return stop == nullptr ? std::stop_token() : stop->source.get_token();
}

// A handle around a value, or the value's error.
template <class Handle, class T>
Result<void> give(Result<T> value, Handle** handle) {
  if (!value) return value.error();
  *handle = new Handle{*std::move(value)};
  return {};
}

// A handler of sound that calls back. Null: none.
AudioHandler handler_of(sotto_audio_function audio, void* user);

}  // namespace sotto::capi
