// Loops in plain C++ that the compiler makes vectors of, once for each width that processors have.
#pragma once

// Before a function: also compiled for AVX2 and AVX-512, chosen when the program is loaded. The
// results are the same, as no product is fused with a sum (-ffp-contract=off). Sanitizers are not
// up yet when the loader chooses.
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define SOTTO_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define SOTTO_VECTOR_CLONES
#endif
