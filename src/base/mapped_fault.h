// A mapped file that somebody shortens in place loses pages, and who reads one gets SIGBUS.
#pragma once

#include <filesystem>
#include <span>

namespace sotto {

// From now on the process then says which file it was, in one sentence on standard error, and ends
// with status 1. What was computed with the file cannot be saved: zeros in place of weights would
// be nonsense that sounds fluent. Once, by main(); other faults stay what they were.
void say_which_file_was_shortened();

// Mapped files tell of themselves; of more than 256 at once the others end the process without a
// name. Any thread.
void note_mapping(std::span<const std::byte> bytes, const std::filesystem::path& path);
void forget_mapping(std::span<const std::byte> bytes);

}  // namespace sotto
