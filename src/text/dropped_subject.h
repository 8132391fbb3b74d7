// Reports that leave out who did it.
#pragma once

#include "text/byte_map.h"
#include "text/sentence.h"

namespace sotto::text {

// "Fixed the test." as "I fixed the test.", where an English sentence begins with the past of a verb
// and an article or the like: a network may take it for a request. `origin`, if asked for, maps the
// new text to the bytes that it was made of. Any other sentence as it is.
Sentence with_dropped_subject(const Sentence& sentence, ByteMap* origin = nullptr);

}  // namespace sotto::text
