// Saves the settings some seconds after they change, and at the end.
#pragma once

#include "app/settings/settings.hpp"

#include <optional>

namespace mariani::app {

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

}  // namespace mariani::app
