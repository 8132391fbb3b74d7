#include "engine/registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/log.h"

namespace sotto::engine {
namespace {

using Changer = std::shared_ptr<const japanese::RegisterChanger>;
using translate::Translation;

class InRegister final : public translate::Translator {
 public:
  InRegister(std::unique_ptr<translate::Translator> translator, Changer changer,
             japanese::Register wanted)
      : translator_(std::move(translator)), changer_(std::move(changer)), wanted_(wanted) {}

  Result<std::vector<Translation>> translate_batch(std::span<const text::Sentence> sentences,
                                                   std::stop_token stop) override {
    auto made = translator_->translate_batch(sentences, std::move(stop));
    if (!made) return made;
    for (Translation& translation : *made) change(translation);
    return made;
  }

  void translate_feed(translate::Feed& feed) override {
    ChangedFeed changed(feed, *this);
    translator_->translate_feed(changed);
  }

  Result<std::vector<translate::RawTranslation>> translate_raw(std::span<const std::string> lines,
                                                               std::stop_token stop) override {
    return translator_->translate_raw(lines, std::move(stop));
  }

  size_t step_bytes() const override { return translator_->step_bytes(); }

 private:
  class ChangedFeed final : public translate::Feed {
   public:
    ChangedFeed(translate::Feed& feed, const InRegister& owner) : feed_(feed), owner_(owner) {}
    std::vector<Item> take(bool idle) override { return feed_.take(idle); }
    bool is_wanted(size_t name) override { return feed_.is_wanted(name); }
    void put(size_t name, Translation translation) override {
      owner_.change(translation);
      feed_.put(name, std::move(translation));
    }

   private:
    translate::Feed& feed_;
    const InRegister& owner_;
  };

  void change(Translation& translation) const {
    if (translation.untranslated) return;
    text::ByteMap map;
    translation.sentence = changer_->changed(std::move(translation.sentence), wanted_, &map);
    translation.links = moved(translation.links, map);
    // Two that differed by their register alone are one now.
    std::vector<translate::Alternative> others;
    for (translate::Alternative& other : translation.alternatives) {
      other.text = changer_->changed({std::move(other.text), {}, {}}, wanted_).text;
      const bool is_known =
          other.text == translation.sentence.text ||
          std::ranges::find(others, other.text, &translate::Alternative::text) != others.end();
      if (!is_known) others.push_back(std::move(other));
    }
    translation.alternatives = std::move(others);
  }

  std::unique_ptr<translate::Translator> translator_;
  Changer changer_;
  japanese::Register wanted_;
};

}  // namespace

const Result<Changer>& Registers::changer() {
  const std::lock_guard lock(mutex_);
  if (!changer_) {
    auto opened = open_();
    if (opened) {
      changer_.emplace(std::make_shared<const japanese::RegisterChanger>(*std::move(opened)));
    } else {
      log::info("Japanese is spoken in the register it is translated to: {}",
                opened.error().message);
      changer_.emplace(opened.error());
    }
  }
  return *changer_;
}

Result<std::unique_ptr<translate::Translator>> Registers::apply(
    std::unique_ptr<translate::Translator> translator, const Language& to, WantedRegister wanted) {
  if (to.iso != "ja" || wanted == japanese::Register::as_is) return translator;
  const Result<Changer>& opened = changer();
  if (opened)
    return std::unique_ptr<translate::Translator>(std::make_unique<InRegister>(
        std::move(translator), *opened, wanted.value_or(japanese::Register::polite)));
  if (!wanted) return translator;
  return Error{Errc::unsupported, fmt::format("register: {}", opened.error().message)};
}

}  // namespace sotto::engine
