// The calls into oneTBB, kept apart from their use: this side is never compiled with
// ThreadSanitizer, which cannot see the synchronisation inside the library.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace mariani::cpu {

class TbbArena {
  public:
    explicit TbbArena(int threads);
    ~TbbArena();

    int threads() const;
    void for_each(std::int64_t count, const std::stop_token& stop,
                  const std::function<void(std::int64_t)>& body);
    // Calls root(spawn) and waits for everything that was spawned.
    using Spawn = std::function<void(std::function<void()>)>;
    void run_tasks(const std::function<void(const Spawn&)>& root);
    static int slot();

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace mariani::cpu
