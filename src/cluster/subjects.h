// Subjects of NATS: words with dots between them.
#pragma once

#include <string>

namespace sotto::cluster {

// A name as one word of a subject, which knows dots, stars and blanks: what is none of [A-Za-z0-9-]
// is _, and a name that has such is told from others by its digest.
std::string subject_part(const std::string& name);

}  // namespace sotto::cluster
