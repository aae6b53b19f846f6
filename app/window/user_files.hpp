// What the window keeps in the user's files from start to start, and how it opens what a user names
// or drops on it.
#pragma once

#include "app/explore/navigator.hpp"
#include "app/explore/visit_watch.hpp"
#include "app/files/recent.hpp"
#include "app/settings/settings.hpp"
#include "app/window/window_state.hpp"
#include "render/picture/palette.hpp"

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Saves the settings some seconds after they change, and at the end.
class SettingsSaver {
  public:
    SettingsSaver(const Settings& initial, bool remember) : last_(initial), remember_(remember) {}

    // Once per turn. Throws std::runtime_error, once per change, if they cannot be saved.
    void consider(const Settings& settings, double now);
    void save(const Settings& settings);  // now, unless just saved; throws likewise
    bool waiting() const { return changed_; }

  private:
    static constexpr double delay = 3;  // s without a change

    Settings last_;
    std::optional<Settings> saved_;  // by this keeper
    bool remember_;
    bool changed_ = false;
    double changed_at_ = 0;
};

// The views and files where the user has been: noticed here, and kept in the user's file. Main
// thread; the file is written on another one, as it may have to wait for other instances.
class RecentPlaces {
  public:
    // `keep`: write the file. `wake` is called on the other thread when it has been written.
    RecentPlaces(WindowState& state, bool keep, std::function<void()> wake);
    ~RecentPlaces();  // writes what is still to be written

    const std::vector<std::string>& notices() const { return notices_; }

    // Once per turn. Throws std::runtime_error if the file cannot be written; then no more is.
    void advance(bool rests);
    void opened(const std::string& picture);  // its path
    void forget();
    bool due() const { return watch_.waiting(); }

  private:
    using Edit = std::function<void(Recent&)>;

    void queue(Edit edit);
    void write_next();
    void take_written();
    void show();

    WindowState& state_;
    std::function<void()> wake_;
    VisitWatch watch_;
    std::unique_ptr<Recent> recent_;  // the other thread's while it writes
    std::vector<std::string> notices_;
    bool keep_;
    std::deque<Edit> waiting_;
    std::future<std::string> written_;  // why it failed, or nothing
};

// The palettes in the user's folder of palettes: those saved from the editor, and those that came
// with pictures. Makes the library know them; one that cannot be read is told.
void load_user_palettes(WindowState& state, render::PaletteLibrary& palettes);

// Saves the palette in use as NAME.gpl there, and uses that. Throws std::invalid_argument if a file
// cannot be called so, and std::runtime_error if there is one already or it cannot be written.
void save_palette(const std::string& name, WindowState& state, render::PaletteLibrary& palettes);

// A screenshot's view and settings, or a palette; returns whether it is a screenshot. Throws
// std::runtime_error for other files, and where they cannot be read.
bool open_file(const std::string& path, WindowState& state, Navigator& navigator,
               render::PaletteLibrary& palettes);

bool is_recording(const std::string& path);

// The recordings that come with the program. Throws std::runtime_error if they are missing
// or cannot be listed.
std::vector<std::string> own_recordings();

// Sees that what shows the palette of the settings has its colours. Tells when it cannot be had,
// and takes the usual one instead.
void take_palette(WindowState& state, render::PaletteLibrary& palettes);

// Likewise, and lists the others.
void list_palettes(WindowState& state, render::PaletteLibrary& palettes);

}  // namespace mariani::app
