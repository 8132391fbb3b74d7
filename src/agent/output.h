// The way out of a reader: blocks of text and notices. JSON that an agent writes as its text is not
// for ears; it becomes one notice a block.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "agent/json_extent.h"
#include "agent/reader.h"

namespace sotto::agent {

class Output {
 public:
  Output(const Reader::Handler& handler, ReaderStats& stats) : handler_(handler), stats_(stats) {}

  void text(std::string_view piece);  // more of the block
  void end_block();
  void notice(Notice notice);  // ends the block

 private:
  void hold(std::string_view piece);
  void leave_out_json();
  void emit(std::string_view text);

  const Reader::Handler& handler_;
  ReaderStats& stats_;
  JsonExtent json_;            // of what is held
  std::string held_;           // the beginning of a line that may be JSON
  bool passes_ = false;        // the block is known to be text
  bool emitted_ = false;       // text left that no block_end has followed
  bool told_of_json_ = false;  // in this block
};

}  // namespace sotto::agent
