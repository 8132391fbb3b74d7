#pragma once

namespace sotto::models::chatterbox {

// The networks that upstream has released: two with a Llama, and a small one with a GPT-2.
enum class Variant { english, multilingual, turbo };

}  // namespace sotto::models::chatterbox
