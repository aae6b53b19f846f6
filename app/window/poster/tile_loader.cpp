#include "app/window/poster/tile_loader.hpp"

#include "app/settings/failure.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Clock = std::chrono::steady_clock;

// What is read and not taken: the window is slower than the disk.
constexpr std::size_t most_waiting = 256;
// Logs are read in pieces: their first lines are of coarse levels, which are shown meanwhile.
constexpr std::int64_t lines_at_once = 1000;

bool is_complete(const PyramidReader& reader) {
    return std::ssize(reader.records()) >= cell_count(reader.manifest().shape);
}

template <typename Value>
std::shared_ptr<const std::vector<std::byte>> packed(const std::vector<std::uint32_t>& values) {
    const std::vector<Value> narrow(values.begin(), values.end());
    const auto bytes = std::as_bytes(std::span(narrow));
    return std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
}

}  // namespace

TileLoader::TileLoader(std::filesystem::path folder, std::function<void()> wake)
    : folder_(std::move(folder)),
      wake_(std::move(wake)),
      thread_([this](const std::stop_token& quit) { run(quit); }) {}

TileLoader::~TileLoader() {
    thread_.request_stop();
}

void TileLoader::want(std::vector<TilePlace> tiles) {
    std::ranges::reverse(tiles);
    const std::scoped_lock lock(mutex_);
    std::erase_if(tiles, [&](TilePlace tile) {
        return loading_ == tile || std::ranges::any_of(news_.tiles, [&](const LoadedTile& read) {
                   return read.place == tile;
               });
    });
    wanted_ = std::move(tiles);
    if (!wanted_.empty()) changed_.notify_all();
}

TileLoader::News TileLoader::take() {
    const std::scoped_lock lock(mutex_);
    News news = std::exchange(news_, {});
    news_.known = news.known;
    news.busy = loading_.has_value() || !wanted_.empty();
    changed_.notify_all();
    return news;
}

void TileLoader::run(const std::stop_token& quit) {
    auto failure = failure_of([&] { read_all(quit); });
    if (!failure) return;
    {
        const std::scoped_lock lock(mutex_);
        news_.gone = std::move(failure);
        news_.known = true;
        wanted_.clear();
        loading_.reset();
    }
    wake_();
}

void TileLoader::read_all(const std::stop_token& quit) {
    PyramidReader reader(folder_, 0);
    auto look_at = Clock::now();
    while (!quit.stop_requested()) {
        const bool complete = is_complete(reader);
        const auto tile = next(quit, complete, look_at);
        if (!complete && Clock::now() >= look_at) {
            look(reader);
            look_at = Clock::now();
            if (reader.knows_all()) look_at += refresh_every;
        }
        if (tile) load(reader, *tile);
    }
}

std::optional<TilePlace> TileLoader::next(const std::stop_token& quit, bool complete,
                                          Clock::time_point look_at) {
    std::unique_lock lock(mutex_);
    loading_.reset();
    const auto due = [&] { return !wanted_.empty() && news_.tiles.size() < most_waiting; };
    if (complete)
        changed_.wait(lock, quit, due);
    else
        changed_.wait_until(lock, quit, look_at, due);
    if (quit.stop_requested() || !due()) return std::nullopt;
    const TilePlace tile = wanted_.back();
    wanted_.pop_back();
    loading_ = tile;
    return tile;
}

void TileLoader::look(PyramidReader& reader) {
    if (!is_pyramid(folder_))
        throw std::runtime_error(
            fmt::format("{} is no longer there, or no longer a poster", folder_.string()));
    const std::vector<CellPlace> cells = reader.refresh(lines_at_once);
    {
        const std::scoped_lock lock(mutex_);
        if (cells.empty() && news_.known) return;
        news_.known = news_.known || reader.knows_all() || is_complete(reader);
        news_.finished.insert(news_.finished.end(), cells.begin(), cells.end());
    }
    wake_();
}

void TileLoader::load(PyramidReader& reader, TilePlace tile) {
    LoadedTile loaded{tile, std::nullopt, nullptr};
    const auto failure = failure_of([&] {
        const auto chunk = reader.chunk(tile.level, tile.column, tile.row);
        if (!chunk) return;
        if (chunk->uniform)
            loaded.uniform = chunk->uniform;
        else if (reader.manifest().type() == ElementType::uint16)
            loaded.values = packed<std::uint16_t>(chunk->values);
        else
            loaded.values = packed<std::uint32_t>(chunk->values);
    });
    if (failure && !is_pyramid(folder_))
        throw std::runtime_error(
            fmt::format("{} is no longer there, or no longer a poster", folder_.string()));
    {
        const std::scoped_lock lock(mutex_);
        news_.tiles.push_back(std::move(loaded));
        if (failure) tell_of(cell_of(reader.manifest().shape, tile), *failure);
    }
    wake_();
}

// Once: most of its tiles may be damaged.
void TileLoader::tell_of(CellPlace cell, const std::string& failure) {
    if (!damaged_.insert(cell).second) return;
    news_.failures.push_back(
        fmt::format("{}. A coarser level is shown there. mariani poster {} --check finds all that "
                    "is damaged, and mariani poster {} computes it again.",
                    failure, folder_.string(), folder_.string()));
}

}  // namespace mariani::app
