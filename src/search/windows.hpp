// What tells alpha-beta, SCOUT and NegaScout apart: the window with which a child is looked at, and
// when it is looked at again.
#pragma once

#include "search/machine.hpp"

namespace solvent::search {

// A node whose next child is about to be looked at, or has just been.
struct WindowedNode {
  Side side;
  Window window;
  Bounds now;   // so far
  bool first;   // its first child
  bool second;  // its child for the second time, with a wider window
};

// `edge` is what the side to move has already.
inline Window child_window(Design::Kind kind, const WindowedNode& node, Window root) {
  const bool max = node.side == Side::Max;
  const Outcome edge =
      max ? std::max(node.window.alpha, node.now.pess) : std::min(node.window.beta, node.now.opti);
  const Window rest = max ? Window{edge, node.window.beta} : Window{node.window.alpha, edge};
  const Window null = max ? Window{edge, static_cast<Outcome>(edge + 1)}
                          : Window{static_cast<Outcome>(edge - 1), edge};
  switch (kind) {
    case Design::Kind::Scout:
      if (node.second) return root;
      return node.window.null() || node.first ? node.window : null;
    case Design::Kind::NegaScout: return node.first || node.second ? rest : null;
    default: return rest;
  }
}

// A null window said "better": is it worth a second look with a wider one?
inline bool look_again(Design::Kind kind, const WindowedNode& node, Bounds child) {
  if (kind == Design::Kind::AlphaBeta || node.second || node.first) return false;
  if (child.closed() || node.window.null()) return false;
  if (node.side == Side::Max)
    return child.pess > std::max(node.window.alpha, node.now.pess) && child.pess < node.window.beta;
  return child.opti < std::min(node.window.beta, node.now.opti) && child.opti > node.window.alpha;
}

}  // namespace solvent::search
