#include "translate/remote/remote_kind.h"

namespace sotto::translate {
namespace {

// A model that a request has to load first may take a minute.
constexpr long kServiceSeconds = 10, kChatSeconds = 60;

// The limits are those of the interfaces' references, in bytes where these count characters.
constexpr RemoteKind kRemoteKinds[] = {
    {"chat", "", nullptr, 1, 20'000, kChatSeconds, identify_chat, ask_chat},
    {"libretranslate", "", &kHtmlTag, 32, 20'000, kServiceSeconds, identify_libretranslate,
     ask_libretranslate},
    {"deepl", "https://api.deepl.com", &kXmlTag, 50, 100'000, kServiceSeconds, identify_deepl,
     ask_deepl},
    {"google-cloud", "https://translation.googleapis.com", &kHtmlTag, 128, 20'000, kServiceSeconds,
     identify_google, ask_google},
    {"azure", "https://api.cognitive.microsofttranslator.com", &kHtmlTag, 1000, 40'000,
     kServiceSeconds, identify_azure, ask_azure},
};

}  // namespace

std::span<const RemoteKind> remote_kinds() { return kRemoteKinds; }

}  // namespace sotto::translate
