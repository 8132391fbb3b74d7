#include "measure/compare_quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "measure/sound_quality.h"
#include "measure/text_quality.h"

namespace sotto::measure {
namespace {

constexpr int kQualityResamples = 1000;
constexpr uint64_t kSeed = 1;

// The first measurement of each prompt that has an output.
std::map<std::string, const Measurement*> outputs_of(const Side& side, const std::string& task) {
  std::map<std::string, const Measurement*> found;
  for (const Measurement& m : side.run->measurements) {
    if (m.task != task || m.variant != side.variant || (m.text.empty() && m.audio.empty()))
      continue;
    found.emplace(m.prompt, &m);
  }
  return found;
}

struct Texts {
  std::vector<std::string> a, b, references;
};

// The interval of the change of chrF when other prompts of the kind had been taken.
void add_interval(const Texts& texts, Quality::Text& quality) {
  const ChrfCounts counts_a(texts.a, texts.references), counts_b(texts.b, texts.references);
  std::mt19937_64 random(kSeed);
  std::vector<double> changes;
  std::vector<size_t> drawn(texts.a.size());
  for (int i = 0; i < kQualityResamples; ++i) {
    for (size_t& line : drawn) line = random() % texts.a.size();
    changes.push_back(counts_b.score(drawn) - counts_a.score(drawn));
  }
  quality.low = quantile(changes, 0.025);
  quality.high = quantile(changes, 0.975);
}

BleuTokenizer tokenizer_of(const Run& run) {
  const auto language = run.about.find("language");
  return bleu_tokenizer_for(
      language != run.about.end() && language->is_string() ? language->get<std::string>() : "ja");
}

void compare_texts(const Side& side_a, const Texts& texts, const Limits& limits, Quality& q) {
  if (texts.a.empty()) return;
  const BleuTokenizer tokenizer = tokenizer_of(*side_a.run);
  Quality::Text t{.prompts = texts.a.size(),
                  .chrf_a = chrf(texts.a, texts.references),
                  .chrf_b = chrf(texts.b, texts.references),
                  .bleu_a = bleu(texts.a, texts.references, tokenizer),
                  .bleu_b = bleu(texts.b, texts.references, tokenizer)};
  t.chrf_change = t.chrf_b - t.chrf_a;
  add_interval(texts, t);
  if (t.chrf_change < -limits.max_chrf_drop && t.high < 0) {
    q.worse.push_back(fmt::format("chrF fell by {:.2f} ({:.2f} to {:.2f}), expected at most {:.2f}",
                                  -t.chrf_change, -t.high, -t.low, limits.max_chrf_drop));
  }
  q.text = t;
}

Result<void> compare_sounds(const Side& a, const Side& b,
                            const std::vector<std::pair<std::string, std::string>>& files,
                            const Limits& limits, Quality& q) {
  if (files.empty()) return {};
  Quality::Sound sound{.prompts = files.size(), .mcd_mean = 0, .mcd_max = 0, .eos_shift_max_ms = 0};
  for (const auto& [file_a, file_b] : files) {
    const auto sound_a = audio::read_sound(a.run->folder / "audios" / file_a, kLongestSeconds);
    if (!sound_a) return sound_a.error();
    auto read_b = audio::read_sound(b.run->folder / "audios" / file_b, kLongestSeconds);
    if (!read_b) return read_b.error();
    const auto sound_b = resampled(*std::move(read_b), sound_a->sample_rate_hz);
    if (!sound_b) return sound_b.error();
    const SoundDifference d = difference(*sound_a, *sound_b);
    sound.mcd_mean += d.mcd_db / static_cast<double>(files.size());
    sound.mcd_max = std::max(sound.mcd_max, d.mcd_db);
    sound.eos_shift_max_ms = std::max(sound.eos_shift_max_ms, std::abs(d.eos_shift_ms));
  }
  if (sound.mcd_mean > limits.max_mcd_db) {
    q.worse.push_back(fmt::format("MCD is {:.2f} dB on average, expected at most {:.2f}",
                                  sound.mcd_mean, limits.max_mcd_db));
  }
  q.sound = sound;
  return {};
}

}  // namespace

Result<Quality> compare_quality(const std::string& task, const Side& a, const Side& b,
                                const Limits& limits) {
  Quality q;
  Texts texts;
  std::vector<std::pair<std::string, std::string>> sounds;
  size_t both = 0, same = 0;
  const auto of_b = outputs_of(b, task);
  for (const auto& [prompt, in_a] : outputs_of(a, task)) {
    const auto found = of_b.find(prompt);
    if (found == of_b.end()) continue;
    const Measurement& in_b = *found->second;
    ++both;
    same += in_a->text == in_b.text ? 1 : 0;
    q.lost_a += in_a->numbers.contains("lost") && in_a->numbers.at("lost") > 0 ? 1 : 0;
    q.lost_b += in_b.numbers.contains("lost") && in_b.numbers.at("lost") > 0 ? 1 : 0;
    if (!in_a->audio.empty() && !in_b.audio.empty()) sounds.emplace_back(in_a->audio, in_b.audio);
    const auto of_prompt = [id = prompt](const Prompt& p) {
      return p.id == id && !p.reference.empty();
    };
    const auto reference = std::ranges::find_if(a.run->prompts, of_prompt);
    if (in_a->text.empty() || reference == a.run->prompts.end()) continue;
    texts.a.push_back(in_a->text);
    texts.b.push_back(in_b.text);
    texts.references.push_back(reference->reference);
  }
  if (both > 0) q.same_text = static_cast<double>(same) / static_cast<double>(both);
  compare_texts(a, texts, limits, q);
  if (const Result<void> done = compare_sounds(a, b, sounds, limits, q); !done) return done.error();
  return q;
}

}  // namespace sotto::measure
