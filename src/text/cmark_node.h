// A tree of cmark-gfm that frees itself.
#pragma once

#include <cmark-gfm.h>

#include <memory>

namespace sotto::text {

struct NodeFree {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using Node = std::unique_ptr<cmark_node, NodeFree>;

}  // namespace sotto::text
