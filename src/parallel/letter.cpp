#include "parallel/letter.hpp"

namespace solvent::parallel {

void put_job(LetterWriter& letter, const SearchJob& job, std::size_t state_size) {
  letter.put(job.id);
  letter.put(static_cast<std::int32_t>(job.cut));
  letter.put(job.nodes);
  letter.put(job.limits);
  letter.put(job.sure);
  letter.put_block(std::span(job.state.bytes).first(state_size));
}

std::optional<SearchJob> get_job(LetterReader& letter, std::size_t state_size) {
  SearchJob job;
  job.id = letter.get<JobId>();
  job.cut = letter.get<std::int32_t>();
  job.nodes = letter.get<std::uint64_t>();
  job.limits = letter.get<Efforts>();
  job.sure = letter.get<std::uint64_t>();
  const auto state = letter.get_block();
  if (!letter.good() || state.size() != state_size) return std::nullopt;
  std::memcpy(job.state.bytes.data(), state.data(), state.size());
  return job;
}

void put_result(LetterWriter& letter, const JobResult& result) {
  letter.put(result.id);
  letter.put(result.bounds);
  letter.put(result.efforts);
  letter.put(result.nodes);
  letter.put(static_cast<std::uint8_t>(result.best.has_value()));
  letter.put(result.best.value_or(0));
  letter.put(static_cast<std::uint32_t>(result.children.size()));
  for (const JobResult::Child& c : result.children) {
    letter.put(c.move);
    letter.put(c.bounds);
    letter.put(c.efforts);
  }
}

std::optional<JobResult> get_result(LetterReader& letter) {
  JobResult r;
  r.id = letter.get<JobId>();
  r.bounds = letter.get<Bounds>();
  r.efforts = letter.get<Efforts>();
  r.nodes = letter.get<std::uint64_t>();
  const auto has_best = letter.get<std::uint8_t>();
  const auto best = letter.get<AnyMove>();
  if (has_best > 1) return std::nullopt;
  if (has_best == 1) r.best = best;
  const auto count = letter.get<std::uint32_t>();
  for (std::uint32_t k = 0; k < count && letter.good(); ++k) {
    JobResult::Child c;
    c.move = letter.get<AnyMove>();
    c.bounds = letter.get<Bounds>();
    c.efforts = letter.get<Efforts>();
    r.children.push_back(c);
  }
  if (!letter.good()) return std::nullopt;
  return r;
}

}  // namespace solvent::parallel
