#include "app/window/tuning_recorder.hpp"

namespace mariani::app {

void TuningRecorder::begin(const PreparedFrame& picture) {
    searched_ = tuning_class(picture.frame, picture.summary);
    taken_.reset();
}

std::optional<bool> TuningRecorder::take(const std::shared_ptr<const SweepRow>& found) {
    if (!searched_ || !found || found == taken_) return std::nullopt;
    taken_ = found;
    const Tuning tuning = tuning_of(*searched_, *found);
    return tunings_.remember(tuning) == tuning;
}

std::optional<Tuning> TuningRecorder::known(const PreparedFrame& picture) const {
    const Tuning* known = tunings_.find(tuning_class(picture.frame, picture.summary));
    return known ? std::optional(*known) : std::nullopt;
}

}  // namespace mariani::app
