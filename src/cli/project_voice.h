// The part of [projects] in the configuration for who hands texts to a server.
#pragma once

#include "speaker/hook_event.h"
#include "terminal/projects.h"

namespace sotto::cli {

// `own`, and for what it leaves open what the session or project has by its name, or else the folder
// that the event names. A voice and its language go together: where `own` has one of them, neither is
// taken.
speaker::HookOverrides with_project_voice(speaker::HookOverrides own,
                                          const terminal::Projects& projects,
                                          const speaker::HookEvent& event);

}  // namespace sotto::cli
