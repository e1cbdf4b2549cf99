// What a solve has found, as Python sees it: solvent.Answer.
#pragma once

#include "../../apps/solvent/answer_json.hpp"
#include "common.hpp"

namespace solvent::python {

struct PyAnswer {
  PyPosition position;
  Answer answer;
  bool with_line, with_moves;

  cli::Json json() const {
    return cli::to_json(position.position, position.position.text(), answer, with_line, with_moves);
  }
};

}  // namespace solvent::python
