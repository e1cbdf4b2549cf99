// How boards are drawn: plain text, or with colours when the reader is a terminal. Games name what
// a piece of the drawing is; the ink decides how it looks.
#pragma once

#include <string>
#include <string_view>

namespace solvent {

class Ink {
 public:
  static Ink plain() { return Ink(false); }
  static Ink colours() { return Ink(true); }

  std::string max(std::string_view text) const { return paint("1;31", text); }  // Max's pieces
  std::string min(std::string_view text) const { return paint("1;34", text); }  // Min's pieces
  std::string faint(std::string_view text) const { return paint("2", text); }   // empty, labels
  std::string strong(std::string_view text) const { return paint("1", text); }

 private:
  explicit Ink(bool colours) : colours_(colours) {}
  std::string paint(std::string_view code, std::string_view text) const {
    if (!colours_) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }
  bool colours_;
};

}  // namespace solvent
