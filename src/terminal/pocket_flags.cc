#include "terminal/pocket_flags.h"

#include <CLI/CLI.hpp>

#include "terminal/flags.h"

namespace sotto::terminal {
namespace {

void add_common_flags(CLI::App& app, PocketFlags& f) {
  app.add_option("--model,--voice-model", f.model,
                 "Model of the voice pocket-tts: its yaml, or a folder, hub id or name");
  app.add_option("--temperature", f.temperature, "Liveliness of pocket-tts; 0: always the same")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--seed", f.seed, "The same seed speaks the same way")->capture_default_str();
  app.add_option("--lsd-steps", f.lsd_steps, "Steps to sample a frame with")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--eos-threshold", f.eos_threshold, "When pocket-tts takes a text for said")
      ->check(CLI::Range(-1e6, 1e6));
  app.add_option("--max-tokens", f.max_tokens, "Tokens that pocket-tts says in one go")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
}

}  // namespace

void add_pocket_flags(CLI::App& app, PocketFlags& f) {
  add_common_flags(app, f);
  add_quant_flag(app, f.quant, "Weights of the voice");
  app.add_option("--threads", f.threads, "Threads of the voice; 0: one a processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
}

void add_pocket_flags_beside(CLI::App& app, PocketFlags& f) {
  add_common_flags(app, f);
  add_quant_flag(app, f.quant, "Weights of the voice", "--voice-quant");
}

speech::PocketOptions pocket_options(const PocketFlags& f) {
  speech::PocketOptions options;
  options.model = f.model;
  options.temperature = f.temperature;
  options.eos_threshold = f.eos_threshold;
  options.seed = f.seed;
  options.sampler_steps = f.lsd_steps;
  options.max_tokens = f.max_tokens;
  options.weights = weights_flag(f.quant);
  options.threads = f.threads;
  return options;
}

}  // namespace sotto::terminal
