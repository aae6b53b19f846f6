// What the window asks of the laboratory, for the picture on screen, and what becomes of the
// results.
#pragma once

#include "app/measure/laboratory.hpp"
#include "app/window/exporter.hpp"
#include "app/window/film_screen.hpp"
#include "app/window/race_pictures.hpp"
#include "app/window/tuning_recorder.hpp"
#include "app/window/window_state.hpp"
#include "render/picture/palette.hpp"

#include <functional>
#include <string>
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context.
class Experiments {
  public:
    // As the laboratory's. The palettes colour the pictures of a race.
    Experiments(WindowState& state, render::PaletteLibrary& palettes, Exporter& exports,
                RunEngine run, std::function<void()> wake);

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
    void stop() { laboratory_.stop(); }
    bool busy() const { return laboratory_.busy(); }
    LaboratoryView view() const { return laboratory_.view(); }

    // Once a turn: takes what has come, and remembers what a search has found.
    void take_results();

  private:
    void remember_tuning();

    WindowState& state_;
    render::PaletteLibrary& palettes_;
    Exporter& exports_;
    TuningRecorder tunings_;
    RacePictures race_pictures_;
    FilmScreen film_screen_;
    Laboratory laboratory_;
};

}  // namespace mariani::app
