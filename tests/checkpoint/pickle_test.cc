#include "checkpoint/pickle.h"

#include <gmock/gmock.h>

#include "checkpoint/files.h"

namespace sotto::checkpoint::pickle_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Strings with NUL bytes in them.
std::string raw(std::string_view text) { return std::string(text); }
#define RAW(literal) raw(std::string_view(literal, sizeof(literal) - 1))

std::string error_of(std::string_view pickle) {
  const auto tensors = read_state_dict(as_bytes(pickle), "m.bin");
  return tensors ? "no error" : tensors.error().message;
}

// A storage "0" of two floats, on the stack.
const std::string kStorage =
    RAW("(X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
        "0X\3\0\0\0cpuK\2tQ");
// The arguments that follow it, and the call; `kRebuild` comes before the storage.
const std::string kRebuild = "ctorch._utils\n_rebuild_tensor_v2\n(";
const std::string kRest =
    "K\1K\1\x85K\1\x85\x89"
    "ccollections\nOrderedDict\n)RtR";
const std::string kTensor = kRebuild + kStorage + kRest;
const std::string kName = RAW("X\1\0\0\0w");

TEST(Pickle, ReadsWhatTorchWrites) {
  const auto tensors = read_state_dict(as_bytes("\x80\x02}" + kName + kTensor + "s."), "m.bin");
  ASSERT_TRUE(tensors) << tensors.error().message;
  ASSERT_EQ(tensors->size(), 1u);
  const PickledTensor& w = tensors->front();
  EXPECT_EQ(w.name, "w");
  EXPECT_EQ(w.dtype, DType::f32);
  EXPECT_EQ(w.storage, "0");
  EXPECT_EQ(w.storage_elements, 2);
  EXPECT_EQ(w.offset, 1);
  EXPECT_THAT(w.shape, ElementsAre(1));
  EXPECT_THAT(w.strides, ElementsAre(1));
}

std::vector<std::string> names_in(const std::string& pickle) {
  std::vector<std::string> names;
  const auto tensors = read_state_dict(as_bytes(pickle), "m.bin");
  if (!tensors) return {tensors.error().message};
  for (const PickledTensor& tensor : *tensors) names.push_back(tensor.name);
  return names;
}

TEST(Pickle, TensorsOfInnerDictionariesAreNamedByBothKeys) {
  const std::string inner = "}(" + kName + kTensor + RAW("X\3\0\0\0b.c") + kTensor + "u";
  const std::string bert = RAW("X\4\0\0\0bert"), decoder = RAW("X\7\0\0\0decoder");
  // Beside them what is no tensor, and what has a number for its name.
  EXPECT_THAT(names_in("\x80\x02}(" + bert + inner + decoder + inner + kName + kTensor +
                       RAW("X\5\0\0\0epochK\3K\1") + inner + "u."),
              ElementsAre("bert.w", "bert.b.c", "decoder.w", "decoder.b.c", "w"));
}

TEST(Pickle, ASingleTensorHasNoName) {
  EXPECT_THAT(names_in("\x80\x02" + kTensor + "."), ElementsAre(""));
}

TEST(Pickle, InnerDictionariesHaveBounds) {
  // {"w": {"w": ... {"w": tensor}}}
  const auto nested = [](int depth) {
    std::string pickle = "\x80\x02";
    for (int i = 0; i < depth; ++i) pickle += "}" + kName;
    pickle += kTensor;
    for (int i = 0; i < depth; ++i) pickle += "s";
    return pickle + ".";
  };
  EXPECT_THAT(names_in(nested(4)), ElementsAre("w.w.w.w"));
  EXPECT_THAT(error_of(nested(5)), HasSubstr("m.bin: w.w.w.w is a dictionary more than 4 deep"));
  // One that holds itself.
  EXPECT_THAT(error_of("\x80\x02}q\1" + kName + "h\1s."), HasSubstr("more than 4 deep"));
  // Twice by different ways.
  const std::string dotted = RAW("X\3\0\0\0w.w");
  EXPECT_THAT(error_of("\x80\x02}(" + dotted + kTensor + kName + "}" + kName + kTensor + "su."),
              HasSubstr("w.w is there twice"));
  // A thousand entries that are the same dictionary of a thousand tensors.
  const auto key = [](int i) { return RAW("X\4\0\0\0") + std::to_string(1000 + i); };
  std::string many = "\x80\x02}q\1(";
  for (int i = 0; i < 999; ++i) many += key(i) + kTensor;
  many += "u0}(";
  for (int i = 0; i < 999; ++i) many += key(i) + "h\1";
  EXPECT_THAT(error_of(many + "u."), HasSubstr("more entries than any network"));
  const std::string longest = RAW("X\xe9\3\0\0") + std::string(1001, 'n');
  EXPECT_THAT(error_of("\x80\x02}" + longest + kTensor + "s."),
              HasSubstr("has a name of more than 1000 bytes"));
}

TEST(Pickle, ReadsOtherWaysToWriteTheSame) {
  // Protocol 4: frame, short strings, memoize, stack global; a parameter; OrderedDict with a state.
  const std::string modern = RAW("\x80\x04\x95\xff\0\0\0\0\0\0\0"
                                 "\x8c\x0b"
                                 "collections\x8c\x0bOrderedDict\x93)R\x94("
                                 "\x8c\1w\x94") +
                             "ctorch._utils\n_rebuild_parameter\n(" + kTensor +
                             "\x88"
                             "ccollections\nOrderedDict\n)RtR" +
                             RAW("u}\x8c\x09_metadataNsb.");
  EXPECT_EQ(error_of(modern), "no error");
  // Protocol 5 with memo, dup, pop, long integers, old strings and a torch.Size.
  const std::string mixed = "\x80\x05}(U\1wq\7" + kRebuild + kStorage +
                            RAW("\x8a\0ctorch\nSize\n(\x8b\2\0\0\0\2\0t\x85RK\1\x85\x89NtRh\7"
                                "20u.");
  EXPECT_THAT(error_of(mixed),
              HasSubstr("a key without a value"));  // the recalled name is a third item
  EXPECT_EQ(error_of(mixed.substr(0, mixed.size() - 2) + "K\5u."), "no error");
  // Two's complement, sign included: an offset of -2.
  EXPECT_THAT(error_of("\x80\x02}" + kName + kRebuild + kStorage + "\x8a\1\xfe" + kRest.substr(2)),
              HasSubstr("a tensor with a bad offset"));
}

// Objects that may be there are as little made as others: {"config": tts.Settings() with a state,
// "run": os.system("ls"), "w": tensor}.
TEST(Pickle, InertObjectsAreLeftOut) {
  const std::string settings = RAW("X\6\0\0\0config") + "ctts\nSettings\n)\x81}" + kName + "K\1sb";
  const std::string run = RAW("X\3\0\0\0run") + "cos\nsystem\n" + RAW("X\2\0\0\0ls") + "\x85R";
  const std::string pickle = "\x80\x02}(" + settings + run + kName + kTensor + "u.";
  const auto tensors = read_state_dict(as_bytes(pickle), "m.bin", Objects::inert);
  ASSERT_TRUE(tensors) << tensors.error().message;
  ASSERT_EQ(tensors->size(), 1u);
  EXPECT_EQ(tensors->front().name, "w");
  EXPECT_THAT(error_of(pickle), HasSubstr("tts.Settings"));
  // No object is made of something else, and nothing else has a state.
  for (const std::string& bad : {RAW("\x80\x02K\1)\x81."), RAW("\x80\x02ctts\nA\nK\1\x81."),
                                 RAW("\x80\x02K\1}b."), RAW("\x80\x02ctts\nA\nK\1b.")}) {
    EXPECT_FALSE(read_state_dict(as_bytes(bad), "m.bin", Objects::inert)) << bad;
  }
}

TEST(Pickle, RefusesEveryOtherName) {
  EXPECT_EQ(
      error_of(RAW("\x80\x02"
                   "cos\nsystem\nX\2\0\0\0ls\x85R.")),
      "m.bin: the pickle asks for os.system, which is no part of a plain file of tensors; it was "
      "refused");
  EXPECT_THAT(error_of("\x80\x04\x8c\x08"
                       "builtins\x8c\4eval\x93."),
              HasSubstr("builtins.eval"));
  EXPECT_THAT(error_of("\x80\x02"
                       "ctorch._utils\n_rebuild_tensor_v9\n."),
              HasSubstr("torch._utils._rebuild_tensor_v9"));
  // A known name of another module is another function.
  EXPECT_THAT(error_of("\x80\x02"
                       "cevil\nOrderedDict\n)R."),
              HasSubstr("evil.OrderedDict"));
  EXPECT_THAT(error_of("\x80\x02"
                       "ca\x1b[2J\nb\n."),
              HasSubstr("a?[2J.b"));
  EXPECT_THAT(error_of("\x80\x02"
                       "c" +
                       std::string(1000, 'x') + "\ny\n."),
              HasSubstr("a global without a name"));
  EXPECT_THAT(error_of("\x80\x02"
                       "ccollections"),
              HasSubstr("a global without a name"));
  // Ways to call or make things that need no GLOBAL: INST, OBJ, NEWOBJ, EXT1, PERSID.
  for (const char opcode : {'i', 'o', '\x81', '\x82', 'P', 'I', 'V', '\0'}) {
    EXPECT_THAT(error_of(std::string("\x80\x02") + opcode + "."),
                HasSubstr("which torch.save does not"))
        << int{opcode};
  }
}

TEST(Pickle, RefusesWhatIsNoStateDict) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "ended at byte 0: truncated"},
      {"\x80", "ended at byte 1: truncated"},
      {"\x80\x02", "ended at byte 2: truncated"},
      {"\x80\x01.", "protocol 1, expected 2 to 5"},
      {"\x80\x06.", "protocol 6, expected 2 to 5"},
      {"\x80\x02.", "an empty stack"},
      {"\x80\x02(.", "an empty stack"},
      {"\x80\x02N.", "no dictionary of tensors"},
      {"\x80\x02}.", "no dictionary of tensors"},
      {"\x80\x02}(K\1K\2u.", "no dictionary of tensors"},
      {"\x80\x02}K\1" + kTensor + "s.", "a tensor without a name"},
      {"\x80\x02}(" + kName + kTensor + kName + kTensor + "u.", "w is there twice"},
      {"\x80\x02}(K\1u.", "a key without a value"},
      {"\x80\x02](K\1K\2u.", "items for something that does not hold them"},
      {"\x80\x02}K\1a.", "items for something that does not hold them"},
      {"\x80\x02)K\1a.", "items for a tuple that is finished"},
      {"\x80\x02}u.", "no mark"},
      {"\x80\x02t.", "no mark"},
      {"\x80\x02h\3.", "no value 3 to recall"},
      {"\x80\x02q\3.", "an empty stack"},
      {"\x80\x02NN(0N.", "an empty stack"},  // what lies below the mark cannot be taken
      {"\x80\x02U\xff"
       "ab",
       "truncated"},
      {RAW("\x80\x02X\xff\xff\xff\xff") + "ab", "truncated"},
      {"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff"
       "ab",
       "truncated"},
      {"\x80\x02U\2\xff\xfe.", "not valid UTF-8"},
      {RAW("\x80\x02\x8a\x09\0\0\0\0\0\0\0\0\0."), "an integer of 9 bytes"},
      {"\x80\x02\x8b\xff\xff\xff\x7f.", "truncated"},
      {"\x80\x02NNR.", "no function"},
      {"\x80\x02"
       "ccollections\nOrderedDict\nK\1\x85R.",
       "an OrderedDict with arguments"},
      {"\x80\x02"
       "ccollections\nOrderedDict\n]R.",
       "no function"},
      {"\x80\x02"
       "ctorch._utils\n_rebuild_tensor_v2\n)R.",
       "a tensor of 0 arguments"},
      {"\x80\x02"
       "ctorch._utils\n_rebuild_tensor_v2\n(NNNNNNtR.",
       "a tensor without a storage"},
      {"\x80\x02"
       "ctorch._utils\n_rebuild_parameter\n(NNNtR.",
       "a parameter that is no tensor"},
      {"\x80\x02NQ.", "a bad storage"},
      {"\x80\x02(NNNNNtQ.", "a bad storage"},
      {"\x80\x02NNb.", "a state that is no dict"},
      {"\x80\x02N}b.", "items for something that does not hold them"},
  };
  for (const auto& [pickle, message] : cases) {
    EXPECT_THAT(error_of(pickle), HasSubstr(message)) << ::testing::PrintToString(pickle);
  }
}

TEST(Pickle, RefusesPicklesThatAreCut) {
  const std::string whole = "\x80\x02}" + kName + kTensor + "s.";
  for (size_t n = 0; n < whole.size(); ++n)
    EXPECT_NE(error_of(whole.substr(0, n)), "no error") << n;
}

TEST(Pickle, LimitsWhatAFileCanBuild) {
  EXPECT_THAT(error_of("\x80\x02" + std::string(1'100'000, ']')), HasSubstr("more values than"));
  EXPECT_THAT(error_of("\x80\x02" + std::string(2'000, '(')), HasSubstr("more values than"));
  EXPECT_THAT(error_of("\x80\x02N" + std::string(1'100'000, '2')), HasSubstr("more values than"));
  std::string memo = "\x80\x02N";
  for (uint32_t i = 0; i < 1'100'000; ++i) {
    memo += 'r';
    memo.append(reinterpret_cast<const char*>(&i), sizeof i);
  }
  EXPECT_THAT(error_of(memo), HasSubstr("more values than"));
  EXPECT_THAT(error_of(std::string((32 << 20) + 1, 'N')), HasSubstr("expected at most 33554432"));
  // A shape of 17 dimensions, and a key that would be copied for every tensor.
  std::string shape = "(";
  for (int i = 0; i < 17; ++i) shape += "K\1";
  shape += 't';
  EXPECT_THAT(
      error_of("\x80\x02}" + kName + kRebuild + kStorage + "K\1" + shape + shape + "\x89NtRs."),
      HasSubstr("a tensor with a bad size or stride"));
  EXPECT_THAT(error_of("\x80\x02"
                       "(U\7storagectorch\nFloatStorage\nU\x41" +
                       std::string(65, 'k') + "U\3cpuK\2tQ."),
              HasSubstr("a bad storage"));
}

// A list that holds itself, and lists nested a hundred thousand deep, are taken apart without
// recursion.
TEST(Pickle, SurvivesKnotsAndDepth) {
  EXPECT_THAT(error_of("\x80\x02]q\1h\1a."), HasSubstr("no dictionary of tensors"));
  std::string deep = "\x80\x02]";
  for (int i = 0; i < 100'000; ++i) deep += "\x85";
  EXPECT_THAT(error_of(deep + "."), HasSubstr("no dictionary of tensors"));
}

}  // namespace
}  // namespace sotto::checkpoint::pickle_test
