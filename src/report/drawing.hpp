// What the plots have in common: sizes, hues, marks, words, legends. Colours are variables with
// defaults, so that a drawing suits a light page by itself and a dark one that sets them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"
#include "report/ruler.hpp"

namespace solvent::report {

// As as_svg, with ids of its own: a page has many drawings.
std::string drawing(const XyPlot& plot, const std::string& id);
std::string drawing(const BarPlot& plot, const std::string& id);

inline constexpr double kDrawingWidth = 520, kLetter = 12, kLine = 16;

std::string px(double coordinate);  // one decimal at most
// `color:` of the k-th series, after Okabe & Ito: told apart without colour vision as well.
std::string hue(std::size_t k);

enum class Anchor : std::uint8_t { Start, Middle, End };
// Words at a place, a line below the other; "10^6" is set as a power.
std::string words(double x, double y, const std::vector<std::string>& lines, Anchor anchor);
double width_of(std::string_view label);
std::vector<std::string> lines_within(std::string_view text, double width);

// Entries from left to right, in as many rows as they need. A sample is drawn by its owner.
class Legend {
 public:
  static constexpr double kSample = 26;
  explicit Legend(const std::vector<std::string>& names);
  struct Place {
    double x, y;  // where the sample begins, at its middle
    std::vector<std::string> lines;
  };
  const std::vector<Place>& places() const { return places_; }
  double height() const { return height_; }
  std::string text() const;

 private:
  std::vector<Place> places_;
  double height_ = 0;
};

std::string opened(const std::string& id, double height, const std::string& title,
                   const std::string& description);

}  // namespace solvent::report
