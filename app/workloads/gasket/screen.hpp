// The tab Gasket: Life on a fractal, live.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/explore/navigator.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"
#include "app/workloads/gasket/colours.hpp"
#include "app/workloads/gasket/simulation.hpp"
#include "app/workloads/gasket/view.hpp"
#include "render/gl/texture.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// A picture to be drawn.
struct GasketDrawing {
    std::shared_ptr<const GasketMoment> moment;
    gasket::BoardView board;
    ImageSize size;
    std::optional<ImageSize> rectangle;  // of the compact one, if it is shown
    GasketStyle style;
    bool operator==(const GasketDrawing&) const = default;
};

// Whether a cell is alive.
struct GasketInquiry {
    std::shared_ptr<const GasketMoment> moment;
    std::uint32_t number = 0;  // in compact order
    bool operator==(const GasketInquiry&) const = default;
};

struct GasketPainting {
    render::Image board;
    std::vector<LegendEntry> legend;  // of a watched step
    std::optional<render::Image> rectangle;
};

class GasketScreen final : public WorkloadScreen {
  public:
    GasketScreen(WindowState& state, const TabMeans& tab);

    void advance(const std::optional<PixelPoint>& mouse) override;
    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    void take_moved_view() override;
    bool takes_from_view(const InputEvent& event) const override;
    void draw() override { drawn_.draw(state_.viewport); }
    bool take(const Command& command) override;
    bool busy() const override;
    std::optional<std::chrono::steady_clock::time_point> busy_since() const override;
    bool moving() const override { return settings_.running; }
    bool measuring() const override { return false; }
    bool playing() const override { return state_.panels.recorded_run.playing(); }
    std::optional<double> progress() const override { return simulation_.progress(); }
    const render::Image* picture() const override;
    std::string title() const override;
    void describe(Settings& settings) const override;
    WindowLog& log() override { return log_; }
    bool altered() const override { return shown_ && shown_->moment->altered; }
    std::optional<Navigation> navigation() override { return Navigation{navigator_, plane_}; }

  private:
    GasketWish wish() const;
    GasketMeans means() const;
    void follow_settings();
    GasketStyle style() const;
    void play_step();
    void show_whole();
    void begin_anew();
    void take_finished();
    void show_timeline(const GasketMoment& moment);
    void write(const GasketMoment& moment);
    void draw_newest();
    GasketDrawing drawing_of(std::shared_ptr<const GasketMoment> moment,
                             const gasket::BoardView& board) const;
    void outline_tiles();
    void hover(const std::optional<PixelPoint>& mouse);
    void inquire();
    void begin_stroke(bool alive, PixelPoint at);
    bool paint(PixelPoint from, PixelPoint to);
    void list_engines();
    bool up_to_date() const;
    bool computed() const;
    std::optional<gasket::BoardView> chosen_board() const;

    WindowState& state_;
    GasketSettings& settings_;
    std::optional<gasket::Problem> problem_;  // of the settings, the last that is valid
    std::uint32_t side_ = 1;                  // of its box
    View plane_, followed_plane_;  // the view that is asked for: now, and in the last turn
    std::optional<gasket::BoardView> followed_board_;  // of the settings in the last turn
    bool follows_ = false;                             // there was a last turn
    Navigator navigator_;
    std::int64_t round_ = 0;
    std::int64_t single_steps_ = 0, energies_ = 0, races_ = 0, sweeps_ = 0;
    std::int64_t opened_ = 0;  // pictures, by now
    std::shared_ptr<const GasketMoment> newest_;
    std::optional<GasketDrawing> shown_;              // on screen
    std::shared_ptr<const gasket::StepTrace> trace_;  // of the timeline; null if there is none
    std::optional<render::Image> image_;
    std::vector<LegendEntry> step_legend_;  // of a watched step
    ScreenImage drawn_;
    render::gl::Texture rectangle_;
    std::optional<bool> painting_;  // while a button is held: whether cells come alive
    PixelPoint painted_to_{0};
    std::optional<std::chrono::steady_clock::time_point> busy_since_;
    std::shared_ptr<GasketView> view_;
    WindowLog log_;                     // of moments
    std::optional<GasketWish> listed_;  // for which the engines are listed
    GasketSimulation simulation_;
    LatestWorker<GasketDrawing, GasketPainting> draftsman_;
    LatestWorker<GasketInquiry, bool> scout_;
};

}  // namespace mariani::app
