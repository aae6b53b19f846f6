// What the window asks of the laboratory, for the picture on screen, and what becomes of the
// results; and the papers' claims, tested on this machine by the window's own engines.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/players.hpp"
#include "app/explore/prepared_frame.hpp"
#include "app/measure/laboratory.hpp"
#include "app/measure/race.hpp"
#include "app/measure/tunings.hpp"
#include "app/papers/paper_tools.hpp"
#include "app/papers/reproduction.hpp"
#include "app/window/exporter.hpp"
#include "app/window/window_state.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/gl/growing_view.hpp"
#include "render/gl/texture.hpp"
#include "render/picture/palette.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Main thread.
class PapersRun {
  public:
    PapersRun(WindowState& state, Laboratory& laboratory, std::shared_ptr<ComputeService> service,
              PaperTools tools);

    // Claims that have a verdict of this machine keep it, unless they are named. Throws as the
    // laboratory's, and std::invalid_argument for a name that is none.
    void begin(const command::Reproduce& asked);
    // Opens what a claim is about. Throws std::invalid_argument.
    void show(const command::ShowClaim& asked);
    // The verdicts so far, those of earlier starts too; null before the first claim.
    std::shared_ptr<const Reproduction> report() const;

  private:
    // With the verdicts that are kept: none if `anew`, or if they are of another place.
    Reproduction begun(bool anew, int device) const;
    void show_model(const Claim& claim);
    RunTrial runner(Backend backend, int device, RunEngine run) const;  // any thread

    WindowState& state_;
    Laboratory& laboratory_;
    std::shared_ptr<ComputeService> service_;
    PaperTools tools_;
    struct Shared {
        std::mutex mutex;
        std::shared_ptr<const Reproduction> report;
        std::shared_ptr<const Reproduction> publish(
            Reproduction reproduction, const std::shared_ptr<const Reproduction>& before);
    };
    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();  // with the laboratory's thread
};

// The panes of a race that is watched, as textures. Main thread, with the window's GL context.
class FilmScreen {
  public:
    // Once a turn. The GL names of the panes, one per lane, drawn for the player's second; 0 where
    // a lane has nothing to show. Closes the player where there is nothing to watch. While it is
    // closed nothing is kept. The race may be null.
    std::vector<unsigned int> show(const std::shared_ptr<const Race>& race, FilmPlayer& player);

  private:
    using Growth = std::shared_ptr<const render::GrowingPicture>;

    std::optional<render::GrowingView> view_;  // once one was watched
    std::map<Growth, render::GrowingTexture> panes_;
};

// The pictures of a race's lanes as textures. Main thread, with the window's GL context.
class RacePictures {
  public:
    // The GL names of the textures, one per lane; 0 if the lane has no picture. Uploads new
    // pictures and frees those that are gone. The race may be null.
    std::vector<unsigned int> names_of(const std::shared_ptr<const Race>& race);

  private:
    std::map<std::shared_ptr<const render::Image>, render::gl::Texture> textures_;
};

// Keeps what searches for the best {g, r, B} find for views like the one they began on. Main
// thread.
class TuningRecorder {
  public:
    const std::vector<std::string>& messages() const { return tunings_.messages(); }

    // A search begins on this picture.
    void begin(const PreparedFrame& picture);
    // Remembers the find of the search that has ended, once. True where it is the best known now,
    // nothing where there is none to remember. Throws as Tunings::remember.
    std::optional<bool> take(const std::shared_ptr<const SweepRow>& found);

    // For views like this picture's.
    std::optional<Tuning> known(const PreparedFrame& picture) const;
    void forget(const TuningClass& where) { tunings_.forget(where); }

  private:
    Tunings tunings_;
    std::optional<TuningClass> searched_;  // by the last search
    std::shared_ptr<const SweepRow> taken_;
};

// Main thread, with the window's GL context.
class Experiments {
  public:
    // As the laboratory's. The palettes colour the pictures of a race.
    Experiments(WindowState& state, render::PaletteLibrary& palettes, Exporter& exports,
                RunEngine run, std::function<void()> wake, std::shared_ptr<ComputeService> service,
                PaperTools papers);

    // What the files of the tunings had to say.
    const std::vector<std::string>& notices() const { return tunings_.messages(); }

    // Each throws as the laboratory's, and where what it needs is not there.
    void measure_model() { laboratory_.measure_for_model(state_.subject_request()); }
    void measure_energy() { laboratory_.measure_energy(state_.wanted_request()); }
    void check() { laboratory_.check(state_.subject_request()); }
    void sweep(const command::Sweep& asked);
    void race(const command::Race& asked);
    void tune();
    void forget_tuning();
    void export_race();
    void watch_race();
    void export_race_film();
    void export_sweep();
    void reproduce(const command::Reproduce& asked) { papers_.begin(asked); }
    void show_claim(const command::ShowClaim& asked) { papers_.show(asked); }
    void export_papers();
    void stop() { laboratory_.stop(); }
    bool busy() const { return laboratory_.busy(); }
    LaboratoryView view() const { return laboratory_.view(); }

    // Once a turn: takes what has come, and remembers what a search has found.
    void take_results();

  private:
    void forget_old_failure();
    void remember_tuning();

    WindowState& state_;
    render::PaletteLibrary& palettes_;
    Exporter& exports_;
    TuningRecorder tunings_;
    RacePictures race_pictures_;
    FilmScreen film_screen_;
    std::optional<FrameRequest> asked_;  // in the last turn
    PapersRun papers_;
    Laboratory laboratory_;  // last: its thread uses the others
};

}  // namespace mariani::app
