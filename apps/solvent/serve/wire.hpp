// HTTP as text, as far as the library does not write or read it: where a request ends, and answers
// that come later.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace solvent::serve {

// Of every answer.
const std::vector<std::pair<std::string, std::string>>& common_headers();

// The length of the head that the bytes begin with, its empty line included; 0 if it goes on.
std::size_t head_length(std::string_view bytes);

struct Head {
  std::size_t body = 0;       // bytes to wait for; 0 if it is refused without them
  bool expects_word = false;  // the client sends the body once it is told to
  bool old = false;           // HTTP/1.0, whose answers have no parts
};
Head read_head(std::string_view head);
std::size_t most_body(std::string_view target);  // of requests to it, in bytes
// Decimal digits and nothing else.
std::optional<std::size_t> to_length(std::string_view text);

inline constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";

// The head of an answer: its length, or nothing if it comes in parts; `more` are lines of headers.
std::string answer_head(int status, std::string_view type, std::optional<std::size_t> length,
                        const std::string& more, const Head& asked, bool close);
std::string part(std::string_view text, const Head& asked);
std::string last_part(const Head& asked);

}  // namespace solvent::serve
