#include "translate/chain.h"

#include <fmt/format.h>

#include <algorithm>

namespace sotto::translate {
namespace {

class ChainTranslator final : public Translator {
 public:
  ChainTranslator(std::unique_ptr<Translator> first, std::unique_ptr<Translator> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  // Sentences that one of the two loses stay as they were in the first language.
  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override {
    Result<std::vector<Translation>> made = first_->translate_batch(sentences, stop);
    if (!made) return made;
    std::vector<text::Sentence> between;
    for (size_t i = 0; i < made->size(); ++i) {
      if ((*made)[i].untranslated) continue;
      between.push_back((*made)[i].sentence);
      between.back().wants_links = sentences[i].wants_links;
    }
    Result<std::vector<Translation>> second = second_->translate_batch(between, stop);
    if (!second) return second;
    size_t next = 0;
    for (size_t i = 0; i < made->size(); ++i) {
      Translation& t = (*made)[i];
      if (t.untranslated) continue;
      Translation& then = (*second)[next++];
      then.mean_logprob = std::min(then.mean_logprob, t.mean_logprob);
      then.new_tokens += t.new_tokens;
      then.links = joined(t.links, then.links);
      if (then.untranslated) then.sentence = sentences[i];
      t = std::move(then);
    }
    return made;
  }

  size_t step_bytes() const override { return first_->step_bytes() + second_->step_bytes(); }

 private:
  const std::unique_ptr<Translator> first_, second_;
};

class ChainModel final : public SharedModel {
 public:
  ChainModel(std::shared_ptr<const SharedModel> first, std::shared_ptr<const SharedModel> second,
             Language between)
      : first_(std::move(first)), second_(std::move(second)), between_(std::move(between)) {}

  Result<std::unique_ptr<Translator>> open(const TranslatorOptions& options) const override {
    const auto names = chained(options.model);
    auto [one, two] = parts_of_chain(options, *names, between_);
    auto first = first_->open(one);
    if (!first) return first;
    auto second = second_->open(two);
    if (!second) return second;
    return std::unique_ptr<Translator>(new ChainTranslator(*std::move(first), *std::move(second)));
  }

  int beams() const override { return second_->beams(); }
  size_t weight_bytes() const override { return first_->weight_bytes() + second_->weight_bytes(); }

 private:
  std::shared_ptr<const SharedModel> first_, second_;
  Language between_;
};

}  // namespace

std::pair<TranslatorOptions, TranslatorOptions> parts_of_chain(const TranslatorOptions& options,
                                                               const ChainNames& names,
                                                               const Language& between) {
  std::pair<TranslatorOptions, TranslatorOptions> parts = {options, options};
  parts.first.model = names.first;
  parts.second.model = names.second;
  parts.first.n_best = 1;
  if (has_direction(options)) {
    parts.first.to = between;
    parts.second.from = between;
  }
  return parts;
}

std::optional<ChainNames> chained(const std::string& model) {
  const size_t plus = model.find('+');
  if (plus == model.npos || plus == 0 || plus + 1 == model.size()) return std::nullopt;
  return std::pair(model.substr(0, plus), model.substr(plus + 1));
}

Result<Language> language_between(const ChainNames& names) {
  const Result<Directions> first = directions_of(names.first);
  if (!first) return first.error();
  const Result<Directions> second = directions_of(names.second);
  if (!second) return second.error();
  if (first->to.size() == 1 && second->from.size() == 1 && first->to == second->from)
    return first->to.front();
  const auto one = [](const std::vector<Language>& list) {
    return list.size() == 1 ? list.front().flores : fmt::format("{} languages", list.size());
  };
  return Error{Errc::unsupported,
               fmt::format("{}+{}: the first translates into {}, the second from {}, expected one "
                           "language between them",
                           names.first, names.second, one(first->to), one(second->from))};
}

Result<Directions> directions_of_chain(const ChainNames& names) {
  if (const Result<Language> between = language_between(names); !between) return between.error();
  const Result<Directions> first = directions_of(names.first), second = directions_of(names.second);
  if (!first) return first.error();
  if (!second) return second.error();
  return Directions{first->from, second->to};
}

Result<std::shared_ptr<const SharedModel>> load_chain(const TranslatorOptions& options,
                                                      const ChainNames& names) {
  const Result<Language> between = language_between(names);
  if (!between) return between.error();
  const auto [one, two] = parts_of_chain(options, names, *between);
  const auto first = SharedModel::load(one);
  if (!first) return first;
  const auto second = SharedModel::load(two);
  if (!second) return second;
  return std::shared_ptr<const SharedModel>(
      std::make_shared<ChainModel>(*first, *second, *between));
}

}  // namespace sotto::translate
