// A reader of Python pickles that can do one thing: describe the tensors of a state dict. A pickle
// is a program for a small stack machine, and Python's own would call any function that it names;
// this one knows the few names that torch.save writes for tensors and refuses all others.
//
// Sources: the opcode list of CPython's pickletools, protocols 2 to 5; torch/_utils.py and
// torch/serialization.py for what a tensor looks like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// A tensor as the pickle describes it: a strided view of a storage. Nothing of it is checked
// against the storage's bytes yet; sizes, strides and offset are not negative.
struct PickledTensor {
  std::string name;
  DType dtype;
  std::string storage;  // its key: `<root>/data/<key>`
  int64_t storage_elements;
  int64_t offset;  // in elements, as the strides
  std::vector<int64_t> shape, strides;
};

// The treatment of objects that are no part of a plain file of tensors: a network's settings, for
// example. `inert` builds nothing of them either; they are left out as other things that are no
// tensors.
enum class Objects { refused, inert };

// The tensors of the dictionary that the pickle holds, in its order. Those of a dictionary inside
// it are named by both keys, "decoder.weight"; a pickle that is one tensor gives it an empty name.
// Entries that are no tensors (numbers, strings, lists) are left out. `source` is the file's name
// for messages.
Result<std::vector<PickledTensor>> read_state_dict(std::span<const std::byte> pickle,
                                                   std::string_view source,
                                                   Objects objects = Objects::refused);

}  // namespace sotto::checkpoint
