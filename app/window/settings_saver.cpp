#include "app/window/settings_saver.hpp"

#include "app/files/settings_file.hpp"

namespace mariani::app {

void SettingsSaver::consider(const Settings& settings, double now) {
    if (settings != last_) {
        last_ = settings;
        changed_ = settings != saved_;
        changed_at_ = now;
    }
    if (changed_ && now - changed_at_ >= delay) save(settings);
}

void SettingsSaver::save(const Settings& settings) {
    changed_ = false;
    if (!remember_ || settings == saved_) return;
    saved_ = settings;
    save_settings(settings);
}

}  // namespace mariani::app
