// NLLB-200, and every other M2M100 network of its form (NLLB Team 2022; Fan et al. 2021).
#pragma once

#include "models/seq2seq/architecture.h"

namespace sotto::models::nllb {

extern const seq2seq::Architecture kM2m100;

}  // namespace sotto::models::nllb
