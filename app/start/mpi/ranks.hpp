// The processes of an MPI job, each a rank: a counter that they share, messages between the first
// and each other one, and waiting for each other.
// Only the main thread calls MPI, and it looks often: a rank whose main thread computed would stall
// the counter of all (over TCP, the rank that holds it has to take part).
#pragma once

#include "app/measure/party.hpp"
#include "app/produce/pyramid/pyramid_plan.hpp"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// One in a process, for its lifetime. Made and destroyed on the main thread.
class Ranks {
  public:
    Ranks(int* count, char*** arguments);
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return rank_; }
    int size() const { return size_; }
    // Among those of the same host.
    int local_rank() const { return local_rank_; }
    int local_size() const { return local_size_; }
    std::string host() const;

    // Runs `work` on another thread and serves its calls of the following until it has ended.
    // Returns what it returns, the greatest of all ranks. If it throws, so does this, after the
    // others have ended.
    int serve(const std::function<int()>& work);

    // The next values of the counter, `count` of them: each value goes to one rank. Called by
    // `work`, on any thread; waits. Returns the first.
    std::int64_t take(std::int64_t count);
    // Waits until all ranks have called it. Called by `work`.
    void meet();

    // From the first rank to all others, or from one of those to the first. Called by `work`.
    void send(const std::string& text);
    // The next text from those. If `wait`, waits for it, and nullopt says that the work of those
    // that it could come from has ended. Called by `work`.
    std::optional<PartyMessage> receive(bool wait);
    // Whether the work of all of those has ended.
    bool is_deserted();

  private:
    struct Library;  // what MPI calls its handles
    struct Outgoing {
        int to = 0, tag = 0;
        std::string text;
    };
    // All of these on the main thread, and under the lock.
    std::int64_t fetch_and_add(std::int64_t count);
    void wait_for_all(std::unique_lock<std::mutex>& lock);
    void exchange();
    void receive_all();
    void serve_one(std::unique_lock<std::mutex>& lock);
    void tell(int tag, const std::string& text);
    int peers() const { return rank_ == 0 ? size_ - 1 : 1; }  // that send something here

    Library* library_;
    int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::int64_t asked_ = 0;    // values wanted from the main thread; 0: none
    std::int64_t answer_ = -1;  // the first of them; -1: not known yet
    bool meeting_ = false, met_ = false, ended_ = false;
    std::vector<Outgoing> outbox_;
    std::deque<PartyMessage> inbox_;
    int peers_ended_ = 0;
};

// The cells of a job's ranks: a few at a time, the fewer the fewer are left.
class RankCells final : public CellSource {
  public:
    RankCells(Ranks& ranks, std::size_t cells) : ranks_(ranks), cells_(cells) {}
    std::optional<std::size_t> next() override;

  private:
    Ranks& ranks_;
    const std::size_t cells_;
    std::mutex mutex_;
    std::size_t next_ = 0, end_ = 0;  // of those taken
};

// What the ranks of a job measure together.
class RankParty final : public Party {
  public:
    explicit RankParty(Ranks& ranks) : ranks_(ranks) {}
    int place() const override { return ranks_.rank(); }
    int size() const override { return ranks_.size(); }
    std::string name() const override;
    std::size_t next() override { return static_cast<std::size_t>(ranks_.take(1)); }
    void tell(const std::string& text) override { ranks_.send(text); }
    std::optional<PartyMessage> hear(bool wait) override { return ranks_.receive(wait); }
    bool is_deserted() const override { return ranks_.is_deserted(); }

  private:
    Ranks& ranks_;
};

}  // namespace mariani::app
