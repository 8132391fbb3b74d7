// Headings of a text as chapters of its sound.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/task.h"

namespace sotto::cluster {

// Places in `tasks` of the sentences that are headings of a Markdown text. A heading that is said
// in other words than it is written in ("&") is not found.
std::vector<size_t> headings_of(std::string_view markdown, std::span<const Task> tasks);

struct Chapter {
  double begin_s = 0;
  std::string title;
};

// Two lines a chapter ("CHAPTER01=00:00:07.250", "CHAPTER01NAME=Notes"): what mkvmerge and MP4Box
// read, and what Vorbis comments say.
std::string chapter_lines(std::span<const Chapter> chapters);

}  // namespace sotto::cluster
