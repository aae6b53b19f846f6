#include "app/start/mpi/ranks.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <list>
// Without the interfaces for C++ that MPI gave up.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <thread>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::chrono::milliseconds look{1};  // between two looks at what others want
constexpr int text_tag = 1, ended_tag = 2;    // of messages

}  // namespace

struct Ranks::Library {
    MPI_Win window = MPI_WIN_NULL;
    std::int64_t* counter = nullptr;
    std::list<std::pair<MPI_Request, std::string>> sending;  // each stays where it is
    std::string host;
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
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    library_->host.assign(name.data(), static_cast<std::size_t>(length));
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
void Ranks::wait_for_all(std::unique_lock<std::mutex>& lock) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int done = 0; done == 0;) {
        exchange();
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done == 0) changed_.wait_for(lock, look);
    }
}

// Sends and receives what there is, which also serves what others do with the counter.
void Ranks::exchange() {
    auto& sending = library_->sending;
    for (Outgoing& each : outbox_) {
        auto& [request, text] = sending.emplace_back(MPI_REQUEST_NULL, std::move(each.text));
        MPI_Isend(text.data(), static_cast<int>(text.size()), MPI_BYTE, each.to, each.tag,
                  MPI_COMM_WORLD, &request);
    }
    outbox_.clear();
    sending.remove_if([](auto& each) {
        int sent = 0;
        MPI_Test(&each.first, &sent, MPI_STATUS_IGNORE);
        return sent != 0;
    });
    receive_all();
}

void Ranks::receive_all() {
    for (;;) {
        int found = 0, length = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &status);
        if (found == 0) return;
        MPI_Get_count(&status, MPI_BYTE, &length);
        std::string text(static_cast<std::size_t>(length), '\0');
        MPI_Recv(text.data(), length, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (status.MPI_TAG == ended_tag)
            ++peers_ended_;
        else
            inbox_.push_back({status.MPI_SOURCE, std::move(text)});
        changed_.notify_all();
    }
}

void Ranks::serve_one(std::unique_lock<std::mutex>& lock) {
    if (asked_ > 0) {
        answer_ = fetch_and_add(asked_);
        asked_ = 0;
        changed_.notify_all();
    } else if (meeting_) {
        wait_for_all(lock);
        met_ = true;
        meeting_ = false;
        changed_.notify_all();
    }
    exchange();
    changed_.wait_for(lock, look,
                      [&] { return ended_ || asked_ > 0 || meeting_ || !outbox_.empty(); });
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
    std::unique_lock lock(mutex_);
    while (!ended_) serve_one(lock);
    worker.join();
    tell(ended_tag, "");
    if (!met_) wait_for_all(lock);  // the others are not to wait for one that failed
    while (!outbox_.empty() || !library_->sending.empty() || peers_ended_ < peers()) {
        exchange();
        changed_.wait_for(lock, look);
    }
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

void Ranks::tell(int tag, const std::string& text) {
    const int last = rank_ == 0 ? size_ - 1 : 0;
    for (int to = rank_ == 0 ? 1 : 0; to <= last; ++to) outbox_.push_back({to, tag, text});
    changed_.notify_all();
}

void Ranks::send(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    tell(text_tag, text);
}

std::optional<PartyMessage> Ranks::receive(bool wait) {
    std::unique_lock lock(mutex_);
    if (wait) changed_.wait(lock, [&] { return !inbox_.empty() || peers_ended_ == peers(); });
    if (inbox_.empty()) return std::nullopt;
    PartyMessage message = std::move(inbox_.front());
    inbox_.pop_front();
    return message;
}

bool Ranks::is_deserted() {
    const std::scoped_lock lock(mutex_);
    return peers_ended_ == peers();
}

std::string Ranks::host() const {
    return library_->host;
}

std::string RankParty::name() const {
    return fmt::format("rank {} of {} ({})", place(), size(), ranks_.host());
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
