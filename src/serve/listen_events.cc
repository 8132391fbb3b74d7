#include <fmt/format.h>

#include "net/http.h"
#include "serve/listen.h"
#include "serve/request_fields.h"

namespace sotto::serve {

// It does not say whether somebody has asked for the sentence before.
std::string sentence_event(const pipeline::Utterance& u) {
  return dumped({{"type", "sentence"},
                 {"id", u.id},
                 {"source", u.source.text},
                 {"text", u.translation.sentence.text},
                 {"lost", u.translation.untranslated}});
}

std::string finished_event(const pipeline::Timings& timings, const pipeline::Utterance& u) {
  return fmt::format(R"({{"type":"finished","utterance":{}}})", timings.json(u));
}

std::string done_event(const pipeline::SessionResult& result) {
  return dumped({{"type", "done"},
                 {"utterances", result.utterances},
                 {"lost", result.untranslated},
                 {"unheard", result.unheard}});
}

std::string error_event(const Error& error) {
  return dumped({{"type", "error"}, {"message", net::told(error)}});
}

}  // namespace sotto::serve
