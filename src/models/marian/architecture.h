// Marian (opus-mt, fugumt and others of the MarianMTModel form; Junczys-Dowmunt et al. 2018).
#pragma once

#include "models/seq2seq/architecture.h"

namespace sotto::models::marian {

extern const seq2seq::Architecture kMarian;

}  // namespace sotto::models::marian
