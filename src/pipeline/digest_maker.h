// Makers of one or two sentences of a long text, where cue words are not to (text/digest.h): a
// program of the user's, or a server of chat completions.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::pipeline {

inline constexpr size_t kLongestDigest = 400;               // characters
inline constexpr size_t kLongestDigested = 64 << 10;        // bytes of a text that is given away
inline constexpr std::chrono::seconds kDigestPatience{20};  // for a program

// The digest of a text, in its language; whoever calls waits for it. `cancelled` when `stop` was set;
// else the error says what is wrong with the maker or its answer. Used by one thread at a time.
using DigestMaker =
    std::function<Result<std::string>(const std::string& text, const std::stop_token& stop)>;

// Takes a maker's answer where it is one line of 1 to kLongestDigest characters, without what moves
// a cursor. The error begins with `who`.
Result<std::string> checked_digest(std::string_view who, std::string_view answer);

// `command` is given to the shell, the text to its standard input. Nothing of the text is part of the
// command.
DigestMaker digest_command(std::string command,
                           std::chrono::milliseconds patience = kDigestPatience);

// A model behind chat completions: "http://127.0.0.1:11434/v1#gemma3:4b". What is not on this machine
// gets every long text, and a warning says so now. The error: no such address, or a key is missing.
Result<DigestMaker> digest_server(const std::string& url);

}  // namespace sotto::pipeline
