#include "app/window/settings_keeper.hpp"

#include "app/files/settings_file.hpp"

namespace mariani::app {

void SettingsKeeper::consider(const Settings& settings, double now) {
    if (settings != last_) {
        last_ = settings;
        changed_ = settings != saved_;
        changed_at_ = now;
    }
    if (changed_ && now - changed_at_ >= delay) save(settings);
}

void SettingsKeeper::save(const Settings& settings) {
    changed_ = false;
    if (!remember_ || settings == saved_) return;
    saved_ = settings;
    save_settings(settings);
}

}  // namespace mariani::app
