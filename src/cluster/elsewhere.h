// Translators and voices of workers, for an engine that computes nothing itself.
#pragma once

#include <string>
#include <vector>

#include "cluster/door.h"
#include "cluster/roster.h"
#include "engine/translators.h"
#include "engine/voices.h"

namespace sotto::cluster {

// `served`: models by name, in the order in which they are tried; empty: all that workers have.
// Door and roster outlive what is returned, and all that it opens.
engine::TranslatorsElsewhere translators_of(Door& door, const Roster& roster,
                                            std::vector<std::string> served);
engine::VoicesElsewhere voices_of(Door& door, const Roster& roster);

}  // namespace sotto::cluster
