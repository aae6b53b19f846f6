#include "compute/model/growing_frame.hpp"

#include <algorithm>
#include <utility>

namespace mariani {

void GrowingFrame::begin(const FramePlan& plan, std::shared_ptr<const std::uint32_t[]> dwells,
                         std::shared_ptr<const float[]> fractions) {
    const std::scoped_lock lock(mutex_);
    source_ = {source_.number + 1, plan, std::move(dwells), std::move(fractions)};
    finished_.clear();
    published_.reset();
}

void GrowingFrame::add(std::span<const PixelRect> finished) {
    const std::scoped_lock lock(mutex_);
    finished_.insert(finished_.end(), finished.begin(), finished.end());
}

void GrowingFrame::publish(GrowingPicture picture) {
    const std::scoped_lock lock(mutex_);
    published_ = std::move(picture);
    wanted_ = false;
}

std::optional<GrowingPicture> GrowingFrame::picture() {
    std::vector<PixelRect> finished;
    Source source;
    {
        const std::scoped_lock lock(mutex_);
        wanted_ = true;
        if (published_) return std::exchange(published_, std::nullopt);
        if (finished_.empty()) return std::nullopt;
        finished.swap(finished_);
        source = source_;
    }
    take_over(source, finished);
    return GrowingPicture{source.plan, field_of(source.plan.part, copy_.dwells),
                          source.fractions ? field_of(source.plan.part, copy_.fractions) : Field()};
}

void GrowingFrame::take_over(const Source& source, std::span<const PixelRect> finished) {
    const PixelRect& part = source.plan.part;
    const auto pixels = static_cast<std::size_t>(pixel_count(part));
    if (std::exchange(copy_.number, source.number) != source.number) {
        copy_.dwells.assign(pixels, unknown_dwell);
        copy_.fractions.assign(source.fractions ? pixels : 0, 0.0F);
    }
    for (const PixelRect& rect : finished)
        for (int y = rect.y; y < rect.y + rect.height; ++y) {
            const std::size_t at = index(part, rect.x, y);
            std::copy_n(source.dwells.get() + at, rect.width, copy_.dwells.data() + at);
            if (source.fractions)
                std::copy_n(source.fractions.get() + at, rect.width, copy_.fractions.data() + at);
        }
}

}  // namespace mariani
