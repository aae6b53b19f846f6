#include "app/produce/exports/tile_server.hpp"

#include "app/files/folders.hpp"
#include "app/produce/exports/deep_zoom.hpp"
#include "render/files/regular_file.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <exception>
#include <httplib.h>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr auto least_pause = std::chrono::milliseconds(500);

using httplib::Request;
using httplib::Response;

constexpr std::int64_t max_shard_bytes = std::int64_t{1} << 40;
constexpr const char* binary = "application/octet-stream";

std::string_view text_in(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void send(Response& to, std::string_view bytes, const char* type) {
    to.set_content(bytes.data(), bytes.size(), type);
}

// From digits that a pattern has found; too long a number is none of ours.
int number_of(const std::string& digits) {
    int number = std::numeric_limits<int>::max();
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

// Viewers in pages of any other server may read the data, which are no secret to who can reach it.
void allow_all_origins(Response& response) {
    response.set_header("Access-Control-Allow-Origin", "*");
    response.set_header("Access-Control-Allow-Headers", "Range");
    response.set_header("Access-Control-Expose-Headers",
                        "Accept-Ranges, Content-Length, Content-Range");
}

// The library counts on ranges within the file: false, and they are none, unless all of them begin
// there. It passes as constant what it reads them from later.
bool fit_ranges(const Request& request, std::int64_t size) {
    constexpr std::size_t most = 16;
    auto& ranges = const_cast<Request&>(request).ranges;
    const auto fits = [size](httplib::Range& range) {
        auto& [first, last] = range;
        const std::int64_t begin =
            first >= 0 ? first : std::max<std::int64_t>(0, size - std::max<ssize_t>(0, last));
        last = first < 0 || last < 0 ? size - 1 : std::min<std::int64_t>(last, size - 1);
        first = begin;
        return begin < size;
    };
    if (ranges.size() <= most && std::ranges::all_of(ranges, fits)) return true;
    ranges.clear();
    return false;
}

// As much of the file as is sent at a time is in memory. A shard that is replaced meanwhile ends as
// it began.
void send_file(const std::filesystem::path& path, const Request& request, Response& response) {
    allow_all_origins(response);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        response.status = 404;
        return;
    }
    const auto file = std::make_shared<render::RegularFile>(path, max_shard_bytes);
    if (!fit_ranges(request, file->size())) {
        response.status = 416;
        response.set_header("Content-Range", fmt::format("bytes */{}", file->size()));
        return;
    }
    const bool is_json = path.extension() == ".json";
    response.set_content_provider(
        static_cast<std::size_t>(file->size()), is_json ? "application/json" : binary,
        [file](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
            constexpr std::size_t step = 1 << 18;
            std::vector<std::byte> bytes(std::min(length, step));
            const std::size_t count = file->read_at(static_cast<std::int64_t>(offset), bytes);
            return count > 0 && sink.write(reinterpret_cast<const char*>(bytes.data()), count);
        });
}

}  // namespace

TileSource::TileSource(const std::filesystem::path& folder, const render::Colouring& colouring,
                       bool smooth)
    : poster_(folder),
      colouring_(stored_colouring(colouring, poster_.manifest())),
      smooth_(smooth),
      palettes_(data_file("assets/palettes")),
      refreshed_(std::chrono::steady_clock::now()),
      progress_{poster_.finished_cells(), cell_count(poster_.shape())} {
    names_ = palettes_.names();
    std::erase(names_, colouring_.palette);
    names_.insert(names_.begin(), colouring_.palette);
    palettes_.get(colouring_.palette);  // throws now rather than later
}

TileSource::Progress TileSource::progress() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (progress_.cells == progress_.all || now - refreshed_ < least_pause) return progress_;
    refreshed_ = now;
    if (poster_.refresh() > 0) {
        progress_.cells = poster_.finished_cells();
        colours_.clear();
    }
    return progress_;
}

std::optional<render::ColourMap> TileSource::colours_in(const std::string& palette) {
    const std::lock_guard lock(mutex_);
    if (const auto known = colours_.find(palette); known != colours_.end()) return known->second;
    // A stranger's path is not taken: it would read a file.
    if (std::ranges::find(names_, palette) == names_.end()) return std::nullopt;
    render::Colouring colouring = colouring_;
    colouring.palette = palette;
    auto colours = poster_.colours(colouring, palettes_);
    if (colours) colours_.emplace(palette, *colours);
    return colours;
}

std::optional<PictureCut> TileSource::cut_of(int stored, PixelRect tile) const {
    const PyramidShape& of = poster_.shape();
    const auto is_there = [&](const PictureCut& cut) {
        return poster_.missing_cells(cut.level, source_of(cut, tile)) == 0;
    };
    if (smooth_ && is_there(smooth_cut(of, stored))) return smooth_cut(of, stored);
    for (int from = stored; from < of.levels; ++from)
        if (const PictureCut cut = cut_from(of, stored, from); is_there(cut)) return cut;
    return std::nullopt;
}

std::optional<std::vector<std::byte>> TileSource::tile(int level, int column, int row,
                                                       const std::string& palette) {
    const ImageSize size = shape().size;
    const int stored = deep_zoom_levels(size) - 1 - level;
    if (stored < 0 || stored > shape().coarsest()) return std::nullopt;
    const auto [columns, rows] = deep_zoom_tiles(size, level);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return std::nullopt;
    progress();
    const auto colours = colours_in(palette.empty() ? colouring_.palette : palette);
    const PixelRect tile = deep_zoom_tile(size, level, column, row);
    const auto cut = cut_of(stored, tile);
    if (!colours || !cut) return std::nullopt;
    return render::png_bytes(poster_.draw(*cut, tile, *colours));
}

struct TileServer::State {
    State(std::filesystem::path given, const TileServerOptions& chosen)
        : folder(std::move(given)),
          options(chosen),
          tiles(folder, chosen.colouring, chosen.smooth) {
        DeepZoomPage description;
        description.tiles = "tiles";
        description.live = true;
        description.palette = tiles.palettes().front();
        description.palettes = tiles.palettes();
        page = deep_zoom_page(tiles.shape(), description);
    }

    void answer() {
        server.Get("/", [this](const Request&, Response& response) {
            if (openseadragon_gzip().empty())
                send(response, why_no_openseadragon, "text/plain");
            else
                send(response, page, "text/html; charset=utf-8");
        });
        server.Get("/openseadragon.js", [](const Request&, Response& response) {
            response.set_header("Content-Encoding", "gzip");
            response.set_header("Cache-Control", "max-age=86400");
            // Not "text/javascript", which the library would compress once more.
            send(response, text_in(openseadragon_gzip()), "application/x-javascript");
        });
        server.Get("/state.json", [this](const Request&, Response& response) {
            const auto [cells, all] = tiles.progress();
            response.set_header("Cache-Control", "no-store");
            send(response, fmt::format("{{\"cells\": {}, \"all\": {}}}\n", cells, all),
                 "application/json");
        });
        server.Get(R"(/tiles/(\d+)/(\d+)_(\d+)\.png)", [this](const Request& r, Response& to) {
            const auto png = tiles.tile(number_of(r.matches[1]), number_of(r.matches[2]),
                                        number_of(r.matches[3]), r.get_param_value("palette"));
            to.set_header("Cache-Control", "no-cache");
            if (png)
                send(to, text_in(*png), "image/png");
            else
                to.status = 404;
        });
        answer_with_zarr();
        answer_failures();
    }

    // No other file of the folder: names are put together from numbers.
    void answer_with_zarr() {
        server.Get("/poster.zarr/zarr.json", [this](const Request& r, Response& response) {
            send_file(folder / "zarr.json", r, response);
        });
        server.Get(R"(/poster.zarr/(\d+)/zarr\.json)", [this](const Request& r, Response& to) {
            send_file(folder / r.matches[1].str() / "zarr.json", r, to);
        });
        server.Get(R"(/poster.zarr/(\d+)/c/(\d+)/(\d+))", [this](const Request& r, Response& to) {
            send_file(folder / r.matches[1].str() / "c" / r.matches[2].str() / r.matches[3].str(),
                      r, to);
        });
        server.Options(R"(/poster.zarr/.*)", [](const Request&, Response& response) {
            allow_all_origins(response);
            response.set_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
            // Chrome asks before a page of the internet may reach this machine.
            response.set_header("Access-Control-Allow-Private-Network", "true");
            response.status = 204;
        });
    }

    void answer_failures() {
        server.set_exception_handler(
            [](const Request&, Response& response, std::exception_ptr failure) {
                response.status = 500;
                try {
                    std::rethrow_exception(failure);
                } catch (const std::exception& error) {
                    send(response, std::string(error.what()) + "\n", "text/plain; charset=utf-8");
                }
            });
        server.set_error_handler([](const Request& request, Response& response) {
            if (response.body.empty())
                send(response, fmt::format("{}: nothing here\n", request.path), "text/plain");
        });
    }

    void bind() {
        // The library would share the port with another server.
        server.set_socket_options([](socket_t descriptor) {
            const int on = 1;
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        });
        server.set_tcp_nodelay(true);
        server.set_keep_alive_timeout(1);  // which a stop waits for
        errno = 0;
        port = options.port;
        const bool bound = port == 0 ? (port = server.bind_to_any_port(options.address)) > 0
                                     : server.bind_to_port(options.address, port);
        if (bound) return;
        throw std::runtime_error(fmt::format(
            "cannot serve at {}, port {}: {}; choose another port, or 0 for any that is free",
            options.address, options.port, std::generic_category().message(errno)));
    }

    const std::filesystem::path folder;
    const TileServerOptions options;
    TileSource tiles;
    std::string page;
    httplib::Server server;
    int port = 0;
};

TileServer::TileServer(const std::filesystem::path& folder, const TileServerOptions& options)
    : state_(std::make_unique<State>(folder, options)) {
    state_->answer();
    state_->bind();
}

TileServer::~TileServer() = default;

int TileServer::port() const {
    return state_->port;
}

std::string TileServer::page() const {
    const std::string& address = state_->options.address;
    const bool is_v6 = address.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}/", is_v6 ? "[" : "", address, is_v6 ? "]" : "", port());
}

void TileServer::serve(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool ended = false;
    const std::jthread stopper([&] {
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [&] { return ended; });
        // A stop that comes before the library runs is lost on it.
        while (!ended) {
            state_->server.stop();
            changed.wait_for(lock, std::chrono::milliseconds(10));
        }
    });
    const bool done = state_->server.listen_after_bind();
    {
        const std::lock_guard lock(mutex);
        ended = true;
    }
    changed.notify_all();
    if (!done && !stop.stop_requested())
        throw std::runtime_error("the server cannot go on: its socket failed");
}

}  // namespace mariani::app
