#include "cli/project_voice.h"

namespace sotto::cli {

speaker::HookOverrides with_project_voice(speaker::HookOverrides own,
                                          const terminal::Projects& projects,
                                          const speaker::HookEvent& event) {
  const terminal::ProjectVoice* usual = projects.named(event.session, event.project);
  if (usual == nullptr) usual = projects.in_folder(event.folder);
  if (usual == nullptr) return own;
  if (!own.speed) own.speed = usual->rate;
  if (!own.voice.empty() || !own.language.empty() || !own.to.empty()) return own;
  own.voice = usual->voice;
  own.to = usual->language;
  return own;
}

}  // namespace sotto::cli
