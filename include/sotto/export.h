// Marks what libsotto.so shows of itself: these functions, and nothing else.
#pragma once

#if defined(__GNUC__)
#define SOTTO_API __attribute__((visibility("default")))
#else
#define SOTTO_API
#endif
