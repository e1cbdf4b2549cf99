// Searches to watch: trees that are advanced step by step and looked into. Whoever wants
// something of one waits for his turn, and no thread waits with him.
#pragma once

#include "budget.hpp"
#include "lanes.hpp"
#include "question.hpp"
#include "shelf.hpp"
#include "solvent/explore.hpp"

namespace solvent::serve {

class Searches {
 public:
  Searches(Games& games, Lanes& lanes, const Settings& settings, Budget& budget)
      : games_(games), lanes_(lanes), settings_(settings), budget_(budget) {}

  // Each is a task on its way, or none, and then the reply says why.
  using Pending = std::shared_ptr<Task>;
  Pending begin(const std::string& body, Reply& reply);
  Pending step(const std::string& id, const std::string& body, Reply& reply);
  Pending state(const std::string& id, Reply& reply);
  Pending children(const std::string& id, const std::string& path, std::size_t from,
                   std::size_t count, Reply& reply);
  Reply drop(const std::string& id);

  struct Search;
  class Turn;
  Shelf<Search>& kept() { return searches_; }
  static bool is_idle(const Search& search);

 private:
  class Beginning;
  using Action = std::function<Reply(Search&, Turn&)>;
  Pending enqueue(const std::string& id, Reply& reply, Action action);
  void next(Search& search);
  std::uint64_t most_memory() const;

  Games& games_;
  Lanes& lanes_;
  const Settings& settings_;
  Budget& budget_;
  Shelf<Search> searches_{kMostKept};
};

}  // namespace solvent::serve
