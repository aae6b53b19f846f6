#include "app/start/mpi/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
// Without the interfaces for C++ that MPI gave up.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <stdexcept>
#include <thread>

namespace mariani::app {
namespace {

constexpr std::chrono::milliseconds look{1};  // between two looks at what others want

}  // namespace

struct Ranks::Library {
    MPI_Win window = MPI_WIN_NULL;
    std::int64_t* counter = nullptr;
};

Ranks::Ranks(int* count, char*** arguments) : library_(new Library) {
    int provided = 0;
    MPI_Init_thread(count, arguments, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &local_rank_);
    MPI_Comm_size(host, &local_size_);
    MPI_Comm_free(&host);
    MPI_Win_allocate(rank_ == 0 ? sizeof(std::int64_t) : 0, sizeof(std::int64_t), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &library_->counter, &library_->window);
    if (rank_ == 0) *library_->counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, library_->window);
}

Ranks::~Ranks() {
    MPI_Win_unlock_all(library_->window);
    MPI_Win_free(&library_->window);
    MPI_Finalize();
    delete library_;
}

std::int64_t Ranks::fetch_and_add(std::int64_t count) {
    std::int64_t first = 0;
    MPI_Fetch_and_op(&count, &first, MPI_INT64_T, 0, 0, MPI_SUM, library_->window);
    MPI_Win_flush(0, library_->window);
    return first;
}

// A barrier that leaves the processor to those who compute.
void Ranks::wait_for_all() {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int done = 0; done == 0;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done == 0) std::this_thread::sleep_for(look);
    }
}

int Ranks::serve(const std::function<int()>& work) {
    int status = 1;
    std::exception_ptr failure;
    std::jthread worker([&] {
        try {
            status = work();
        } catch (...) {
            failure = std::current_exception();
        }
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    });
    bool met = false;
    for (std::unique_lock lock(mutex_); !ended_;) {
        if (asked_ > 0) {
            answer_ = fetch_and_add(asked_);
            asked_ = 0;
            changed_.notify_all();
        } else if (meeting_) {
            lock.unlock();
            wait_for_all();
            lock.lock();
            met = true;
            meeting_ = false;
            changed_.notify_all();
        }
        changed_.wait_for(lock, look, [&] { return ended_ || asked_ > 0 || meeting_; });
        int message = 0;  // looking also serves the others
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    }
    worker.join();
    if (!met) wait_for_all();  // the others are not to wait for one that failed
    int greatest = status;
    MPI_Allreduce(&status, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failure) std::rethrow_exception(failure);
    return greatest;
}

std::int64_t Ranks::take(std::int64_t count) {
    std::unique_lock lock(mutex_);
    asked_ = count;
    answer_ = -1;
    changed_.notify_all();
    changed_.wait(lock, [&] { return answer_ >= 0; });
    return answer_;
}

void Ranks::meet() {
    std::unique_lock lock(mutex_);
    meeting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !meeting_; });
}

std::optional<std::size_t> RankCells::next() {
    const std::scoped_lock lock(mutex_);
    if (next_ == end_) {
        const std::size_t left = cells_ - std::min(cells_, end_);
        const auto some =
            std::max<std::size_t>(1, left / (8 * static_cast<std::size_t>(ranks_.size())));
        next_ = static_cast<std::size_t>(ranks_.take(static_cast<std::int64_t>(some)));
        end_ = next_ + some;
    }
    return next_ < cells_ ? std::optional(next_++) : std::nullopt;
}

}  // namespace mariani::app
