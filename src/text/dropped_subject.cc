#include "text/dropped_subject.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace sotto::text {
namespace {

// What one does to a thing, in the past. Not those that are requests, too ("Set", "Read"), nor those
// that begin other sentences ("Given the", "Based on").
constexpr std::string_view kVerbs[] = {
    "Added",        "Adjusted",   "Bumped",       "Changed",      "Checked",     "Cleaned",
    "Committed",    "Configured", "Confirmed",    "Consolidated", "Converted",   "Copied",
    "Corrected",    "Created",    "Deduplicated", "Deleted",      "Deployed",    "Disabled",
    "Documented",   "Dropped",    "Enabled",      "Exported",     "Exposed",     "Extracted",
    "Fixed",        "Formatted",  "Found",        "Generated",    "Handled",     "Hid",
    "Implemented",  "Improved",   "Increased",    "Inlined",      "Installed",   "Introduced",
    "Investigated", "Lowered",    "Marked",       "Merged",       "Migrated",    "Moved",
    "Normalized",   "Optimized",  "Pinned",       "Profiled",     "Pushed",      "Raised",
    "Ran",          "Rebased",    "Reduced",      "Refactored",   "Regenerated", "Removed",
    "Renamed",      "Replaced",   "Reproduced",   "Restarted",    "Restored",    "Reverted",
    "Rewrote",      "Simplified", "Skipped",      "Started",      "Stopped",     "Switched",
    "Tested",       "Tightened",  "Tweaked",      "Unified",      "Updated",     "Upgraded",
    "Validated",    "Verified",   "Wired",        "Wrapped",      "Wrote"};

// What begins its object.
constexpr std::string_view kBeginnings[] = {"the",  "a",     "an",    "all",   "both",   "this",
                                            "that", "these", "those", "some",  "every",  "your",
                                            "its",  "their", "two",   "three", "several"};

bool is_among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

Sentence with_dropped_subject(const Sentence& sentence, ByteMap* origin) {
  constexpr std::string_view kSubject = "I ";
  const std::string_view text = sentence.text;
  const size_t space = std::min(text.find(' '), text.size());
  const size_t object = std::min(space + 1, text.size());
  const std::string_view next = text.substr(object, text.find(' ', object) - object);
  const bool is_report = is_among(kVerbs, text.substr(0, space)) && is_among(kBeginnings, next) &&
                         (sentence.spans.empty() || sentence.spans[0].begin > object);
  Sentence out = sentence;
  if (is_report) {
    out.text = std::string(kSubject) + out.text;
    out.text[kSubject.size()] += 'a' - 'A';
    for (ProtectedSpan& span : out.spans) {
      span.begin += kSubject.size();
      span.end += kSubject.size();
    }
    if (origin != nullptr) origin->replace(kSubject.size(), 0);
  }
  if (origin != nullptr) origin->keep(text.size());
  return out;
}

}  // namespace sotto::text
