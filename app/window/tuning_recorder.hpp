// Keeps what searches for the best {g, r, B} find for views like the one they began on.
#pragma once

#include "app/explore/prepared_frame.hpp"
#include "app/measure/tunings.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Main thread.
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

}  // namespace mariani::app
