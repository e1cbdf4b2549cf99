#include "mpi_ranks.hpp"

#include <mpi.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <deque>
#include <limits>

#include "solvent/require.hpp"

namespace solvent::cli {

namespace {
constexpr int kTag = 1;

// Letters come and go all the time. What they free is kept for the next ones: to give memory back
// and to be given it again, page by page, takes as long as to send what is in it.
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMost = 32 << 20;  // bytes, to which this C library's own limits would rise
  mallopt(M_MMAP_THRESHOLD, kMost);
  mallopt(M_TRIM_THRESHOLD, 2 * kMost);
#endif
}
}  // namespace

// Messages that MPI has not taken out of our hands yet. It knows where their bytes are, and these
// stay where they are when a letter is moved.
struct MpiRanks::Outbox {
  struct Letter {
    Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  std::deque<Letter> letters{};
  std::size_t bytes = 0;
};

// From now on one thread calls MPI. A call that fails is about a rank that has gone; who needs its
// answer waits for it no longer than a deadline.
MpiRanks::MpiRanks(int& argc, char**& argv) : outbox_(std::make_unique<Outbox>()) {
  keep_freed_memory();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  require(provided >= MPI_THREAD_FUNNELED, "MPI allows threads beside the one that calls it");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm neighbours = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
  MPI_Comm_size(neighbours, &on_this_machine_);
  MPI_Comm_free(&neighbours);
}

MpiRanks::~MpiRanks() = default;

void MpiRanks::send(int to, Bytes bytes) {
  require(bytes.size() <= std::numeric_limits<int>::max(), "a message has at most 2 GiB");
  forget_sent();
  Outbox::Letter& letter = outbox_->letters.emplace_back(Outbox::Letter{std::move(bytes)});
  const int size = static_cast<int>(letter.bytes.size());
  if (MPI_Isend(letter.bytes.data(), size, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &letter.request) !=
      MPI_SUCCESS) {
    outbox_->letters.pop_back();
    return;
  }
  outbox_->bytes += letter.bytes.size();
}

void MpiRanks::forget_sent() {
  std::erase_if(outbox_->letters, [this](Outbox::Letter& letter) {
    int sent = 0;
    const bool failed = MPI_Test(&letter.request, &sent, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    if (sent == 0 && !failed) return false;
    outbox_->bytes -= letter.bytes.size();
    return true;
  });
}

std::size_t MpiRanks::unsent() {
  forget_sent();
  return outbox_->bytes;
}

std::optional<Ranks::Message> MpiRanks::receive() {
  int arrived = 0, size = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  if (MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &arrived, &message, &status) !=
          MPI_SUCCESS ||
      arrived == 0 || MPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS) {
    forget_sent();
    return std::nullopt;
  }
  Message received{status.MPI_SOURCE, Bytes(static_cast<std::size_t>(size))};
  if (MPI_Mrecv(received.bytes.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return std::nullopt;
  return received;
}

int MpiRanks::leave(int exit_status) {
  if (!all_there()) MPI_Abort(MPI_COMM_WORLD, exit_status);
  for (Outbox::Letter& letter : outbox_->letters) MPI_Wait(&letter.request, MPI_STATUS_IGNORE);
  outbox_->letters.clear();
  MPI_Finalize();
  return exit_status;
}

}  // namespace solvent::cli
