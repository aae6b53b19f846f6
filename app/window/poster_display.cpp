#include "app/window/poster_display.hpp"

#include "app/files/folders.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr double barely = 1e-6;  // a share of a pixel's side

}  // namespace

PosterDisplay::PosterDisplay(WindowState& state, const Navigator& navigator,
                             std::function<void()> wake)
    : state_(state), navigator_(navigator), wake_(std::move(wake)) {}

void PosterDisplay::open(const std::filesystem::path& folder) {
    poster_ = std::make_unique<OpenPoster>(std::filesystem::absolute(folder).lexically_normal(),
                                           data_file("shaders"), wake_);
}

void PosterDisplay::close() {
    poster_.reset();
    hidden_.clear();
    state_.from_poster = false;
}

View PosterDisplay::whole_view(ImageSize picture) const {
    View view = manifest().settings.view;
    const ImageSize size = manifest().shape.size;
    if (pixel_count(picture) == 0) return view;
    const double wider =
        static_cast<double>(size.width) / size.height * picture.height / picture.width;
    if (wider > 1) view.height = view.height * wider;
    return view;
}

// It holds one quantity alone, of one dwell limit, and of a map what one engine did.
std::string PosterDisplay::why_hidden() const {
    const Settings& settings = state_.settings;
    const PyramidManifest& of = manifest();
    if (settings.engine.dwell_limit != of.dwell_limit())
        return fmt::format("its dwell limit is {}", of.dwell_limit());
    if (settings.view.julia != of.settings.view.julia) return "it shows another set";
    if (settings.colouring.shown != of.quantity() || render::needs_exterior(settings.colouring))
        return fmt::format("it has {} only", values_of(of.quantity()));
    if (of.quantity() != render::Quantity::dwell &&
        settings.engine != engine_of_poster(of, settings.engine))
        return "it is a map of another engine, or of another subdivision";
    return {};
}

void PosterDisplay::advance(std::optional<PixelPoint> mouse, bool moving) {
    state_.from_poster = false;
    if (!poster_) return;
    hidden_ = why_hidden();
    if (!hidden_.empty()) return;
    const ImageSize screen = state_.seen.picture;
    const glm::dvec2 focus = mouse ? glm::dvec2(*mouse) : 0.5 * render::extent_of(screen);
    const auto failure = failure_of([&] {
        for (auto& why : poster_->advance(navigator_.shown(), screen, focus, moving))
            state_.notify(Message::Kind::error, std::move(why));
    });
    if (failure) {
        close();
        return state_.notify(Message::Kind::error,
                             "The poster is closed, and engines compute the view: " + *failure);
    }
    state_.from_poster = poster_->shows_alone(state_.settings.view);
}

// While tiles are as fine as the screen they are what is looked at, unless a frame has all of the
// view.
bool PosterDisplay::leads() const {
    if (state_.from_poster || !state_.shown) return true;
    if (state_.up_to_date()) return false;
    const ScreenRect area = poster_->area();
    const ImageSize screen = state_.seen.picture;
    const double width = std::min<double>(area.right, screen.width) - std::max(area.left, 0.0);
    const double height = std::min<double>(area.bottom, screen.height) - std::max(area.top, 0.0);
    const bool much =
        width > 0 && height > 0 && width * height >= static_cast<double>(pixel_count(screen)) / 16;
    return much && poster_->magnification() <= 1 + barely;
}

std::optional<PictureTiles> PosterDisplay::tiles() const {
    if (!shown() || poster_->choice().drawn.empty()) return std::nullopt;
    PictureTiles tiles;
    tiles.dwell_limit = manifest().dwell_limit();
    tiles.dwells = &poster_->summary();
    tiles.covered = poster_->covered();
    tiles.lead = leads();
    if (poster_->magnification() > 1 + barely)
        tiles.finest = pitch(manifest().settings.view, manifest().shape.size);
    tiles.draw = [this](const render::ColourMap& colours) {
        poster_->draw(colours, state_.viewport);
    };
    return tiles;
}

std::optional<SeenDwell> PosterDisplay::dwell_at(PixelPoint at) const {
    const bool frames_are_finer =
        poster_ && poster_->magnification() > 1 + barely && state_.up_to_date();
    if (!shown() || frames_are_finer) return std::nullopt;
    const auto seen = poster_->dwell_at(at);
    if (!seen) return std::nullopt;
    return SeenDwell{seen->dwell, manifest().dwell_limit(), seen->coarse, manifest().quantity()};
}

PosterSeen PosterDisplay::seen() const {
    const PyramidShape& shape = manifest().shape;
    const TileChoice& choice = poster_->choice();
    PosterSeen seen{poster_->folder().string(),
                    shape.size,
                    shape.levels,
                    choice.level,
                    poster_->finished(),
                    poster_->cells(),
                    manifest().dwell_limit(),
                    hidden_};
    seen.beyond = poster_->magnification() > 1 + barely;
    const bool under_frame = seen.beyond && state_.up_to_date();
    seen.on_screen = shown() && !choice.drawn.empty() && !under_frame;
    seen.alone = state_.from_poster;
    seen.loading = busy();
    seen.standing_in = choice.unfinished;
    if (state_.settings.overlay.shown && seen.on_screen)
        seen.cells_on_screen = poster_->cells_on_screen();
    return seen;
}

void PosterDisplay::observe() const {
    Observations& observed = state_.seen;
    if (!poster_) return;
    observed.poster = seen();
    if (!state_.from_poster) return;
    observed.frame.reset();
    observed.work.reset();
    if (poster_->choice().drawn.empty()) return;
    const DwellSummary& summary = poster_->summary();
    observed.dwells = std::make_shared<const DwellSummary>(summary);
    if (manifest().quantity() == render::Quantity::dwell) return;
    WorkSums work{summary.max, {}, {}};  // for the legend
    if (manifest().quantity() == render::Quantity::level) work.levels.resize(summary.max + 1);
    observed.work = std::make_shared<const WorkSums>(std::move(work));
}

}  // namespace mariani::app
