#pragma once
// One pass over a big JSON text, without a tree: what is not asked for is checked and skipped.
// Made for files of 100 MB of which a tenth is wanted; nothing of the text is copied but the
// strings that are taken. RFC 8259, a byte order mark before it is passed over.
//
//   JsonCursor json(text);
//   json.object([&](std::string_view key) {
//     if (key == "name") name = json.text();       // what a callback does not take is skipped
//     else if (key == "tags") json.array([&] { tags.push_back(json.text()); });
//   });
//   if (!json.finished()) … json.fault()
//
// After the first fault every call gives nothing, and loops end.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tally {

class JsonCursor {
 public:
  enum class Kind { none, object, array, text, number, boolean, null };
  struct Fault {
    size_t offset = 0;
    size_t line = 0, column = 0;  // 1-based, in bytes
    std::string message;          // "the text ends inside a string"
  };

  explicit JsonCursor(std::string_view text);

  Kind kind();  // of the value that comes next
  // Calls each(key) for every member; another kind of value is skipped. The key is valid during
  // the call until something is read.
  template <typename Each>
  void object(Each each) {
    if (!enter('{')) return;
    std::string decoded;
    for (std::string_view key; next_key(key, decoded);) {
      const size_t before = at_;
      each(key);
      if (at_ == before) skip();
    }
  }
  template <typename Each>
  void array(Each each) {
    if (!enter('[')) return;
    while (next_item()) {
      const size_t before = at_;
      each();
      if (at_ == before) skip();
    }
  }
  // A string decoded, a number or truth as it is spelled; empty for anything else.
  std::string text();
  bool truth(bool otherwise);  // anything but true and false: skipped
  // Passes over one value, which must be well formed. Gives its extent in the text.
  std::string_view skip();

  bool failed() const { return failed_; }
  // The value was read to its end and nothing but space follows.
  bool finished();
  // Where it failed; meaningful if it did.
  Fault fault() const;

 private:
  bool enter(char bracket);
  void leave();
  bool next_key(std::string_view& key, std::string& decoded);
  bool next_item();
  bool next_of(char closing);
  void spaces();
  bool expect(char wanted, const char* what);
  bool word(std::string_view wanted);
  void number();
  std::string_view raw_string(bool& escaped);
  std::string decode(std::string_view raw);
  void decode_escape(std::string_view raw, size_t& at, std::string& out);
  void fail(const char* message);

  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
  bool first_ = false;  // no member of the innermost container was read yet
  bool failed_ = false;
  size_t fault_at_ = 0;
  const char* message_ = "";
};

}  // namespace tally
