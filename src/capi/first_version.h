// Bytes of the structs in their first version, which is the least that a caller has. They stay as
// they are when fields come behind. No struct ends in padding: a field that came there would be
// taken for given by programs that know nothing of it.
#pragma once

#include <cstddef>

#include "sotto/sotto.h"

namespace sotto::capi {

constexpr size_t kFirstEngineOptions = offsetof(sotto_engine_options, log_user) + sizeof(void*);
constexpr size_t kFirstVoiceOptions = offsetof(sotto_voice_options, speed) + sizeof(double);
constexpr size_t kFirstSessionOptions = offsetof(sotto_session_options, reserved) + sizeof(int32_t);
constexpr size_t kFirstSessionEvents =
    offsetof(sotto_session_events, sound_lost) + sizeof(sotto_session_events::sound_lost);
constexpr size_t kFirstSessionStats = offsetof(sotto_session_stats, unheard) + sizeof(size_t);

static_assert(sizeof(sotto_engine_options) == kFirstEngineOptions);
static_assert(sizeof(sotto_voice_options) == kFirstVoiceOptions);
static_assert(sizeof(sotto_session_options) == kFirstSessionOptions);
static_assert(sizeof(sotto_session_events) == kFirstSessionEvents);
static_assert(sizeof(sotto_session_stats) == kFirstSessionStats);
static_assert(sizeof(sotto_voice_info) == offsetof(sotto_voice_info, reserved) + sizeof(int32_t));
static_assert(sizeof(sotto_audio) == offsetof(sotto_audio, reserved) + sizeof(int32_t));

}  // namespace sotto::capi
