#include "app/window/bookmark_thumbnails.hpp"

#include "app/files/folders.hpp"
#include "app/settings/failure.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <memory>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr ImageSize thumbnail{240, 150};

// Per pixel and direction; deep ones take long enough as they are.
int samples_of(const View& view) {
    return is_deep(suited_precision(view, thumbnail)) ? 1 : 2;
}

FrameRequest thumbnail_request(const Bookmark& bookmark) {
    FrameRequest request;
    request.view = bookmark.view;
    const int samples = samples_of(bookmark.view);
    request.image = {thumbnail.width * samples, thumbnail.height * samples};
    request.part = whole(request.image);
    request.dwell_limit = bookmark.dwell_limit;
    request.quality = Quality::preview;  // of deep ones
    request.threads = 1;
    return request;
}

// The bookmark's colours of dwells, which are all that a thumbnail has; the default ones if their
// palette is gone.
render::ColourMap colours_of(const Bookmark& bookmark, render::PaletteLibrary& palettes,
                             const DwellSummary& dwells) {
    auto colouring = render::without_exterior(bookmark.colouring.value_or(render::Colouring{}));
    colouring.shown = render::Quantity::dwell;
    if (failure_of([&] { palettes.get(colouring.palette); })) colouring = {};
    return {colouring, palettes.get(colouring.palette), bookmark.dwell_limit, dwells};
}

render::Image shrunk(const render::Image& large) {
    const int samples = large.size().width / thumbnail.width;
    render::Image small(thumbnail, render::PixelFormat::rgb);
    for (int y = 0; y < thumbnail.height; ++y)
        for (int x = 0; x < thumbnail.width; ++x) {
            std::array<int, 3> sum{};
            for (int i = 0; i < samples * samples; ++i) {
                const auto c = large.at(x * samples + i % samples, y * samples + i / samples);
                sum[0] += c.r;
                sum[1] += c.g;
                sum[2] += c.b;
            }
            const auto mean = [&](int total) {
                return static_cast<std::uint8_t>(total / (samples * samples));
            };
            small.set(x, y, {mean(sum[0]), mean(sum[1]), mean(sum[2])});
        }
    return small;
}

std::filesystem::path thumbnail_folder() {
    try {
        const auto folder = cache_folder() / "thumbnails";
        std::filesystem::create_directories(folder);
        return folder;
    } catch (const std::exception&) {
        return {};  // only a cache
    }
}

}  // namespace

BookmarkThumbnails::BookmarkThumbnails(render::PaletteLibrary& palettes, EngineDispatcher engines,
                                       std::function<void()> wake)
    : palettes_(palettes),
      folder_(thumbnail_folder()),
      worker_(
          [dispatcher = std::make_shared<EngineDispatcher>(std::move(engines))](
              const FrameRequest& request, std::stop_token stop, FrameProgress& progress) {
              return prepare_frame(*dispatcher, request, std::move(stop), progress);
          },
          std::move(wake)) {}

std::string BookmarkThumbnails::key_of(const Bookmark& bookmark) const {
    auto& [colouring, text] = colours_[bookmark.name];
    if (colouring != bookmark.colouring) {
        colouring = bookmark.colouring;
        text = colouring ? "\n" + colouring_text(*colouring) : "";
    }
    return fmt::format("{} {} {}{}", to_text(bookmark.view), bookmark.dwell_limit,
                       to_text(thumbnail), text);
}

std::vector<BookmarkView> BookmarkThumbnails::list() const {
    std::vector<BookmarkView> views;
    for (const auto& bookmark : bookmarks_.all()) {
        const auto texture = textures_.find(key_of(bookmark));
        views.push_back({bookmark.name, bookmark.title, bookmark.view, bookmark.dwell_limit,
                         bookmark.shipped,
                         texture == textures_.end() ? 0 : texture->second.name()});
    }
    std::ranges::stable_partition(views, [](const BookmarkView& each) { return !each.shipped; });
    return views;
}

const Bookmark* BookmarkThumbnails::next_missing() const {
    for (const auto& bookmark : bookmarks_.all()) {
        if (why_invalid(thumbnail_request(bookmark))) continue;
        const std::string key = key_of(bookmark);
        if (!textures_.contains(key) && !failed_.contains(key)) return &bookmark;
    }
    return nullptr;
}

bool BookmarkThumbnails::advance(bool idle) {
    if (const auto outcome = worker_.poll()) {
        computing_ = false;
        take(*outcome);
        return true;
    }
    if (!idle && computing_) {
        worker_.stop();
        computing_ = false;
    }
    if (!idle || computing_) return false;
    const Bookmark* bookmark = next_missing();
    if (!bookmark) return false;
    if (load(key_of(*bookmark))) return true;
    const FrameRequest request = thumbnail_request(*bookmark);
    if (asked_ && thumbnail_request(*asked_) == request)
        worker_.submit_again();
    else
        worker_.submit(request);
    asked_ = *bookmark;
    computing_ = true;
    return false;
}

void BookmarkThumbnails::take(const FrameOutcome& outcome) {
    if (outcome.request != thumbnail_request(*asked_)) return;  // it was stopped
    const std::string key = key_of(*asked_);
    if (!outcome.frame) {
        failed_.insert(key);
        return;
    }
    failed_.insert(key);  // removed once it is shown
    const Frame& frame = outcome.frame->frame;
    const render::ColourMap colours = colours_of(*asked_, palettes_, outcome.frame->summary);
    const render::Image image = shrunk(render::draw_picture(
        frame.dwells.host<std::uint32_t>(), frame.fractions.host<float>(), colours));
    show(key, image);
    try {
        if (!folder_.empty())
            render::write_png(file(key), image, std::array{render::PngText{"View", key}});
    } catch (const std::exception&) {
        folder_.clear();  // e.g. the disk is full: no cache from here on
    }
}

void BookmarkThumbnails::show(const std::string& key, const render::Image& image) {
    textures_.insert_or_assign(key, render::texture_of(image));
    failed_.erase(key);
}

bool BookmarkThumbnails::load(const std::string& key) {
    try {
        if (folder_.empty() || !std::filesystem::exists(file(key))) return false;
        const auto texts = render::read_png_texts(file(key));
        const render::Image image = render::read_png(file(key), thumbnail);
        if (texts.empty() || texts.front().text != key || image.size() != thumbnail) return false;
        show(key, image);
        return true;
    } catch (const std::exception&) {
        return false;  // damaged: recomputed and overwritten
    }
}

std::filesystem::path BookmarkThumbnails::file(const std::string& key) const {
    return folder_ / fmt::format("{:016x}.png", std::hash<std::string>{}(key));
}

}  // namespace mariani::app
