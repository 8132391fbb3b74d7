// What libsotto.so shows of itself: functions with this mark, and nothing else.
#pragma once

#if defined(__GNUC__)
#define SOTTO_API __attribute__((visibility("default")))
#else
#define SOTTO_API
#endif
