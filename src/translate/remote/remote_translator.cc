#include "translate/remote/remote_translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "text/html.h"
#include "translate/decode_policy.h"
#include "translate/feed.h"
#include "translate/remote/remote_request.h"

namespace sotto::translate {
namespace {

using text::Sentence;

constexpr size_t kLongestAsked = 8000;  // bytes of a sentence; no agent writes one

}  // namespace

RemoteTranslator::RemoteTranslator(const RemoteKind& kind, Server server, long most_seconds,
                                   const TranslatorOptions& options)
    : kind_(kind),
      connection_{.server = std::move(server), .client = {}, .most_seconds = most_seconds},
      from_(options.from),
      to_(options.to),
      judge_(from_, to_),
      context_(static_cast<size_t>(std::max(0, options.context))) {}

RemoteTranslator::~RemoteTranslator() {
  if (usage_.requests > 0) log::info("{}: {}", connection_.server.name, usage_.words());
}

Result<std::vector<Translation>> RemoteTranslator::translate_batch(
    std::span<const Sentence> sentences, std::stop_token stop) {
  std::vector<Translation> made(sentences.size());
  std::vector<Job> jobs;
  for (size_t i = 0; i < sentences.size(); ++i) {
    const Sentence& sentence = sentences[i];
    made[i].sentence = sentence;
    if (judge_.needs_none(sentence)) continue;
    auto asked = judge_.prepare(sentence, sentence.spans.empty() ? nullptr : kind_.tag);
    if (!asked || asked->text.size() > kLongestAsked) {
      made[i] = untranslated(
          sentence, asked ? "too long for a server" : "more protected parts than can be sent");
      continue;
    }
    jobs.push_back({&sentence, *std::move(asked), &made[i]});
  }
  for (size_t begin = 0, end = 0; begin < jobs.size(); begin = end) {
    size_t bytes = 0;
    while (end < jobs.size() && end - begin < kind_.most_texts &&
           (end == begin || bytes + jobs[end].asked.text.size() <= kind_.most_bytes))
      bytes += jobs[end++].asked.text.size();
    const auto group = std::span<const Job>(jobs).subspan(begin, end - begin);
    const Result<void> done = translate_group(group, stop);
    if (done) continue;
    if (begin == 0 || done.error().code == Errc::cancelled) return done.error();
    for (const Job& job : std::span(jobs).subspan(begin))
      *job.made = untranslated(*job.sentence, done.error().message);
    break;
  }
  return made;
}

Result<void> RemoteTranslator::translate_group(std::span<const Job> jobs,
                                               const std::stop_token& stop) {
  const Result<Reply> reply = ask(jobs, stop);
  if (!reply) return reply.error();
  for (size_t i = 0; i < jobs.size(); ++i) {
    const Job& job = jobs[i];
    *job.made = judge_.judge(reply->texts[i], *job.sentence, job.asked);
    job.made->new_tokens = static_cast<int>(std::min<uint64_t>(reply->usage.tokens_out, 1 << 30));
    remember(*job.sentence, *job.made);
  }
  return {};
}

Result<Reply> RemoteTranslator::ask(std::span<const Job> jobs, const std::stop_token& stop) {
  const bool is_tagged =
      std::ranges::any_of(jobs, [](const Job& job) { return job.asked.tag != nullptr; });
  // One without tags of its own is HTML among those that have some.
  const auto is_encoded = [&](const Job& job) { return is_tagged && job.asked.tag == nullptr; };
  std::vector<std::string> texts;
  for (const Job& job : jobs)
    texts.push_back(is_encoded(job) ? text::encode_entities(job.asked.text) : job.asked.text);
  const Question question{texts, is_tagged, from_, to_, before_};
  Result<Reply> reply = kind_.ask(connection_, question, stop);
  RemoteUsage used{.requests = 1, .characters = characters_of(texts)};
  if (reply) {
    used = reply->usage;
    used.requests = 1;
    if (used.characters == 0) used.characters = characters_of(texts);
  }
  if (reply || connection_.client.has_sent()) {
    usage_ += used;
    count_remote(used);
  }
  if (!reply) return reply;
  if (reply->texts.size() != texts.size()) {
    return Error{Errc::io, fmt::format("{}: the answer has {} translations, expected {}",
                                       connection_.server.name, reply->texts.size(), texts.size())};
  }
  for (size_t i = 0; i < jobs.size(); ++i)
    if (is_encoded(jobs[i])) reply->texts[i] = text::decode_entities(reply->texts[i]);
  return reply;
}

void RemoteTranslator::remember(const Sentence& sentence, const Translation& made) {
  if (context_ == 0 || made.untranslated) return;
  if (before_.size() == context_) before_.erase(before_.begin());
  before_.push_back({sentence.text, made.sentence.text});
}

// Sentences that have come are sent together. Who waits hears of a server in trouble as of a lost
// sentence.
void RemoteTranslator::translate_feed(Feed& feed) {
  for (auto items = feed.take(/*idle=*/true); !items.empty(); items = feed.take(/*idle=*/true)) {
    std::erase_if(items, [&](const Feed::Item& item) { return !feed.is_wanted(item.name); });
    std::vector<Sentence> sentences;
    for (const Feed::Item& item : items) sentences.push_back(item.sentence);
    Result<std::vector<Translation>> made = translate_batch(sentences, {});
    for (size_t i = 0; i < items.size(); ++i) {
      feed.put(items[i].name,
               made ? std::move(made->at(i)) : untranslated(sentences[i], made.error().message));
    }
  }
}

}  // namespace sotto::translate
