// Weights as training leaves them: FlowLM's and Mimi's in files of their own, with other names, and
// convolutions as direction and length (weight normalization, Salimans and Kingma 2016). A yaml
// names such files within flow_lm and mimi.
#pragma once

#include <memory>

#include "checkpoint/weights.h"
#include "models/pocket_tts/config.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

// All tensors of a model under the names that sotto knows, "flow_lm." and "mimi." in front,
// whatever files they lie in. A file for Mimi takes the place of those in the model's file.
Result<std::shared_ptr<const checkpoint::Weights>> open_model_weights(const WeightPaths& files);

// The tensors of one file under their new names; those that are of training alone are left out.
Result<std::shared_ptr<const checkpoint::Weights>> flow_lm_of_training(
    std::shared_ptr<const checkpoint::Weights> file);
Result<std::shared_ptr<const checkpoint::Weights>> mimi_of_training(
    std::shared_ptr<const checkpoint::Weights> file);

}  // namespace sotto::models::pocket_tts
