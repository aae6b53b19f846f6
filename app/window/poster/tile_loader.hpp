// The thread that reads a poster's folder, so that the window never waits for a disk.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"
#include "app/window/poster/tiles.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace mariani::app {

// The dwells of a tile: one for all of them, or chunk_side squared ones, row by row, of the
// poster's type. Neither: it cannot be read.
struct LoadedTile {
    TilePlace place;
    std::optional<std::uint32_t> uniform;
    std::shared_ptr<const std::vector<std::byte>> values;
};

class TileLoader {
  public:
    static constexpr std::chrono::milliseconds refresh_every{500};

    // `wake` is called on the thread when there is something to take.
    TileLoader(std::filesystem::path folder, std::function<void()> wake);
    ~TileLoader();  // waits for the tile that is being read
    TileLoader(const TileLoader&) = delete;
    TileLoader& operator=(const TileLoader&) = delete;

    // All of these are for one thread, and none waits.

    // What is to be read, the best first; what was asked for before and has not begun is dropped.
    void want(std::vector<TilePlace> tiles);

    struct News {
        std::vector<LoadedTile> tiles;
        std::vector<CellPlace> finished;    // since the last time
        std::vector<std::string> failures;  // one a cell: which file, why, what to do
        std::optional<std::string> gone;    // why nothing more can be read
        bool known = false;                 // the folder's logs have been read once
        bool busy = false;                  // something is being read, or waits for it
    };
    News take();

  private:
    void run(const std::stop_token& quit);
    void read_all(const std::stop_token& quit);
    void look(PyramidReader& reader);
    void load(PyramidReader& reader, TilePlace tile);
    void tell_of(CellPlace cell, const std::string& failure);
    std::optional<TilePlace> next(const std::stop_token& quit, bool complete,
                                  std::chrono::steady_clock::time_point look_at);

    const std::filesystem::path folder_;
    const std::function<void()> wake_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<TilePlace> wanted_;  // the best last
    std::optional<TilePlace> loading_;
    std::set<CellPlace> damaged_;  // that were told of
    News news_;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
