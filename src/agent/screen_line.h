// A line of a terminal's screen, as text for ears.
#pragma once

#include <string>
#include <string_view>

namespace sotto::agent {

// Without what marks or frames it; empty where nothing of it is for ears: frames, spinners,
// prompts, lines without a letter. `cells`: a character a column, 0 behind a wide one.
std::string spoken_line(std::u32string_view cells);

}  // namespace sotto::agent
