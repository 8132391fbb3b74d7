// The translator around a server of somebody else's.
#pragma once

#include <memory>
#include <vector>

#include "translate/remote/answer_judge.h"
#include "translate/remote/remote_kind.h"
#include "translate/translator.h"

namespace sotto::translate {

// translate() and translate_batch() fail with `io` where the server is out of reach, in trouble, or
// gives half an answer, before any of the sentences is translated; what a later request of a batch
// has lost comes back as lost. A sentence is sent once, and again only where the server cannot have
// worked for it.
class RemoteTranslator final : public Translator {
 public:
  // Takes of the options the direction and how many sentences before are sent along.
  RemoteTranslator(const RemoteKind& kind, Server server, long most_seconds,
                   const TranslatorOptions& options);
  ~RemoteTranslator() override;

  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override;
  void remember(const text::Sentence& sentence, const Translation& made) override;
  void translate_feed(Feed& feed) override;

 private:
  struct Job {
    const text::Sentence* sentence;
    Asked asked;
    Translation* made;
  };
  Result<void> translate_group(std::span<const Job> jobs, const std::stop_token& stop);
  Result<Reply> ask(std::span<const Job> jobs, const std::stop_token& stop);

  const RemoteKind& kind_;
  Connection connection_;
  const Language from_, to_;
  const AnswerJudge judge_;
  const size_t context_;
  std::vector<Turn> before_;
  RemoteUsage usage_;
};

}  // namespace sotto::translate
