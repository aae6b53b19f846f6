// Saves the settings some seconds after they change, and at the end.
#pragma once

#include "app/settings.hpp"

namespace mariani::app {

class SettingsKeeper {
  public:
    SettingsKeeper(const Settings& saved, bool remember) : saved_(saved), remember_(remember) {}

    // Once a turn. Throws std::runtime_error, once per change, when they cannot be saved.
    void consider(const Settings& settings, double now);
    void save(const Settings& settings);  // now, if they differ; throws likewise
    bool waiting() const { return changed_; }

  private:
    static constexpr double delay = 3;  // s without a change

    Settings saved_;
    Settings last_;
    bool remember_;
    bool changed_ = false;
    double changed_at_ = 0;
};

}  // namespace mariani::app
