// A small game graph spelt by the fuzzer's bytes: any sides, shared and doubled children, loops,
// leaves of any value, and then true rule bounds around some of the values, open or closed before
// the end.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "game/interned.hpp"
#include "game/oracle.hpp"

namespace solvent::fuzz {

class SmallGraph final : public InternedSource {
 public:
  static std::shared_ptr<const SmallGraph> from(Bytes& bytes) {
    const auto graph = std::make_shared<SmallGraph>(Scale::scores(0, outcomes(bytes) - 1));
    graph->connect(bytes);
    const Interned game(graph);
    const oracle::Solution<Interned> solution(game, game.initial());
    for (const Interned::State s : solution.states()) {
      Record& r = graph->records_[s.id];
      graph->reached_.push_back(s.id);
      r.value = solution.value(s);
      if (!r.children.empty()) r.bounds = graph->around(r.value, bytes);
    }
    return graph;
  }
  explicit SmallGraph(Scale scale) : scale_(std::move(scale)) {}

  const Scale& scale() const override { return scale_; }
  Outcome repetition() const override { return repetition_; }
  std::uint32_t initial() const override { return 0; }
  InternedNode node(std::uint32_t id) const override {
    const Record& r = records_[id];
    return {r.side, r.children.empty(), r.bounds, r.children};
  }
  const std::vector<std::uint32_t>& reached() const { return reached_; }  // from the root, 0 first
  Outcome value(std::uint32_t id) const { return records_[id].value; }

  // Is there a line as long as there are positions? Then one of them comes twice.
  bool cyclic() const {
    std::vector<std::uint32_t> ends = {0};
    for (std::size_t ply = 0; ply <= records_.size() && !ends.empty(); ++ply) {
      std::vector<bool> next(records_.size());
      for (const std::uint32_t id : ends)
        for (const std::uint32_t child : records_[id].children) next[child] = true;
      ends.clear();
      for (std::uint32_t id = 0; id < records_.size(); ++id)
        if (next[id]) ends.push_back(id);
    }
    return !ends.empty();
  }

  // True bounds around a value: most often nothing new.
  Bounds around(Outcome value, Bytes& bytes) const {
    const std::uint8_t how = bytes.next();
    if (how % 4 != 0) return scale_.everything();
    const auto low = static_cast<Outcome>(bytes.below(value + 1u));
    const auto high = static_cast<Outcome>(value + bytes.below(scale_.best() - value + 1u));
    return {low, high};
  }

  // As a tree file, to show a failure elsewhere; bounds stand in comments.
  std::string text() const {
    std::string out = "scale 0.." + std::to_string(scale_.best()) + "\nrepetition " +
                      std::to_string(repetition_) + "\n";
    for (const std::uint32_t id : reached_) {
      const Record& r = records_[id];
      out += "n" + std::to_string(id) + (r.side == Side::Max ? " Max" : " Min");
      out += r.children.empty() ? " = " + std::to_string(r.value) : ":";
      for (const std::uint32_t child : r.children) out += " n" + std::to_string(child);
      out += "  # " + std::to_string(r.value) + ", by the rules " + std::to_string(r.bounds.pess) +
             ".." + std::to_string(r.bounds.opti) + "\n";
    }
    return out;
  }

 private:
  static constexpr std::uint32_t kMostNodes = 16;
  struct Record {
    Side side = Side::Max;
    Outcome value = 0;
    Bounds bounds;
    std::vector<std::uint32_t> children;
  };

  static int outcomes(Bytes& bytes) {
    const std::uint8_t choice = bytes.next();
    return choice == 255 ? kMaxOutcomes : 2 + choice % 8;
  }
  void connect(Bytes& bytes) {
    records_.resize(1 + bytes.below(kMostNodes));
    const auto size = static_cast<std::uint32_t>(records_.size());
    repetition_ = static_cast<Outcome>(bytes.next() % scale_.size());
    for (Record& r : records_) {
      const std::uint8_t kind = bytes.next();  // a bit for the side, the rest for the children
      r.side = kind % 2 == 0 ? Side::Max : Side::Min;
      for (int children = kind / 2 % 5; children > 0; --children)
        r.children.push_back(bytes.below(size));
      if (r.children.empty()) r.value = static_cast<Outcome>(bytes.next() % scale_.size());
      r.bounds = r.children.empty() ? Bounds{r.value, r.value} : scale_.everything();
    }
  }

  Scale scale_;
  Outcome repetition_ = 0;
  std::vector<Record> records_;
  std::vector<std::uint32_t> reached_;
};

}  // namespace solvent::fuzz
