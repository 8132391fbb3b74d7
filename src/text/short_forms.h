// Short forms that developers write and networks from English have not seen.
#pragma once

#include "text/byte_map.h"
#include "text/sentence.h"

namespace sotto::text {

// The English sentence with them written out, but for its spans: "the prod db, e.g. Redis" becomes
// "the production database, for example Redis", "The id is non-null." becomes "The id is not null.",
// and "$20/month" becomes "$20 per month". `origin`, if asked for, maps the new text to the bytes
// that it was made of.
Sentence write_out_short_forms(const Sentence& sentence, ByteMap* origin = nullptr);

}  // namespace sotto::text
