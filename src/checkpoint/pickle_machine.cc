#include "checkpoint/pickle_machine.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <unordered_map>

#include "base/utf8.h"
#include "checkpoint/pickle_program.h"

namespace sotto::checkpoint::pickle {
namespace {

// A checkpoint of ten thousand tensors makes a tenth of this. With them the machine needs at most
// a few hundred megabytes, whatever it is fed.
constexpr size_t kMaxValues = 1'000'000;
constexpr size_t kMaxStack = 1'000'000;
constexpr size_t kMaxMemo = 1'000'000;
constexpr size_t kMaxMarks = 1'000;

enum Opcode : uint8_t {
  kMark = '(',
  kStop = '.',
  kPop = '0',
  kPopMark = '1',
  kDup = '2',
  kNone = 'N',
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kLong1 = 0x8a,
  kLong4 = 0x8b,
  kBinFloat = 'G',
  kShortBinString = 'U',
  kBinString = 'T',
  kBinUnicode = 'X',
  kShortBinUnicode = 0x8c,
  kBinUnicode8 = 0x8d,
  kEmptyTuple = ')',
  kTuple = 't',
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kEmptyList = ']',
  kAppend = 'a',
  kAppends = 'e',
  kEmptyDict = '}',
  kSetItem = 's',
  kSetItems = 'u',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kMemoize = 0x94,
  kBinGet = 'h',
  kLongBinGet = 'j',
  kGlobal = 'c',
  kStackGlobal = 0x93,
  kReduce = 'R',
  kNewObject = 0x81,
  kBuild = 'b',
  kBinPersId = 'Q',
  kProto = 0x80,
  kFrame = 0x95
};

// A stack machine. The groups of opcodes are tried in turn; each answers whether the opcode was
// its own. After a failure nothing more is done.
class Machine : private Program {
 public:
  Machine(std::span<const std::byte> program, Arena& arena, Objects objects)
      : Program(program), arena_(arena), objects_(objects) {}

  // Runs to STOP; the value on top is the result.
  Result<Ref> run() {
    for (;;) {
      const size_t at = position();
      const auto opcode = read<uint8_t>();
      if (opcode == kStop) break;
      const bool known = failed() || scalar(opcode) || text(opcode) || container(opcode) ||
                         memo(opcode) || object(opcode) || stack(opcode);
      if (!known) {
        fail(fmt::format("opcode {:#04x} at byte {}, which torch.save does not write", opcode, at));
      }
      if (arena_.size() > kMaxValues || stack_.size() > kMaxStack || marks_.size() > kMaxMarks ||
          memo_.size() > kMaxMemo) {
        fail("more values than sotto allows");
      }
      if (failed()) return error();
    }
    const Ref result = pop();
    if (failed()) return error();
    return result;
  }

 private:
  template <class T>
  void push(T value) {
    stack_.push_back(arena_.add(std::move(value)));
  }

  // Items below the last mark belong to an unfinished container and cannot be taken.
  Ref pop() {
    const size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() <= floor) {
      fail("an empty stack where a value should be");
      return Arena::kNone;
    }
    const Ref top = stack_.back();
    stack_.pop_back();
    return top;
  }

  std::vector<Ref> pop_to_mark() {
    if (marks_.empty()) {
      fail("no mark where one should be");
      return {};
    }
    std::vector<Ref> items(stack_.begin() + static_cast<ptrdiff_t>(marks_.back()), stack_.end());
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
  }

  // The container below the items, which stays on the stack.
  template <class T>
  T* top() {
    const Ref ref = pop();
    stack_.push_back(ref);
    T* value = arena_.get<T>(ref);
    if (value == nullptr) fail("items for something that does not hold them");
    return value;
  }

  bool scalar(uint8_t opcode) {
    switch (opcode) {
      case kNone:
        push(None{});
        return true;
      case kNewTrue:
        push(true);
        return true;
      case kNewFalse:
        push(false);
        return true;
      case kBinInt:
        push(int64_t{read<int32_t>()});
        return true;
      case kBinInt1:
        push(int64_t{read<uint8_t>()});
        return true;
      case kBinInt2:
        push(int64_t{read<uint16_t>()});
        return true;
      case kLong1:
        push(long_of(read<uint8_t>()));
        return true;
      case kLong4:
        push(long_of(read<uint32_t>()));
        return true;
      case kBinFloat:
        push(std::bit_cast<double>(__builtin_bswap64(read<uint64_t>())));
        return true;
      default:
        return false;
    }
  }

  // Two's complement of `size` bytes, little-endian; no bytes are 0.
  int64_t long_of(uint32_t size) {
    const std::string_view bytes = take(size);
    if (size > sizeof(int64_t)) fail(fmt::format("an integer of {} bytes", size));
    if (failed() || size == 0) return 0;
    uint64_t value = (bytes.back() & 0x80) != 0 ? ~uint64_t{0} : 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    return static_cast<int64_t>(value);
  }

  bool text(uint8_t opcode) {
    switch (opcode) {
      case kShortBinString:
      case kShortBinUnicode:
        push_text(read<uint8_t>());
        return true;
      case kBinString:
      case kBinUnicode:
        push_text(read<uint32_t>());
        return true;
      case kBinUnicode8:
        push_text(read<uint64_t>());
        return true;
      default:
        return false;
    }
  }

  void push_text(uint64_t size) {
    const std::string_view bytes = take(size);
    size_t replaced = 0;
    std::string valid = to_valid_utf8(bytes, replaced);
    if (replaced != 0) fail("a string that is not valid UTF-8");
    push(std::move(valid));
  }

  bool container(uint8_t opcode) {
    switch (opcode) {
      case kEmptyTuple:
        push(Sequence{{}, true});
        return true;
      case kTuple:
        push(Sequence{pop_to_mark(), true});
        return true;
      case kTuple1:
        push_tuple(1);
        return true;
      case kTuple2:
        push_tuple(2);
        return true;
      case kTuple3:
        push_tuple(3);
        return true;
      case kEmptyList:
        push(Sequence{{}, false});
        return true;
      case kAppend:
        append({pop()});
        return true;
      case kAppends:
        append(pop_to_mark());
        return true;
      case kEmptyDict:
        push(Dict{});
        return true;
      case kSetItem: {
        const Ref value = pop(), key = pop();
        set_items({key, value});
        return true;
      }
      case kSetItems:
        set_items(pop_to_mark());
        return true;
      default:
        return false;
    }
  }

  void push_tuple(int size) {
    std::vector<Ref> items(static_cast<size_t>(size));
    for (auto it = items.rbegin(); it != items.rend(); ++it) *it = pop();
    push(Sequence{std::move(items), true});
  }

  void append(const std::vector<Ref>& items) {
    Sequence* list = top<Sequence>();
    if (list != nullptr && list->tuple) fail("items for a tuple that is finished");
    if (!failed()) list->items.insert(list->items.end(), items.begin(), items.end());
  }

  void set_items(const std::vector<Ref>& items) {
    Dict* dict = top<Dict>();
    if (items.size() % 2 != 0) fail("a key without a value");
    if (failed()) return;
    for (size_t i = 0; i < items.size(); i += 2) dict->items.emplace_back(items[i], items[i + 1]);
  }

  bool memo(uint8_t opcode) {
    switch (opcode) {
      case kBinPut:
        put(read<uint8_t>());
        return true;
      case kLongBinPut:
        put(read<uint32_t>());
        return true;
      case kMemoize:
        put(static_cast<uint32_t>(memo_.size()));
        return true;
      case kBinGet:
        recall(read<uint8_t>());
        return true;
      case kLongBinGet:
        recall(read<uint32_t>());
        return true;
      default:
        return false;
    }
  }

  void put(uint32_t index) {
    const Ref ref = pop();
    stack_.push_back(ref);
    memo_[index] = ref;
  }

  void recall(uint32_t index) {
    const auto it = memo_.find(index);
    if (it == memo_.end()) return fail(fmt::format("no value {} to recall", index));
    stack_.push_back(it->second);
  }

  bool object(uint8_t opcode) {
    switch (opcode) {
      case kGlobal: {
        const std::string_view module = line();
        const std::string_view name = line();
        if (!failed()) push_global(module, name);
        return true;
      }
      case kStackGlobal: {
        const std::string* name = arena_.get<std::string>(pop());
        const std::string* module = arena_.get<std::string>(pop());
        if (name == nullptr || module == nullptr) fail("a global without a name");
        if (!failed()) push_global(std::string(*module), std::string(*name));
        return true;
      }
      case kReduce: {
        const Ref arguments = pop(), function = pop();
        push_result(failed() ? Result<Ref>(error()) : call(arena_, function, arguments));
        return true;
      }
      case kBuild: {
        // torch puts `_metadata` on the dictionary of a module; else only what is inert has a
        // state.
        if (const Ref state = pop(); arena_.get<Dict>(state) == nullptr)
          fail("a state that is no dict");
        if (stack_.empty() || arena_.get<Inert>(stack_.back()) == nullptr) top<Dict>();
        return true;
      }
      case kNewObject: {
        if (objects_ == Objects::refused) return false;
        const Ref arguments = pop(), type = pop();
        if (arena_.get<Sequence>(arguments) == nullptr || arena_.get<Inert>(type) == nullptr)
          fail("an object of something that is no class");
        push(Inert());
        return true;
      }
      case kBinPersId: {
        const Ref id = pop();
        Result<Value> storage = failed() ? Result<Value>(error()) : find_storage(arena_, id);
        push_value(std::move(storage));
        return true;
      }
      default:
        return false;
    }
  }

  void push_global(std::string_view module, std::string_view name) {
    Result<Value> value = find_global(module, name);
    const bool is_inert = !value && objects_ == Objects::inert;
    push_value(is_inert ? Result<Value>(Inert()) : std::move(value));
  }
  void push_value(Result<Value> value) {
    if (!value) return fail(value.error());
    push(*std::move(value));
  }
  void push_result(const Result<Ref>& ref) {
    if (!ref) return fail(ref.error());
    stack_.push_back(*ref);
  }

  bool stack(uint8_t opcode) {
    switch (opcode) {
      case kMark:
        marks_.push_back(stack_.size());
        return true;
      case kPop:
        pop();
        return true;
      case kPopMark:
        pop_to_mark();
        return true;
      case kDup: {
        const Ref ref = pop();
        stack_.insert(stack_.end(), 2, ref);
        return true;
      }
      case kProto:
        if (const auto version = read<uint8_t>(); version < 2 || version > 5) {
          fail(fmt::format("protocol {}, expected 2 to 5", version));
        }
        return true;
      case kFrame:
        read<uint64_t>();
        return true;  // a hint for readers of streams
      default:
        return false;
    }
  }

  Arena& arena_;
  const Objects objects_;
  std::vector<Ref> stack_;
  std::vector<size_t> marks_;  // heights of the stack
  std::unordered_map<uint32_t, Ref> memo_;
};

}  // namespace

Result<Ref> run(std::span<const std::byte> program, Arena& arena, Objects objects) {
  return Machine(program, arena, objects).run();
}

}  // namespace sotto::checkpoint::pickle
