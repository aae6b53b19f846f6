#include "app/window/poster/open_poster.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::int64_t most_samples = 2'100'000;  // of the dwells on screen: a few ms

std::size_t index_of(const PyramidShape& shape, CellPlace cell) {
    const auto columns = static_cast<std::size_t>(cells_of(shape, cell.level).columns);
    return static_cast<std::size_t>(cell.y) * columns + static_cast<std::size_t>(cell.x);
}

std::uint32_t value_in(std::span<const std::byte> values, ElementType type, int x, int y) {
    const auto index = static_cast<std::size_t>(y) * chunk_side + static_cast<std::size_t>(x);
    if (type == ElementType::uint16) {
        std::uint16_t value = 0;
        std::memcpy(&value, values.data() + index * sizeof value, sizeof value);
        return value;
    }
    std::uint32_t value = 0;
    std::memcpy(&value, values.data() + index * sizeof value, sizeof value);
    return value;
}

// From the screen's pixels to those of the tile.
render::Placement placement_in(const PosterPicture& picture, TilePlace tile, const View& shown,
                               ImageSize screen) {
    auto place = placement_of(picture, tile.level, shown, screen);
    place.offset -= glm::dvec2(tile.column, tile.row) * double{chunk_side};
    return place;
}

}  // namespace

OpenPoster::OpenPoster(std::filesystem::path folder, const std::filesystem::path& shaders,
                       std::function<void()> wake)
    : folder_(std::move(folder)),
      manifest_(read_manifest(folder_)),
      picture_{manifest_.settings.view, manifest_.shape},
      layers_(most_layers),
      atlas_(shaders, manifest_.type(), most_layers, manifest_.smooth()),
      loader_(folder_, std::move(wake)) {
    layers_ = LeastRecent<TilePlace, int>(static_cast<std::size_t>(atlas_.layers()));
    for (int level = 0; level < picture_.shape.levels; ++level) {
        const auto [columns, rows] = cells_of(picture_.shape, level);
        const auto count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
        finished_.emplace_back(count);
        cells_ += static_cast<std::int64_t>(count);
    }
}

bool OpenPoster::is_finished(CellPlace cell) const {
    return finished_[static_cast<std::size_t>(cell.level)][index_of(picture_.shape, cell)];
}

TileState OpenPoster::state_of(TilePlace tile) const {
    if (uniform_.contains(tile) || layers_.contains(tile)) return TileState::ready;
    const bool finished = is_finished(cell_of(picture_.shape, tile)) && !unreadable_.contains(tile);
    return finished ? TileState::finished : TileState::unfinished;
}

void OpenPoster::take(TileLoader::News& news) {
    known_ = known_ || news.known;
    for (const CellPlace cell : news.finished) {
        auto flag = finished_[static_cast<std::size_t>(cell.level)][index_of(picture_.shape, cell)];
        if (!flag) ++finished_count_;
        flag = true;
    }
    for (LoadedTile& tile : news.tiles) {
        if (tile.uniform)
            uniform_.insert(tile.place, *tile.uniform);
        else if (tile.values)
            chunks_.insert(tile.place, std::move(tile.values));
        else
            unreadable_.insert(tile.place);
    }
    for (const CellPlace cell : news.finished)  // its shard may have been mended
        std::erase_if(unreadable_,
                      [&](TilePlace tile) { return cell_of(picture_.shape, tile) == cell; });
    if (!news.tiles.empty() || !news.finished.empty()) summary_old_ = true;
}

void OpenPoster::choose() {
    const int most = std::min(most_tiles, atlas_.layers() / 4 * 3);
    choice_ = choose_tiles(picture_, shown_, screen_, focus_, most, !moving_,
                           [this](TilePlace tile) { return state_of(tile); });
    for (const TilePlace tile : choice_.drawn) {
        layers_.use(tile);
        chunks_.use(tile);
        uniform_.use(tile);
    }
    in_use_ = {choice_.drawn.begin(), choice_.drawn.end()};
}

std::vector<std::string> OpenPoster::advance(const View& shown, ImageSize screen, glm::dvec2 focus,
                                             bool moving) {
    using Clock = std::chrono::steady_clock;
    TileLoader::News news = loader_.take();
    take(news);
    if (news.gone) throw std::runtime_error(*news.gone);
    if (shown != shown_ || screen != screen_) summary_old_ = true;
    shown_ = shown;
    screen_ = screen;
    focus_ = focus;
    moving_ = moving;
    choose();
    const auto end = Clock::now() + std::chrono::duration<double>(upload_seconds);
    std::vector<TilePlace> unread;
    bool uploaded = false, late = false;
    for (const TilePlace tile : choice_.wanted) {
        if (!chunks_.contains(tile)) {
            unread.push_back(tile);
        } else if (!late) {
            uploaded |= upload(tile);
            late = Clock::now() >= end;
        }
    }
    if (uploaded) {
        choose();
        summary_old_ = true;
    }
    loading_ = !choice_.wanted.empty();
    loader_.want(std::move(unread));
    return std::move(news.failures);
}

bool OpenPoster::upload(TilePlace tile) {
    const auto layer = free_layer();
    if (!layer) return false;
    atlas_.put(*layer, **chunks_.use(tile));
    layers_.insert(tile, *layer);
    in_use_.insert(tile);
    return true;
}

// Nothing that is on screen gives its layer away.
std::optional<int> OpenPoster::free_layer() {
    if (next_layer_ < atlas_.layers()) return next_layer_++;
    const TilePlace oldest = layers_.oldest();
    if (in_use_.contains(oldest)) return std::nullopt;
    return layers_.remove(oldest);
}

// Until its folder's logs are read nobody knows: then it is waited for.
bool OpenPoster::shows_alone(const View& goal) const {
    return covers(picture_, goal, screen_) && (!known_ || !choice_.hole);
}

// Those that are not smaller than a finger.
std::vector<PosterCell> OpenPoster::cells_on_screen() const {
    constexpr double least_side = 24;  // in pixels
    const PyramidShape& shape = picture_.shape;
    const int level = choice_.level;
    const auto place = placement_of(picture_, level, shown_, screen_);
    std::vector<PosterCell> cells;
    if (shape.cell / place.scale < least_side) return cells;
    const ImageSize size = level_size(shape, level);
    const auto clipped = [&](glm::dvec2 at) {
        return glm::ivec2(glm::clamp(at, glm::dvec2(0), render::extent_of(size)));
    };
    const glm::ivec2 from = clipped(place.in_frame({0, 0})) / shape.cell;
    const glm::ivec2 to =
        (clipped(place.in_frame(render::extent_of(screen_))) + shape.cell - 1) / shape.cell;
    for (int y = from.y; y < std::min(to.y + 1, cells_of(shape, level).rows); ++y)
        for (int x = from.x; x < std::min(to.x + 1, cells_of(shape, level).columns); ++x) {
            const PixelRect pixels = pixels_of(shape, CellPlace{level, x, y});
            const glm::dvec2 corner = place.in_viewport({pixels.x, pixels.y});
            const glm::dvec2 end =
                place.in_viewport({pixels.x + pixels.width, pixels.y + pixels.height});
            cells.push_back({corner.x,
                             corner.y,
                             end.x,
                             end.y,
                             x,
                             y,
                             {pixels.width, pixels.height},
                             is_finished({level, x, y})});
        }
    return cells;
}

double OpenPoster::magnification() const {
    return 1 / placement_of(picture_, 0, shown_, screen_).scale;
}

ScreenRect OpenPoster::area() const {
    return rect_of(picture_, choice_.level, shown_, screen_);
}

PixelRect OpenPoster::covered() const {
    if (choice_.blank || choice_.drawn.empty()) return {};
    const auto first = [](double edge, int size) {  // the pixel whose middle lies behind it
        return static_cast<int>(std::clamp(std::ceil(edge - 0.5), 0.0, static_cast<double>(size)));
    };
    const ScreenRect rect = area();
    const int left = first(rect.left, screen_.width), top = first(rect.top, screen_.height);
    return {left, top, first(rect.right, screen_.width) - left,
            first(rect.bottom, screen_.height) - top};
}

std::optional<std::uint32_t> OpenPoster::value_of(TilePlace tile, int x, int y) {
    if (const std::uint32_t* value = uniform_.use(tile)) return *value;
    const Values* values = chunks_.use(tile);
    return values ? std::optional(value_in(**values, manifest_.type(), x, y)) : std::nullopt;
}

std::optional<PosterDwell> OpenPoster::dwell_at(glm::dvec2 pixel) {
    for (auto tile = choice_.drawn.rbegin(); tile != choice_.drawn.rend(); ++tile) {
        const auto place = placement_in(picture_, *tile, shown_, screen_);
        const glm::dvec2 at = glm::floor(place.in_frame(pixel));
        if (!render::contains(pixels_of(picture_.shape, *tile), at)) continue;
        const auto value = value_of(*tile, static_cast<int>(at.x), static_cast<int>(at.y));
        if (value) return PosterDwell{manifest_.pixel_of(*value).dwell, place.scale < 1 - 1e-3};
    }
    return std::nullopt;
}

// Each tile over those before it, as they are drawn.
void OpenPoster::sample(TilePlace tile, int step, ImageSize samples,
                        std::vector<std::uint32_t>& dwells) {
    auto place = placement_in(picture_, tile, shown_, screen_);
    place = {place.scale * step, place.in_frame({0.5, 0.5})};  // of the first sample
    const std::uint32_t* uniform = uniform_.use(tile);
    const Values* values = chunks_.use(tile);
    if (!uniform && !values) return;
    const ImageSize pixels = pixels_of(picture_.shape, tile);
    const auto first = [](double at, int size) {
        return static_cast<int>(std::clamp(std::ceil(at), 0.0, static_cast<double>(size)));
    };
    const glm::dvec2 from = place.in_viewport({0, 0});
    const glm::dvec2 to = place.in_viewport(render::extent_of(pixels));
    const int left = first(from.x, samples.width), right = first(to.x, samples.width);
    for (int y = first(from.y, samples.height); y < first(to.y, samples.height); ++y) {
        const auto row = static_cast<std::size_t>(y) * static_cast<std::size_t>(samples.width);
        const int tile_y =
            std::clamp(static_cast<int>(place.offset.y + place.scale * y), 0, pixels.height - 1);
        for (int x = left; x < right; ++x) {
            const int tile_x =
                std::clamp(static_cast<int>(place.offset.x + place.scale * x), 0, pixels.width - 1);
            dwells[row + static_cast<std::size_t>(x)] =
                uniform ? *uniform : value_in(**values, manifest_.type(), tile_x, tile_y);
        }
    }
}

std::vector<std::uint32_t> OpenPoster::dwells_on_screen(int step) {
    const ImageSize samples{screen_.width / step, screen_.height / step};
    std::vector<std::uint32_t> dwells(static_cast<std::size_t>(pixel_count(samples)),
                                      manifest_.fill_value());
    for (const TilePlace tile : choice_.drawn) sample(tile, step, samples, dwells);
    return dwells;
}

const DwellSummary& OpenPoster::summary() {
    const bool will_do = !summary_old_ || ((moving_ || busy()) && has_summary_);
    if (will_do || choice_.drawn.empty()) return summary_;
    int step = 1;
    while (pixel_count(screen_) / step / step > most_samples) ++step;
    const ImageSize samples{screen_.width / step, screen_.height / step};
    const auto dwells = dwells_on_screen(step);
    summary_ = summary_of(manifest_, {whole(samples), dwells});
    summary_old_ = false;
    has_summary_ = true;
    return summary_;
}

std::vector<render::PlacedTile> OpenPoster::placed_tiles() {
    const ScreenRect picture = area();
    std::vector<render::PlacedTile> tiles;
    for (const TilePlace tile : choice_.drawn) {
        const ScreenRect rect = rect_of(picture_, tile, shown_, screen_, picture);
        const auto* uniform = uniform_.use(tile);
        const int* layer = layers_.use(tile);
        if (rect.empty() || (!uniform && !layer)) continue;
        tiles.push_back({rect.left, rect.top, rect.right, rect.bottom,
                         placement_in(picture_, tile, shown_, screen_),
                         uniform ? std::optional(*uniform) : std::nullopt, layer ? *layer : 0,
                         pixels_of(picture_.shape, tile)});
    }
    return tiles;
}

void OpenPoster::draw(const render::ColourMap& colours, const render::Viewport& viewport) {
    const PixelRect part = covered();
    const bool rests = !moving_ && !loading_;
    if (!rests || empty(part)) {
        rested_.reset();
        return atlas_.draw(placed_tiles(), colours, viewport, rests);
    }
    const bool same = rested_ && rested_->picture.size() == size_of(viewport) &&
                      rested_->shown == shown_ && rested_->drawn == choice_.drawn &&
                      rested_->colours == colours;
    if (!same) {
        rested_.reset();
        rested_.emplace(
            Rested{choice_.drawn, shown_, colours, render::gl::Framebuffer(size_of(viewport))});
        const render::gl::DrawInto target(rested_->picture);
        atlas_.draw(placed_tiles(), colours, {0, 0, viewport.width, viewport.height}, true);
    }
    rested_->picture.copy_to(viewport, part);
}

}  // namespace mariani::app
