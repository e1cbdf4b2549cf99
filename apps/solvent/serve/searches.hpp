// Searches to watch: best-first trees that are advanced step by step and looked into.
#pragma once

#include "lanes.hpp"
#include "question.hpp"
#include "shelf.hpp"
#include "solvent/explore.hpp"

namespace solvent::serve {

class Searches {
 public:
  Searches(Games& games, Lanes& lanes, const Settings& settings)
      : games_(games), lanes_(lanes), settings_(settings) {}

  Reply begin(const std::string& body);
  Reply step(const std::string& id, const std::string& body);
  Reply state(const std::string& id);
  Reply children(const std::string& id, const std::string& path, std::size_t from,
                 std::size_t count);
  Reply drop(const std::string& id);

 private:
  struct Search {
    std::mutex mutex;
    std::atomic<int> users = 0;
    Exploration tree;
    explicit Search(Exploration e) : tree(std::move(e)) {}
  };
  class Step;

  Games& games_;
  Lanes& lanes_;
  const Settings& settings_;
  Shelf<Search> searches_{kMostKept};
};

std::vector<std::string> split_path(const std::string& path);

}  // namespace solvent::serve
