// The verbs but for those that measure (bench/verbs.h). Each is one file: it declares its flags and
// returns what runs it.
#pragma once

#include <vector>

#include "terminal/verb.h"

namespace sotto::cli {

using namespace terminal;

Verb add_speak(CLI::App& app);
Verb add_translate(CLI::App& app);
Verb add_say(CLI::App& app);
Verb add_read(CLI::App& app);
Verb add_voices(CLI::App& app);
Verb add_voice(CLI::App& app);
Verb add_models(CLI::App& app);
Verb add_pull(CLI::App& app);
Verb add_info(CLI::App& app);
Verb add_doctor(CLI::App& app);
Verb add_quantize(CLI::App& app);
Verb add_replay(CLI::App& app);
Verb add_serve(CLI::App& app);
Verb add_work(CLI::App& app);
Verb add_submit(CLI::App& app);
Verb add_jobs(CLI::App& app);
Verb add_hook(CLI::App& app);
Verb add_announce(CLI::App& app);
Verb add_watch(CLI::App& app);
Verb add_mcp(CLI::App& app);
Verb add_speechd(CLI::App& app);
// They say what verbs and flags `app` has: it outlives them.
Verb add_completion(CLI::App& app);
Verb add_manual(CLI::App& app);
std::vector<Verb> add_speaker_verbs(
    CLI::App& app);  // status, stop, skip, again, mute, pause, resume

}  // namespace sotto::cli
