// Files that were built into the program (cmake/embed.cmake): the page and the example trees.
#pragma once

#include <span>
#include <string_view>

namespace solvent::serve {

struct Asset {
  std::string_view name;  // "index.html", "minimax.tree"
  std::string_view bytes;
};
std::span<const Asset> page_files();  // none if the page was not built
std::span<const Asset> tree_files();

}  // namespace solvent::serve
