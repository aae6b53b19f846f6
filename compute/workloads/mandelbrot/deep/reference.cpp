#include "compute/workloads/mandelbrot/deep/reference.hpp"

namespace mariani::deep {

Reference::Reference(const BigReal& re, const BigReal& im, std::int64_t fraction_bits)
    : fraction_bits_(fraction_bits), source_(make_orbit(re, im, fraction_bits)), points_(1) {}

bool Reference::extend(std::uint32_t limit, const std::stop_token& stop, Progress& progress) {
    progress.begin(Stage::reference, limit);
    points_.reserve(limit + std::size_t{1});  // a longer one would be moved while a stop waits
    while (!ended_ && points_.size() <= limit) {
        if (points_.size() % steps_between_looks(fraction_bits_) == 0) {
            if (stop.stop_requested()) return false;
            progress.done = static_cast<std::int64_t>(points_.size());
        }
        points_.push_back(source_->next());
        const ScaledReal outside = -points_.back().gap;
        ended_ = is_positive(outside) && !(outside < ScaledReal(1));
    }
    return true;
}

}  // namespace mariani::deep
